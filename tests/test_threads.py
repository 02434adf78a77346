"""Threads of one process share a solver: each still gets its own right answer."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from seep_solver import Position, analyse, solve_batch

SUITE = Path(__file__).parent.parent / "positions" / "bench" / "bench.seep"


def test_threads_get_right_answers() -> None:
    lines = [line for line in SUITE.read_text(encoding="utf-8").splitlines() if line[0] != "#"]
    positions = [Position.parse(line) for line in lines[100:120]]
    alone = [analyse(position, want="value").gain for position in positions]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda position: int(solve_batch([position]).gain[0]), positions * 3)) == alone * 3
