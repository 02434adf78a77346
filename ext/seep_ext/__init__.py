"""The compiled engine; this file is the only door to it."""

from seep_ext.advice import advise, bid_values
from seep_ext.deals import reached
from seep_ext.door import MOVE, POSITION, TooManyMoves, audit, legal_moves, perft, play, texts
from seep_ext.engine import Found, Solver
from seep_ext.playout import features, playouts
from seep_ext.rules import RuleSet, UnplayedOption
from seep_ext.seer import Seen, Seer
from seep_ext.worlds import Deals

__all__ = [
    "MOVE",
    "POSITION",
    "Deals",
    "Found",
    "RuleSet",
    "Seen",
    "Seer",
    "Solver",
    "TooManyMoves",
    "UnplayedOption",
    "advise",
    "audit",
    "bid_values",
    "features",
    "legal_moves",
    "perft",
    "play",
    "playouts",
    "reached",
    "texts",
]
