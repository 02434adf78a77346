"""The compiled engine; this file is the only door to it."""

from seep_ext.deals import reached
from seep_ext.door import MOVE, POSITION, TooManyMoves, audit, legal_moves, perft, play, texts
from seep_ext.engine import Found, Solver
from seep_ext.grade import grade
from seep_ext.key_set import KeySet
from seep_ext.position_lines import lowest_suits, position_lines
from seep_ext.rules import RuleSet, UnplayedOption
from seep_ext.survey import SURVEY, survey

__all__ = [
    "MOVE",
    "POSITION",
    "SURVEY",
    "Found",
    "KeySet",
    "RuleSet",
    "Solver",
    "TooManyMoves",
    "UnplayedOption",
    "audit",
    "grade",
    "legal_moves",
    "lowest_suits",
    "perft",
    "play",
    "position_lines",
    "reached",
    "survey",
    "texts",
]
