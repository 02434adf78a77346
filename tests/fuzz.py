"""Engine against referee for as long as one likes (`make fuzz`): presets and random rules, a new seed each time."""

from __future__ import annotations

import argparse
import random
import time

import dealer
import duel

import seep_ext


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=600, help="how long to go on (default: 600)")
    parser.add_argument("--seed", type=int, default=None, help="for the same positions again (default: a new one)")
    parser.add_argument("--cards", type=int, default=3, help="cards a hand at most where values are compared")
    options = parser.parse_args()
    seed = options.seed if options.seed is not None else random.randrange(1 << 32)
    print(f"seed {seed}", flush=True)
    rng, solver, stop = random.Random(seed), seep_ext.Solver(16), time.monotonic() + options.seconds
    moves = values = 0
    while time.monotonic() < stop:
        rules = duel.preset(rng.choice(duel.PRESETS)) if rng.random() < 0.5 else dealer.random_options(rng)
        for state in duel.games(rng, rules, 48):
            duel.compare_moves(state, rng)
        for _ in range(10):
            duel.compare_moves(dealer.scattered(rng, rules, rng.randint(1, 6)), rng)
            duel.compare_values(duel.anything(rng, rules, rng.choice((1, 2, 2, options.cards))), solver)
        moves, values = moves + 58, values + 10
    print(f"{moves:,} positions with the same moves, {values:,} with the same values")


if __name__ == "__main__":
    main()
