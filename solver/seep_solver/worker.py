"""A worker process: takes chunks of positions, sends rows back.

Three threads share it. The main one solves. One listens to the parent, so that a worker ends as soon as its
parent is gone, even in the middle of a search. One sends finished rows every second, however long the next
takes.
"""

from __future__ import annotations

import os
import queue
import signal
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from typing import Any

from seep_solver.feed import Task
from seep_solver.item import Item
from seep_solver.row import Row, solved
from seep_solver.rules import Rules
from seep_solver.settings import Settings

Solve = Callable[[Item, Settings], Row]

SEND_EVERY = 1.0  # seconds
PATIENCE = 1.0  # seconds for a chunk; what is not begun by then goes back, for another worker may be idle

READY, ROWS, CHUNK_DONE = "ready", "rows", "chunk done"


@dataclass(slots=True)
class _Batch:
    """Finished rows with their places, among which no name of rules has two meanings."""

    numbers: list[int] = field(default_factory=list)
    rows: list[dict[str, Any]] = field(default_factory=list)
    rules: dict[str, Rules] = field(default_factory=dict)


class Outbox:
    """Finished rows that were not sent yet. Any thread may use it; sending does not hold up adding."""

    def __init__(self, connection: Any) -> None:
        self._connection = connection
        self._adding = threading.Lock()
        self._sending = threading.Lock()
        self._batches = [_Batch()]

    def add(self, number: int, row: Row) -> None:
        """Keep a row for the next sending."""
        with self._adding:
            batch = self._batches[-1]
            if row.rules is not None and batch.rules.setdefault(row.rules.name, row.rules) != row.rules:
                batch = _Batch(rules={row.rules.name: row.rules})  # the parent is to see both meanings
                self._batches.append(batch)
            batch.numbers.append(number)
            batch.rows.append(row.values)

    def send(self, *more: Any) -> None:
        """Send the rows that are ready, and then the message `more` if there is one."""
        with self._sending:
            with self._adding:
                batches, self._batches = self._batches, [_Batch()]
            for batch in batches:
                if batch.numbers:
                    self._connection.send((ROWS, _packed(batch)))
            if more:
                self._connection.send(more)


def _packed(batch: _Batch) -> bytes:
    from seep_solver.results import loose_table, packed

    rule_sets = {name: rules.options() for name, rules in batch.rules.items()}
    return packed(loose_table(batch.numbers, batch.rows, rule_sets))


def main(connection: Connection, settings: Settings, solve: Solve = solved) -> None:
    """Solve what comes over `connection` until it says None or breaks."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides when to stop
    chunks: queue.SimpleQueue[list[Task]] = queue.SimpleQueue()
    outbox = Outbox(connection)
    threading.Thread(target=_listen, args=(connection, chunks, outbox), daemon=True).start()
    threading.Thread(target=_send_now_and_then, args=(outbox,), daemon=True).start()
    with suppress(OSError):  # the parent is gone: the listener ends the process
        outbox.send(READY)
        while True:
            _work(chunks.get(), settings, solve, outbox)


def _work(chunk: list[Task], settings: Settings, solve: Solve, outbox: Outbox) -> None:
    """Solve a chunk, or as much of it as patience allows; the parent takes what is missing as given back."""
    start = time.perf_counter()
    count = 0
    for number, item in chunk:
        outbox.add(number, solve(item, settings))
        count += 1
        if time.perf_counter() - start > PATIENCE:
            break
    outbox.send(CHUNK_DONE, count, time.perf_counter() - start)


def _listen(connection: Any, chunks: queue.SimpleQueue[list[Task]], outbox: Outbox) -> None:
    with suppress(EOFError, OSError):
        while (message := connection.recv()) is not None:
            chunks.put(message)
        outbox.send()
    os._exit(0)  # the main thread may be deep in a search


def _send_now_and_then(outbox: Outbox) -> None:
    with suppress(OSError):
        while True:
            time.sleep(SEND_EVERY)
            outbox.send()
