"""Pairs that are not played, for tests of what is around them: their outcomes follow from the seed."""

from __future__ import annotations

import os
import random
from pathlib import Path

from seep_solver.arena import Contest, GameRow, Games

LOG = "SEEP_TEST_LOG"  # where the meetings that are played are noted, a line each
DEATHLY = 13


def quick(contest: Contest, meeting: int) -> Games:
    """A pair that A wins by 8 points on average, with a deviation of some 20."""
    if LOG in os.environ:
        with Path(os.environ[LOG]).open("a") as log:
            log.write(f"{meeting}\n")
    dice = random.Random(f"{contest.seed} {meeting}")
    return _row(contest, meeting, 1, dice), _row(contest, meeting, 2, dice)


def fails(contest: Contest, meeting: int) -> Games:
    """An agent that fails in one of the pairs."""
    if meeting == DEATHLY:
        raise ValueError("no idea what to play")
    return quick(contest, meeting)


def dies(contest: Contest, meeting: int) -> Games:
    """A process that dies in one of the pairs."""
    if meeting == DEATHLY:
        os._exit(7)
    return quick(contest, meeting)


def _row(contest: Contest, meeting: int, side: int, dice: random.Random) -> GameRow:
    at, match = divmod(meeting, len(contest.matches))
    a, b = contest.matches[match]
    margin = round(dice.gauss(8, 28))
    row: GameRow = {"pair": at + 1, "game": side, "seed": contest.seed, "a": a, "b": b, "a_side": side}
    row |= {"rules": contest.rules.name, "deal": "", "bid": 9, "taken_over": 1, "plays": [], "margin": margin}
    row |= {"total_a": 50 + margin, "total_b": 50}
    for name in ("points", "cards", "seeps", "decisions"):
        row |= {f"{name}_a": 2, f"{name}_b": 1}
    return row
