"""Fit the weights of the policy `wary` by contests against what it is: one weight at a time, a step up or down.

    python tests/fit_policy.py --seconds 300

A step is kept if two contests over deals of their own say that it is worth a quarter of a point a deal. Prints the
weights, which are then written into ext/seep_ext/policy.pyx by hand, rounded.
"""

from __future__ import annotations

import argparse
import time
from itertools import count

import numpy as np
from numpy.typing import NDArray

from seep_ext.training import duel, policy
from seep_solver import PRESETS
from seep_solver.packed import ruleset

NAMES = [
    *("danger", "paid", "own_house", "our_house", "their_house", "own_houses", "cemented", "card", "throws"),
    *("captures", "crowd", "pair", *(f"rank {rank}" for rank in range(14))),
]
STEPS = [0.4, 0.2, 0.3, 0.3, 0.3, 2.0, 2.0, 0.25, 2.0, 2.0, 0.5, 1.5, *[1.5] * 14]
SHRINK = 0.6  # of the steps after each round
DEALS = 3000
WORTH = 0.25  # points a deal

Weights = NDArray[np.float32]


def better(new: Weights, old: Weights, seeds: count[int]) -> bool:
    """Whether new weights win, by a contest and one twice as long to confirm it."""
    rules = ruleset(PRESETS["classic"])
    first = duel(rules, next(seeds), 0, DEALS, new, old)
    if first.mean() < 1.5 * first.std() / DEALS**0.5:
        return False
    second = duel(rules, next(seeds), 0, 2 * DEALS, new, old)
    return bool(second.mean() > 0 and (first.mean() + 2 * second.mean()) / 3 > WORTH)


def improved(weights: Weights, at: int, step: float, seeds: count[int]) -> Weights:
    """The weights after as many steps of one of them as are worth it."""
    for sign in (1, -1):
        found = weights
        while better(moved := stepped(found, at, sign * step), found, seeds):
            found = moved
            print(f"{NAMES[at]} {found[at]:.2f}", flush=True)
        if found is not weights:
            return found
    return weights


def stepped(weights: Weights, at: int, step: float) -> Weights:
    """The weights with one of them changed."""
    new = weights.copy()
    new[at] += step
    return new


def main() -> None:
    """Improve until the time is over, and print the weights."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--start", choices=("careful", "wary"), default="wary")
    args = parser.parse_args()
    weights, until, seeds, scale = policy(args.start), time.monotonic() + args.seconds, count(100), 1.0
    while time.monotonic() < until:
        for at in np.random.default_rng(next(seeds)).permutation(len(NAMES)):
            if time.monotonic() < until:
                weights = improved(weights, int(at), scale * STEPS[at], seeds)
        scale *= SHRINK
    won = duel(ruleset(PRESETS["classic"]), next(seeds), 0, 8000, weights, policy("careful"))
    print(f"over careful: {won.mean():+.2f} ± {1.96 * won.std() / 8000**0.5:.2f}")
    print(", ".join(f"{name} {weight:.2f}" for name, weight in zip(NAMES, weights, strict=True) if weight))


if __name__ == "__main__":
    main()
