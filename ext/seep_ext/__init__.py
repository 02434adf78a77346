"""The compiled engine; this file is the only door to it."""

from seep_ext.advice import advise, bid_values
from seep_ext.deals import reached
from seep_ext.door import MOVE, POSITION, TooManyMoves, audit, legal_moves, perft, play, texts
from seep_ext.engine import Found, Solver
from seep_ext.grade import grade
from seep_ext.key_set import KeySet
from seep_ext.playout import playouts
from seep_ext.position_lines import lowest_suits, position_lines
from seep_ext.rules import RuleSet, UnplayedOption
from seep_ext.seer import Seen, Seer
from seep_ext.survey import SURVEY, survey
from seep_ext.worlds import Deals

__all__ = [
    "MOVE",
    "POSITION",
    "SURVEY",
    "Deals",
    "Found",
    "KeySet",
    "RuleSet",
    "Seen",
    "Seer",
    "Solver",
    "TooManyMoves",
    "UnplayedOption",
    "advise",
    "audit",
    "bid_values",
    "grade",
    "legal_moves",
    "lowest_suits",
    "perft",
    "play",
    "playouts",
    "position_lines",
    "reached",
    "survey",
    "texts",
]
