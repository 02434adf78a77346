"""Worker processes as their parent sees them: who has what, and what becomes of the work of a dead one."""

from __future__ import annotations

import multiprocessing
import time
from collections import Counter, deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import wait
from multiprocessing.context import SpawnProcess
from typing import TYPE_CHECKING, Any

from seep_solver import worker
from seep_solver.faults import Fault
from seep_solver.feed import Task
from seep_solver.interrupts import held_back
from seep_solver.results import ROW, loose_table, unpacked
from seep_solver.row import failed, solved
from seep_solver.settings import Settings

if TYPE_CHECKING:
    import pyarrow as pa

LARGEST_CHUNK = 256
FIRST_CHUNK = 4
CHUNK_SECONDS = 0.25  # how long a chunk should take: long beside a message, short beside a person's patience
QUICK = 8  # a chunk of so many rows is over soon, and the next is handed out ahead
LIVES = 2  # of a position: how many workers it may take with it when it is alone
STILLBORN = 3  # so many workers in a row that die as they start are no accident

Take = Callable[[int], list[Task]]


class CrewError(RuntimeError):
    """Worker processes cannot be started."""


@dataclass(slots=True)
class _Worker:
    """A process and the way to it; the chunks it has, the first of them in work; the size of the next."""

    process: SpawnProcess
    connection: Any
    ready: bool = False
    chunks: deque[dict[int, Task]] = field(default_factory=deque)
    size: int = FIRST_CHUNK

    @property
    def room(self) -> int:
        """How many more chunks it should have."""
        return (2 if self.size >= QUICK else 1) - len(self.chunks)

    def give(self, chunk: list[Task]) -> None:
        """Hand it a chunk."""
        self.chunks.append({task[0]: task for task in chunk})
        with suppress(OSError):  # it has just died, as the next reading will show
            self.connection.send(chunk)

    def learn(self, count: int, seconds: float) -> None:
        """Choose the next size by the time that the last rows took."""
        ideal = int(count * CHUNK_SECONDS / max(seconds, 1e-6))
        self.size = max(1, min(ideal, 4 * self.size, LARGEST_CHUNK))


class Crew:
    """Up to `jobs` workers, started when there is work for them.

    A worker that dies is replaced. Its rows are given out again, those it may have died of one by one; a
    position that dies alone with `LIVES` workers becomes an error row.
    """

    def __init__(self, jobs: int, settings: Settings, solve: worker.Solve = solved) -> None:
        self._jobs = jobs
        self._settings = settings
        self._solve = solve
        self._workers: list[_Worker] = []
        self._again: deque[Task] = deque()
        self._alone: deque[Task] = deque()
        self._deaths: Counter[int] = Counter()
        self._stillborn = 0

    @property
    def busy(self) -> bool:
        """Whether any row is being solved or waits to be given out again."""
        return bool(self._again or self._alone or any(each.chunks for each in self._workers))

    def hand_out(self, take: Take) -> None:
        """Give every worker what it has room for; `take` brings up to so many more positions."""
        while True:
            free = [each for each in self._workers if each.room > 0]
            chosen = min(free, key=lambda each: len(each.chunks), default=None)
            starting = len(self._workers) < self._jobs and (chosen is None or len(chosen.chunks) > 0)
            if chosen is None and not starting:
                return
            chunk = self._next_chunk(FIRST_CHUNK if chosen is None else chosen.size, take)
            if not chunk:
                return
            if chosen is None or starting:
                chosen = self._start()
                self._workers.append(chosen)
            chosen.give(chunk)

    def collect(self, timeout: float, *others: Any) -> list[pa.Table]:
        """Wait for finished rows, at most `timeout` seconds or until one of `others` is readable."""
        found: list[pa.Table] = []
        readable = set(wait([*(each.connection for each in self._workers), *others], timeout))
        for at, each in enumerate(self._workers):
            if each.connection in readable and not self._listen(each, found):
                self._workers[at] = self._replaced(each, found)
        return found

    def stop(self, patience: float = 0.0) -> list[pa.Table]:
        """End the workers, giving them `patience` seconds to send what they have finished."""
        found: list[pa.Table] = []
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
        arguments = (theirs, self._settings, self._solve)
        process = context.Process(target=worker.main, args=arguments, daemon=True)
        with held_back():
            process.start()
        theirs.close()  # so that the end of the process is the end of the connection
        return _Worker(process, mine)

    def _next_chunk(self, size: int, take: Take) -> list[Task]:
        if self._alone:
            return [self._alone.popleft()]
        if self._again:
            return [self._again.popleft() for _ in range(min(size, len(self._again)))]
        return take(size)

    def _listen(self, each: _Worker, found: list[pa.Table]) -> bool:
        """Take in what a worker has sent; False if it has died."""
        try:
            while True:
                kind, *content = each.connection.recv()
                if kind == worker.READY:
                    each.ready, self._stillborn = True, 0
                elif kind == worker.ROWS:
                    table = unpacked(content[0])
                    for row in table.column(ROW).to_numpy().tolist():
                        each.chunks[0].pop(row, None)
                    found.append(table)
                else:
                    self._again.extendleft(reversed(each.chunks.popleft().values()))
                    each.learn(*content)
                if not each.connection.poll():
                    return True
        except (EOFError, OSError):
            return False

    def _replaced(self, dead: _Worker, found: list[pa.Table]) -> _Worker:
        dead.process.join()
        dead.connection.close()
        if not dead.ready:
            self._stillborn += 1
            if self._stillborn >= STILLBORN:
                code = dead.process.exitcode
                raise CrewError(f"worker processes end as they start, with exit code {code}")
        elif dead.chunks:
            self._suspect(list(dead.chunks.popleft().values()), found)
        for chunk in reversed(dead.chunks):
            self._again.extendleft(reversed(chunk.values()))
        return self._start()

    def _suspect(self, tasks: list[Task], found: list[pa.Table]) -> None:
        """One of `tasks`, we cannot say which, was being solved when its worker died."""
        if len(tasks) == 1:
            number = tasks[0][0]
            self._deaths[number] += 1
            if self._deaths[number] >= LIVES:
                found.append(self._given_up(tasks.pop()))
        self._alone.extend(tasks)

    def _given_up(self, task: Task) -> pa.Table:
        number, item = task
        fault = Fault("position", 1, item.text, f"not solved: the process died {LIVES} times in it")
        position = None
        with suppress(ValueError):
            position = item.position(self._settings.rules)
        row = failed(item, [fault], position, self._settings.folder)
        return loose_table([number], [row.values], {row.rules.name: row.rules.options()} if row.rules else {})
