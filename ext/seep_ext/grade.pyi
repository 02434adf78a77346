"""How deep one must see to find a move."""

from typing import Any

from seep_ext.rules import RuleSet

def grade(rules: RuleSet, position: Any, move: str) -> int:
    """The least number of plays from which on a search of so many finds the move, and no other, to be best.

    A search of d plays counts what is won within d plays, with all cards seen; one that sees the end of the deal is
    exact. A move that is not the only best one has the grade cards left + 1. Raises TooManyMoves, and ValueError for a
    move that is not in the list of legal moves.
    """
