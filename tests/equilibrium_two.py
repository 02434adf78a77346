"""Two players of a game of hidden cards: payoff matrix over sequences, best replies, and the LP of an equilibrium.

The LP is von Stengel's: the row player's strategy x maximises the value q of the column player's best reply, where q
has an entry for the start and for every spot of the column player. Solved by HiGHS through scipy.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from equilibrium_tree import Array, Decisions, Game
from scipy.optimize import linprog
from scipy.sparse import csr_array, hstack


@dataclass(frozen=True, slots=True)
class TwoPlayers:
    """Row and column player of a game; the payoff is the row player's."""

    row: Decisions
    column: Decisions
    payoff: Any     # sparse, a row a sequence of the row player

    def swapped(self) -> TwoPlayers:
        """The same game seen from the column player."""
        return replace(self, row=self.column, column=self.row, payoff=(-self.payoff.T).tocsr())


@dataclass(frozen=True, slots=True)
class Solution:
    """The row player's best strategy and what it is sure of; the column player's best strategy against the row's."""

    value: float
    row: Array
    column: Array


def two_players(game: Game) -> TwoPlayers:
    """Matrix form of a game of two seats, one a side; the row player is the seat that is paid."""
    if sorted(game.signs) != [-1, 1]:
        raise ValueError("expected two seats, one a side")
    row, column = game.signs.index(1), game.signs.index(-1)
    keys = np.array(list(game.ends), dtype=int).reshape(-1, 2)
    shape = (game.decisions[row].sequences, game.decisions[column].sequences)
    worth = np.array(list(game.ends.values()))
    payoff = csr_array((worth, (keys[:, row], keys[:, column])), shape=shape)
    return TwoPlayers(game.decisions[row], game.decisions[column], payoff)


def best_reply(decisions: Decisions, worth: Array) -> tuple[float, Array]:
    """The most that a seat can get where `worth` is what each of its sequences ends in, and a pure way to get it."""
    total, chosen = worth.astype(float), {}
    for at in range(len(decisions.spots) - 1, -1, -1):
        spot = decisions.spots[at]
        values = total[spot.first:spot.first + len(spot.moves)]
        chosen[at] = int(np.argmax(values))
        total[spot.parent] += values[chosen[at]]
    weights = np.zeros(decisions.sequences)
    weights[0] = 1
    for at, spot in enumerate(decisions.spots):
        weights[spot.first + chosen[at]] = weights[spot.parent]
    return float(total[0]), weights


def guaranteed(game: TwoPlayers, row: Array) -> float:
    """What a strategy of the row player gets against a best reply."""
    return -best_reply(game.column, -(game.payoff.T @ row))[0]


def solve(game: TwoPlayers) -> Solution:
    """An equilibrium."""
    equal, right = constraints(game.row)
    reply, _ = constraints(game.column)
    count, others = game.row.sequences, reply.shape[0]
    cost = np.zeros(count + others)
    cost[count] = -1
    found = linprog(
        cost,
        A_ub=hstack([-game.payoff.T, reply.T]).tocsr(),
        b_ub=np.zeros(game.column.sequences),
        A_eq=hstack([equal, csr_array((equal.shape[0], others))]).tocsr(),
        b_eq=right,
        bounds=[(0, None)] * count + [(None, None)] * others,
        method="highs",
    )
    if found.status != 0:
        raise ArithmeticError(f"no equilibrium: {found.message}")
    return Solution(-float(found.fun), np.asarray(found.x[:count]), -np.asarray(found.ineqlin.marginals))


def constraints(decisions: Decisions) -> tuple[Any, Array]:
    """Matrix and right side of what makes weights a strategy: the start first, then a row a spot."""
    rows = [{0: 1.0}]
    rows += [{spot.parent: -1.0, **dict.fromkeys(spot.sequences, 1.0)} for spot in decisions.spots]
    entries = [(at, column, value) for at, row in enumerate(rows) for column, value in row.items()]
    places, columns, values = zip(*entries, strict=True)
    right = np.zeros(len(rows))
    right[0] = 1
    return csr_array((values, (places, columns)), shape=(len(rows), decisions.sequences)), right
