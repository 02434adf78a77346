"""Positions of recorded games."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import ClassVar

from seep_solver.candidates import Find, Looked
from seep_solver.packed import to_rows
from seep_solver.position import Position
from seep_solver.position_key import position_key
from seep_solver.record import Deal
from seep_solver.sought import Choice, Sought, chosen


@dataclass(frozen=True, slots=True)
class Recorded:
    """The positions of recorded deals before each play, those of which every card is known.

    With `cards` only those in which the seat to play holds so many and nobody has cards to take up; with `turn`
    only those in which that seat is to play. `deals` are numbered from `first`.
    """

    deals: tuple[Deal, ...]
    first: int
    cards: int | None
    turn: int | None
    sought: Sought
    folder: Path | None = None
    endless: ClassVar[bool] = False

    def tasks(self) -> Iterator[tuple[int, Deal]]:
        """The deals with their numbers."""
        return iter(enumerate(self.deals, self.first))

    def look(self, task: tuple[int, Deal]) -> Looked:
        """Go through a deal and choose."""
        number, played = task
        here = [(play, position) for play, position in enumerate(_before_plays(played), 1) if self._due(position)]
        rows = to_rows(position for _, position in here)
        choices = chosen(played.rules, rows, self.sought)
        return Looked(len(here), [self._find(number, *here[choice.place], choice) for choice in choices])

    def _due(self, position: Position) -> bool:
        hand = position.hand
        if not position.open or hand is None or self.turn not in (None, position.turn):
            return False
        return self.cards is None or (hand.size == self.cards and not any(h and h.stages for h in position.hands))

    def _find(self, number: int, play: int, position: Position, choice: Choice) -> Find:
        key = position_key(position)
        if self.folder is not None:
            position = replace(position, rules=position.rules.seen_from(self.folder))
        return Find(str(position), f"{number}-{play}", key, choice.grade)


def _before_plays(played: Deal) -> Iterator[Position]:
    """The position before each play, and where an unfinished deal stands; none of a deal without a bid."""
    if played.start.bid is not None:
        yield from (position for position in played.positions() if position.cards_left)
