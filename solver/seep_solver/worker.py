"""A worker process: takes shards of positions, writes their rows, says which are done.

Three threads share it. The main one solves. One listens to the parent, so that a worker ends as soon as its
parent is gone, even in the middle of a search. One writes finished rows every second, however long the next
takes.
"""

from __future__ import annotations

import gc
import os
import queue
import signal
import threading
import time
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any

from seep_solver.feed import Task
from seep_solver.shard import FLUSH_EVERY, Job, Outbox, work

READY, SOLVED, FINISHED, TROUBLE = "ready", "solved", "finished", "trouble"
GARBAGE = 100_000  # objects made between two searches for cycles: rows have none


class Line:
    """The way to the parent, for any thread; the parent being gone is the listener's business."""

    def __init__(self, connection: Any) -> None:
        self._connection = connection
        self._sending = threading.Lock()

    def send(self, kind: str, *content: Any) -> None:
        """Send one message."""
        with self._sending, suppress(OSError):
            self._connection.send((kind, *content))


def main(connection: Connection, job: Job) -> None:
    """Solve what comes over `connection` until it says None or breaks."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides when to stop
    gc.set_threshold(GARBAGE)
    shards: queue.SimpleQueue[list[Task]] = queue.SimpleQueue()
    line = Line(connection)
    outbox = Outbox(job, lambda solved: line.send(SOLVED, solved))
    threading.Thread(target=_listen, args=(connection, shards, outbox), daemon=True).start()
    threading.Thread(target=_flush_now_and_then, args=(outbox, line), daemon=True).start()
    line.send(READY)
    try:
        while True:
            line.send(FINISHED, *work(shards.get(), job, outbox))
    except OSError as error:
        line.send(TROUBLE, error)


def _listen(connection: Any, shards: queue.SimpleQueue[list[Task]], outbox: Outbox) -> None:
    with suppress(EOFError, OSError):
        while (message := connection.recv()) is not None:
            shards.put(message)
        outbox.flush()
    os._exit(0)  # the main thread may be deep in a search


def _flush_now_and_then(outbox: Outbox, line: Line) -> None:
    try:
        while True:
            time.sleep(FLUSH_EVERY)
            outbox.flush()
    except OSError as error:
        line.send(TROUBLE, error)
