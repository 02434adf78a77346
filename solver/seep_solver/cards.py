"""Cards: their names, capture values and points, and which of them are interchangeable (rules, section 1)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

RANKS: Final = "A23456789TJQK"
SUITS: Final = "CDHS"
SYMBOLS: Final = {"♣": "C", "♧": "C", "♦": "D", "♢": "D", "♥": "H", "♡": "H", "♠": "S", "♤": "S"}
SCORINGS: Final = (100, 30)

# A suit symbol may carry the selector that asks for its text or its coloured form.
CARD: Final = re.compile(
    rf"(10|[{RANKS}{RANKS.lower()}])([{SUITS}{SUITS.lower()}{''.join(SYMBOLS)}])[\ufe0e\ufe0f]?"
)

Kind = tuple[int, int]


class Card(int):
    """One of the 52 cards, as the whole number `4 * (rank - 1) + suit` with the suits in the order C D H S.

    `Card("TD")` reads a name as `card` does; a number outside 0..51 is a ValueError.
    """

    __slots__ = ()

    def __new__(cls, value: int | str) -> Card:
        if isinstance(value, str):
            return card(value)
        if not 0 <= value < 52:
            raise ValueError(f"cards are numbered 0 to 51, not {value}")
        return super().__new__(cls, value)

    @property
    def rank(self) -> int:
        """Capture value, 1 (ace) to 13 (king)."""
        return self // 4 + 1

    @property
    def suit(self) -> str:
        """One of `C`, `D`, `H`, `S`."""
        return SUITS[self % 4]

    def __str__(self) -> str:
        return NAMES[self]

    def __repr__(self) -> str:
        return f"Card('{self}')"


CARDS: Final[tuple[Card, ...]] = tuple(Card(number) for number in range(52))
NAMES: Final[tuple[str, ...]] = tuple(rank + suit for rank in RANKS for suit in SUITS)
BY_NAME: Final[dict[str, Card]] = dict(zip(NAMES, CARDS, strict=True))


def matched(match: re.Match[str]) -> Card:
    """The card that a match of `CARD` names."""
    rank, suit = match[1].upper(), match[2].upper()
    return CARDS[4 * RANKS.index("T" if rank == "10" else rank) + SUITS.index(SYMBOLS.get(suit, suit))]


def card(text: str) -> Card:
    """Reads one card: `TD`, `10D`, `td`, `T♦`; ValueError when `text` names none."""
    match = CARD.fullmatch(text.strip())
    if match is None:
        raise ValueError(f'no card "{text}"; a card is a rank of {RANKS} and a suit of {SUITS}')
    return matched(match)


def written(cards: Iterable[Card]) -> str:
    """The canonical list: ranks A to K, within a rank C D H S, nothing between; `-` when empty."""
    return "".join([NAMES[card] for card in sorted(cards)]) or "-"


def _points(card: Card, scoring: int) -> int:
    if scoring == 30 and (special := {"TD": 12, "9S": 9, "2S": 1}.get(str(card))):
        return special
    if scoring == 100 and card.suit == "S":
        return card.rank
    if scoring == 100 and str(card) == "TD":
        return 6
    return int(card.rank == 1)


POINTS: Final[dict[int, tuple[int, ...]]] = {
    scoring: tuple(_points(card, scoring) for card in CARDS) for scoring in SCORINGS
}
ALL_POINTS: Final[dict[int, int]] = {scoring: sum(table) for scoring, table in POINTS.items()}


def points(card: Card, scoring: int) -> int:
    """Card points under 100-point or 30-point scoring."""
    return POINTS[scoring][card]


def worth(cards: Iterable[Card], scoring: int) -> int:
    """Card points of several cards."""
    table = POINTS[scoring]
    return sum(table[card] for card in cards)


def kind(card: Card, scoring: int) -> Kind:
    """What counts of a card: interchangeable cards have equal kinds."""
    return card.rank, POINTS[scoring][card]


KINDS: Final[dict[int, tuple[Kind, ...]]] = {
    scoring: tuple(kind(card, scoring) for card in CARDS) for scoring in SCORINGS
}


ALIKE: Final[dict[int, dict[Kind, tuple[Card, ...]]]] = {
    scoring: {each: tuple(card for card in CARDS if kinds[card] == each) for each in set(kinds)}
    for scoring, kinds in KINDS.items()
}


def lowest(cards: Iterable[Card], scoring: int) -> dict[Card, Card]:
    """New names for cards in reading order: each kind takes its lowest suits first."""
    kinds, alike = KINDS[scoring], ALIKE[scoring]
    named: dict[Kind, int] = {}
    new: dict[Card, Card] = {}
    for card in cards:
        kind = kinds[card]
        at = named.get(kind, 0)
        named[kind] = at + 1
        new[card] = alike[kind][at]
    return new
