"""Cards as names such as "4C", and the sums among them, for the slow referee (rules, sections 1 and 3).

Nothing here is quick or clever: multisets are sorted tuples of names, and every choice is tried.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from itertools import product

RANKS = "A23456789TJQK"
SUITS = "CDHS"
DECK: tuple[str, ...] = tuple(rank + suit for rank in RANKS for suit in SUITS)
PLACE: dict[str, int] = {card: place for place, card in enumerate(DECK)}
_RANK: dict[str, int] = {card: RANKS.index(card[0]) + 1 for card in DECK}

Cards = tuple[str, ...]


def rank(card: str) -> int:
    """Capture value: 1 for an ace, 11 12 13 for J Q K."""
    return _RANK[card]


def points(card: str, scoring: int) -> int:
    """Card points in the 100-point or the 30-point game."""
    if scoring == 30:
        return {"TD": 12, "9S": 9, "2S": 1}.get(card, 1 if card[0] == "A" else 0)
    if card[1] == "S":
        return rank(card)
    return 6 if card == "TD" else 1 if card[0] == "A" else 0


@cache
def kind(card: str, scoring: int) -> str:
    """The lowest card that is interchangeable with this one: its name stands for the whole kind."""
    return next(
        other for other in DECK
        if rank(other) == rank(card) and points(other, scoring) == points(card, scoring)
    )


def ordered(cards: Iterable[str]) -> Cards:
    """The cards in written order: A to K, within a rank C D H S."""
    return tuple(sorted(cards, key=PLACE.__getitem__))


def minus(cards: Cards, removed: Iterable[str]) -> Cards:
    """The cards without those removed, each taken out once; ValueError if one is not there."""
    left = list(cards)
    for card in removed:
        left.remove(card)
    return tuple(left)


def values(cards: Cards) -> tuple[int, ...]:
    """Capture values of the cards."""
    return tuple(rank(card) for card in cards)


@lru_cache(maxsize=200)
def choices(cards: Cards) -> tuple[Cards, ...]:
    """Every sub-multiset of the cards, the empty one and the whole among them, each once."""
    counts = Counter(cards)
    found = []
    for numbers in product(*(range(count + 1) for count in counts.values())):
        found.append(tuple(card for card, n in zip(counts, numbers, strict=True) for _ in range(n)))
    return tuple(found)


def sets(numbers: tuple[int, ...], target: int) -> Iterator[tuple[int, ...]]:
    """Every choice among the numbers that adds to the target (one choice may come more than once)."""
    if target == 0:
        yield ()
    elif target > 0 and numbers:
        first, rest = numbers[0], numbers[1:]
        for others in sets(rest, target - first):
            yield (first, *others)
        yield from sets(rest, target)


def has_set(cards: Cards, target: int) -> bool:
    """Whether some of the cards add to the target."""
    return any(True for _ in sets(values(cards), target))


def without(numbers: tuple[int, ...], removed: tuple[int, ...]) -> tuple[int, ...]:
    """The numbers less those removed, each taken out once."""
    left = list(numbers)
    for number in removed:
        left.remove(number)
    return tuple(left)


@lru_cache(maxsize=500_000)
def splits(numbers: tuple[int, ...], target: int) -> bool:
    """Whether the numbers part into whole sets, each adding to the target; nothing at all does."""
    if not numbers:
        return True
    if sum(numbers) % target != 0:
        return False
    first, rest = numbers[0], numbers[1:]
    return any(splits(without(rest, others), target) for others in sets(rest, target - first))


@lru_cache(maxsize=500_000)
def completes(numbers: tuple[int, ...], needed: int, target: int) -> bool:
    """Whether some of the numbers add to what is needed and all others split into sets of the target."""
    if (sum(numbers) - needed) % target != 0:
        return False
    return any(splits(without(numbers, helpers), target) for helpers in sets(numbers, needed))


@lru_cache(maxsize=50_000)
def maximal_unions(cards: Cards, target: int) -> tuple[Cards, ...]:
    """Every union of disjoint sets adding to the target that leaves no further such set behind."""
    return tuple(
        union for union in choices(cards)
        if splits(values(union), target) and not has_set(minus(cards, union), target)
    )


@lru_cache(maxsize=50_000)
def entries(loose: Cards, needed: int, target: int, absorb: str) -> tuple[Cards, ...]:
    """Every choice of loose cards that may go into house `target`, under an `absorb` option.

    Some of them add to `needed`, what the played card (and a raised house) lack; the rest split into sets.
    """
    found = []
    for chosen in choices(loose):
        if completes(values(chosen), needed, target):
            left = minus(loose, chosen)
            if absorb == "sets" and has_set(left, target):
                continue
            if absorb == "cards" and target in values(left):
                continue
            found.append(chosen)
    return tuple(found)
