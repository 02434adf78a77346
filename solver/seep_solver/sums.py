"""Sets of cards that add up: one to be found, a heap split into them, the most cards they can cover."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache

from seep_solver.cards import Card

Counts = tuple[int, ...]


def subset(cards: Sequence[Card], total: int) -> tuple[Card, ...] | None:
    """Some of the cards that add up to `total`, as few as can be; None if none do. `total` is 1 to 13."""
    found: dict[int, tuple[Card, ...]] = {0: ()}
    for card in cards:
        for reached, chosen in list(found.items()):
            value = reached + card.rank
            if value <= total and (value not in found or len(found[value]) > len(chosen) + 1):
                found[value] = (*chosen, card)
    return tuple(sorted(found[total])) if total in found else None


def splits(cards: Iterable[Card], total: int) -> bool:
    """Whether the cards, all of them, split into sets each adding up to `total`; so do none at all."""
    counts = _counts(cards)
    if sum(rank * count for rank, count in enumerate(counts)) % total:
        return False
    return _splits(counts, total)


def covered(cards: Iterable[Card], total: int) -> int:
    """The most cards that disjoint sets, each adding up to `total`, can take."""

    @cache
    def most(counts: Counts) -> int:
        top = _highest(counts)
        left = sum(counts)
        best = most(_less(counts, top)) if top else 0
        for rest in _without_set(counts, top, total):
            if best == left:
                break
            best = max(best, left - sum(rest) + most(rest))
        return best

    return most(_counts(cards))


def _counts(cards: Iterable[Card]) -> Counts:
    counts = [0] * 14
    for card in cards:
        counts[card.rank] += 1
    return tuple(counts)


def _highest(counts: Counts) -> int:
    return max((rank for rank, count in enumerate(counts) if count), default=0)


@lru_cache(maxsize=1 << 14)
def _splits(counts: Counts, total: int) -> bool:
    top = _highest(counts)
    return not top or any(_splits(rest, total) for rest in _without_set(counts, top, total))


def _less(counts: Counts, rank: int) -> Counts:
    return (*counts[:rank], counts[rank] - 1, *counts[rank + 1 :])


def _without_set(counts: Counts, top: int, total: int) -> Iterator[Counts]:
    """What is left after a set is taken that adds up to `total`, has a card of rank `top` and none above."""
    if not top or top > total:
        return
    rest = _less(counts, top)
    if top == total:
        yield rest
        return
    for rank in range(min(top, total - top), 0, -1):
        if rest[rank]:
            yield from _without_set(rest, rank, total - top)
