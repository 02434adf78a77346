"""Runs that are killed at random moments, many times (`make killed`): the rows are those of a run left in peace.

Each round starts `seep solve` on the same positions and ends something with kill -9: the command itself, one of
its worker processes, a job of an array, or a dask worker. Then the same command is given until it ends well, and
its files are compared byte by byte with those of the undisturbed run.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from clusters import Cluster, cluster
from conftest import environment
from runs import children_of, contents, endgames

Process = subprocess.Popen[bytes]


class Killing:
    """The positions, the undisturbed run of them, and how long it took."""

    def __init__(self, folder: Path, count: int, rng: random.Random) -> None:
        self._folder = folder
        self._rng = rng
        self._source = endgames(folder / "in.seep", count)
        start = time.monotonic()
        assert self.start(folder / "peace").wait() == 0
        self._seconds = time.monotonic() - start
        self._rows = contents(folder / "peace")

    def start(self, out: Path, *options: str) -> Process:
        """Begin a run of the command."""
        command = [sys.executable, "-m", "seep_cli", "solve", str(self._source), "-o", str(out), "--quiet", *options]
        return subprocess.Popen(command, env=environment())

    def moment(self) -> None:
        """Wait until some moment of a run."""
        time.sleep(self._rng.uniform(0.2, self._seconds))

    def parent(self) -> None:
        """Kill the command, and give it again."""
        out = self._fresh()
        for _ in range(2):
            run = self.start(out)
            self.moment()
            run.kill()
            run.wait()
        self._end(out)

    def worker(self) -> None:
        """Kill a worker process."""
        out = self._fresh()
        run = self.start(out)
        self.moment()
        if workers := children_of(run.pid):
            with suppress(ProcessLookupError):
                os.kill(self._rng.choice(workers), signal.SIGKILL)
        assert run.wait() == 0
        self._end(out)

    def job(self) -> None:
        """Kill one of three jobs of an array, and give it again."""
        out = self._fresh()
        jobs = [self.start(out, "--jobs", "1", "--shard", f"{number}/3") for number in (1, 2, 3)]
        self.moment()
        jobs[0].kill()
        assert [job.wait() for job in jobs][1:] == [0, 0]
        assert self.start(out, "--shard", "1/3").wait() == 0
        self._end(out)

    def dask_worker(self, dask: Cluster) -> None:
        """Kill one of two dask workers."""
        out = self._fresh()
        run = self.start(out, "--scheduler", dask.address)
        self.moment()
        dask.workers.pop(0).kill()
        assert run.wait() == 0
        dask.add(1)
        self._end(out)

    def _fresh(self) -> Path:
        shutil.rmtree(self._folder / "out", ignore_errors=True)
        return self._folder / "out"

    def _end(self, out: Path) -> None:
        """The command ends well now, and its files are as they should be."""
        assert self.start(out).wait() == 0
        assert contents(out) == self._rows, "other rows than in peace"


def main() -> None:
    """Kill, so many times each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=20, help="rounds of each sort (default: 20)")
    parser.add_argument("--positions", type=int, default=20_000, help="positions of a run (default: 20000)")
    parser.add_argument("--seed", type=int, default=1, help="of positions and moments (default: 1)")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as name, cluster(Path(name)) as dask:
        killing = Killing(Path(name), chosen.positions, random.Random(chosen.seed))
        sorts: dict[str, Callable[[], None]] = {
            "parent": killing.parent,
            "worker": killing.worker,
            "job of an array": killing.job,
            "dask worker": lambda: killing.dask_worker(dask),
        }
        for sort, kill in sorts.items():
            for _ in range(chosen.times):
                kill()
            print(f"{sort}: killed {chosen.times} times, the same bytes each time", flush=True)


if __name__ == "__main__":
    main()
