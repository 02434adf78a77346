"""A shard: some positions in, their rows in the journal out, and only counts to whoever asked for it.

The same code works in a process of one's own and on a cluster.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from seep_solver.faults import Fault
from seep_solver.feed import Task
from seep_solver.item import Item
from seep_solver.journal import write_rows
from seep_solver.results import RuleSets, loose_table
from seep_solver.row import Row, failed, solved
from seep_solver.rules import Rules
from seep_solver.settings import Settings
from seep_solver.tally import Tally

Solve = Callable[[Item, Settings], Row]

FLUSH_EVERY = 1.0  # seconds
AHEAD = 32  # positions
PATIENCE = 1.0  # seconds for a shard; what is not begun by then goes back, for another worker may be idle


@dataclass(frozen=True, slots=True)
class Job:
    """What every shard of a run has in common: `desk` is the folder of the journal, for parts of so many rows."""

    settings: Settings
    desk: Path
    part_rows: int
    solve: Solve = solved


class Solved(NamedTuple):
    """What has been written: the places of the rows, their count, the rules that they were solved under."""

    rows: list[int]
    tally: Tally
    rules: RuleSets


class Finished(NamedTuple):
    """The end of a shard: how many of its positions, from the first on, were solved, and in how many seconds."""

    rows: int
    seconds: float


@dataclass(slots=True)
class _Batch:
    """Finished rows with their places, among which no name of rules has two meanings."""

    numbers: list[int] = field(default_factory=list)
    rows: list[dict[str, Any]] = field(default_factory=list)
    rules: dict[str, Rules] = field(default_factory=dict)


class Outbox:
    """Finished rows that are not written yet; `tell` hears of those that are. Any thread may use it."""

    def __init__(self, job: Job, tell: Callable[[Solved], object]) -> None:
        self._job = job
        self._tell = tell
        self._adding = threading.Lock()
        self._writing = threading.Lock()
        self._batches = [_Batch()]

    def add(self, number: int, row: Row) -> None:
        """Keep a row for the next flush."""
        with self._adding:
            batch = self._batches[-1]
            if row.rules is not None and batch.rules.setdefault(row.rules.name, row.rules) is not row.rules:
                batch = self._batch_for(row.rules)
            batch.numbers.append(number)
            batch.rows.append(row.values)

    def flush(self) -> None:
        """Write the rows that are ready."""
        with self._writing:
            with self._adding:
                batches, self._batches = self._batches, [_Batch()]
            for batch in batches:
                if batch.numbers:
                    self._tell(self._written(batch))

    def _batch_for(self, rules: Rules) -> _Batch:
        """The last batch, or a new one where these rules would be a second meaning of a name: it is to be seen."""
        if self._batches[-1].rules[rules.name] != rules:
            self._batches.append(_Batch(rules={rules.name: rules}))
        return self._batches[-1]

    def _written(self, batch: _Batch) -> Solved:
        rule_sets: RuleSets = {name: rules.options() for name, rules in batch.rules.items()}
        table = loose_table(batch.numbers, batch.rows, rule_sets)
        write_rows(self._job.desk, table, self._job.part_rows)
        tally = Tally()
        tally.add(table)
        return Solved(batch.numbers, tally, rule_sets)


def work(shard: list[Task], job: Job, outbox: Outbox) -> Finished:
    """Solve a shard, or as much of it as patience allows."""
    start = time.perf_counter()
    count = 0
    for number, item in _read_ahead(shard, job.settings.rules):
        outbox.add(number, job.solve(item, job.settings))
        count += 1
        if time.perf_counter() - start > PATIENCE:
            break
    outbox.flush()
    return Finished(count, time.perf_counter() - start)


def _read_ahead(shard: list[Task], rules: Rules | None) -> Iterator[Task]:
    """The positions, some read before any of them is solved: by turns, one by one, both take longer."""
    for at in range(0, len(shard), AHEAD):
        yield from [(number, item.ahead(rules)) for number, item in shard[at : at + AHEAD]]


def run(shard: list[Task], job: Job) -> tuple[list[Solved], Finished]:
    """`work` for a caller that hears of a shard once, at its end."""
    told: list[Solved] = []
    outbox = Outbox(job, told.append)
    with _flushed_now_and_then(outbox):
        finished = work(shard, job, outbox)
    return told, finished


@contextmanager
def _flushed_now_and_then(outbox: Outbox) -> Iterator[None]:
    """While the block runs finished rows are written every second, however long the next takes."""
    over = threading.Event()

    def flush() -> None:
        while not over.wait(FLUSH_EVERY):
            outbox.flush()

    thread = threading.Thread(target=flush, daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def given_up(task: Task, job: Job) -> list[Solved]:
    """Write the row of a position that nobody survives."""
    number, item = task
    position = None
    with suppress(ValueError):
        position = item.position(job.settings.rules)
    fault = Fault("position", 1, item.text, "not solved: every process that tried it died")
    told: list[Solved] = []
    outbox = Outbox(job, told.append)
    outbox.add(number, failed(item, [fault], position, job.settings.folder))
    outbox.flush()
    return told
