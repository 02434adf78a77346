"""The engine with techniques switched off: what must agree on one position. Used by the tests and by `make trust`."""

from __future__ import annotations

from collections.abc import Iterable

import dealer
import numpy as np
import referee
from referee import State
from rows import row, ruleset

import seep_ext
from seep_ext.engine import TECHNIQUES

PLAIN = ("table", "order")      # what the plainest search keeps: without a table four cards a hand are out of reach
Off = tuple[str, ...]


def solver(off: Iterable[str], hash_mb: int = 1) -> seep_ext.Solver:
    return seep_ext.Solver(hash_mb, without=off)


def one_by_one() -> dict[Off, seep_ext.Solver]:
    """Nothing off, then each technique off in turn."""
    offs: list[Off] = [(), *((name,) for name in TECHNIQUES)]
    return {off: solver(off) for off in offs}


def plainest() -> seep_ext.Solver:
    return solver([name for name in TECHNIQUES if name not in PLAIN], 64)


def quick(state: State, solver: seep_ext.Solver, nodes: int) -> bool:
    """Whether so many nodes value every move."""
    return not solver.analyse(ruleset(state.options), row(state), nodes=nodes).stopped


def compare_with_referee(state: State, solvers: dict[Off, seep_ext.Solver]) -> None:
    """The value of every move with each set of techniques off is the referee's."""
    rules, position, values = ruleset(state.options), row(state), referee.move_values(state)
    for off, each in solvers.items():
        found = each.analyse(rules, position)
        where = (off, dealer.position_line(state), state.options)
        assert {text: (low, high) for text, low, high, _ in found.moves} == {
            text: (value, value) for text, value in values.items()}, where
        assert found.low == found.high == max(values.values()), where


def compare_with_plainest(state: State, plain: seep_ext.Solver, solvers: dict[Off, seep_ext.Solver]) -> None:
    """With each set of techniques off, every move has the value and the line that the plainest search finds."""
    rules, position = ruleset(state.options), row(state)
    exact = plain.analyse(rules, position)
    for off, each in solvers.items():
        where = (off, dealer.position_line(state), state.options)
        assert each.analyse(rules, position).moves == exact.moves, where
        low, high, _ = each.values(rules, np.array([position]))
        assert low[0] == high[0] == exact.low, where


def compare_bounds(state: State, exact: seep_ext.Solver, limited: dict[Off, seep_ext.Solver], nodes: int) -> None:
    """What a search of so many nodes proved holds: of the position and of each move."""
    rules, position = ruleset(state.options), row(state)
    whole = exact.analyse(rules, position)
    assert whole.low == whole.high
    values = {text: low for text, low, _, _ in whole.moves}
    for off, each in limited.items():
        found = each.analyse(rules, position, nodes=nodes)
        where = (off, nodes, dealer.position_line(state), state.options)
        assert found.low <= whole.low <= found.high, where
        assert found.nodes <= nodes, where
        assert {text for text, *_ in found.moves} == set(values), where
        for text, low, high, _ in found.moves:
            assert low <= values[text] <= high, (text, *where)
