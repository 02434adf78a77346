"""Reading and writing position lines for the slow referee (notation, "A position: one line")."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from referee_cards import PLACE, Cards, ordered
from referee_options import PRESETS, Options, preset_of, resolve
from referee_state import Hand, House, Pair, State, floor_cards

_SUIT_SYMBOLS = str.maketrans("♣♦♥♠", "CDHS")
_HOUSE = re.compile(r"\[(\d+):([^\]@]*)(?:@(\d*))?\]")
_HAND = re.compile(r"((?:[A2-9TJQK][CDHS])*)(?:X(\d*))?")


def plain(text: str) -> str:
    """Cards in capitals, suits as letters, 10D as TD; a lone `-` is nothing."""
    text = text.translate(_SUIT_SYMBOLS).upper()
    return "" if text == "-" else re.sub("10(?=[CDHS])", "T", text)


def cards(text: str) -> Cards:
    """The cards of a list, in written order; ValueError for what is no card."""
    text = plain(text)
    found = [text[at:at + 2] for at in range(0, len(text), 2)]
    for card in found:
        if card not in PLACE:
            raise ValueError(f"no such card: {card!r}")
    return ordered(found)


def written(some: Cards) -> str:
    """A list of cards as it is written."""
    return "".join(ordered(some)) or "-"


def _hand(text: str) -> Hand | None:
    if text == "*":
        return None
    stages = []
    for part in text.split("+"):
        match = _HAND.fullmatch(plain(part))
        if match is None:
            raise ValueError(f"no hand: {part!r}")
        named, count = match.groups()
        stages.append(Hand(cards(named), 0 if count is None else int(count or 1)))
    return Hand(stages[0].cards, stages[0].unknown, tuple(stages[1:]))


def _houses(text: str, options: Options) -> tuple[House, ...]:
    houses = []
    for value, inside, owners in _HOUSE.findall(text):
        seats = tuple(sorted(int(seat) for seat in owners)) if options.ownership else ()
        houses.append(House(int(value), cards(inside), seats))
    return tuple(sorted(houses, key=lambda house: house.value))


def _pair(text: str | None) -> Pair | None:
    if text is None:
        return None
    first, second = text.split("/")
    return int(first), int(second)


def parse(line: str, options: Mapping[str, Any] | Options | None = None) -> State:
    """Read a position line under its `rules=` preset or the options given; ValueError if it is none."""
    floor, hands, turn, *rest = line.split()
    keys = dict(pair.split("=", 1) for pair in rest)
    name = keys.get("rules", "classic")
    if options is None and name not in PRESETS:
        raise ValueError(f"no such preset: {name!r}")
    rules = resolve(PRESETS[name] if options is None else options)
    seeps = _pair(keys.get("seeps")) or (0, 0)
    bonus = _pair(keys.get("bonus"))
    if bonus is None:
        each = rules.sweep if isinstance(rules.sweep, int) else 0
        bonus = (seeps[0] * each, seeps[1] * each)
    taken = None
    if "taken" in keys:
        first, second = keys["taken"].split("/")
        taken = (cards(first), cards(second))
    state = State(
        loose=cards(_HOUSE.sub("", floor)),
        houses=_houses(floor, rules),
        hands=tuple(_hand(text) for text in hands.split("/")),
        turn=int(turn),
        options=rules,
        bid=int(keys["bid"]) if "bid" in keys else None,
        taken=taken,
        gone=cards(keys.get("gone", "-")),
        points=_pair(keys.get("points")) if taken is None else None,
        cards=_pair(keys.get("cards")) if taken is None else None,
        seeps=seeps,
        bonus=bonus,
        last=int(keys["last"]) if "last" in keys else None,
        lead=int(keys.get("lead", "0")),
        id=keys.get("id"),
    )
    _check(state)
    return state


def all_cards(state: State) -> Cards:
    """Every card named anywhere in the position."""
    parts = [floor_cards(state), state.gone, *(state.taken or ())]
    for hand in state.hands:
        if hand is not None:
            parts += [hand.cards, *(stage.cards for stage in hand.stages)]
    return tuple(card for part in parts for card in part)


def _check(state: State) -> None:
    if len(state.hands) != state.options.players or not 1 <= state.turn <= state.options.players:
        raise ValueError("hands or turn do not fit the number of players")
    named = all_cards(state)
    if len(named) != len(set(named)):
        raise ValueError("a card twice")


def _write_hand(hand: Hand | None) -> str:
    if hand is None:
        return "*"
    count = "" if not hand.unknown else "x" if hand.unknown == 1 else f"x{hand.unknown}"
    own = "".join(hand.cards) + count or "-"
    return "+".join([own, *(_write_hand(stage) for stage in hand.stages)])


def _write_floor(state: State) -> str:
    text = "".join(state.loose)
    for house in state.houses:
        owners = "@" + "".join(map(str, house.owners)) if house.owners else ""
        text += f"[{house.value}:{''.join(house.cards)}{owners}]"
    return text or "-"


def write(state: State) -> str:
    """The canonical line. Options that are no preset are not written: they must be passed beside it."""
    keys: dict[str, object] = {"rules": preset_of(state.options), "bid": state.bid}
    if keys["rules"] == "classic":
        keys["rules"] = None
    if state.taken is not None:
        keys["taken"] = "/".join(written(pile) for pile in state.taken)
    keys["gone"] = "".join(state.gone)
    for name, pair in (("points", state.points), ("cards", state.cards)):
        # Where totals add up 0/0 is what an absent key means, so it says nothing.
        if pair is not None and state.taken is None and (any(pair) or not state.options.adds_up):
            keys[name] = f"{pair[0]}/{pair[1]}"
    if any(state.seeps):
        keys["seeps"] = f"{state.seeps[0]}/{state.seeps[1]}"
        keys["bonus"] = f"{state.bonus[0]}/{state.bonus[1]}"
    keys |= {"last": state.last, "lead": state.lead, "id": state.id}
    said = [f"{key}={value}" for key, value in keys.items() if value]
    return " ".join([_write_floor(state), "/".join(map(_write_hand, state.hands)), str(state.turn), *said])
