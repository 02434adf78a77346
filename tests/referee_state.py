"""What stands on the table and what each side has won, for the slow referee (rules, sections 2 and 5)."""

from __future__ import annotations

from dataclasses import dataclass, field

from referee_cards import Cards, points, rank
from referee_options import Options

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Hand:
    """A seat's cards: those named, how many more that are not, and the stages it takes up later."""

    cards: Cards
    unknown: int = 0
    stages: tuple[Hand, ...] = ()

    @property
    def size(self) -> int:
        """Cards in hand now, named or not, without the later stages."""
        return len(self.cards) + self.unknown


@dataclass(frozen=True, slots=True)
class House:
    """A house on the floor; owners are seats, ascending."""

    value: int
    cards: Cards
    owners: tuple[int, ...] = ()

    @property
    def cemented(self) -> bool:
        """Two sets or more."""
        return sum(rank(card) for card in self.cards) > self.value


@dataclass(frozen=True, slots=True)
class State:
    """A position; cards, houses and owners are in written order. A hand that is None says nothing."""

    loose: Cards
    houses: tuple[House, ...]
    hands: tuple[Hand | None, ...]
    turn: int
    options: Options = field(default_factory=Options)
    bid: int | None = None
    taken: tuple[Cards, Cards] | None = None
    gone: Cards = ()
    points: Pair | None = None
    cards: Pair | None = None
    seeps: Pair = (0, 0)
    bonus: Pair = (0, 0)
    last: int | None = None
    lead: int = 0
    id: str | None = None

    @property
    def hand(self) -> Hand:
        """The hand of the seat to play; ValueError if nothing is known of it."""
        hand = self.hands[self.turn - 1]
        if hand is None:
            raise ValueError("nothing is known of the hand to play")
        return hand

    @property
    def side(self) -> int:
        """The side (1 or 2) to play."""
        return side_of(self.turn)

    @property
    def finished(self) -> bool:
        """Whether no hand and no later stage holds a card."""
        return all(hand is not None and not hand.size and not hand.stages for hand in self.hands)

    def house(self, value: int) -> House | None:
        """The house of that value, if it stands."""
        return next((house for house in self.houses if house.value == value), None)


def side_of(seat: int) -> int:
    """Side 1 is seats 1 and 3, side 2 seats 2 and 4."""
    return 2 - seat % 2


def floor_cards(state: State) -> Cards:
    """All cards on the floor, those in houses too."""
    return state.loose + tuple(card for house in state.houses for card in house.cards)


def worth(cards: Cards, options: Options) -> int:
    """Card points of some cards."""
    return sum(points(card, options.scoring) for card in cards)


def pile(state: State, side: int) -> Pair:
    """Card points and number of cards that a side has captured; what is not known counts 0."""
    if state.taken is not None:
        won = state.taken[side - 1]
        return worth(won, state.options), len(won)
    return (state.points or (0, 0))[side - 1], (state.cards or (0, 0))[side - 1]


def standing_total(state: State, side: int) -> int:
    """A side's total over pile and seeps so far, the floor counting for nobody (rules, section 5)."""
    options = state.options
    card_points, number = pile(state, side)
    majority = options.most_cards if number > 26 else 0
    total = card_points + majority
    if options.all_points and card_points == 26 and (majority or not options.most_cards):
        total = options.all_points
    bonus = state.bonus[side - 1]
    if options.sweep_cap and state.seeps[side - 1] > options.sweep_cap:
        bonus = 0
    if card_points < options.sweep_min_points:
        bonus = 0
    return total + bonus


def standing_margin(state: State) -> int:
    """The margin that the score stands at, from the side to move."""
    return standing_total(state, state.side) - standing_total(state, 3 - state.side)
