"""How fast hidden hands are searched: worlds drawn, plays of the policy, playouts, worlds searched and solved.

    python tests/bench_hidden.py
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

from seep_ext import Deals, Seer, playouts, reached
from seep_solver import PRESETS
from seep_solver.belief import facts_of, spread
from seep_solver.cards import CARDS
from seep_solver.packed import from_row, ruleset
from seep_solver.position import Position

CLASSIC = PRESETS["classic"]
RULES = ruleset(CLASSIC)


def told(what: str, unit: str, count: int, work: Callable[[], object]) -> None:
    """Time some work and print its rate."""
    start = time.perf_counter()
    work()
    seconds = time.perf_counter() - start
    print(f"{what:<44} {count / seconds:>12,.0f} {unit}/s")


def views(left: int, count: int) -> list[Position]:
    """Positions with so many plays to come, as the seat to play sees them."""
    rows = reached(RULES, 1, 0, count, left, 0.05)
    found = [from_row(row, CLASSIC) for row in rows]
    gone = [replace(each, gone=tuple(set(CARDS) - set(each.named()))) for each in found]
    return [position.seen_by(position.turn) for position in gone]


def searched(seer: Seer, positions: list[Position], method: str, worlds: int) -> int:
    """Search every position; the worlds that were."""
    done = 0
    for number, position in enumerate(positions):
        given = spread(position, facts_of(position))
        done += seer.look(RULES, **given, method=method, worlds=worlds, seed=number, plays=4).worlds
    return done


def main() -> None:
    """Time everything once."""
    told("whole deals by the policy", "plays", 48 * 2000, lambda: reached(RULES, 1, 0, 2000, 0))
    rows = reached(RULES, 1, 0, 500, 24)
    told("playouts of 8 plays from 24", "playouts", 500 * 40, lambda: playouts(RULES, rows, 1, plays=8, each=40))
    told("playouts of 4 plays from 24", "playouts", 500 * 40, lambda: playouts(RULES, rows, 1, plays=4, each=40))
    told("playouts to the end from 24", "playouts", 500 * 40, lambda: playouts(RULES, rows, 1, each=40))
    given = spread(views(24, 1)[0], ())
    deals = Deals(RULES, **given)
    told("worlds drawn by name, one call each", "worlds", 20_000, lambda: [deals.drawn(1, n) for n in range(20_000)])
    seer = Seer()
    for method, left, worlds in (("montecarlo", 24, 200), ("ismcts", 24, 200), ("pimc", 24, 50), ("exact", 12, 50)):
        positions = views(left, 20)
        start = time.perf_counter()
        done = searched(seer, positions, method, worlds)
        seconds = time.perf_counter() - start
        print(f"{method + f', all moves, {left} plays to come':<44} {done / seconds:>12,.0f} worlds/s")


if __name__ == "__main__":
    main()
