"""Positions as lines of text: reading and checking put together, and canonical writing."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path

from seep_solver.cards import NAMES, Card
from seep_solver.check import check
from seep_solver.faults import Fault, NotationError
from seep_solver.position import CLASSIC, Hand, House, Pair, Position
from seep_solver.reading import HandRead, Placed, Reading, read
from seep_solver.rules import Rules, RulesError, where_in

__all__ = ["NotationError", "faults_of", "hand_text", "parse", "position_of", "rules_name", "write"]

Names = Mapping[Card, Card]


def parse(
    text: str, *, rules: Rules | str | None = None, relative_to: Path | None = None, line: int | None = None
) -> tuple[Position, tuple[Fault, ...]]:
    """The position that a line says and the rules it breaks; NotationError if the line cannot be read."""
    if isinstance(rules, str):
        rules = Rules.named(rules)
    elif rules is not None and not isinstance(rules, Rules):
        raise TypeError(f"rules: expected Rules or the name of some, got {type(rules).__name__}")
    reading = read(text)
    if rules is None:
        rules = _rules(reading, relative_to)
    _fill_hands(reading, rules)
    unreadable = bool(reading.faults)
    faults = check(reading, rules)
    if unreadable:
        raise NotationError(faults, line)
    assert rules is not None
    return position_of(reading, rules), tuple(faults)


def faults_of(position: Position) -> list[Fault]:
    """Every rule that a position breaks, by column."""
    reading = read(str(position) if position.source is None else position.source)
    _fill_hands(reading, position.rules)
    return check(reading, position.rules)


def _rules(reading: Reading, relative_to: Path | None) -> Rules | None:
    if "rules" not in reading.keys or not (named := reading.value("rules").text):
        return CLASSIC
    try:
        return Rules.named(_plain(named), relative_to)
    except RulesError as fault:
        word = reading.keys["rules"]
        for each in fault.faults:
            hint = each.hint or "seep rules classic tells what each option may be"
            reading.fault("rules", word, f"{where_in(fault.place, each)}: {each.message}", hint)
        if not fault.faults:
            hint = fault.hint or "a path in rules= starts from the folder of the file that it stands in"
            reading.fault("rules", word, str(fault), hint)
        return None


def _fill_hands(reading: Reading, rules: Rules | None) -> None:
    """Before the opening play the other hands may be left out."""
    if rules is not None and reading.hands and "bid" in reading.keys:
        missing = rules.players - len(reading.hands)
        reading.hands += [HandRead(reading.hands_word, unsaid=True) for _ in range(missing)]


def _cards(placed: list[Placed]) -> tuple[Card, ...]:
    return tuple([card for card, _ in placed])


def _hand(hand: HandRead) -> Hand | None:
    if hand.unsaid:
        return None
    stages = tuple(Hand(_cards(stage.cards), stage.unknown) for stage in hand.stages)
    return Hand(_cards(hand.cards), hand.unknown, stages)


def position_of(reading: Reading, rules: Rules) -> Position:
    """The position that was read, right or wrong."""
    pairs, numbers = reading.pairs, reading.numbers
    seeps = pairs.get("seeps", (0, 0))
    return Position(
        floor=_cards(reading.floor),
        houses=tuple(
            House(house.value, _cards(house.cards), tuple(house.owners)) for house in reading.houses
        ),
        hands=tuple(_hand(hand) for hand in reading.hands),
        turn=reading.turn,
        rules=rules,
        bid=numbers.get("bid"),
        taken=reading.taken and (_cards(reading.taken[0]), _cards(reading.taken[1])),
        gone=_cards(reading.gone),
        points=pairs.get("points"),
        cards=pairs.get("cards"),
        seeps=seeps,
        bonus=pairs.get("bonus", _usual_bonus(rules, seeps)),
        last=numbers.get("last"),
        lead=numbers.get("lead", 0),
        id=reading.value("id").text if "id" in reading.keys else None,
    )


def _usual_bonus(rules: Rules, seeps: Pair) -> Pair:
    """The bonus when none is written; seeps worth the card played have no usual one, which is a fault."""
    each = rules.sweep if isinstance(rules.sweep, int) else 0
    return each * seeps[0], each * seeps[1]


def write(position: Position, new: Names | None = None, without: Collection[str] = ()) -> str:
    """The canonical line, with `new` names for the cards if they are given, `without` some of its keys."""
    hands = "/".join([hand_text(hand, new) for hand in position.hands])
    keys = [f"{key}={text}" for key, text in _keys(position, new) if key not in without]
    return " ".join([_floor(position, new), hands, str(position.turn), *keys])


def hand_text(hand: Hand | None, new: Names | None = None) -> str:
    """One hand with its stages; `*` for one of which nothing is said."""
    if hand is None:
        return "*"
    unknown = f"x{hand.unknown}" if hand.unknown > 1 else "x" * hand.unknown
    held = _listed(hand.cards, new) + unknown or "-"
    if not hand.stages:
        return held
    return "+".join([held, *(hand_text(stage, new) for stage in hand.stages)])


def _listed(cards: Iterable[Card], new: Names | None) -> str:
    """Cards that are sorted, or are once they have their new names; nothing for none."""
    return "".join([NAMES[card] for card in (cards if new is None else _renamed(cards, new))])


def _renamed(cards: Iterable[Card], new: Names) -> list[Card]:
    return sorted([new[card] for card in cards])


def _floor(position: Position, new: Names | None) -> str:
    houses = position.houses
    if new is not None and len(houses) > 1:  # two of one value stand in the order of their cards
        houses = tuple(sorted(houses, key=lambda house: (house.value, _renamed(house.cards, new))))
    return _listed(position.floor, new) + "".join([_house(house, new) for house in houses]) or "-"


def _house(house: House, new: Names | None) -> str:
    owners = "@" + "".join(map(str, house.owners)) if house.owners else ""
    return f"[{house.value}:{_listed(house.cards, new) or '-'}{owners}]"


def _pair(pair: Pair) -> str:
    return f"{pair[0]}/{pair[1]}"


def _keys(position: Position, new: Names | None) -> list[tuple[str, str]]:
    """The keys that say something, in canonical order."""
    taken = position.taken and "/".join([_listed(pile, new) or "-" for pile in position.taken])
    seeped = position.seeps != (0, 0)
    texts: dict[str, str | None] = {
        "rules": None if position.rules == CLASSIC else rules_name(position.rules),
        "bid": None if position.bid is None else str(position.bid),
        "taken": taken,
        "gone": _listed(position.gone, new) or None,
        "points": position.points and _pair(position.points),
        "cards": position.cards and _pair(position.cards),
        "seeps": _pair(position.seeps) if seeped else None,
        "bonus": _pair(position.bonus) if seeped or position.bonus != (0, 0) else None,
        "last": None if position.last is None else str(position.last),
        "lead": str(position.lead) if position.lead else None,
        "id": position.id,
    }
    return [(key, text) for key, text in texts.items() if text is not None]


def rules_name(rules: Rules) -> str:
    """The rules as a line names them, in one word."""
    escaped = r"[\s%]"
    return re.sub(escaped, lambda match: "".join(f"%{byte:02X}" for byte in match[0].encode()), rules.reference)


def _plain(name: str) -> str:
    """A path as the file system knows it; a line holds no space, so one is written as %20."""
    if "%" not in name:
        return name
    from urllib.parse import unquote

    return unquote(name)
