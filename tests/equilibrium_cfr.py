"""CFR+ on the sequence form: regrets that never fall below zero, turn about, averages weighted by time.

O. Tammelin, Solving large imperfect information games using CFR+, arXiv 1407.5042, 2014. Spots of one depth are
worked together, so a pass costs two products with the payoff matrix and a few array operations.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from equilibrium_tree import Array, Decisions
from equilibrium_two import Solution, TwoPlayers, guaranteed
from numpy.typing import NDArray

Places = NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class _Layer:
    """The spots of one depth: all their sequences, where each spot's begin, and the sequences that lead there."""

    sequences: Places
    starts: Places
    lengths: Places
    parents: Places


def _layers(decisions: Decisions) -> list[_Layer]:
    depth_of, by_depth = np.zeros(decisions.sequences, dtype=int), dict[int, list[int]]()
    for at, spot in enumerate(decisions.spots):
        depth = int(depth_of[spot.parent])
        depth_of[list(spot.sequences)] = depth + 1
        by_depth.setdefault(depth, []).append(at)
    layers = []
    for _, spots in sorted(by_depth.items()):
        chosen = [decisions.spots[at] for at in spots]
        lengths = np.array([len(spot.moves) for spot in chosen])
        layers.append(_Layer(
            np.array([sequence for spot in chosen for sequence in spot.sequences]),
            np.concatenate([[0], np.cumsum(lengths)[:-1]]),
            lengths,
            np.array([spot.parent for spot in chosen]),
        ))
    return layers


class _Learner:
    """One player: regrets of its sequences, the strategy they tell, and the sum of its strategies."""

    def __init__(self, decisions: Decisions) -> None:
        self.layers = _layers(decisions)
        self.regrets = np.zeros(decisions.sequences)
        self.chances = np.ones(decisions.sequences)
        self.total = np.zeros(decisions.sequences)
        self._match()

    def strategy(self) -> Array:
        """Weights of all sequences as played now."""
        weights = np.ones(len(self.chances))
        for layer in self.layers:
            before = np.repeat(weights[layer.parents], layer.lengths)
            weights[layer.sequences] = before * self.chances[layer.sequences]
        return weights

    def learn(self, worth: Array) -> None:
        """Add the regrets of a pass; `worth` is what each sequence ends in against the other's strategy."""
        worth = worth.copy()
        for layer in reversed(self.layers):
            values = worth[layer.sequences]
            played = np.add.reduceat(values * self.chances[layer.sequences], layer.starts)
            better = self.regrets[layer.sequences] + values - np.repeat(played, layer.lengths)
            self.regrets[layer.sequences] = np.maximum(better, 0)
            np.add.at(worth, layer.parents, played)
        self._match()

    def _match(self) -> None:
        for layer in self.layers:
            regrets = self.regrets[layer.sequences]
            sums = np.repeat(np.add.reduceat(regrets, layer.starts), layer.lengths)
            even = 1 / np.repeat(layer.lengths, layer.lengths)
            self.chances[layer.sequences] = np.where(sums > 0, regrets / np.where(sums > 0, sums, 1), even)


def learn(game: TwoPlayers, passes: int = 1000, gap: float = 0.0) -> Solution:
    """Strategies near an equilibrium after so many passes, or once neither player can gain more than `gap`.

    The value given is what the row player's strategy is sure of.
    """
    row, column = _Learner(game.row), _Learner(game.column)
    down = game.payoff.T.tocsr()
    for at in range(1, passes + 1):
        row.learn(game.payoff @ column.strategy())
        column.learn(-(down @ row.strategy()))
        for player in (row, column):
            player.total += at * player.strategy()
        if at % 50 == 0 and gap and exploitable(game, _mean(row), _mean(column)) <= gap:
            break
    return Solution(guaranteed(game, _mean(row)), _mean(row), _mean(column))


def exploitable(game: TwoPlayers, row: Array, column: Array) -> float:
    """What both players together could gain by replying best: 0 in an equilibrium."""
    return -guaranteed(game.swapped(), column) - guaranteed(game, row)


def _mean(learner: _Learner) -> Array:
    mean: Array = learner.total / learner.total[0]
    return mean
