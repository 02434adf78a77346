"""Checking the houses of a line: value, cards, and owners with their keys."""

from __future__ import annotations

from seep_solver.cards import written
from seep_solver.position import side_of
from seep_solver.reading import UNREAD, HouseRead, Reading
from seep_solver.rules import Rules
from seep_solver.sums import splits


def check_houses(reading: Reading, rules: Rules) -> None:
    """Every house of a value the rules allow, once, of two cards or more that split into its sets."""
    seen: set[int] = set()
    for house in reading.houses:
        value = house.value
        if value == UNREAD:
            continue
        if value in seen:
            reading.fault(
                "floor",
                house.word,
                f"a second house of {value}: expected one house of a value",
                "houses of one value are one house: write their cards together",
            )
        seen.add(value)
        if not rules.house_min <= value <= rules.house_max:
            allowed = f"{rules.house_min} to {rules.house_max}"
            reading.fault("floor", house.word, f"a house of {value}: expected {allowed} under these rules")
        else:
            _check_cards(reading, house)
    if rules.absorb != "none":
        for card, word in reading.floor:
            if card.rank in seen:
                reading.fault(
                    "floor",
                    word,
                    f"{card} lies loose beside a house of {card.rank}: it would have joined",
                    "write it among the cards of the house",
                )


def _check_cards(reading: Reading, house: HouseRead) -> None:
    cards = [card for card, _ in house.cards]
    if any(
        fault.field == "floor"
        and house.word.column <= fault.column < house.word.column + len(house.word.text)
        and fault.message.startswith("no card")
        for fault in reading.faults
    ):
        return
    if len(cards) < 2:
        reading.fault(
            "floor",
            house.word,
            f"a house of {len(cards)} card{'' if len(cards) == 1 else 's'}: expected two or more",
        )
    elif not splits(cards, house.value):
        reading.fault("floor", house.word, f"{written(cards)} do not split into sets of {house.value}")


def check_owners(reading: Reading, rules: Rules) -> None:
    """Owners that are seats, one a side at most, each with a key where its hand is known."""
    if not rules.ownership:
        return
    for house in reading.houses:
        if house.value == UNREAD:
            continue
        owners = sorted(set(house.owners))
        for seat in owners:
            if seat > rules.players:
                reading.fault(
                    "floor",
                    house.word,
                    f"owner {seat} of the house of {house.value}: expected a seat of 1 to {rules.players}",
                )
            else:
                _check_key(reading, house, seat)
        for side in (1, 2):
            owning = [str(seat) for seat in owners if side_of(seat) == side and seat <= rules.players]
            if len(owning) > 1:
                reading.fault(
                    "floor",
                    house.word,
                    f"seats {' and '.join(owning)} of one side own the house of "
                    f"{house.value}: expected one owner a side at most",
                )


def _check_key(reading: Reading, house: HouseRead, seat: int) -> None:
    hand = reading.hands[seat - 1]
    if hand.unsaid or hand.unknown or any(card.rank == house.value for card, _ in hand.cards):
        return
    reading.fault(
        "floor",
        house.word,
        f"seat {seat} owns the house of {house.value} but holds no card of that value",
        "an owner keeps a key in its hand",
    )
