"""Which positions are sought: what they look like, and what an exact search says of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from seep_solver.packed import from_row, moves, ruleset
from seep_solver.rules import Rules

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from seep_ext import Found

_SPAN = re.compile(r"(\d{1,2})(?:(-)(\d{1,2})?)?")


@dataclass(frozen=True, slots=True)
class Span:
    """Numbers from `least` to `most`, with no upper end where that is None."""

    least: int
    most: int | None

    @classmethod
    def read(cls, text: str) -> Span:
        """The span in a text: ``2``, ``1-3`` or ``1-`` for one and more; ValueError for any other."""
        match = _SPAN.fullmatch(text.strip())
        if match is None:
            raise ValueError(text)
        least = int(match[1])
        most = least if match[2] is None else int(match[3]) if match[3] else None
        if most is not None and most < least:
            raise ValueError(text)
        return cls(least, most)

    def holds(self, numbers: NDArray[Any]) -> NDArray[Any]:
        """Which of the numbers are in it."""
        return (numbers >= self.least) & (True if self.most is None else numbers <= self.most)


@dataclass(frozen=True, slots=True)
class Sought:
    """What a position must meet; None and False ask for nothing.

    `houses`, `cemented` and `loose` count houses and loose cards on the floor; with `seep_possible` the seat to
    play can make a seep. The others are found out by an exact search and want two legal moves at least:
    `unique_best`, one move is better than all others; `swing`, by so many points; `puzzles`, one is, and greedy
    play, the most points at once, misses it.
    """

    houses: Span | None = None
    cemented: Span | None = None
    loose: Span | None = None
    seep_possible: bool = False
    unique_best: bool = False
    swing: int | None = None
    puzzles: bool = False

    @property
    def searches(self) -> bool:
        """Whether every candidate is solved."""
        return self.unique_best or self.swing is not None or self.puzzles

    def looks(self, seen: NDArray[Any]) -> NDArray[Any]:
        """Which of the SURVEY rows look as they should."""
        fit = seen["left"] > 0
        for name in ("houses", "cemented", "loose"):
            span: Span | None = getattr(self, name)
            if span is not None:
                fit = fit & span.holds(seen[name])
        return fit & (seen["seep"] == 1) if self.seep_possible else fit


class Choice(NamedTuple):
    """A position that is chosen: its place among the rows, and its grade where puzzles are sought."""

    place: int
    grade: int | None = None


def chosen(rules: Rules, rows: NDArray[Any], sought: Sought, left: int | None = None) -> Iterator[Choice]:
    """Those of the POSITION rows that are sought, in order; with `left` only rows with so many cards to play.

    KeyboardInterrupt where Ctrl-C ends a search.
    """
    from seep_ext import survey

    seen = survey(ruleset(rules), rows)
    fit = sought.looks(seen) if left is None else sought.looks(seen) & (seen["left"] == left)
    for place in fit.nonzero()[0].tolist():
        if not sought.searches:
            yield Choice(place)
        elif (grade := _searched(rules, rows[place], sought)) is not None:
            yield Choice(place, grade or None)


def _searched(rules: Rules, row: Any, sought: Sought) -> int | None:
    """None for a position that is not sought; else its grade, 0 where there is none to tell."""
    from seep_ext import TooManyMoves
    from seep_solver.exact import DEFAULT_HASH_MB, solver

    try:
        top = 1 if sought.swing is None else 2
        found = solver(DEFAULT_HASH_MB).analyse(ruleset(rules), row, want="moves", top=top)
        if found.stopped:
            raise KeyboardInterrupt
        if not _decided(found, sought):
            return None
        return _grade(rules, row, found.moves[0][0]) if sought.puzzles else 0
    except TooManyMoves:
        return None


def _decided(found: Found, sought: Sought) -> bool:
    """Whether the best move is alone, or ahead, as is sought."""
    if len(found.moves) < 2:
        return False
    second = found.moves[1][1]  # its low, which is exact where it is the second that was asked for
    ties = sum(low == found.low for _, low, _, _ in found.moves) > 1
    alone = sought.unique_best or sought.puzzles
    return not (alone and ties) and (sought.swing is None or found.low - second >= sought.swing)


def _grade(rules: Rules, row: Any, best: str) -> int | None:
    """How many plays one must see to find the only best move; None if greedy play finds it."""
    from seep_ext import grade
    from seep_solver.plain_agents import points_at_once

    position = from_row(row, rules)
    won = {str(move): points_at_once(position, move) for move in moves(position)}
    if won[best] == max(won.values()):
        return None
    return grade(ruleset(rules), row, best)
