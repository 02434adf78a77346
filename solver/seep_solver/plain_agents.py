"""The simplest agents: one that plays anything, and one that takes what it can."""

from __future__ import annotations

import random

from seep_solver.agents import Agent
from seep_solver.cards import worth
from seep_solver.dealing import biddable
from seep_solver.moves import Kind, Move
from seep_solver.play import seep_bonus
from seep_solver.position import Position
from seep_solver.view import View


class Random(Agent):
    """Any legal move and any bid, each as likely."""

    def __init__(self, name: str) -> None:
        self.name = name

    def choose(self, view: View, stream: int) -> Move:
        """One of the moves."""
        return random.Random(stream).choice(view.moves)

    def bid(self, view: View, stream: int) -> int:
        """One of the values."""
        return random.Random(stream).choice(biddable(view.position))


class Greedy(Agent):
    """The move with the most points at once; which of several, the stream says."""

    def __init__(self, name: str) -> None:
        self.name = name

    def choose(self, view: View, stream: int) -> Move:
        """One of the moves that win most."""
        won = [points_at_once(view.position, move) for move in view.moves]
        most = max(won)
        best = [move for move, points in zip(view.moves, won, strict=True) if points == most]
        return best[0] if len(best) == 1 else random.Random(stream).choice(best)


def points_at_once(position: Position, move: Move) -> int:
    """Card points and seep bonus that a legal move wins; conditions on bonuses are not looked at."""
    if move.kind is not Kind.CAPTURE:
        return 0
    house = next((house for house in position.houses if house.value == move.value), None)
    won = worth((move.card, *move.loose, *(house.cards if house else ())), position.rules.scoring)
    houses_left = len(position.houses) - (house is not None)
    if len(move.loose) == len(position.floor) and not houses_left and position.cards_left > 1:
        won += seep_bonus(position.rules, position.bid, move.card)
    return won
