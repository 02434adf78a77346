"""A dask scheduler and workers for tests, each a process of its own on this machine."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from conftest import environment

Process = subprocess.Popen[bytes]


class Cluster:
    """A scheduler at `address`, and its workers, which nobody starts again when they die."""

    def __init__(self, folder: Path, workers: int) -> None:
        self._folder = folder
        self._processes = [_dask("scheduler", "--host", "127.0.0.1", "--port", "0", *self._told, folder=folder)]
        self.address = str(json.loads(_written(folder / "scheduler.json"))["address"])
        self.workers: list[Process] = []
        self.add(workers)

    def add(self, workers: int) -> None:
        """Start more workers."""
        for _ in range(workers):
            self.workers.append(_dask("worker", "--nthreads", "1", "--no-nanny", *self._told, folder=self._folder))
        self._processes += self.workers[-workers:]

    def stop(self) -> None:
        """End them all."""
        for process in self._processes:
            process.kill()
            process.wait()

    @property
    def _told(self) -> list[str]:
        return ["--no-dashboard", "--scheduler-file", str(self._folder / "scheduler.json")]


@contextmanager
def cluster(folder: Path, workers: int = 2) -> Iterator[Cluster]:
    """A cluster while the block runs."""
    made = Cluster(folder, workers)
    try:
        yield made
    finally:
        made.stop()


def _dask(what: str, *arguments: str, folder: Path) -> Process:
    tests = str(Path(__file__).parent)
    roots = {"PYTHONPATH": environment()["PYTHONPATH"] + os.pathsep + tests}
    log = (folder / "dask.log").open("ab")
    command = [sys.executable, "-m", "dask", what, *arguments]
    return subprocess.Popen(command, cwd=folder, env={**os.environ, **roots}, stdout=log, stderr=log)


def _written(path: Path) -> str:
    until = time.monotonic() + 30
    while not (path.exists() and path.read_text()):
        assert time.monotonic() < until, "no scheduler"
        time.sleep(0.05)
    return path.read_text()
