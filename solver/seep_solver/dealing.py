"""Whole deals from a seed: the pack shuffled and dealt as the rules have it (section 4)."""

from __future__ import annotations

import random

from seep_solver.cards import CARDS, Card
from seep_solver.position import Hand, Position
from seep_solver.rules import Rules
from seep_solver.streams import stream

FIRST = 4  # cards of the opener before the bid, and as many on the floor
HAND = 12


def deal(rules: Rules, seed: int, number: int) -> Position:
    """Deal `number` of a seed: every card named, no bid made, nothing captured.

    The opener's first four cards hold one to bid with: a deal in which they do not is void and dealt again. The
    same seed and number give the same cards under rules with the same players and house values.
    """
    dice = random.Random(stream(seed, number))
    while True:
        pack = dice.sample(CARDS, len(CARDS))
        if any(rules.house_min <= card.rank <= rules.house_max for card in pack[:FIRST]):
            return _dealt(rules, pack)


def biddable(position: Position) -> list[int]:
    """The values that the opener can bid, ascending."""
    hand, rules = position.hands[0], position.rules
    held = {card.rank for card in hand.cards} if hand else set()
    return sorted(value for value in held if rules.house_min <= value <= rules.house_max)


def _dealt(rules: Rules, pack: list[Card]) -> Position:
    """The opener's four, the floor, the opener's other eight, twelve a seat, and two players' second hands."""
    first, floor, rest = pack[:FIRST], pack[FIRST : 2 * FIRST], pack[2 * FIRST :]
    opener = Hand(tuple(rest[: HAND - FIRST]))
    hands = [rest[HAND * seat - FIRST : HAND * seat + HAND - FIRST] for seat in range(1, rules.players)]
    later: list[tuple[Hand, ...]] = [()] * rules.players
    if rules.players == 2:
        second = rest[2 * HAND - FIRST :]
        later = [(Hand(tuple(second[:HAND])),), (Hand(tuple(second[HAND:])),)]
    return Position(
        floor=tuple(floor),
        houses=(),
        hands=(
            Hand(tuple(first), stages=(opener, *later[0])),
            *(Hand(tuple(hand), stages=stages) for hand, stages in zip(hands, later[1:], strict=True)),
        ),
        turn=1,
        rules=rules,
        taken=((), ()),
    )
