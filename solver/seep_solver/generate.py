"""Positions for study: looked for in order, each once, until there are enough."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, closing, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from seep_solver.atomic import atomically
from seep_solver.candidates import Find, Looked, Source
from seep_solver.in_order import in_order
from seep_solver.interrupts import held_back
from seep_solver.place import told_of
from seep_solver.position_files import WRITERS

GIVE_UP: Final = 200_000  # deals in a row of which nothing is new

Write = Callable[[Sequence[Find]], None]


@dataclass(slots=True)
class Tally:
    """How far a run is: positions looked at and kept, and those that were the same as an earlier one.

    `fruitless` counts the positions looked at since the last that was kept. `stopped` says that Ctrl-C ended the
    run, `gave_up` that too many were fruitless.
    """

    looked: int = 0
    kept: int = 0
    twice: int = 0
    fruitless: int = 0
    seconds: float = 0.0
    stopped: bool = False
    gave_up: bool = False


Tell = Callable[[Tally], None]
Guard = Callable[[], AbstractContextManager[None]]


class _Nothing(Exception):
    """No position was found: no file is written."""


class Run:
    """Positions of `source`, at most `count` of them (None: all there are), each new one given to `write`.

    Two positions are the same if their keys are: the 8 bytes of `position_key`. That two different ones share a
    key, so that one is left out, is to be expected once in many billions of billions of pairs.

    Each batch is taken within `guard`: `held_back` keeps Ctrl-C from cutting one in half.
    """

    def __init__(
        self, source: Source, count: int | None, write: Write, tell: Tell | None = None, guard: Guard = nullcontext
    ) -> None:
        from seep_ext import KeySet

        self._source = source
        self._count = count
        self._write = write
        self._tell = tell
        self._guard = guard
        self._keys = KeySet()
        self.tally = Tally()

    def work(self, jobs: int = 1) -> Tally:
        """Look until there are enough, nothing is left, it is given up, or Ctrl-C; what it came to."""
        start = time.perf_counter()
        try:
            with closing(in_order(self._source.look, self._source.tasks(), jobs)) as results:
                for looked in results:
                    with self._guard():
                        self._take(looked)
                    self.tally.seconds = time.perf_counter() - start
                    if self._tell is not None:
                        self._tell(self.tally)
                    if self._enough():
                        break
        except KeyboardInterrupt:
            self.tally.stopped = True
        return self.tally

    def _take(self, looked: Looked) -> None:
        room = len(looked.finds) if self._count is None else self._count - self.tally.kept
        new: list[Find] = []
        for find in looked.finds:
            if len(new) == room:
                break
            if self._keys.add(find.key):
                new.append(find)
            else:
                self.tally.twice += 1
        if new:
            self._write(new)
        self.tally.looked += looked.number
        self.tally.kept += len(new)
        self.tally.fruitless = 0 if new else self.tally.fruitless + looked.number

    def _enough(self) -> bool:
        self.tally.gave_up = self._source.endless and self.tally.fruitless >= GIVE_UP
        return self.tally.gave_up or self.tally.kept == self._count


def generate(
    source: Source, out: Path, count: int | None, *, graded: bool = False, jobs: int = 1, tell: Tell | None = None
) -> Tally:
    """Write positions to a file, whose ending says how; what it came to.

    The file is in its place when it is whole, also after Ctrl-C with what was found by then; where nothing was found
    there is none. The same source and count give the same bytes, whatever `jobs`. OutputError for a file that cannot
    be written; WorkError where a process dies.
    """
    run: Run | None = None
    try:
        with told_of(out), atomically(out) as stream:
            with closing(WRITERS[out.suffix.lower()](stream, graded)) as writer:
                run = Run(source, count, writer.write, tell, held_back)
                run.work(jobs)
            if not run.tally.kept:
                raise _Nothing
    except _Nothing:
        pass
    assert run is not None
    return run.tally
