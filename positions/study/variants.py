"""Positions of the study with one thing changed: solved beside the unchanged ones they show what that thing is worth.

    python variants.py last     < IN.seep > OUT.seep   the other side captured last
    python variants.py turn     < IN.seep > OUT.seep   seat 2 is to play, not seat 1
    python variants.py cemented < IN.seep > OUT.seep   where one house stands and is ordinary: two cards that are out of
                                                       play and worth nothing make another set of it

The id stays, so that pairs are joined by it; a position in which the change cannot be made is left out.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations

from seep_solver import Position
from seep_solver.cards import CARDS, worth
from seep_solver.position import House


def last(position: Position) -> Position | None:
    """The other side captured last."""
    return replace(position, last=3 - position.last) if position.last else None


def turn(position: Position) -> Position | None:
    """The next seat is to play; all hands are of a size, so any seat may be."""
    return replace(position, turn=2)


def cemented(position: Position) -> Position | None:
    """The one house, ordinary so far, holds two cards more, which add to its value and are worth nothing."""
    if len(position.houses) != 1 or position.houses[0].cemented:
        return None
    house = position.houses[0]
    seen = {*position.floor, *house.cards, *(card for hand in position.hands if hand for card in hand.cards)}
    spare = [card for card in CARDS if card not in seen and not worth([card], position.rules.scoring)]
    for pair in combinations(spare, 2):
        if pair[0].rank + pair[1].rank == house.value:
            return replace(position, houses=(House(house.value, (*house.cards, *pair), house.owners),))
    return None


CHANGES: dict[str, Callable[[Position], Position | None]] = {"last": last, "turn": turn, "cemented": cemented}


def main(change: str) -> None:
    for line in sys.stdin:
        position = CHANGES[change](Position.parse(line))
        if position is not None:
            print(position)


if __name__ == "__main__":
    main(*sys.argv[1:])
