"""`seep bench`: a fixed suite solved on one thread."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from seep_cli import console, options

if TYPE_CHECKING:
    from seep_solver.position import Position

SUITE = "bench.seep"


@dataclass(slots=True)
class Group:
    """Positions with the same rules and number of cards in hands, and what solving them took."""

    positions: int = 0
    nodes: int = 0
    seconds: float = 0.0

    def add(self, other: Group) -> None:
        """Count `other` in."""
        self.positions += other.positions
        self.nodes += other.nodes
        self.seconds += other.seconds

    def to_json(self) -> dict[str, Any]:
        """Counts, seconds and rate."""
        return {
            "positions": self.positions,
            "nodes": self.nodes,
            "seconds": round(self.seconds, 3),
            "nodes_per_s": self.rate,
        }

    def to_text(self) -> tuple[str, str, str, str]:
        """Positions, nodes, seconds and rate, for people."""
        return str(self.positions), f"{self.nodes:,}", f"{self.seconds:.2f}", f"{self.rate:,}"

    @property
    def rate(self) -> int:
        """Nodes a second."""
        return round(self.nodes / self.seconds) if self.seconds else 0


def bench(hash_mb: options.HashMb = None, json: options.Json = False) -> None:
    """A fixed suite solved on one thread: seconds, nodes a second, and a signature.

    Endgames under every preset; a line for each number of cards in all hands. The signature is the count of all
    nodes. It is the same on every run and machine with the same table size, and only a change of what the search
    does moves it.
    """
    total, rows, suite = Group(), [], _suite()
    _solved(next(iter(suite.values()))[0], hash_mb)     # the first search also meets the table's memory: not timed
    if not json:
        _print("rules", "cards", "positions", "nodes", "seconds", "nodes/s")
    for (rules, cards), positions in suite.items():
        group = Group()
        for position in positions:
            group.add(_solved(position, hash_mb))
        total.add(group)
        rows.append({"cards": cards} | group.to_json() | {"rules": rules})
        if not json:
            _print(rules, str(cards), *group.to_text())
    if json:
        console.result_json({"groups": rows} | total.to_json() | {"signature": total.nodes})
    else:
        _print("total", "", *total.to_text())
        console.result(f"signature {total.nodes}")


def _suite() -> dict[tuple[str, int], list[Position]]:
    """The suite that ships with the package, by rules and by number of cards in hands, in its order."""
    from importlib.resources import files

    from seep_solver.position import Position

    text = files("seep_cli").joinpath(SUITE).read_text(encoding="utf-8")
    suite: dict[tuple[str, int], list[Position]] = {}
    for line in text.splitlines():
        if line.strip() and not line.lstrip().startswith("#"):
            position = Position.parse(line)
            suite.setdefault((position.rules.name, position.cards_left), []).append(position)
    return suite


def _solved(position: Position, hash_mb: int | None) -> Group:
    from seep_solver.exact import DEFAULT_HASH_MB, analyse

    analysis = analyse(position, want="value", hash_mb=hash_mb or DEFAULT_HASH_MB)
    return Group(1, analysis.nodes, analysis.time_s)


def _print(rules: str, cards: str, positions: str, nodes: str, seconds: str, rate: str) -> None:
    console.result(f"{rules:<14}{cards:>5}{positions:>11}{nodes:>14}{seconds:>10}{rate:>12}")
