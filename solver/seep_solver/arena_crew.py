"""Worker processes that play the pairs of a contest, one at a time each."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Any

from seep_solver.arena import Contest, Games, play_pair
from seep_solver.interrupts import held_back

Play = Callable[[Contest, int], Games]


class ArenaError(RuntimeError):
    """A pair cannot be played: an agent that fails or breaks the rules, or a process that dies in it."""


@dataclass(slots=True)
class _Worker:
    """A process, the way to it, and the meeting that it plays."""

    process: SpawnProcess
    connection: Any
    meeting: int | None = None


class ArenaCrew:
    """Up to `jobs` workers, each with one meeting at a time."""

    def __init__(self, contest: Contest, jobs: int, play: Play = play_pair) -> None:
        self._contest = contest
        self._play = play
        self._jobs = jobs
        self._workers: list[_Worker] = []

    def hand_out(self, meetings: Iterator[int]) -> None:
        """Give a meeting to every worker that has none; workers are started as there are meetings for them."""
        while (free := next((each for each in self._workers if each.meeting is None), None)) or (
            len(self._workers) < self._jobs
        ):
            meeting = next(meetings, None)
            if meeting is None:
                return
            if free is None:
                free = self._start()
                self._workers.append(free)
            free.meeting = meeting
            with suppress(OSError):  # it has just died, as the next reading will show
                free.connection.send(meeting)

    def collect(self, timeout: float) -> list[tuple[int, Games]]:
        """Wait for games, at most `timeout` seconds; ArenaError for a pair that cannot be played."""
        readable = set(wait([each.connection for each in self._workers], timeout))
        return [self._listen(each) for each in self._workers if each.connection in readable]

    def stop(self) -> None:
        """End the workers, wherever they are."""
        for each in self._workers:
            each.process.kill()
            each.process.join()
            each.connection.close()
        self._workers = []

    def _start(self) -> _Worker:
        context = multiprocessing.get_context("spawn")
        mine, theirs = context.Pipe()
        process = context.Process(target=_main, args=(theirs, self._contest, self._play), daemon=True)
        with held_back():
            process.start()
        theirs.close()  # so that the end of the process is the end of the connection
        return _Worker(process, mine)

    def _listen(self, each: _Worker) -> tuple[int, Games]:
        meeting = each.meeting
        try:
            played = each.connection.recv()
        except (EOFError, OSError):
            each.process.join()
            played = f"the process that played it ended with exit code {each.process.exitcode}"
        if meeting is None or isinstance(played, str):
            raise ArenaError(f"{self._told(meeting)}: {played}")
        each.meeting = None
        return meeting, played

    def _told(self, meeting: int | None) -> str:
        """Which pair that is."""
        if meeting is None:
            return "between two pairs"
        number, match = divmod(meeting, len(self._contest.matches))
        a, b = self._contest.matches[match]
        return f"pair {number + 1} of {a} against {b}"


def _main(connection: Connection, contest: Contest, play: Play) -> None:
    """Play what comes over `connection` until it breaks."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides when to stop
    with suppress(EOFError, OSError):
        while True:
            meeting = connection.recv()
            try:
                connection.send(play(contest, meeting))
            except Exception as error:
                connection.send(f"{type(error).__name__}: {error}")
