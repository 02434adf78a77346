"""Prove the values of the positions in a file and print them as JSON: what `make bench-compare` runs in each build.

It asks for no more than older revisions have: `Solver.analyse` of the engine, `Position` and `packed` of the solver.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from seep_ext import Solver
from seep_solver import Position
from seep_solver.packed import ruleset, to_row

HASH_MB = 64


def main(path: str, passes: int) -> None:
    """A list of [value, nodes, seconds], one for each line of the file, from the last of so many passes."""
    solver = Solver(HASH_MB)
    positions = [Position.parse(line) for line in Path(path).read_text(encoding="utf-8").splitlines()]
    given = [(ruleset(position.rules), to_row(position)) for position in positions]
    solver.analyse(*given[0], want="value")     # the first search also meets the table's memory
    for _ in range(passes):
        found = [solver.analyse(*each, want="value") for each in given]
    json.dump([(each.low, each.nodes, each.seconds) for each in found], sys.stdout)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
