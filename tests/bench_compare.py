"""Two revisions side by side (`make bench-compare REV=...`): paired ratios of time and nodes on the bench suite.

The revision and the working tree are built in a temporary folder by the same Python with the same flags (those of
SEEP_CFLAGS, if set) and solve the working tree's suite in turn. All values must be equal. Where valgrind works,
callgrind counts the instructions of a few positions: a count that a busy machine does not disturb.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from rich import box
from rich.console import Console
from rich.table import Table

from seep_solver import Position

ROOT = Path(__file__).parent.parent
SUITE = ROOT / "cli/seep_cli/bench.seep"
DRIVER = Path(__file__).parent / "solve_values.py"
COUNTED_CARDS, COUNTED = 16, 2      # instructions: positions with so many cards in four hands, so many under each rules
COLLECTED = re.compile(r"Collected : (\d+)")


@dataclass(frozen=True, slots=True)
class Answer:
    """Of one position: its value, and what proving it took."""

    value: int
    nodes: int
    seconds: float


@dataclass(slots=True)
class Build:
    """A revision, the folder it is built in, and its answers, a list a round."""

    name: str
    folder: Path
    rounds: list[list[Answer]] = field(default_factory=list)

    def solve(self, positions: Path) -> None:
        done = subprocess.run([sys.executable, DRIVER, positions, "1"], env=self.environment, check=True,
                              capture_output=True, text=True)
        self.rounds.append([Answer(*each) for each in json.loads(done.stdout)])

    def instructions(self, positions: Path) -> int | None:
        """Of one pass over the positions; None where valgrind is missing or fails."""
        counts = []
        for passes in ("1", "2"):
            command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null",
                       sys.executable, str(DRIVER), str(positions), passes]
            done = subprocess.run(command, env=self.environment, capture_output=True, text=True)
            collected = COLLECTED.search(done.stderr)
            if done.returncode or not collected:
                return None
            counts.append(int(collected[1]))
        return counts[1] - counts[0]

    @property
    def environment(self) -> dict[str, str]:
        roots = os.pathsep.join(str(self.folder / name) for name in ("ext", "solver"))
        return {**os.environ, "PYTHONPATH": roots, "PYTHONHASHSEED": "0", "OPENBLAS_NUM_THREADS": "1"}


def git(*arguments: str) -> bytes:
    return subprocess.run(["git", "-C", ROOT, *arguments], check=True, stdout=subprocess.PIPE).stdout


def unpack_revision(revision: str, folder: Path) -> None:
    folder.mkdir()
    subprocess.run(["tar", "-x", "-C", folder], input=git("archive", revision), check=True)


def copy_tree(folder: Path) -> None:
    """The working tree as it stands, without what git ignores."""
    for name in git("ls-files", "-coz", "--exclude-standard").decode().split("\0"):
        if name and (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)


def build(builds: list[Build]) -> None:
    """Build all at once, where they lie."""
    command = [sys.executable, "setup.py", "-q", "build_ext", "--inplace"]
    running = [subprocess.Popen(command, cwd=each.folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
               for each in builds]
    for each, process in zip(builds, running, strict=True):
        said, _ = process.communicate()
        if process.returncode:
            sys.exit(f"{each.name} does not build:\n{said.decode()}")


def check(old: Build, new: Build, positions: list[Position]) -> None:
    for position, before, after in zip(positions, old.rounds[-1], new.rounds[-1], strict=True):
        if before.value != after.value:
            sys.exit(f"values differ: {old.name} says {before.value}, {new.name} {after.value} of {position}")


def row(old: Build, new: Build, at: list[int]) -> list[str]:
    """Nodes and seconds of both and their ratios, over the positions at those places."""
    nodes = [sum(each.rounds[0][i].nodes for i in at) for each in (old, new)]
    seconds = [[sum(answers[i].seconds for i in at) for answers in each.rounds] for each in (old, new)]
    ratios = [before / after for before, after in zip(*seconds, strict=True)]
    return [*(f"{count:,}" for count in nodes), f"{nodes[0] / nodes[1]:.2f}",
            *(f"{statistics.median(times):.3f}" for times in seconds),
            f"{statistics.median(ratios):.2f}", f"{min(ratios):.2f}", f"{max(ratios):.2f}"]


def comparison(old: Build, new: Build, positions: list[Position]) -> Table:
    groups: dict[tuple[str, str], list[int]] = {}
    for i, position in enumerate(positions):
        groups.setdefault((position.rules.name, str(position.cards_left)), []).append(i)
    table = Table(box=box.SIMPLE, caption=f"ratios: {old.name} / {new.name}; of times the median, least and most")
    for heading in ("rules", "cards", "nodes", new.name, "ratio", "seconds", new.name, "ratio", "least", "most"):
        table.add_column(heading, justify="left" if heading == "rules" else "right")
    for group, at in groups.items():
        table.add_row(*group, *row(old, new, at))
    table.add_row("total", "", *row(old, new, list(range(len(positions)))))
    return table


def counted(old: Build, new: Build, positions: list[Position], path: Path) -> str:
    """One line on callgrind's counts."""
    chosen: dict[str, list[str]] = {}
    for position in positions:
        if position.cards_left == COUNTED_CARDS and len(position.hands) == 4:
            chosen.setdefault(position.rules.name, []).append(str(position))
    lines = [line for each in chosen.values() for line in each[:COUNTED]]
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    before, after = old.instructions(path), new.instructions(path)
    if before is None or after is None:
        return "instructions: not counted, valgrind is missing or fails here"
    return (f"instructions of {len(lines)} positions: {before:,} {old.name}, {after:,} {new.name}, "
            f"ratio {before / after:.2f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("revision", help="what git calls it")
    parser.add_argument("--rounds", type=int, default=3, help="pairs of runs (default: 3)")
    parser.add_argument("--cards", type=int, default=20, help="in all hands at most (default: 20; the suite has 24)")
    options = parser.parse_args()
    every = [Position.parse(line) for line in SUITE.read_text(encoding="utf-8").splitlines() if line[:1] not in "#"]
    positions = [position for position in every if position.cards_left <= options.cards]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        old, new = Build(options.revision, folder / "revision"), Build("this tree", folder / "tree")
        unpack_revision(options.revision, old.folder)
        copy_tree(new.folder)
        build([old, new])
        path = folder / "positions.seep"
        path.write_text("".join(f"{position}\n" for position in positions), encoding="utf-8")
        for number in range(options.rounds):
            for each in (old, new)[::-1 if number % 2 else 1]:
                each.solve(path)
            check(old, new, positions)
        Console(width=120).print(comparison(old, new, positions))
        print(counted(old, new, positions, folder / "counted.seep"))


if __name__ == "__main__":
    main()
