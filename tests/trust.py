"""Values and bounds with techniques switched off, for as long as one likes (`make trust`), a new seed each time.

Each round, under a preset or random rules: small positions with each technique off in turn, and with random sets of
them off, against the referee; larger ones against the plainest search; and the bounds that node limits leave against
exact values. The first that differs ends it, with the techniques that were off, the position and the options.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter

import dealer
import duel
import switches
from referee import Options

import seep_ext
from seep_ext.engine import TECHNIQUES

SMALL, BOUNDED = 40, 10     # positions a round
MOST_NODES = 5_000          # of a search that is to leave bounds; few as often as many
QUICK = 1_000_000           # nodes: what takes more for all its moves is not given to the plainest search


def some_off(rng: random.Random) -> dict[switches.Off, seep_ext.Solver]:
    """One solver with a random set of techniques off."""
    off = tuple(name for name in TECHNIQUES if rng.random() < 0.5)
    return {off: switches.solver(off)}


def cards_a_hand(rng: random.Random, options: Options) -> int:
    """Four mostly, or five; as many plays with two players' larger hands are harder."""
    return rng.choice((4, 4, 4, 5)) if options.players == 4 else rng.choice((5, 6, 7))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=600, help="how long to go on (default: 600)")
    parser.add_argument("--seed", type=int, default=None, help="for the same positions again (default: a new one)")
    options = parser.parse_args()
    seed = options.seed if options.seed is not None else random.randrange(1 << 32)
    print(f"seed {seed}", flush=True)
    rng, stop, done = random.Random(seed), time.monotonic() + options.seconds, Counter[str]()
    singly, plain = switches.one_by_one(), switches.plainest()
    nothing = {tuple(TECHNIQUES): switches.solver(TECHNIQUES)}
    while time.monotonic() < stop:
        rules = duel.preset(rng.choice(duel.PRESETS)) if rng.random() < 0.7 else dealer.random_options(rng)
        for _ in range(SMALL):
            most = rng.choice((1, 2, 2, 2, 3)) if rng.random() < 0.2 else 2
            state = duel.anything(rng, rules, most)
            solvers = singly | some_off(rng) | (nothing if most < 3 else {})
            switches.compare_with_referee(state, solvers)
            done["referee"] += len(solvers)
            done["small"] += 1
        for _ in range(BOUNDED):
            state, solvers = duel.anything(rng, rules, 4), singly | some_off(rng)
            switches.compare_bounds(state, singly[()], solvers, round(MOST_NODES ** rng.random()))
            done["bounds"] += len(solvers)
        state = dealer.endgame(rng, cards_a_hand(rng, rules), rules)
        if switches.quick(state, singly[()], QUICK):
            solvers = singly | some_off(rng)
            switches.compare_with_plainest(state, plain, solvers)
            done["plainest"] += len(solvers)
            done["large"] += 1
    print(f"{done['small']:,} positions of 1 to 3 cards a hand: {done['referee']:,} searches with the referee's values")
    print(f"{done['large']:,} of 4 and more: {done['plainest']:,} searches with the plainest search's values")
    print(f"{done['bounds']:,} limited searches with bounds around the values")


if __name__ == "__main__":
    main()
