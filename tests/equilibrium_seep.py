"""A Seep ending with hidden hands as a game of the sequence form.

What everybody sees is floor, houses, piles, what is out of play, and how many cards each seat and stage has. All the
other cards, those of the seat to play too, are the *pool*. Chance deals the pool to hands and stages: every deal is
as likely as any other in which the owners of houses hold keys. Then the rules are played. A seat knows its own cards
and the moves made. The payoff is the gain: the margin of the whole deal less the margin that the score stands at.

So the seat to play, seen with the hand that it has, is one information set of the game among those with its other
possible hands: the other player does not know this hand, and what it believes depends on how each of them is played.

- Cards of one kind are one card: hands and moves are named by kinds, each kind by its lowest card, and a deal weighs
  as many deals of the cards themselves. The equilibrium has the same value: a player may choose among alike cards by
  lot and overlook those of the other.
- Two players who have taken up their second hands know all cards, so the play from there is worth its exact value.
  The stages are seen by nobody before that: each end averages over them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations

import numpy as np
from equilibrium_tree import Game
from numpy.typing import NDArray

from seep_solver import Card, Move, Position
from seep_solver.cards import CARDS, KINDS
from seep_solver.exact import DEFAULT_HASH_MB, solver
from seep_solver.packed import bits, moves, ruleset, to_row
from seep_solver.play import after
from seep_solver.position import Hand, side_of

LOWEST = {
    scoring: {card: next(other for other in CARDS if kinds[other] == kinds[card]) for card in CARDS}
    for scoring, kinds in KINDS.items()
}
Cards = tuple[Card, ...]


def by_kinds(cards: Sequence[Card], scoring: int) -> str:
    """Cards as their kinds, in order."""
    return "".join(map(str, sorted(LOWEST[scoring][card] for card in cards)))


def label(move: Move | str, scoring: int) -> str:
    """A move as its kinds."""
    move = Move.parse(move) if isinstance(move, str) else move
    lowest = LOWEST[scoring]
    return str(replace(move, card=lowest[move.card], loose=tuple(lowest[card] for card in move.loose)))


@dataclass(frozen=True, slots=True)
class Deal:
    """Hands for all seats, the cards left for stages, and how likely this is."""

    hands: tuple[Cards, ...]
    rest: Cards
    chance: float


@dataclass(slots=True)
class Ending:
    """The game of an ending, the chance of each hand of the seat to play, and one deal with that hand."""

    position: Position
    game: Game
    hands: dict[str, float] = field(default_factory=dict)
    deals: dict[str, Deal] = field(default_factory=dict)

    @property
    def hand(self) -> str:
        """The hand that the seat to play has in the position."""
        held = self.position.hand
        assert held is not None
        return by_kinds(held.cards, self.position.rules.scoring)

    def spot(self, hand: str) -> int:
        """The spot of the seat to play with this hand, before anything is played."""
        return self.game.decisions[self.position.turn - 1].places[hand, ()]

    def moves(self, hand: str) -> tuple[str, ...]:
        """The moves of the seat to play with this hand, by kinds."""
        return self.game.decisions[self.position.turn - 1].spots[self.spot(hand)].moves

    def seen_with(self, hand: str) -> Position:
        """The position as the seat to play would see it with that hand."""
        own = self.deals[hand].hands[self.position.turn - 1]
        hands = list(self.position.seen_by(self.position.turn).hands)
        held = hands[self.position.turn - 1]
        assert held is not None
        hands[self.position.turn - 1] = replace(held, cards=own)
        return replace(self.position, hands=tuple(hands))


def pool_of(position: Position) -> Cards:
    """The cards that are not on the table, in a pile or out of play."""
    public = replace(position, hands=tuple(Hand() for _ in position.hands))
    seen = set(public.named())
    return tuple(card for card in CARDS if card not in seen)


def deals(position: Position) -> list[Deal]:
    """Every deal of the pool by kinds, with its chance; ValueError if none leaves the owners their keys."""
    scoring, pool = position.rules.scoring, pool_of(position)
    sizes = [hand.size if hand else 0 for hand in position.hands]
    keys = [{house.value for house in position.houses if seat in house.owners} for seat in range(1, len(sizes) + 1)]
    weights: Counter[tuple[str, ...]] = Counter()
    example: dict[tuple[str, ...], tuple[tuple[Cards, ...], Cards]] = {}
    for hands, rest in _dealt(pool, sizes):
        if all(needed <= {card.rank for card in hand} for needed, hand in zip(keys, hands, strict=True)):
            names = tuple(by_kinds(hand, scoring) for hand in hands)
            weights[names] += 1
            example.setdefault(names, (hands, rest))
    total = sum(weights.values())
    if not total:
        raise ValueError(f"no deal leaves the owners their keys: {position}")
    return [Deal(*example[names], weight / total) for names, weight in weights.items()]


def _dealt(pool: Cards, sizes: Sequence[int]) -> Iterator[tuple[tuple[Cards, ...], Cards]]:
    if not sizes:
        yield (), pool
        return
    for hand in combinations(pool, sizes[0]):
        left = tuple(card for card in pool if card not in hand)
        for others, rest in _dealt(left, sizes[1:]):
            yield (hand, *others), rest


def ending(position: Position) -> Ending:
    """The game of a position; what it says of hands but their sizes, and the hand of the seat to play, is unused."""
    if position.bid is not None or any(hand is None for hand in position.hands):
        raise ValueError("expected a position after the opening play with a size for every hand")
    if position.missing:
        raise ValueError(f"expected what was won before: {' '.join(position.missing)}")
    side = position.side
    game = Game.empty([1 if side_of(seat) == side else -1 for seat in range(1, len(position.hands) + 1)])
    found = Ending(position, game)
    ends = _Ends(position)
    for deal in deals(position):
        hand = by_kinds(deal.hands[position.turn - 1], position.rules.scoring)
        found.hands[hand] = found.hands.get(hand, 0.0) + deal.chance
        found.deals.setdefault(hand, deal)
        _walk(game, ends, deal, _start(position, deal), (0,) * len(deal.hands), ())
    ends.settle(game)
    return found


def _start(position: Position, deal: Deal) -> Position:
    """The position with the hands of a deal; stages stay unknown."""
    hands = []
    for cards, hand in zip(deal.hands, position.hands, strict=True):
        assert hand is not None
        hands.append(Hand(cards, 0, tuple(Hand(unknown=stage.size) for stage in hand.stages)))
    return replace(position, hands=tuple(hands))


def _walk(
    game: Game, ends: _Ends, deal: Deal, position: Position, sequences: tuple[int, ...], past: tuple[str, ...]
) -> None:
    held = position.hand
    assert held is not None
    if held.unknown or not position.cards_left:
        ends.add(deal, position, sequences)
        return
    seat, scoring = position.turn - 1, position.rules.scoring
    options = {label(move, scoring): move for move in moves(position)}
    names = sorted(options)
    spot = game.decisions[seat].spot((by_kinds(deal.hands[seat], scoring), past), sequences[seat], names)
    for name, sequence in zip(names, spot.sequences, strict=True):
        later = (*sequences[:seat], sequence, *sequences[seat + 1:])
        _walk(game, ends, deal, after(position, options[name]), later, (*past, name))


class _Ends:
    """The ends of a game: finished deals, and positions with all cards known, solved together."""

    def __init__(self, position: Position) -> None:
        self.rules, self.side = position.rules, position.side
        self.stood = position.standing
        self.rows: list[NDArray[np.void]] = []
        self.waiting: list[tuple[tuple[int, ...], float, int, int]] = []
        self.finished: list[tuple[tuple[int, ...], float]] = []

    def add(self, deal: Deal, position: Position, sequences: tuple[int, ...]) -> None:
        """An end, with the stages dealt in every way."""
        sign = 1 if position.side == self.side else -1
        standing = sign * position.standing - self.stood
        if not position.cards_left:
            self.finished.append((sequences, deal.chance * standing))
            return
        sizes = [hand.size for hand in position.hands if hand]
        splits = list(_dealt(deal.rest, sizes))
        bare = to_row(position)
        bare["hidden"] = 0
        for hands, _ in splits:
            row = bare.copy()
            row["hand"][0, :len(hands)] = [bits(hand) for hand in hands]
            self.rows.append(row)
            self.waiting.append((sequences, deal.chance / len(splits), sign, standing))

    def settle(self, game: Game) -> None:
        """Write all ends into the game."""
        for sequences, worth in self.finished:
            game.end(sequences, worth)
        if not self.rows:
            return
        rows, places = np.unique(np.concatenate(self.rows), return_inverse=True)
        gains, _, _ = solver(DEFAULT_HASH_MB).values(ruleset(self.rules), rows)
        for (sequences, chance, sign, standing), place in zip(self.waiting, places, strict=True):
            game.end(sequences, chance * (standing + sign * int(gains[place])))
