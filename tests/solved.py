"""Small solved tables to test stats and report on: exact rows of every preset, bounds, an error, a finished deal."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
from conftest import ROOT

from seep_solver import bulk
from seep_solver.inputs import find
from seep_solver.settings import Settings

NODES = 20_000      # the hardest of the endgames come out as bounds
OTHERS = """\
4C4C 2CTD/3C5D/7H8C/9CQD 1 id=faulty
- -/-/-/- 1 taken=-/- id=<b>&'finished'
4D -/-/4H/9S 3 id=<script>alert("1")</script>
4C7D[11:5C6H@1] JS9H3C/QDJH8C/4S2D2H/KS6S5D 1 last=2 id=readme
4D5C AH8D9D/AS3H5S/8C9C9H/KDQDQH 1 id=a-build
4D5C AH9D+8D/AS3H5S/8C9C9H/KDQDQH 1 bid=9 id=opening
4D 5C9H+2D3D/8CTC+4C6C 1 rules=classic-2p id=second-hands
"""


@cache
def rows(out: Path) -> list[dict[str, Any]]:
    """The rows of a file of results."""
    return pq.read_table(out).to_pylist()


def solve(folder: Path) -> Path:
    """A folder of one part with all of them, solved under a limit of nodes."""
    others = folder / "others.seep"
    others.write_text(OTHERS, encoding="utf-8")
    out = folder / "solved"
    bulk.solve(find([str(ROOT / "positions/endgames"), str(others)]), out, Settings(nodes=NODES))
    return out
