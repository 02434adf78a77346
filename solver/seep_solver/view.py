"""What an agent may know when it is to play: its own cards, the table, and the plays that all have seen."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from seep_solver.moves import Move
from seep_solver.play import after
from seep_solver.position import Position

NOBODY = 0  # no seat: who sees a position from here sees no hand at all

Seen = tuple[tuple[Position, Move], ...]


@dataclass(frozen=True)
class View:
    """A decision as the seat to play sees it.

    `position` has the seat's own hand, the other hands as counts; for an agent that sees all hands it is open.
    `plays` are the plays of the deal so far, each with the position before it, every hand hidden. With `bid_due`
    the opener is asked for its bid: the floor, which lies face down, is left out of the position.
    """

    position: Position
    plays: Seen = ()
    bid_due: bool = False

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """The legal moves: of interchangeable cards the lowest suits, sorted by text."""
        from seep_solver.packed import moves

        return tuple(moves(self.position))

    def own(self) -> View:
        """The same decision without what the seat itself cannot see."""
        seen = self.position.seen_by(self.position.turn)
        return replace(self, position=replace(seen, floor=()) if self.bid_due else seen)


def bidding(start: Position, *, everything: bool = False) -> View:
    """The opener's view of a deal that waits for the bid: four cards; with `everything` all cards, the floor too."""
    view = View(start, bid_due=True)
    return view if everything else view.own()


class Table:
    """A deal as it is played: `position` is open, and whoever is to play gets a view of it."""

    def __init__(self, start: Position) -> None:
        self.position = start
        self._plays: list[tuple[Position, Move]] = []

    def view(self, *, everything: bool = False) -> View:
        """What the seat to play may know, or with `everything` that and all hands."""
        position = self.position
        return View(position if everything else position.seen_by(position.turn), tuple(self._plays))

    def copy(self) -> Table:
        """A table from here on of its own."""
        other = Table(self.position)
        other._plays = self._plays.copy()
        return other

    def play(self, move: Move) -> None:
        """Go on by a legal move; that it is legal is not checked."""
        self._plays.append((self.position.seen_by(NOBODY), move))
        self.position = after(self.position, move)
