"""The best joint plan of partners who share no information, against all that the others do: a mixed-integer program.

A variable for each pair of sequences, one of either seat, says whether both are played; pair (0, 0) is. For a
sequence of one seat and a spot of the other, the pairs with the moves of the spot add up to the pair with what leads
to the spot, as in a strategy (B. von Stengel, F. Forges, Extensive-form correlated equilibrium, Mathematics of
Operations Research 33, 2008). Only pairs are needed that meet at an end, and those that these are made from. Where
the sequences of one seat, paired with 0, are whole numbers, every pair is the product of its two sequences.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from equilibrium_tree import Array, Decisions, Spot
from equilibrium_two import best_reply
from numpy.typing import NDArray
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import csr_array

Indices = NDArray[np.intp]
Pair = tuple[int, int]


class JointPlans:
    """The joint plans of one seat or two of a side, built once for many payoffs.

    `ends` has a row an end of the game, with the sequence of each seat.
    """

    def __init__(self, decisions: list[Decisions], ends: Indices) -> None:
        self.decisions, self.ends = decisions, ends
        if len(decisions) == 2:
            self._prepare(*decisions)

    def best(self, worth: Array) -> list[Array]:
        """Pure strategies that together get the most where `worth` is what each end pays to the side."""
        if len(self.decisions) == 1:
            return [_reply(self.decisions[0], self.ends[:, 0], worth)]
        first = self._first_of_two(worth)
        return [first, _reply(self.decisions[1], self.ends[:, 1], worth * first[self.ends[:, 0]])]

    def _prepare(self, one: Decisions, two: Decisions) -> None:
        place, rows = _program(one, two, self.ends)
        entries = [(at, column, value) for at, row in enumerate(rows) for column, value in row.items()]
        at, columns, values = zip(*entries, strict=True)
        right = np.zeros(len(rows))
        right[0] = 1
        equal = csr_array((values, (at, columns)), shape=(len(rows), len(place))).tocsc()
        self.rules = LinearConstraint(equal, right, right)
        self.columns = [place[first, second] for first, second in self.ends.tolist()]
        self.alone = {first: column for (first, second), column in place.items() if second == 0}
        self.whole = np.zeros(len(place))
        self.whole[list(self.alone.values())] = 1

    def _first_of_two(self, worth: Array) -> Array:
        """The weights of the first seat in a best joint plan."""
        gain = np.bincount(self.columns, worth, len(self.whole))
        found = milp(
            -gain,
            integrality=self.whole,
            bounds=Bounds(0, 1),
            constraints=self.rules,
            options={"mip_rel_gap": 0.0},
        )
        if found.status != 0:
            raise ArithmeticError(f"no best plan: {found.message}")
        weights = np.zeros(self.decisions[0].sequences)
        for sequence, column in self.alone.items():
            weights[sequence] = round(found.x[column])
        return _completed(self.decisions[0], weights)


def _reply(decisions: Decisions, sequences: Indices, worth: Array) -> Array:
    total: Array = np.bincount(sequences, worth, decisions.sequences).astype(np.float64)
    return best_reply(decisions, total)[1]


def _completed(decisions: Decisions, weights: Array) -> Array:
    """The weights with a move for every spot that is reached and that no end asked about."""
    for spot in decisions.spots:
        moves = list(spot.sequences)
        if weights[spot.parent] and not weights[moves].any():
            weights[spot.first] = 1
    return weights


def _program(one: Decisions, two: Decisions, ends: Indices) -> tuple[dict[Pair, int], list[dict[int, float]]]:
    """The pairs that are needed, each with its column, and the rows that add up: to 1 the first, to 0 the others."""
    above = (_above(one), _above(two))
    place: dict[Pair, int] = {(0, 0): 0}
    waiting = [(first, second) for first, second in ends.tolist()]
    rows: dict[tuple[int, int, int], dict[int, float]] = {}
    while waiting:
        pair = waiting.pop()
        for seat, key, group in _groups(above, pair):
            if (seat, *key) not in rows:
                for other in group:
                    if other not in place:
                        place[other] = len(place)
                        waiting.append(other)
                whole, *parts = group
                rows[seat, *key] = {place[whole]: -1.0, **{place[part]: 1.0 for part in parts}}
    return place, [{0: 1.0}, *rows.values()]


def _groups(above: tuple[list[Spot | None], list[Spot | None]], pair: Pair) -> Iterator[tuple[int, Pair, list[Pair]]]:
    """The two rows that a pair is a part of: the pair that the parts add up to, then the parts."""
    first, second = pair
    if (spot := above[0][first]) is not None:
        yield 0, (spot.first, second), [(spot.parent, second), *((move, second) for move in spot.sequences)]
    if (spot := above[1][second]) is not None:
        yield 1, (first, spot.first), [(first, spot.parent), *((first, move) for move in spot.sequences)]


def _above(decisions: Decisions) -> list[Spot | None]:
    """The spot that each sequence is a move of."""
    found: list[Spot | None] = [None] * decisions.sequences
    for spot in decisions.spots:
        for sequence in spot.sequences:
            found[sequence] = spot
    return found
