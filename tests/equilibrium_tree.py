"""A game of hidden cards as its equilibrium needs it: what each seat can know and do, and what every end is worth.

The form is the *sequence form* (B. von Stengel, Efficient computation of behavior strategies, Games and Economic
Behavior 14, 1996). A *spot* is an information set: all that a seat knows when it is to move. A *sequence* is a seat's
own last move on the way to a point of the game; sequence 0 is none. A seat forgets nothing, so one sequence leads to
a spot, and a strategy is a weight for every sequence: 1 for sequence 0, and in every spot the weights of its moves
add up to the weight of the sequence that leads there.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Told = Mapping[int, Mapping[str, float]]    # a spot, and the chance of each of its moves


@dataclass(frozen=True, slots=True)
class Spot:
    """An information set: the sequence that leads there, and its moves, which are sequences side by side."""

    parent: int
    first: int
    moves: tuple[str, ...]

    @property
    def sequences(self) -> range:
        """The sequences of its moves."""
        return range(self.first, self.first + len(self.moves))


@dataclass(slots=True)
class Decisions:
    """All spots of one seat, each later than the one before it on any path."""

    spots: list[Spot] = field(default_factory=list)
    places: dict[Hashable, int] = field(default_factory=dict)
    sequences: int = 1

    def spot(self, known: Hashable, parent: int, moves: Sequence[str]) -> Spot:
        """The spot at which a seat knows this; ValueError if it was met with another past or other moves."""
        at = self.places.get(known)
        if at is None:
            at = self.places[known] = len(self.spots)
            self.spots.append(Spot(parent, self.sequences, tuple(moves)))
            self.sequences += len(moves)
        found = self.spots[at]
        if found.parent != parent or found.moves != tuple(moves):
            raise ValueError(f"two points of the game look alike and are not: {known}")
        return found

    def uniform(self) -> Array:
        """The strategy that plays every move of a spot equally often."""
        weights = np.zeros(self.sequences)
        weights[0] = 1
        for spot in self.spots:
            weights[list(spot.sequences)] = weights[spot.parent] / len(spot.moves)
        return weights


@dataclass(slots=True)
class Game:
    """What each seat may do, and the ends: the sequences that lead to one, and its chance times what it pays.

    `signs` says for each seat whether it is on the side that is paid (1) or on the side that pays (-1).
    """

    signs: tuple[int, ...]
    decisions: tuple[Decisions, ...]
    ends: dict[tuple[int, ...], float] = field(default_factory=dict)

    @classmethod
    def empty(cls, signs: Sequence[int]) -> Game:
        """A game with no spot and no end yet."""
        return cls(tuple(signs), tuple(Decisions() for _ in signs))

    def end(self, sequences: Sequence[int], worth: float) -> None:
        """One more end after these sequences: its chance times what it pays."""
        key = tuple(sequences)
        self.ends[key] = self.ends.get(key, 0.0) + worth

    @property
    def spots(self) -> int:
        """Number of information sets."""
        return sum(len(each.spots) for each in self.decisions)

    def pays(self, strategies: Sequence[Array]) -> float:
        """What the side that is paid gets on average, with a strategy for every seat."""
        total = 0.0
        for sequences, worth in self.ends.items():
            for strategy, sequence in zip(strategies, sequences, strict=True):
                worth *= strategy[sequence]
            total += worth
        return total


def told(game: Game, seat: int, chances: Told) -> Game:
    """The game in which a seat plays some spots as it was told: these moves are left to chance.

    Sequences and spots are numbered anew; a spot that is told is gone, its moves lead on from where it stood.
    """
    old = game.decisions[seat - 1]
    new, number, factor = Decisions(), [0], [1.0]
    names = {at: known for known, at in old.places.items()}
    for at, spot in enumerate(old.spots):
        parent, weight = number[spot.parent], factor[spot.parent]
        if at in chances:
            number += [parent] * len(spot.moves)
            factor += [weight * chance for chance in _checked(spot, chances[at])]
        else:
            number += new.spot(names[at], parent, spot.moves).sequences
            factor += [weight] * len(spot.moves)
    decisions = (*game.decisions[:seat - 1], new, *game.decisions[seat:])
    changed = Game(game.signs, decisions)
    for sequences, worth in game.ends.items():
        own = sequences[seat - 1]
        if factor[own]:
            changed.end((*sequences[:seat - 1], number[own], *sequences[seat:]), worth * factor[own])
    return changed


def _checked(spot: Spot, chances: Mapping[str, float]) -> list[float]:
    if abs(sum(chances.values()) - 1) > 1e-9 or set(chances) - set(spot.moves):
        raise ValueError(f"expected chances of {spot.moves}, got {dict(chances)}")
    return [chances.get(move, 0.0) for move in spot.moves]
