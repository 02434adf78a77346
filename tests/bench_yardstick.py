"""The engine against the plain C++ solver on the same positions (`make yardstick`), in pairs.

Both prove the value of each `classic` position of a suite on one thread: the yardstick with its 2^22 entries (128 MB),
the engine with the default table. Times leave start-up and table clearing out: the yardstick prints its own, the
engine's are those of each search. All values must be equal.
"""

from __future__ import annotations

import argparse
import re
import statistics
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from rich import box
from rich.console import Console
from rich.table import Table

from seep_solver import Position, analyse

BUILD = ("g++", "-O3", "-march=native", "-w")       # as the head of seep_ref.cpp says
TABLE_BITS = "22"
SECONDS = re.compile(r" seconds ([\d.]+) ")


@dataclass(slots=True)
class Run:
    """One solver over one suite: values from side 1's view and nodes of each position, seconds of all."""

    values: list[int]
    nodes: list[int]
    seconds: float


@dataclass(slots=True)
class Suite:
    """The positions of a suite and every run over it; `each` holds the engine's seconds, a row a round."""

    name: str
    path: Path
    positions: list[Position]
    yardstick: list[Run] = field(default_factory=list)
    engine: list[Run] = field(default_factory=list)
    each: list[list[float]] = field(default_factory=list)

    def round(self, program: Path) -> None:
        """Run both, one after the other, and compare the values."""
        self.yardstick.append(run_yardstick(program, self.path))
        self.run_engine()
        ours, theirs = self.engine[-1].values, self.yardstick[-1].values
        for position, value, other in zip(self.positions, ours, theirs, strict=True):
            if value != other:
                sys.exit(f"values differ: the engine says {value}, the yardstick {other}, from side 1, of {position}")

    def run_engine(self) -> None:
        found = [analyse(position, want="value") for position in self.positions]
        seconds = [each.time_s for each in found]
        values = [each.low if each.to_move % 2 else -each.low for each in found]
        self.engine.append(Run(values, [each.nodes for each in found], sum(seconds)))
        self.each.append(seconds)

    @property
    def ratios(self) -> list[float]:
        """How many times faster the engine is, a round each."""
        return [theirs.seconds / ours.seconds for theirs, ours in zip(self.yardstick, self.engine, strict=True)]


def run_yardstick(program: Path, suite: Path) -> Run:
    with suite.open("rb") as file:
        done = subprocess.run([program, "solve", TABLE_BITS], stdin=file, capture_output=True, text=True, check=True)
    lines = [line.split() for line in done.stdout.splitlines()]
    seconds = SECONDS.search(done.stderr)
    assert seconds, done.stderr
    return Run([int(value) for value, _ in lines], [int(nodes) for _, nodes in lines], float(seconds[1]))


def load(folder: Path, cards: str) -> Suite:
    path = folder / f"suite{cards}.seep"
    lines = path.read_text(encoding="utf-8").splitlines()
    positions = [Position.parse(line) for line in lines if line.strip() and not line.startswith("#")]
    return Suite(cards, path, positions)


def comparison(suites: list[Suite]) -> Table:
    table = Table("suite", "positions", "solver", "nodes a position", "nodes/s", "seconds", "ratio of times",
                  box=box.SIMPLE,
                  caption="seconds: median of rounds; ratio: yardstick / engine, median (least to most)")
    for suite in suites:
        times = suite.ratios
        ratio = f"{statistics.median(times):.2f} ({min(times):.2f} to {max(times):.2f})"
        for name, runs in (("yardstick", suite.yardstick), ("engine", suite.engine)):
            nodes, seconds = sum(runs[0].nodes), statistics.median(run.seconds for run in runs)
            count = len(suite.positions)
            table.add_row(suite.name, str(count), name, f"{nodes / count:,.0f}", f"{nodes / seconds:,.0f}",
                          f"{seconds:.3f}", ratio if name == "engine" else "")
    return table


def spread(suites: list[Suite]) -> Table:
    """The engine's spread over the positions of a suite; the time of a position is the median of its rounds."""
    table = Table("suite", "of the engine", "p50", "p95", "worst",
                  box=box.SIMPLE, caption="of a position; seconds: median of rounds")
    for suite in suites:
        seconds = np.median(suite.each, axis=0)
        nodes = np.array(suite.engine[0].nodes)
        table.add_row(suite.name, "seconds", *(f"{np.percentile(seconds, part):.4f}" for part in (50, 95, 100)))
        table.add_row("", "nodes", *(f"{np.percentile(nodes, part):,.0f}" for part in (50, 95, 100)))
    return table


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="where seep_ref.cpp and suite4.seep, suite5.seep ... lie")
    parser.add_argument("--suites", nargs="+", default=["4", "5", "6"], help="cards a hand (default: 4 5 6)")
    parser.add_argument("--rounds", type=int, default=3, help="pairs of runs (default: 3)")
    options = parser.parse_args()
    suites = [load(options.folder, cards) for cards in options.suites]
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder, "seep_ref")
        subprocess.run([*BUILD, "-o", program, options.folder / "seep_ref.cpp"], check=True)
        analyse(suites[0].positions[0], want="value")       # the first search also meets the table's memory
        for number in range(1, options.rounds + 1):
            for suite in suites:
                suite.round(program)
                print(f"round {number}, suite {suite.name}: ratio {suite.ratios[-1]:.2f}", file=sys.stderr, flush=True)
    console = Console(width=110)
    console.print(comparison(suites))
    console.print(spread(suites))
    print(f"all {sum(len(suite.positions) for suite in suites)} values are equal")


if __name__ == "__main__":
    main()
