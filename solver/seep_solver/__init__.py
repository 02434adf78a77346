"""Seep: positions, rules, moves, records, exact analysis, and estimates where hands are hidden.

>>> from seep_solver import Position, analyse
>>> analyse(Position.parse("4C6CTC 2CTD/3C5D/7H8C/9CQD 1")).best
('TDx4C6CTC',)
"""

from __future__ import annotations

from seep_solver.belief import NoWorld
from seep_solver.cards import Card, card
from seep_solver.exact import Analysis, HiddenPosition, Interrupted, MoveValue, analyse, solve_batch
from seep_solver.faults import Fault, NotationError
from seep_solver.hidden import Estimate, MoveEstimate, estimate
from seep_solver.match import Match
from seep_solver.moves import IllegalMove, Kind, Move
from seep_solver.position import Hand, House, Position
from seep_solver.rules import PRESETS, Rules, RulesError
from seep_solver.scoring import DealScore, score_deal, score_position

__all__ = [
    "PRESETS",
    "Analysis",
    "Card",
    "DealScore",
    "Estimate",
    "Fault",
    "Hand",
    "HiddenPosition",
    "House",
    "IllegalMove",
    "Interrupted",
    "Kind",
    "Match",
    "Move",
    "MoveEstimate",
    "MoveValue",
    "NoWorld",
    "NotationError",
    "Position",
    "Rules",
    "RulesError",
    "analyse",
    "card",
    "estimate",
    "score_deal",
    "score_position",
    "solve_batch",
]
