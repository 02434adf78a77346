"""The worked positions of rules, section 8: of one card, all legal moves, under each preset."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

FILE = Path(__file__).parents[1] / "positions" / "rules" / "worked_positions.tsv"
PRESETS = ("classic", "tabletop", "open-house", "bid-card", "punjabi")


class Worked(NamedTuple):
    """A position, the rank of the card that is played, and every legal move of it under the preset."""

    name: str
    preset: str
    position: str
    rank: str
    moves: list[str]


def worked() -> Iterator[Worked]:
    """Every position of the table under each of the presets for four."""
    for line in FILE.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            continue
        name, position, rank, plain, differences = line.split("\t")
        lists = dict.fromkeys(PRESETS, plain)
        lists |= dict(part.split(": ") for part in differences.split("; ") if part)
        for preset, moves in lists.items():
            yield Worked(name, preset, position, rank, [] if moves == "(none)" else moves.split())


def for_two(each: Worked) -> Worked | None:
    """The same for two players, with both opponents' houses the one opponent's; None where the partner owns one."""
    preset = f"{each.preset}-2p"
    floor, hands, *rest = each.position.split(" ")
    if "@3" in floor or "@23" in floor:
        return None
    position = " ".join([floor.replace("@4", "@2"), hands.replace("/*/*/*", "/*"), *rest])
    return each._replace(preset=preset, position=position)
