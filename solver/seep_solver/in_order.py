"""Work shared out among processes, with the results in the order of the tasks."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Any, TypeVar

from seep_solver.interrupts import held_back

Task = TypeVar("Task")
Result = TypeVar("Result")

AHEAD = 2  # tasks that a process has at a time
LAG = 16  # tasks a process that may be done while an earlier one is not


class WorkError(RuntimeError):
    """A task failed, or the process that did it died."""


def in_order(work: Callable[[Task], Result], tasks: Iterator[Task], jobs: int) -> Generator[Result, None, None]:
    """Yield ``work(task)`` for each task, in order; `jobs` processes do it, or with 1 this one.

    `work` and the tasks are sent to the processes. Closing the generator ends them, wherever they are. WorkError for a
    task that fails.
    """
    if jobs == 1:
        yield from (_done(work, task) for task in tasks)
        return
    crew = _Crew(work, jobs)
    try:
        yield from crew.results(tasks)
    finally:
        crew.stop()


def _done(work: Callable[[Task], Result], task: Task) -> Result:
    try:
        return work(task)
    except Exception as error:
        raise WorkError(_told(error)) from error


def _told(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"


@dataclass(slots=True)
class _Worker:
    process: SpawnProcess
    connection: Any
    tasks: list[int] = field(default_factory=list)  # numbers, in the order in which they are done


class _Crew:
    """Processes that are started as there are tasks for them."""

    def __init__(self, work: Callable[[Any], Any], jobs: int) -> None:
        self._work = work
        self._jobs = jobs
        self._workers: list[_Worker] = []
        self._given = 0

    def results(self, tasks: Iterator[Any]) -> Iterator[Any]:
        """What the tasks come to, in their order."""
        done: dict[int, Any] = {}
        due = 0
        self._hand_out(tasks, due)
        while due < self._given:
            for number, result in self._collect():
                done[number] = result
            while due in done:
                yield done.pop(due)
                due += 1
            self._hand_out(tasks, due)

    def stop(self) -> None:
        """End the processes."""
        for each in self._workers:
            each.process.kill()
            each.process.join()
            each.connection.close()
        self._workers = []

    def _hand_out(self, tasks: Iterator[Any], due: int) -> None:
        while self._given < due + LAG * self._jobs and (free := self._free()) is not None:
            try:
                task = next(tasks)
            except StopIteration:
                return
            free.tasks.append(self._given)
            self._given += 1
            with suppress(OSError):  # it has just died, as the next reading will show
                free.connection.send(task)

    def _free(self) -> _Worker | None:
        """The process with the least to do, a new one if all are busy, None if all have enough."""
        least = min(self._workers, key=lambda each: len(each.tasks), default=None)
        if len(self._workers) < self._jobs and (least is None or least.tasks):
            least = self._start()
            self._workers.append(least)
        return least if least is not None and len(least.tasks) < AHEAD else None

    def _start(self) -> _Worker:
        context = multiprocessing.get_context("spawn")
        mine, theirs = context.Pipe()
        process = context.Process(target=_main, args=(theirs, self._work), daemon=True)
        with held_back():
            process.start()
        theirs.close()  # so that the end of the process is the end of the connection
        return _Worker(process, mine)

    def _collect(self) -> list[tuple[int, Any]]:
        readable = set(wait([each.connection for each in self._workers]))
        return [self._listen(each) for each in self._workers if each.connection in readable]

    def _listen(self, each: _Worker) -> tuple[int, Any]:
        try:
            failed, result = each.connection.recv()
        except (EOFError, OSError):
            each.process.join()
            raise WorkError(f"a worker process ended with exit code {each.process.exitcode}") from None
        if failed:
            raise WorkError(result)
        return each.tasks.pop(0), result


def _main(connection: Connection, work: Callable[[Any], Any]) -> None:
    """Do what comes over `connection` until it breaks."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides when to stop
    with suppress(EOFError, OSError):
        while True:
            task = connection.recv()
            try:
                connection.send((False, work(task)))
            except Exception as error:
                connection.send((True, _told(error)))
