"""Reading one position line, generously, into what was typed where; checking it is another matter."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import takewhile
from typing import Final, NamedTuple

from seep_solver.cards import BY_NAME, CARD, Card, matched
from seep_solver.faults import Fault, quoted, shortened

# Far more than 52 cards, a name and a path can need.
LONGEST: Final = 10_000
MOST_FAULTS: Final = 100
UNREAD: Final = -1
MOST_PLACED: Final = 8192  # every card in every column of a line of usual length
KEYS: Final = (
    "rules", "bid", "taken", "gone", "points", "cards", "seeps", "bonus", "last", "lead", "id",
)  # fmt: skip
NO_FLOOR: Final = 'write "-" for an empty floor'
SHAPE: Final = "expected FLOOR HANDS TURN [key=value ...]"

_WORD = re.compile(r"[^\s\ufeff]+")
_BETWEEN = re.compile(r"[\s,.]+")
_HOUSE = re.compile(r"\[([^\[\]:]*):([^\[\]@]*)(?:@([^\[\]]*))?\]")
_FLOOR_PARTS = re.compile(r"\[[^\[\]]*\]?|[^\[\]]+|\]")
_CANONICAL = re.compile("(?:[A2-9TJQK][CDHS])+")
_HIDDEN = re.compile(r"(?<![0-9AaTtJjQqKk])[xX]([0-9]{0,2})$")
_NUMBER = re.compile(r"[+-]?[0-9]{1,7}")


class Word(NamedTuple):
    """A piece of the line and the column it begins in, counted from 1."""

    text: str
    column: int

    def cut(self, start: int, end: int | None = None) -> Word:
        """A piece of the piece."""
        return Word(self.text[start:end], self.column + start)

    def split(self, mark: str) -> list[Word]:
        """The pieces between the marks."""
        if mark not in self.text:
            return [self]
        pieces, at = [], self.column
        for text in self.text.split(mark):
            pieces.append(Word(text, at))
            at += len(text) + len(mark)
        return pieces


NOWHERE: Final = Word("", 1)


class Placed(NamedTuple):
    """A card where it was typed."""

    card: Card
    word: Word


@dataclass(slots=True)
class HouseRead:
    """A house as typed; its value is `UNREAD` where none could be read."""

    word: Word
    value: int
    cards: list[Placed]
    owners: list[int]


@dataclass(slots=True)
class HandRead:
    """A hand or stage as typed; `unsaid` is `*`."""

    word: Word
    cards: list[Placed] = field(default_factory=list)
    unknown: int = 0
    unsaid: bool = False
    stages: list[HandRead] = field(default_factory=list)


@dataclass(slots=True)
class Reading:
    """A whole line as typed: its parts with their columns, and the faults met in reading it."""

    faults: list[Fault] = field(default_factory=list)
    floor: list[Placed] = field(default_factory=list)
    houses: list[HouseRead] = field(default_factory=list)
    hands: list[HandRead] = field(default_factory=list)
    hands_word: Word = NOWHERE
    turn_word: Word = NOWHERE
    turn: int = 0
    keys: dict[str, Word] = field(default_factory=dict)
    numbers: dict[str, int] = field(default_factory=dict)
    pairs: dict[str, tuple[int, int]] = field(default_factory=dict)
    taken: tuple[list[Placed], list[Placed]] | None = None
    gone: list[Placed] = field(default_factory=list)

    def fault(self, field: str, word: Word, message: str, hint: str | None = None) -> None:
        """Note a fault, unless there are so many already that nobody reads them."""
        if len(self.faults) < MOST_FAULTS:
            self.faults.append(Fault(field, word.column, shortened(word.text), message, hint))

    def value(self, key: str) -> Word:
        """What stands behind the `=` of a key."""
        word = self.keys[key]
        return word.cut(word.text.index("=") + 1)

    def named(self) -> Iterator[tuple[str, Placed]]:
        """Every card with the field it stands in, in reading order."""
        yield from (("floor", placed) for placed in self.floor)
        for house in self.houses:
            yield from (("floor", placed) for placed in house.cards)
        for part in self.parts():
            yield from (("hands", placed) for placed in part.cards)
        for pile in self.taken or ():
            yield from (("taken", placed) for placed in pile)
        yield from (("gone", placed) for placed in self.gone)

    def cards(self) -> list[Card]:
        """Every card that is named, in no order."""
        lists = [self.floor, self.gone, *(self.taken or ()), *(house.cards for house in self.houses)]
        lists += [part.cards for part in self.parts()]
        return [card for placed in lists for card, _ in placed]

    def parts(self) -> Iterator[HandRead]:
        """Hands and their stages."""
        for hand in self.hands:
            yield hand
            yield from hand.stages


def read(text: str) -> Reading:
    """Reads what it can of a line and notes every fault in the reading."""
    reading = Reading()
    if len(text) > LONGEST:
        reading.fault("floor", Word(text, 1), f"a line of {len(text)} characters: expected at most {LONGEST}")
        return reading
    words = [Word(match[0], match.start() + 1) for match in _WORD.finditer(text)]
    if words and "/" in words[0].text:
        reading.fault("floor", words[0], f"no floor before {quoted(words[0].text)}: {SHAPE}", NO_FLOOR)
        words.insert(0, Word("-", words[0].column))
    head = list(takewhile(lambda word: "=" not in word.text, words[:3]))
    for word, reader in zip(head, (_read_floor, _read_hands, _read_turn), strict=False):
        reader(reading, word)
    if len(head) < 3:
        _tell_missing(reading, head)
    for word in words[len(head) :]:
        _read_key(reading, word)
    return reading


def _tell_missing(reading: Reading, head: list[Word]) -> None:
    """Say which of the three parts that every line begins with is not there."""
    field, what, hint = (
        ("floor", "an empty line", NO_FLOOR),
        ("hands", "no hands", "write one list a seat, split by /"),
        ("turn", "no TURN after the hands", "add the seat to play, 1 to 4"),
    )[len(head)]
    reading.fault(field, head[-1] if head else NOWHERE, f"{what}: {SHAPE}", hint)


def read_cards(reading: Reading, field: str, word: Word) -> list[Placed]:
    """A list of cards, `-` for none; whatever names no card is a fault."""
    if word.text == "-":
        return []
    if _CANONICAL.fullmatch(word.text):
        return _read_canonical(word)
    cards, at = [], 0
    for match in CARD.finditer(word.text):
        _tell_no_card(reading, field, word.cut(at, match.start()))
        cards.append(Placed(matched(match), word.cut(match.start(), match.end())))
        at = match.end()
    _tell_no_card(reading, field, word.cut(at))
    if not word.text:
        reading.fault(field, word, "an empty list: expected cards", 'write "-" for no cards')
    return cards


def _read_canonical(word: Word) -> list[Placed]:
    """A list of cards as it is written by ourselves: the same as the long way, at a fraction of its time."""
    text, column = word
    return [_placed(text[at : at + 2], column + at) for at in range(0, len(text), 2)]


@lru_cache(MOST_PLACED)
def _placed(name: str, column: int) -> Placed:
    return Placed(BY_NAME[name], Word(name, column))


def _tell_no_card(reading: Reading, field: str, word: Word) -> None:
    for piece in _pieces(word):
        hint = "a rank of A 2 3 4 5 6 7 8 9 T J Q K, then a suit of C D H S"
        if field == "hands" and piece.text[0] in "xX":
            hint = "x and a count stand last in a hand"
        elif piece.text == "*":
            hint = "* stands alone in a hand"
        reading.fault(field, piece, f"no card {quoted(piece.text)}", hint)


def _pieces(word: Word) -> Iterator[Word]:
    """The pieces of a word without the commas, dots and spaces between."""
    at = 0
    for match in _BETWEEN.finditer(word.text):
        if match.start() > at:
            yield word.cut(at, match.start())
        at = match.end()
    if at < len(word.text):
        yield word.cut(at)


def _read_floor(reading: Reading, word: Word) -> None:
    if word.text == "-":
        return
    for match in _FLOOR_PARTS.finditer(word.text):
        part = word.cut(match.start(), match.end())
        if part.text[0] in "[]":
            _read_house(reading, part)
        else:
            reading.floor += read_cards(reading, "floor", part)


def _read_house(reading: Reading, word: Word) -> None:
    match = _HOUSE.fullmatch(word.text)
    if match is None:
        reading.fault(
            "floor",
            word,
            f"cannot read the house {quoted(word.text)}: expected [VALUE:CARDS@OWNERS]",
            "for example [11:5C6H@1]",
        )
        return
    value = re.fullmatch("[0-9]{1,2}", match[1])
    if value is None:
        reading.fault(
            "floor", word.cut(*match.span(1)), f"a house of {quoted(match[1])}: expected its value, 7 to 13"
        )
    owners = []
    for at, digit in enumerate(_BETWEEN.sub("", match[3] or "")):
        if digit in "123456789":
            owners.append(int(digit))
        else:
            reading.fault(
                "floor",
                word.cut(match.start(3) + at, match.start(3) + at + 1),
                f"an owner {quoted(digit)}: expected the digit of a seat",
            )
    cards = read_cards(reading, "floor", word.cut(*match.span(2)))
    reading.houses.append(HouseRead(word, int(match[1]) if value else UNREAD, cards, owners))


def _read_hands(reading: Reading, word: Word) -> None:
    reading.hands_word = word
    for part in word.split("/"):
        hand, *stages = [_read_hand(reading, piece) for piece in part.split("+")]
        hand.stages = [stage for stage in stages if not stage.unsaid]
        reading.hands.append(hand)


def _read_hand(reading: Reading, word: Word) -> HandRead:
    if word.text == "*":
        return HandRead(word, unsaid=True)
    if _CANONICAL.fullmatch(word.text):
        return HandRead(word, _read_canonical(word))
    hidden = _HIDDEN.search(word.text)
    if hidden is None:
        return HandRead(word, read_cards(reading, "hands", word))
    known = word.cut(0, hidden.start())
    cards = read_cards(reading, "hands", known) if known.text else []
    return HandRead(word, cards, int(hidden[1] or 1))


def _read_turn(reading: Reading, word: Word) -> None:
    reading.turn_word = word
    if word.text in ("1", "2", "3", "4"):
        reading.turn = int(word.text)
        return
    hint = None if word.text.isdigit() else "no spaces between cards, and hands are split by /: FLOOR A/B/C/D TURN"
    reading.fault("turn", word, f"TURN is {quoted(word.text)}: expected the seat to play, 1 to 4", hint)


def _read_key(reading: Reading, word: Word) -> None:
    key, equals, text = word.text.partition("=")
    key = key.lower()
    if not equals or key not in KEYS:
        reading.fault(
            shortened(key),
            word,
            f"unknown key {quoted(key if equals else word.text)}",
            f"the keys are {' '.join(KEYS)}",
        )
        return
    if key in reading.keys:
        reading.fault(key, word, f"{key} stands twice")
        return
    reading.keys[key] = word
    value = reading.value(key)
    if not text:
        reading.fault(key, word, f"{key} is empty: expected {_EXPECTED[key]}")
    elif key in ("points", "cards", "seeps", "bonus"):
        _read_pair(reading, key, value)
    elif key in ("bid", "last", "lead"):
        _read_number(reading, key, value)
    elif key == "taken":
        _read_taken(reading, value)
    elif key == "gone":
        reading.gone = read_cards(reading, key, value)


_EXPECTED: Final = {
    "rules": "a preset, or the path of a TOML file",
    "bid": "a house value",
    "taken": "a list of cards for each side, as AS4C/-",
    "gone": "cards",
    "points": "card points of each side, as 34/12",
    "cards": "a number of cards for each side, as 20/8",
    "seeps": "seeps of each side, as 1/0",
    "bonus": "bonus points of each side, as 50/0",
    "last": "1 or 2, the side that captured last",
    "lead": "a whole number",
    "id": "a name without spaces",
}


def _read_pair(reading: Reading, key: str, word: Word) -> None:
    match = re.fullmatch("([0-9]{1,5})/([0-9]{1,5})", word.text)
    if match is None:
        reading.fault(key, word, f"{key} is {quoted(word.text)}: expected {_EXPECTED[key]}")
    else:
        reading.pairs[key] = int(match[1]), int(match[2])


def _read_number(reading: Reading, key: str, word: Word) -> None:
    if not _NUMBER.fullmatch(word.text) or (key == "last" and word.text not in ("1", "2")):
        reading.fault(key, word, f"{key} is {quoted(word.text)}: expected {_EXPECTED[key]}")
    else:
        reading.numbers[key] = int(word.text)


def _read_taken(reading: Reading, word: Word) -> None:
    piles = word.split("/")
    if len(piles) != 2:
        reading.fault("taken", word, f"taken is {quoted(word.text)}: expected {_EXPECTED['taken']}")
        return
    one, two = (read_cards(reading, "taken", pile) for pile in piles)
    reading.taken = one, two
