"""How fast moves are listed and counted (`make bench`): crowded floors, and perft from whole deals."""

from __future__ import annotations

import random
import statistics
import time

import dealer
import duel
import referee
from referee_cards import DECK
from rows import Row, row, ruleset

import seep_ext


def crowded(rng: random.Random, loose: int, preset: str) -> Row:
    """Loose cards of mixed ranks, twelve cards in hand."""
    pack = rng.sample(DECK, loose + 12)
    line = f"{''.join(pack[:loose])} {''.join(pack[loose:])}/*/*/* 1"
    return row(referee.parse(line, referee.PRESETS[preset]))


def listing(preset: str, loose: int, count: int = 200) -> None:
    rng, rules, times, most, refused = random.Random(loose), ruleset(duel.preset(preset)), [], 0, 0
    for _ in range(count):
        position = crowded(rng, loose, preset)
        start = time.perf_counter()
        try:
            most = max(most, len(seep_ext.legal_moves(rules, position)))
        except seep_ext.TooManyMoves:
            refused += 1
        times.append(1000 * (time.perf_counter() - start))
    print(f"{preset:<12}{loose:>6} loose{statistics.median(times):>10.2f} ms median{max(times):>10.2f} ms worst"
          f"{most:>9,} moves at most{refused:>5} refused")


def counting(preset: str, depth: int = 4) -> None:
    rng, rules, count, seconds = random.Random(preset), ruleset(duel.preset(preset)), 0, 0.0
    for _ in range(5):
        position = row(dealer.deal(rng, duel.preset(preset)))
        start = time.perf_counter()
        count += seep_ext.perft(rules, position, depth)
        seconds += time.perf_counter() - start
    print(f"{preset:<12} perft {depth} of 5 deals: {count:,} sequences, {count / seconds / 1e6:.1f} M a second")


def main() -> None:
    for preset in ("classic", "open-house"):
        for loose in (4, 8, 14, 20, 30):
            listing(preset, loose)
    for preset in duel.PRESETS:
        counting(preset)


if __name__ == "__main__":
    main()
