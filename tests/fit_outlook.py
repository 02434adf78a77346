"""Fit the weights of the outlook: ext/seep_ext/outlook_weights.h (docs/strength.md, "Outlook").

    python tests/fit_outlook.py --deals 25000

Deals are played by looking two plays ahead on all cards, judged by the outlook as it is now, with a share of random
plays; what each side to play won from a position on is then the outcome that the features of the position are
fitted to, by least squares for each eight plays of the deal. A twentieth of the deals is kept out, to tell how much
of the outcomes' variance the fit explains. Build again afterwards, and let the arena say whether it plays better.
"""

from __future__ import annotations

import argparse
import textwrap
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from seep_ext.training import foreseen_deals
from seep_solver import PRESETS
from seep_solver.packed import ruleset

HEADER = Path(__file__).parent.parent / "ext/seep_ext/outlook_weights.h"
PLAYS = 48
TO_PHASE = 8
PHASES = PLAYS // TO_PHASE
HELD_OUT = 20
RIDGE = 20.0


def fitted(features: NDArray[np.float32], outcomes: NDArray[np.float32]) -> NDArray[np.float64]:
    """Weights by ridge regression."""
    x = features.reshape(-1, features.shape[-1]).astype(float)
    return np.linalg.solve(x.T @ x + RIDGE * np.eye(x.shape[1]), x.T @ outcomes.reshape(-1))


def number(value: float) -> str:
    """A constant of C, three decimals at most."""
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return f"{text}f" if "." in text else text if text != "-0" else "0"


def header(rows: list[NDArray[np.float64]]) -> str:
    """The file with the weights, a row a phase."""
    count = len(rows[0])
    out = "/* Weights of the outlook by phase and feature, in points; written by tests/fit_outlook.py. */\n"
    out += f"static const float SEEP_OUTLOOK_WEIGHTS[{len(rows)}][{count}] = {{\n"
    for row in rows:
        out += "    {" + "\n     ".join(textwrap.wrap(", ".join(map(number, row)), 110)) + "},\n"
    return out + "};\n"


def main() -> None:
    """Play, fit, tell, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=25_000)
    parser.add_argument("--plays", type=int, default=2, help="looked ahead")
    parser.add_argument("--noise", type=float, default=0.05, help="share of random plays")
    parser.add_argument("--seed", type=int, default=21)
    args = parser.parse_args()
    rules = ruleset(PRESETS["classic"])
    features, outcomes = foreseen_deals(rules, args.seed, 0, args.deals, args.plays, args.noise)
    train = args.deals - args.deals // HELD_OUT
    rows = []
    for phase in range(1, PHASES + 1):
        plays = slice(PLAYS - TO_PHASE * phase, PLAYS - TO_PHASE * (phase - 1))
        weights = fitted(features[:train, plays], outcomes[:train, plays])
        left = outcomes[train:, plays] - features[train:, plays] @ weights
        explained = 1 - float(np.mean(left**2) / np.var(outcomes[train:, plays]))
        print(f"{TO_PHASE * (phase - 1) + 1}-{TO_PHASE * phase} plays to come: {explained:.1%} explained")
        rows.append(weights)
    HEADER.write_text(header([rows[0], *rows]))


if __name__ == "__main__":
    main()
