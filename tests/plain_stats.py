"""What stats says of solved tables, found the slow way: every position read, every line replayed, plain Python.

It shares no text handling with the SQL of stats: kinds of moves, houses and seeps come from the Python API.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from seep_solver import Move, Position
from seep_solver.cards import points
from seep_solver.position import side_of

KINDS = ["throw", "capture", "build", "add", "raise"]
OWNERS = ["own", "other side", "both sides", "nobody"]
Row = dict[str, Any]


@dataclass(frozen=True)
class Seen:
    """One exact row, with the position that it tells of."""

    row: Row

    @cached_property
    def position(self) -> Position:
        return Position.parse(self.row["position"])

    @cached_property
    def moves(self) -> list[tuple[Move, int]]:
        return [(Move.parse(one["move"]), one["gain"]) for one in self.row["moves"]]

    @cached_property
    def gain(self) -> int:
        return max(gain for _, gain in self.moves)

    @cached_property
    def seeps(self) -> list[Move]:
        return [move for move, _ in self.moves if sum(self.position.play(move).seeps) > sum(self.position.seeps)]

    @cached_property
    def line_seeps(self) -> tuple[int, int]:
        """Seeps of the side to move and of the other in the line of best play."""
        last = self.position
        for move in self.row["pv"]:
            last = last.play(move)
        assert last.cards_left == 0
        more = [last.seeps[i] - self.position.seeps[i] for i in (0, 1)]
        return (more[0], more[1]) if self.position.side == 1 else (more[1], more[0])

    @cached_property
    def hand(self) -> int:
        hand = self.position.hand
        assert hand is not None
        return hand.left

    @cached_property
    def best(self) -> list[Move]:
        return [move for move, gain in self.moves if gain == self.gain]

    def loss(self, kind: str) -> int | None:
        gains = [gain for move, gain in self.moves if move.kind.value == kind]
        return self.gain - max(gains) if gains else None

    def owned_by(self, own: bool) -> int:
        mine = self.position.side
        return sum(any((side_of(owner) == mine) == own for owner in house.owners) for house in self.position.houses)

    @property
    def owner(self) -> str:
        own, other = bool(self.owned_by(True)), bool(self.owned_by(False))
        return "both sides" if own and other else "own" if own else "other side" if other else "nobody"

    @property
    def cemented(self) -> int:
        return sum(house.cemented for house in self.position.houses)


def seen(rows: Iterable[Row]) -> list[Seen]:
    """The rows that count."""
    return [Seen(row) for row in rows if row["kind"] == "exact" and row["cards_left"]]


def mean(values: Iterable[float]) -> float | None:
    values = list(values)
    return sum(values) / len(values) if values else None


def quantile(values: Iterable[float], share: float) -> float | None:
    """Between the two nearest values, in proportion."""
    ordered = sorted(values)
    if not ordered:
        return None
    place = share * (len(ordered) - 1)
    low = math.floor(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (place - low) * (ordered[high] - ordered[low])


def grouped(items: Iterable[Any], key: Callable[[Any], Any]) -> dict[Any, list[Any]]:
    groups: dict[Any, list[Any]] = {}
    for item in items:
        groups.setdefault(key(item), []).append(item)
    return dict(sorted(groups.items()))


def _gain(part: Sequence[Seen]) -> Row:
    gains = [one.gain for one in part]
    middle, count = sum(gains) / len(gains), len(gains)
    error = math.sqrt(sum((gain - middle) ** 2 for gain in gains) / (count - 1) / count) if count > 1 else None
    shares = {"p5": 0.05, "q1": 0.25, "median": 0.5, "q3": 0.75, "p95": 0.95}
    return {
        "positions": count, "mean": middle, "std_err": error,
        **{name: quantile(gains, share) for name, share in shares.items()},
        "least": min(gains), "most": max(gains), "ahead": mean(gain > 0 for gain in gains),
    }  # fmt: skip


def _by(items: Sequence[Seen], name: str, key: Callable[[Seen], Any], say: Callable[[Any], Row]) -> list[Row]:
    return [{name: value, **say(part)} for value, part in grouped(items, key).items()]


def _one_house(items: Sequence[Seen]) -> list[Row]:
    part = [one for one in items if len(one.position.houses) == 1]
    groups = grouped(part, lambda one: (OWNERS.index(one.owner), one.cemented))
    forms = ("ordinary", "cemented")
    return [{"owner": OWNERS[owner], "form": forms[firm], **_gain(each)} for (owner, firm), each in groups.items()]


def _kind(kind: str, part: Sequence[Seen]) -> Row | None:
    legal = [one for one in part if one.loss(kind) is not None and len({move.kind for move, _ in one.moves}) > 1]
    if not legal:
        return None
    losses = [one.loss(kind) or 0 for one in legal]
    worse = [loss for loss in losses if loss]
    return {
        "kind": kind, "positions": len(legal), "best": mean(not loss for loss in losses),
        "only": mean({move.kind.value for move in one.best} == {kind} for one in legal), "loss": mean(losses),
        "worse_mean": mean(worse), "worse_median": quantile(worse, 0.5), "worse_p90": quantile(worse, 0.9),
        "worst": max(losses),
    }  # fmt: skip


def _kinds(part: Sequence[Seen]) -> list[Row]:
    return [row for kind in KINDS if (row := _kind(kind, part))]


def _throws(items: Sequence[Seen]) -> list[Row]:
    throws = [
        (move.card.rank, points(move.card, one.position.rules.scoring), one.gain - gain)
        for one in items if len(one.moves) > 1
        for move, gain in one.moves if move.kind.value == "throw"
    ]  # fmt: skip
    rows = []
    for (rank, worth), part in grouped(throws, lambda throw: throw[:2]).items():
        losses = [loss for *_, loss in part]
        rows.append({
            "card": "A23456789TJQK"[rank - 1], "rank": rank, "points": worth, "throws": len(losses),
            "best": mean(not loss for loss in losses), "loss": mean(losses), "loss_p90": quantile(losses, 0.9),
            "worst": max(losses),
        })  # fmt: skip
    return rows


def _seeps(part: Sequence[Seen]) -> Row:
    return {
        "positions": len(part), "can": mean(bool(one.seeps) for one in part),
        "best": mean(any(move in one.seeps for move in one.best) for one in part),
        "must": mean(all(move in one.seeps for move in one.best) for one in part),
        "own": mean(one.line_seeps[0] > 0 for one in part), "other": mean(one.line_seeps[1] > 0 for one in part),
        "line": mean(sum(one.line_seeps) for one in part),
    }  # fmt: skip


def _branching(part: Sequence[Seen]) -> Row:
    counts = [len(one.moves) for one in part]
    choice = [sorted((gain for _, gain in one.moves), reverse=True) for one in part if len(one.moves) > 1]
    return {
        "positions": len(part), "mean": mean(counts), "median": quantile(counts, 0.5), "most": max(counts),
        "forced": mean(count == 1 for count in counts), "one_best": mean(gains[0] > gains[1] for gains in choice),
        "edge": mean(gains[0] - gains[1] for gains in choice), "swing": mean(gains[0] - gains[-1] for gains in choice),
    }  # fmt: skip


def _effort(part: Sequence[Seen], everything: int) -> Row:
    nodes = [one.row["nodes"] for one in part]
    return {
        "positions": len(part), "mean": mean(nodes), "p10": quantile(nodes, 0.1), "median": quantile(nodes, 0.5),
        "p90": quantile(nodes, 0.9), "most": max(nodes), "share": sum(nodes) / everything, "time_us": None,
    }  # fmt: skip


def tables(items: Sequence[Seen]) -> dict[str, list[Row]]:
    """Every table of stats by its name."""
    everything = sum(one.row["nodes"] for one in items)
    hands = grouped(items, lambda one: one.hand)
    return {
        "gain_by_hand": _by(items, "hand", lambda one: one.hand, _gain),
        "gain_by_seat": _by(items, "seat", lambda one: one.position.turn, _gain),
        "gain_by_houses": _by(items, "houses", lambda one: len(one.position.houses), _gain),
        "gain_by_house": _one_house(items),
        "kinds": _kinds(items),
        "kinds_by_hand": [{"hand": hand, **row} for hand, part in hands.items() for row in _kinds(part)],
        "throws": _throws(items),
        "seeps": _by(items, "hand", lambda one: one.hand, _seeps),
        "branching": _by(items, "hand", lambda one: one.hand, _branching),
        "effort": _by(items, "hand", lambda one: one.hand, lambda part: _effort(part, everything)),
        "rules": _by(items, "rules", lambda one: one.position.rules.name, _gain),
    }
