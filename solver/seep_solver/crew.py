"""Worker processes as their parent sees them: who has what, and what becomes of the work of a dead one."""

from __future__ import annotations

import multiprocessing
import time
from collections import deque
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import wait
from multiprocessing.context import SpawnProcess
from typing import Any, Protocol

from seep_solver import worker
from seep_solver.backlog import Backlog, Take
from seep_solver.feed import Task
from seep_solver.interrupts import held_back
from seep_solver.shard import Finished, Job, Solved, given_up

LARGEST_SHARD = 4096
FIRST_SHARD = 4
SHARD_SECONDS = 0.25  # how long a shard should take: long beside a message, short beside a person's patience
QUICK = 8  # a shard of so many rows is over soon, and the next is handed out ahead
LIVES = 2  # of a position: how many workers it may take with it when it is alone
STILLBORN = 3  # so many workers in a row that die as they start are no accident


class CrewError(RuntimeError):
    """There are no workers, and there will be none: why, and what to do."""

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.hint = hint


class Workers(Protocol):
    """Whoever solves: processes of our own, or a cluster."""

    @property
    def busy(self) -> bool:
        """Whether any row is being solved or waits to be given out again."""

    def hand_out(self, take: Take) -> None:
        """Give every worker what it has room for; `take` brings up to so many more positions."""

    def collect(self, timeout: float, *others: Any) -> list[Solved]:
        """Wait for finished rows, at most `timeout` seconds; less if one of `others` becomes readable."""

    def stop(self, patience: float = 0.0) -> list[Solved]:
        """End the work, giving workers `patience` seconds to say what they have finished."""


def next_size(size: int, finished: Finished) -> int:
    """The size of the next shard, by the time that the last rows took."""
    ideal = int(finished.rows * SHARD_SECONDS / max(finished.seconds, 1e-6))
    return max(1, min(ideal, 4 * size, LARGEST_SHARD))


@dataclass(slots=True)
class _Worker:
    """A process and the way to it; the shards it has, the first of them in work; the size of the next."""

    process: SpawnProcess
    connection: Any
    ready: bool = False
    shards: deque[dict[int, Task]] = field(default_factory=deque)
    size: int = FIRST_SHARD

    @property
    def room(self) -> int:
        """How many more shards it should have."""
        return (2 if self.size >= QUICK else 1) - len(self.shards)

    def give(self, shard: list[Task]) -> None:
        """Hand it a shard."""
        self.shards.append({task[0]: task for task in shard})
        with suppress(OSError):  # it has just died, as the next reading will show
            self.connection.send(shard)


class Crew:
    """Up to `jobs` workers, started when there is work for them.

    A worker that dies is replaced. Its rows are given out again, those it may have died of one by one; a
    position that dies alone with `LIVES` workers becomes an error row.
    """

    def __init__(self, jobs: int, job: Job) -> None:
        self._jobs = jobs
        self._job = job
        self._workers: list[_Worker] = []
        self._backlog = Backlog(LIVES)
        self._stillborn = 0
        self._trouble: OSError | None = None  # what kept a worker from writing

    @property
    def busy(self) -> bool:
        """Whether any row is being solved or waits to be given out again."""
        return bool(self._backlog) or any(each.shards for each in self._workers)

    def hand_out(self, take: Take) -> None:
        """Give every worker what it has room for; `take` brings up to so many more positions."""
        while True:
            free = [each for each in self._workers if each.room > 0]
            chosen = min(free, key=lambda each: len(each.shards), default=None)
            starting = len(self._workers) < self._jobs and (chosen is None or len(chosen.shards) > 0)
            if chosen is None and not starting:
                return
            shard = self._backlog.next(FIRST_SHARD if chosen is None else chosen.size, take)
            if not shard:
                return
            if chosen is None or starting:
                chosen = self._start()
                self._workers.append(chosen)
            chosen.give(shard)

    def collect(self, timeout: float, *others: Any) -> list[Solved]:
        """Wait for finished rows, at most `timeout` seconds or until one of `others` is readable."""
        found: list[Solved] = []
        readable = set(wait([*(each.connection for each in self._workers), *others], timeout))
        for at, each in enumerate(self._workers):
            if each.connection in readable and not self._listen(each, found):
                self._workers[at] = self._replaced(each, found)
        if self._trouble is not None:
            raise self._trouble
        return found

    def stop(self, patience: float = 0.0) -> list[Solved]:
        """End the workers, giving them `patience` seconds to say what they have finished."""
        found: list[Solved] = []
        talking = {each.connection: each for each in self._workers}
        for connection in talking:
            with suppress(OSError):
                connection.send(None)
        until = time.monotonic() + patience
        while talking and (left := until - time.monotonic()) > 0:
            for connection in wait(list(talking), left):
                if not self._listen(talking[connection], found):
                    del talking[connection]
        for each in self._workers:
            each.process.kill()
            each.process.join()
            each.connection.close()
        self._workers = []
        return found

    def _start(self) -> _Worker:
        context = multiprocessing.get_context("spawn")
        mine, theirs = context.Pipe()
        process = context.Process(target=worker.main, args=(theirs, self._job), daemon=True)
        with held_back():
            process.start()
        theirs.close()  # so that the end of the process is the end of the connection
        return _Worker(process, mine)

    def _listen(self, each: _Worker, found: list[Solved]) -> bool:
        """Take in what a worker has sent; False if it has died."""
        try:
            while True:
                kind, *content = each.connection.recv()
                if kind == worker.READY:
                    each.ready, self._stillborn = True, 0
                elif kind == worker.SOLVED:
                    self._accept(each, *content)
                    found += content
                elif kind == worker.FINISHED:
                    self._backlog.give_back(list(each.shards.popleft().values()))
                    each.size = next_size(each.size, Finished(*content))
                else:
                    self._trouble = content[0]
                if not each.connection.poll():
                    return True
        except (EOFError, OSError):
            return False

    def _accept(self, each: _Worker, solved: Solved) -> None:
        for row in solved.rows:
            each.shards[0].pop(row, None)

    def _replaced(self, dead: _Worker, found: list[Solved]) -> _Worker:
        dead.process.join()
        dead.connection.close()
        if not dead.ready:
            self._stillborn += 1
            if self._stillborn >= STILLBORN:
                code = dead.process.exitcode
                raise CrewError(f"worker processes end as they start, with exit code {code}")
        elif dead.shards:
            for task in self._backlog.died(list(dead.shards.popleft().values())):
                found += given_up(task, self._job)
        for shard in reversed(dead.shards):
            self._backlog.give_back(list(shard.values()))
        return self._start()
