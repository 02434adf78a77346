"""A deal played by agents: each asked in turn with a view of its own, forced moves played without asking."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace

from seep_solver.agents import Agent
from seep_solver.moves import Move
from seep_solver.position import Position, side_of
from seep_solver.streams import BID, stream
from seep_solver.view import Table, bidding


class BadChoice(RuntimeError):
    """An agent's answer that the rules do not allow: a fault of the agent."""


class Game:
    """A deal under way.

    `start` is the deal with its bid, once that is made; `seconds` are those of each decision by side: moves
    chosen among several, without bids. `seed` and `number` of the deal make the agents' streams.
    """

    def __init__(self, dealt: Position, seed: int, number: int) -> None:
        self.start = dealt
        self.plays: list[Move] = []
        self.seconds: tuple[list[float], list[float]] = ([], [])
        self.table = Table(dealt)
        self._place = seed, number

    @property
    def position(self) -> Position:
        """Where the deal stands, every hand open."""
        return self.table.position

    def copy(self) -> Game:
        """The same game from here on, to be played on its own; the clocks start anew."""
        other = Game(self.start, *self._place)
        other.plays, other.table = self.plays.copy(), self.table.copy()
        return other

    def bid(self, opener: Agent) -> None:
        """Let the opener bid and turn up the floor."""
        view = bidding(self.start, everything=opener.sees_all)
        value = opener.bid(view, self._stream(1, BID))
        hand = self.start.hands[0]
        if hand is None or value not in {card.rank for card in hand.cards}:
            raise BadChoice(f"{opener.name} bids {value}, and no card of its hand has that value: {view.position}")
        self.start = replace(self.start, bid=value)
        self.table = Table(self.start)

    def play(self, seats: Sequence[Agent], left: int = 0) -> None:
        """Let the agents, one for each seat, play until so many cards are left."""
        while self.position.cards_left > left:
            move = self.ask(seats[self.position.turn - 1])
            self.table.play(move)
            self.plays.append(move)

    def ask(self, agent: Agent) -> Move:
        """What the agent plays in the seat whose turn it is; it is not asked where there is one move only."""
        view = self.table.view(everything=agent.sees_all)
        if len(view.moves) == 1:
            return view.moves[0]
        seat = self.position.turn
        start = time.perf_counter()
        move = agent.choose(view, self._stream(seat, len(self.plays) + 1))
        self.seconds[side_of(seat) - 1].append(time.perf_counter() - start)
        if move not in view.moves:
            raise BadChoice(f"{agent.name} plays {move}, which is not legal here: {view.position}")
        return move

    def _stream(self, seat: int, play: int) -> int:
        return stream(*self._place, seat, play)
