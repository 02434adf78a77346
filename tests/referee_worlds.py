"""The worlds that fit what a seat knows, for the slow referee: every deal of the unseen cards (notation, "hidden").

A *zone* is a place that unseen cards lie in: a hand now held, or a stage that is taken up later. A world gives each
zone its unseen cards. Nothing here is quick: all deals are tried, and each zone's rules are looked at.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from itertools import combinations

from referee_cards import DECK, Cards, minus, ordered, rank
from referee_state import Hand, State
from referee_text import all_cards

World = tuple[frozenset[str], ...]
Ranks = Mapping[int, AbstractSet[int]]


@dataclass(frozen=True, slots=True)
class Zone:
    """A hand (stage 0) or a later stage of a seat: how many unseen cards it has, and what is known of it.

    `known` cards lie in it beside the unseen ones. Of each `required` rank it holds a card, of a `forbidden` rank
    none, known and unseen cards taken together.
    """

    seat: int
    stage: int
    size: int
    known: Cards = ()
    required: frozenset[int] = field(default_factory=frozenset)
    forbidden: frozenset[int] = field(default_factory=frozenset)

    def allows(self, unseen: tuple[str, ...]) -> bool:
        """Whether these may be its unseen cards."""
        ranks = {rank(card) for card in (*self.known, *unseen)}
        return self.required <= ranks and not self.forbidden & ranks


@dataclass(frozen=True, slots=True)
class Hidden:
    """The zones, and the cards that lie unseen in them: as many as the zones have room for."""

    zones: tuple[Zone, ...]
    unseen: Cards

    def __post_init__(self) -> None:
        if sum(zone.size for zone in self.zones) != len(self.unseen):
            raise ValueError(f"{len(self.unseen)} unseen cards do not fill the zones")


def worlds(hidden: Hidden) -> Iterator[World]:
    """Every world that fits, each once: the unseen cards of each zone, in the order of the zones."""
    yield from _deals(hidden.zones, hidden.unseen)


def _deals(zones: tuple[Zone, ...], unseen: Cards) -> Iterator[World]:
    if not zones:
        yield ()
        return
    first, *rest = zones
    for cards in combinations(unseen, first.size):
        if first.allows(cards):
            for others in _deals(tuple(rest), minus(unseen, cards)):
                yield (frozenset(cards), *others)


def count(hidden: Hidden) -> int:
    """How many worlds fit."""
    return sum(1 for _ in worlds(hidden))


def hidden_of(state: State, held: Ranks | None = None, lacks: Ranks | None = None) -> Hidden:
    """What the seat in TURN knows of a position: zones seat by seat, a hand before its stages.

    Zones with no unseen card are there too. Owners of houses hold a key in the hand now held; `held` and `lacks` say,
    for a seat, ranks of which it holds a card, or none, in the hand now held.
    """
    zones: list[Zone] = []
    for seat, hand in enumerate(state.hands, 1):
        if hand is None:
            raise ValueError(f"nothing is said of the hand of seat {seat}")
        keys = {house.value for house in state.houses if seat in house.owners}
        required = frozenset(keys | set((held or {}).get(seat, ())))
        zones.append(Zone(seat, 0, hand.unknown, hand.cards, required, frozenset((lacks or {}).get(seat, ()))))
        zones += [Zone(seat, at, stage.unknown, stage.cards) for at, stage in enumerate(hand.stages, 1)]
    return Hidden(tuple(zones), minus(DECK, all_cards(state)))


def filled(state: State, hidden: Hidden, world: World) -> State:
    """The position with the unseen cards of a world of `hidden_of` in their places: every card is known."""
    given = {(zone.seat, zone.stage): zone.known + tuple(cards)
             for zone, cards in zip(hidden.zones, world, strict=True)}

    def hand_of(seat: int, hand: Hand | None) -> Hand | None:
        if hand is None:
            return None
        stages = tuple(Hand(ordered(given[seat, at])) for at, _ in enumerate(hand.stages, 1))
        return Hand(ordered(given[seat, 0]), 0, stages)

    return replace(state, hands=tuple(hand_of(seat, hand) for seat, hand in enumerate(state.hands, 1)))


def random_hidden(rng: random.Random, most_unseen: int = 9) -> Hidden:
    """A small hidden problem of one to four zones, some with ranks required or forbidden, some impossible.

    The cards come from few ranks, so that what is asked of the zones is often at odds.
    """
    ranks = rng.sample(range(1, 14), rng.randint(2, 5))
    pack = [card for card in DECK if rank(card) in ranks]
    rng.shuffle(pack)
    number = min(rng.randint(1, most_unseen), len(pack) - 1)
    unseen, known = pack[:number], pack[number:]
    cuts = sorted(rng.randint(0, number) for _ in range(rng.choice((0, 1, 1, 1, 2, 2, 3))))
    sizes = [end - start for start, end in zip([0, *cuts], [*cuts, number], strict=True)]
    zones = []
    for seat, size in enumerate(sizes, 1):
        cards = tuple(known.pop() for _ in range(min(len(known), rng.choice((0, 0, 0, 1, 2)))))
        needs = _some(rng, ranks)
        bars = _some(rng, [each for each in range(1, 14) if each not in needs and each not in map(rank, cards)])
        if rng.random() < 0.15:
            bars = _some(rng, ranks)        # often at odds with what lies there
        zones.append(Zone(seat, 0, size, ordered(cards), needs, bars))
    return Hidden(tuple(zones), ordered(unseen))


def _some(rng: random.Random, ranks: list[int]) -> frozenset[int]:
    """Nothing in half of the cases, else one rank or two."""
    return frozenset(rng.sample(ranks, rng.choice((0, 0, 0, 1, 1, 2))))
