"""Analyses of many positions, equal ones searched once.

Positions are equal here when the engine is given the same: the same cards in the same places, the same seat to
play, the same score, under the same rules. Names, the match score and who took which card may differ. What is
found of one is then what a search of the other would find, to the last node.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from seep_solver.exact import Analysis, analysis_of, check, searching, solver
from seep_solver.packed import ruleset, to_row
from seep_solver.position import Position
from seep_solver.rules import Rules

if TYPE_CHECKING:
    from seep_ext import Found

MOST = 8192  # searches kept, of some 2 kB each


def analyse_once(position: Position, *, nodes: int | None, hash_mb: int) -> Analysis:
    """Every move of an open position, as `analyse` has them with ``want="moves"``, and raising as it does."""
    check(position)
    found = _found(position.rules, to_row(position).tobytes(), nodes or 0, hash_mb)
    return analysis_of(position, found, "moves", None)


@lru_cache(MOST)
def _found(rules: Rules, row: bytes, nodes: int, hash_mb: int) -> Found:
    from seep_ext import POSITION

    with searching:
        found = solver(hash_mb).analyse(ruleset(rules), np.frombuffer(row, POSITION), want="moves", nodes=nodes)
    if found.stopped == "interrupt":
        raise KeyboardInterrupt
    return found
