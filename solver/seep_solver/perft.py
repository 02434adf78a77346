"""Counting of move sequences: a check of move generation, and a measure of its speed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from seep_solver.packed import ruleset, to_row

if TYPE_CHECKING:
    from seep_solver.position import Position


def perft(position: Position, depth: int) -> int:
    """Number of sequences of `depth` plays up to interchangeable cards; one that ends the deal earlier counts once.

    Raises TooManyMoves (a ValueError) for a floor too crowded to list its moves.
    """
    from seep_ext import perft as count

    return count(ruleset(position.rules), to_row(position), depth)


def split(position: Position, depth: int) -> dict[str, int]:
    """The same count for each first move, by its text; empty at depth 0."""
    if depth < 1:
        return {}
    return {str(move): perft(position.play(move), depth - 1) for move in position.moves()}
