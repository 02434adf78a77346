"""Threads of one process share a solver, and threads of one search a table: every answer is still the right one."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import dealer
import duel
import pytest
from rows import row, ruleset

from seep_ext import Solver
from seep_solver import Position, analyse, solve_batch

SUITE = Path(__file__).parent.parent / "positions" / "bench" / "bench.seep"


def test_threads_get_right_answers() -> None:
    lines = [line for line in SUITE.read_text(encoding="utf-8").splitlines() if line[0] != "#"]
    positions = [Position.parse(line) for line in lines[100:120]]
    alone = [analyse(position, want="value").gain for position in positions]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda position: int(solve_batch([position]).gain[0]), positions * 3)) == alone * 3


@pytest.mark.parametrize("name", duel.PRESETS)
def test_threads_of_one_search_agree(name: str) -> None:
    rng, options = random.Random(f"threads {name}"), duel.preset(name)
    alone, three = Solver(16), Solver(1, threads=3)
    for _ in range(12):
        state = dealer.endgame(rng, 4 if options.players == 4 else 7, options)
        one = alone.analyse(ruleset(options), row(state))
        many = three.analyse(ruleset(options), row(state))
        assert (one.low, one.high, one.moves) == (many.low, many.high, many.moves), dealer.position_line(state)


def test_limits_stop_all_threads() -> None:
    """A search stopped in the middle gives bounds, and the next one is not troubled by it."""
    position = Position.parse(SUITE.read_text(encoding="utf-8").splitlines()[-1])
    exact = analyse(position, want="value")
    assert exact.gain is not None
    for nodes in (10, 1000, 3000):
        bounds = analyse(position, nodes=nodes, threads=2)
        assert bounds.low <= exact.gain <= bounds.high
    assert analyse(position, want="value", threads=2).gain == exact.gain
