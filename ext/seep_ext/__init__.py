"""The compiled engine; this file is the only door to it."""

from seep_ext.door import MOVE, POSITION, TooManyMoves, audit, legal_moves, perft, play, texts
from seep_ext.engine import Found, Solver
from seep_ext.rules import RuleSet, UnplayedOption

__all__ = [
    "MOVE",
    "POSITION",
    "Found",
    "RuleSet",
    "Solver",
    "TooManyMoves",
    "UnplayedOption",
    "audit",
    "legal_moves",
    "perft",
    "play",
    "texts",
]
