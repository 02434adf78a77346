"""Two sides of partners who share no information: the best *joint* plans of a side against all deals.

A joint plan says for every seat of a side what it plays at every spot of its own. Before the deal a side may agree on
a lot by which it draws one of its joint plans; the other side knows the lot but not the draw. This is the team maxmin
equilibrium with correlation (A. Celli, N. Gatti, Computational results for extensive-form adversarial team games,
AAAI 2018), here with a team on either side: the zero-sum matrix game between the joint plans of both.

Plans are found as they are needed (column generation on both sides): an LP gives the best lots among the plans
known, then `equilibrium_plan` finds the best joint plan against the other side's lot. What that plan gets bounds
the value of the game, from above for the side that is paid and from below for the other, whenever it is stopped.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from equilibrium_plan import Indices, JointPlans
from equilibrium_tree import Array, Decisions, Game
from scipy.optimize import linprog

EXACT = 1e-6


@dataclass(frozen=True, slots=True)
class Lots:
    """The value lies between `low` and `high`; our lot: plans, as what they reach of the ends, and their chances."""

    low: float
    high: float
    ours: list[Array]
    chances: Array

    @property
    def value(self) -> float:
        """The middle of the bounds."""
        return (self.low + self.high) / 2


@dataclass(slots=True)
class Side:
    """The seats of a side at the ends of a game, and the joint plans known: 1 at every end that a plan leads to."""

    decisions: list[Decisions]
    sequences: Indices
    joint: JointPlans
    plans: list[Array] = field(default_factory=list)

    @classmethod
    def of(cls, game: Game, sign: int) -> Side:
        """One side of a game; ValueError for more than two seats on it."""
        seats = [seat for seat, other in enumerate(game.signs) if other == sign]
        if not 1 <= len(seats) <= 2:
            raise ValueError("expected one or two seats on a side")
        keys = np.array(list(game.ends), dtype=int).reshape(-1, len(game.signs))
        decisions = [game.decisions[seat] for seat in seats]
        return cls(decisions, keys[:, seats], JointPlans(decisions, keys[:, seats]))

    def best(self, worth: Array) -> tuple[float, Array]:
        """What the best joint plan gets where `worth` is what each end pays to this side, and the ends it leads to."""
        reach = self.reached(self.joint.best(worth))
        return float(reach @ worth), reach

    def reached(self, strategies: Sequence[Array]) -> Array:
        """How far strategies of the seats lead to each end."""
        reach = np.ones(len(self.sequences))
        for at, weights in enumerate(strategies):
            reach *= weights[self.sequences[:, at]]
        return reach


def matrix_game(payoff: Array) -> tuple[float, Array, Array]:
    """Value and best lots of a matrix game, the payoff the row player's."""
    rows, columns = payoff.shape
    found = linprog(
        np.append(np.zeros(rows), -1.0),
        A_ub=np.hstack([-payoff.T, np.ones((columns, 1))]),
        b_ub=np.zeros(columns),
        A_eq=np.append(np.ones(rows), 0.0)[None, :],
        b_eq=[1.0],
        bounds=[(0, None)] * rows + [(None, None)],
        method="highs",
    )
    return -float(found.fun), np.asarray(found.x[:-1]), -np.asarray(found.ineqlin.marginals)


def joint_plans(game: Game, tolerance: float = EXACT, rounds: int = 500) -> Lots:
    """The best lots of both sides, to within the tolerance unless the rounds run out first or no plan is new."""
    worth = np.array(list(game.ends.values()))
    ours, theirs = Side.of(game, 1), Side.of(game, -1)
    even = theirs.reached([each.uniform() for each in theirs.decisions])
    ours.plans.append(ours.best(worth * even)[1])
    theirs.plans.append(theirs.best(-worth * ours.plans[0])[1])
    low, high, lot = -np.inf, np.inf, np.ones(1)
    for _ in range(rounds):
        payoff = (np.array(ours.plans) * worth) @ np.array(theirs.plans).T
        _, lot, other = matrix_game(payoff)
        most, plan = ours.best(worth * (other @ np.array(theirs.plans)))
        least, reply = theirs.best(-worth * (lot @ np.array(ours.plans)))
        low, high = max(low, -least), min(high, most)
        if high - low <= tolerance or (_knows(ours, plan) and _knows(theirs, reply)):
            break
        ours.plans.append(plan)
        theirs.plans.append(reply)
    return Lots(low, high, ours.plans[:len(lot)], lot)


def _knows(side: Side, plan: Array) -> bool:
    return any(np.array_equal(plan, other) for other in side.plans)
