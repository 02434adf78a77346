"""Checking a line that was read: every way in which it breaks the notation's rules, each where it stands."""

from __future__ import annotations

from collections.abc import Iterable

from seep_solver.cards import Card, worth
from seep_solver.check_hands import check_counts, check_player, check_stages, check_steps
from seep_solver.check_houses import check_houses, check_owners
from seep_solver.faults import Fault, quoted
from seep_solver.reading import Placed, Reading
from seep_solver.rules import Rules
from seep_solver.scoring import most_of_a_deal


def check(reading: Reading, rules: Rules | None, *, seen: bool = True) -> list[Fault]:
    """All faults of a line by column, those of the reading too; without rules, only what hangs on none.

    `seen` says that the line is a position which the seat to play looks at, and so knows its own hand.
    """
    unread = {fault.field for fault in reading.faults}
    _check_twice(reading)
    if not unread & {"floor", "hands", "taken", "gone"}:
        check_counts(reading)
    if rules is not None:
        check_houses(reading, rules)
        if "hands" not in unread and _check_seats(reading, rules):
            check_owners(reading, rules)
            if reading.turn:
                check_stages(reading, rules)
                if seen:
                    check_player(reading)
                check_steps(reading, rules)
        _check_bid(reading, rules, unread)
        _check_won(reading, rules, unread)
    return sorted(reading.faults, key=lambda fault: fault.column)


def _check_twice(reading: Reading) -> None:
    cards = reading.cards()
    if len(set(cards)) == len(cards):
        return
    first: dict[Card, tuple[str, int]] = {}
    for field, placed in reading.named():
        place = first.setdefault(placed.card, (field, placed.word.column))
        if place != (field, placed.word.column):
            reading.fault(
                field,
                placed.word,
                f"{placed.card} stands twice: first in {place[0]} at column {place[1]}",
                "every card is there once",
            )


def _check_seats(reading: Reading, rules: Rules) -> bool:
    """Whether there is a hand a seat, and TURN one of the seats."""
    hands, players = len(reading.hands), rules.players
    if hands and hands != players:
        reading.fault(
            "hands",
            reading.hands_word,
            f"hands of {hands} seats: expected {players}, split by /",
            "write * for a hand that is not known",
        )
    if reading.turn > players:
        reading.fault("turn", reading.turn_word, f"TURN is {reading.turn}: expected a seat of 1 to {players}")
    return hands == players and reading.turn <= players


def _check_bid(reading: Reading, rules: Rules, unread: set[str]) -> None:
    """A bid says that the opening play is due: by seat 1, of a deal that nobody has touched."""
    bid = reading.numbers.get("bid")
    if bid is None:
        return
    word = reading.keys["bid"]
    if not rules.house_min <= bid <= rules.house_max:
        reading.fault(
            "bid", word, f"a bid of {bid}: expected a house value, {rules.house_min} to {rules.house_max}"
        )
    elif reading.hands and "hands" not in unread:
        opener = reading.hands[0]
        if not opener.unsaid and not opener.unknown and bid not in _values(opener.cards):
            reading.fault(
                "bid",
                word,
                f"a bid of {bid}, but seat 1 holds no {value_name(bid)}",
                "the bid is the value of a card in the opener's hand",
            )
    if reading.turn > 1:
        reading.fault(
            "bid",
            word,
            f"a bid with TURN {reading.turn}: expected TURN 1, the opener",
            "leave bid out once play is under way",
        )
    touched = _touched(reading)
    if touched:
        reading.fault(
            "bid",
            word,
            f"a bid though play is under way: there is {touched}",
            "leave bid out once play is under way",
        )


def _touched(reading: Reading) -> str:
    """What shows that a deal has begun."""
    signs = {
        "a house on the floor": reading.houses,
        "something taken": any(reading.taken or ()),
        "last": "last" in reading.numbers,
    }
    for key in ("points", "cards", "seeps", "bonus"):
        signs[key] = any(reading.pairs.get(key, ()))
    return ", ".join(sign for sign, shown in signs.items() if shown)


def _values(placed: Iterable[Placed]) -> set[int]:
    return {card.rank for card, _ in placed}


def value_name(value: int) -> str:
    """A card value as players say it: 9, jack, king."""
    return {1: "ace", 11: "jack", 12: "queen", 13: "king"}.get(value, str(value))


def _check_won(reading: Reading, rules: Rules, unread: set[str]) -> None:
    """What was won so far: within a deal's bounds, and at one with what is known of the piles."""
    if not reading.pairs and reading.taken is None:
        return
    shown = _shown(reading, rules)
    for key, most in most_of_a_deal(rules).items():
        won, left = sum(reading.pairs.get(key, ())), max(most - shown.get(key, 0), 0)
        if won > most:
            reading.fault(
                key,
                reading.keys[key],
                f"{key} is {quoted(reading.value(key).text)}: no deal has more than {most:,} in all",
            )
        elif won > left and reading.taken is None:
            what = f"{shown[key]} of the {most} {'card points' if key == 'points' else key}"
            reading.fault(
                key,
                reading.keys[key],
                f"{key} is {quoted(reading.value(key).text)}, but floor and hands hold {what}: "
                f"expected at most {left} in all",
                "cards on the floor and in hands are not won yet",
            )
    if reading.taken is not None and "taken" not in unread:
        _check_piles(reading, rules, reading.taken)
    _check_bonus(reading, rules, unread)


def _shown(reading: Reading, rules: Rules) -> dict[str, int]:
    """Card points and number of cards that nobody can have won: on the floor and in hands, as far as they are said."""
    cards = {placed.card for field, placed in reading.named() if field in ("floor", "hands")}
    hidden = sum(part.unknown for part in reading.parts())
    return {"points": worth(cards, rules.scoring), "cards": len(cards) + hidden}


def _check_bonus(reading: Reading, rules: Rules, unread: set[str]) -> None:
    """Bonuses are what seeps were worth: none without a seep, and told where a seep has no fixed worth."""
    if unread & {"seeps", "bonus"}:
        return
    seeps = reading.pairs.get("seeps", (0, 0))
    bonus = reading.pairs.get("bonus", (0, 0))
    sides = [str(side) for side in (1, 2) if bonus[side - 1] and not seeps[side - 1]]
    if sides:
        reading.fault(
            "bonus",
            reading.keys["bonus"],
            f"bonus is {quoted(reading.value('bonus').text)}, but no seep of side {' and '.join(sides)} is told",
            "add seeps= with the number of each side's seeps: bonus is what they were worth",
        )
    if any(seeps) and rules.sweep == "card" and "bonus" not in reading.keys:
        reading.fault(
            "bonus",
            reading.keys["seeps"],
            f"no bonus for seeps of {seeps[0]}/{seeps[1]}: a seep is worth the card played under these rules",
            "add bonus= with the points of each side's seeps",
        )


def _check_piles(reading: Reading, rules: Rules, taken: tuple[list[Placed], list[Placed]]) -> None:
    one, two = ([card for card, _ in pile] for pile in taken)
    figures = {
        "points": (worth(one, rules.scoring), worth(two, rules.scoring)),
        "cards": (len(one), len(two)),
    }
    for key, (first, second) in figures.items():
        if reading.pairs.get(key, (first, second)) != (first, second):
            reading.fault(
                key,
                reading.keys[key],
                f"{key} is {quoted(reading.value(key).text)}, but the cards in "
                f"taken make it {first}/{second}",
                f"leave {key} out: taken tells it",
            )
