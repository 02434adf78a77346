"""The options of a set of rules: what each may be and what it means (rules, section 6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

Value = int | str | bool

# Whole numbers have no bound on paper, but gains are kept in 16 bits. A gain spans at most the bonuses of two
# deals' seeps (those told, and those still to be made) and, for each side, the card points and what replaces them or
# comes on top: with amounts up to this, 52 * 500 + 200 < 30,000 (docs/rules.md, section 6).
MOST_AMOUNT: Final = 500
# Numbers that are only compared with.
MOST_THRESHOLD: Final = 100_000


@dataclass(frozen=True, slots=True)
class Option:
    """One field of a set of rules: the numbers, words or truth values it takes, and one line of meaning."""

    name: str
    meaning: str
    numbers: Sequence[int] = ()
    words: tuple[str, ...] = ()
    switch: bool = False

    def allows(self, value: object) -> bool:
        """Whether `value` is one of those the option takes; `true` is never the number 1."""
        if isinstance(value, bool):
            return self.switch
        if isinstance(value, int):
            return value in self.numbers
        return isinstance(value, str) and value in self.words

    @property
    def allowed(self) -> str:
        """What may stand there, in words."""
        parts = ["true", "false"] if self.switch else []
        if isinstance(self.numbers, range):
            parts.append(f"a whole number {self.numbers[0]} to {self.numbers[-1]}")
        else:
            parts += [str(number) for number in self.numbers]
        parts += [f'"{word}"' for word in self.words]
        return " or ".join(parts)


AMOUNT: Final = range(MOST_AMOUNT + 1)
THRESHOLD: Final = range(MOST_THRESHOLD + 1)
HOUSE_VALUES: Final = range(7, 14)

OPTIONS: Final[tuple[Option, ...]] = (
    Option("players", "how many play: four in two sides, or two, a side each", numbers=(4, 2)),
    Option(
        "scoring", "card points in a deal: 100 (spades, aces, TD) or 30 (TD, 9S, 2S, aces)", numbers=(100, 30)
    ),
    Option("house_min", "lowest value of a house, and so of a bid", numbers=HOUSE_VALUES),
    Option("house_max", "highest value of a house, and so of a bid", numbers=HOUSE_VALUES),
    Option("max_houses", "no new house while so many stand; 0: no limit", numbers=range(8)),
    Option(
        "ownership",
        "houses have owners, who must keep a key; false: a key is asked for at every house move",
        switch=True,
    ),
    Option("raise_own", "a player may raise a house of its own", switch=True),
    Option("raise_partner", "a player may raise a house of its partner", switch=True),
    Option("raise_into_cemented", "a raised house may join a cemented house", switch=True),
    Option("raise_with_floor", "loose cards may help the card that raises", switch=True),
    Option(
        "absorb",
        "loose cards that join a house move; sets: cards of its value and whole sets must, "
        "cards: only cards of its value must, none: both may",
        words=("sets", "cards", "none"),
    ),
    Option(
        "packing",
        "which captures are legal; maximal: any to which no set can be added, most-cards: of those "
        "only the ones with the most cards",
        words=("maximal", "most-cards"),
    ),
    Option(
        "throw_rule",
        "when a card may be thrown; card: it captures nothing, hand: no card in the hand does, "
        "own-house: as card, and it fits no house of the player's own",
        words=("card", "hand", "own-house"),
    ),
    Option(
        "opening_throw",
        "when the bid card may be thrown; card: it captures nothing, last-resort: no house move "
        "and no capture is possible",
        words=("card", "last-resort"),
    ),
    Option(
        "sweep",
        "points of a seep; card: the capture value of the card played",
        numbers=AMOUNT,
        words=("card",),
    ),
    Option(
        "opening_sweep",
        "points of a seep with the opening play; bid: the bid value, normal: as sweep",
        numbers=AMOUNT,
        words=("bid", "normal"),
    ),
    Option(
        "sweep_cap", "with more seeps than this all bonuses of a side are void; 0: no cap", numbers=THRESHOLD
    ),
    Option(
        "sweep_min_points", "bonuses of a side with fewer card points are void; 0: none are", numbers=THRESHOLD
    ),
    Option("most_cards", "points for more than 26 cards; 0: none", numbers=AMOUNT),
    Option(
        "all_points",
        "what card points become for a side that takes every one (satthi); 0: no such rule",
        numbers=AMOUNT,
    ),
    Option("knockout", "a side under this loses the baazi at once; 0: no knock-out", numbers=THRESHOLD),
    Option(
        "knockout_counts",
        "what the knock-out looks at: the total of the deal, or card points alone",
        words=("total", "points"),
    ),
    Option(
        "target",
        "what wins the match; lead: a difference of `lead`, total: a total of `lead`",
        words=("lead", "total"),
    ),
    Option("lead", "how many points win the match", numbers=THRESHOLD),
    Option("deals", "deals in a match; 0: play until the target", numbers=range(1001)),
    Option(
        "next_opener",
        "who opens the next deal; running: the same dealer deals while its side is behind or level, "
        "deal: the opener again if its side won or tied the deal, turn: the next chair",
        words=("running", "deal", "turn"),
    ),
    Option(
        "second_hands",
        "two players: the second twelve cards; reserve: face down from the start, redeal: dealt "
        "then; none: four players",
        words=("none", "reserve", "redeal"),
    ),
)

BY_NAME: Final[dict[str, Option]] = {option.name: option for option in OPTIONS}
MEANINGS: Final[dict[str, str]] = {option.name: option.meaning for option in OPTIONS}
