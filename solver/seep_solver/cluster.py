"""The workers of a dask scheduler in place of processes of our own: the same shards, the same files.

They write to storage that all of them share with us, and only counts travel back.
"""

from __future__ import annotations

import logging
import os
import queue
import time
from concurrent.futures import CancelledError
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

from seep_solver.backlog import Backlog, Take
from seep_solver.crew import FIRST_SHARD, CrewError, next_size
from seep_solver.feed import Task
from seep_solver.shard import Finished, Job, Solved, given_up, run

PATIENCE = 30  # seconds for the scheduler to answer, and for a first worker
COUNT_EVERY = 1.0  # seconds between two looks at how many workers there are
AHEAD = 2  # shards for each thread of a worker
LIVES = 1  # of a position that is alone: the scheduler itself tries it with several workers


class Cluster:
    """The workers that a scheduler has, as many as there are at each moment.

    What a worker had when it died the scheduler gives to others. A shard that several died of is given out again
    in single positions, with nothing else beside; one that kills its workers even so becomes an error row.
    """

    def __init__(self, address: str, job: Job) -> None:
        self._address = address
        self._client = _client(address)
        self._job = job
        self._shards: dict[Any, list[Task]] = {}  # by the future of each
        self._ended: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._backlog = Backlog(LIVES)
        self._size = FIRST_SHARD
        self._room = 0
        self._counted = -COUNT_EVERY
        self._alone = False  # whether what is being solved may kill
        self._stopped = False

    @property
    def busy(self) -> bool:
        """Whether any row is being solved or waits to be given out again."""
        return bool(self._backlog or self._shards)

    def hand_out(self, take: Take) -> None:
        """Give the scheduler what its workers have room for; `take` brings up to so many more positions."""
        self._count()
        while len(self._shards) < self._room:
            if self._shards and (self._alone or self._backlog.suspects):
                return
            self._alone = self._backlog.suspects
            shard = self._backlog.next(self._size, take)
            if not shard:
                return
            future = self._client.submit(_run, shard, self._job, Path.cwd(), pure=False)
            self._shards[future] = shard
            future.add_done_callback(self._ended.put)

    def collect(self, timeout: float, *others: Any) -> list[Solved]:
        """Wait for finished rows, at most `timeout` seconds."""
        found: list[Solved] = []
        with suppress(queue.Empty):
            found += self._result(self._ended.get(timeout=timeout))
            while True:
                found += self._result(self._ended.get_nowait())
        return found

    def stop(self, patience: float = 0.0) -> list[Solved]:
        """Take back what is not begun and wait `patience` seconds for the rest; a search in work goes on to its end."""
        found: list[Solved] = []
        if self._stopped:
            return found
        self._stopped = True
        until = time.monotonic() + patience
        while self._shards and time.monotonic() < until:
            found += self._result_by(until)
        with suppress(OSError, RuntimeError):
            self._client.cancel(list(self._shards))
        self._client.close()
        return found

    def _result_by(self, until: float) -> list[Solved]:
        return self.collect(max(0.0, until - time.monotonic()))

    def _count(self) -> None:
        """See now and then how many workers there are."""
        if time.monotonic() - self._counted < COUNT_EVERY:
            return
        try:
            threads = sum(self._client.nthreads().values())
        except (OSError, TypeError, AttributeError) as error:
            raise _gone(self._address) from error
        self._room = AHEAD * threads
        self._counted = time.monotonic()

    def _result(self, future: Any) -> list[Solved]:
        shard = self._shards.pop(future)
        found: list[Solved]
        try:
            found, finished = future.result()
        except import_module("distributed").KilledWorker:
            return [row for task in self._backlog.died(shard) for row in given_up(task, self._job)]
        except CancelledError as error:
            raise _gone(self._address) from error
        except FileNotFoundError as error:
            message = f"a worker of {self._address} does not see {self._job.desk}"
            raise CrewError(message, "put OUT on storage that all workers share, at the same path") from error
        except (ImportError, AttributeError, RuntimeError) as error:
            message = f"the cluster at {self._address} cannot run this: {str(error).splitlines()[0]}"
            hint = "install this version of seep-solver[cluster] wherever the scheduler or a worker runs"
            raise CrewError(message, hint) from error
        self._take_in(shard, found, finished)
        return found

    def _take_in(self, shard: list[Task], found: list[Solved], finished: Finished) -> None:
        rows = {row for solved in found for row in solved.rows}
        self._backlog.give_back([task for task in shard if task[0] not in rows])
        self._size = next_size(self._size, finished)


def _run(shard: list[Task], job: Job, folder: Path) -> tuple[list[Solved], Finished]:
    """A shard on a worker, where paths of rules start from the same folder as here, if that is there."""
    with suppress(OSError):
        os.chdir(folder)
    return run(shard, job)


def _client(address: str) -> Any:
    """The way to the scheduler at `address`, once it has a worker; CrewError says why there is none."""
    try:
        distributed = import_module("distributed")
    except ModuleNotFoundError as error:
        message = "--scheduler needs dask.distributed, which is not installed"
        raise CrewError(message, "pip install 'seep-solver[cluster]'") from error
    try:
        logging.getLogger("distributed.client").setLevel(logging.ERROR)  # workers that come and go are no news
        client = distributed.Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        hint = "start one with dask scheduler, and give the address that it prints, as tcp://HOST:8786"
        raise CrewError(f"no dask scheduler at {address}", hint) from error
    try:
        client.wait_for_workers(1, timeout=PATIENCE)
    except TimeoutError as error:
        client.close()
        raise CrewError(f"the scheduler at {address} has no workers", f"start some: dask worker {address}") from error
    return client


def _gone(address: str) -> CrewError:
    return CrewError(f"the scheduler at {address} is gone", "start it and run this again: what is finished is kept")
