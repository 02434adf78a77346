"""The laws at the end of rules.md, for the slow referee."""

from __future__ import annotations

from collections.abc import Iterator

from referee_cards import DECK, rank, splits, values
from referee_moves import legal
from referee_state import House, State, floor_cards, side_of, worth
from referee_text import all_cards


def _house_laws(state: State, house: House) -> Iterator[str]:
    options = state.options
    if not options.house_min <= house.value <= options.house_max:
        yield f"house {house.value} is out of range"
    if len(house.cards) < 2 or not splits(values(house.cards), house.value):
        yield f"house {house.value} does not split into sets"
    if options.absorb != "none" and any(rank(card) == house.value for card in state.loose):
        yield f"a loose card beside house {house.value}"
    if not options.ownership:
        if house.owners:
            yield f"house {house.value} has an owner without ownership"
        return
    if not house.owners:
        yield f"house {house.value} has no owner"
    if len({side_of(seat) for seat in house.owners}) != len(house.owners):
        yield f"house {house.value} has two owners of a side"
    for seat in house.owners:
        hand = state.hands[seat - 1]
        if hand is not None and not hand.unknown and house.value not in values(hand.cards):
            yield f"seat {seat} owns house {house.value} and holds no key"


def _card_laws(state: State) -> Iterator[str]:
    named = all_cards(state)
    if len(named) != len(set(named)):
        yield "a card twice"
    known = all(hand is not None and not hand.unknown for hand in state.hands)
    if known and state.taken is not None:
        if set(named) != set(DECK):
            yield "not all 52 cards are there"
        if worth(named, state.options) != (26 if state.options.scoring == 30 else 100):
            yield "card points do not add up"


def _step_laws(state: State) -> Iterator[str]:
    hands = [hand for hand in state.hands if hand is not None]
    if len(hands) < len(state.hands):
        return
    order = hands[state.turn - 1:] + hands[:state.turn - 1]
    sizes = [hand.size for hand in order]
    if state.bid is not None:
        sizes[0] += order[0].stages[0].size if order[0].stages else 0
    if sizes != sorted(sizes, reverse=True) or sizes[0] - sizes[-1] > 1:
        yield "hands out of step"
    if not any(sizes) and not state.finished:
        yield "a stage was not taken up"


def broken_laws(state: State) -> list[str]:
    """What is wrong with a position reached by play from a deal; empty if nothing is.

    That a deal has 48 plays is for its player to count.
    """
    broken = [*_card_laws(state), *_step_laws(state)]
    if len({house.value for house in state.houses}) != len(state.houses):
        broken.append("two houses of a value")
    for house in state.houses:
        broken += _house_laws(state, house)
    if state.finished and state.options.ownership and state.houses:
        broken.append("a house is left at the end")
    if state.finished and floor_cards(state):
        broken.append("cards are left on the floor of a finished position")
    if not state.finished and not legal(state):
        broken.append("no legal move")
    return broken
