"""The positions still to be solved, read ahead by a thread so that a slow input holds up nothing else."""

from __future__ import annotations

import os
import queue
import threading
from collections import deque
from collections.abc import Iterator
from hashlib import blake2b
from typing import Protocol

from seep_solver.item import Item, NoPositions

AHEAD = 2048  # positions read before they are asked for
Task = tuple[int, Item]  # the place of a position in the whole, from 0, and the position


class InputChanged(ValueError):
    """The input is not the one that an earlier run read."""


class Done(Protocol):
    """What an earlier run left: it had read so many positions with this digest; `rows` if it was finished."""

    read: int
    digest: str
    rows: int | None

    def has(self, row: int) -> bool:
        """Whether the row is there already."""


class Feed:
    """Positions in order with their places, those that are done already left out.

    What an earlier run had read is read again first, and nothing of it is given out before it has turned
    out to be the same. `fileno` can be waited on: it is readable when positions have come that were missing
    before.
    """

    def __init__(self, items: Iterator[Item], done: Done) -> None:
        self.read = 0
        self.ended = False
        self.nothing: NoPositions | None = None  # said when the input has ended without a position
        self._done = done
        self._queue: queue.Queue[Item | BaseException] = queue.Queue(AHEAD)
        self._ready: deque[Task] = deque()
        self._hash = blake2b(digest_size=16)
        self._stopped = threading.Event()
        self._hungry = threading.Event()
        bell, rope = os.pipe()
        os.set_blocking(bell, False)
        self._bell, self._rope = os.fdopen(bell, "rb", 0), os.fdopen(rope, "wb", 0)
        threading.Thread(target=self._read_ahead, args=(items,), daemon=True).start()

    def fileno(self) -> int:
        """The descriptor to wait on."""
        return self._bell.fileno()

    @property
    def digest(self) -> str:
        """A fingerprint of the positions read so far, with their sources."""
        return self._hash.hexdigest()

    def more(self, most: int = 1) -> int:
        """How many can be taken now, after reading on until `most` can or the input has no more yet.

        Raises what reading raised, and InputChanged.
        """
        self._bell.read(AHEAD)
        while len(self._ready) < most or self.read < self._done.read:
            item = self._next()
            if item is None:
                break
            self._count(item)
            if not self._done.has(self.read - 1):
                self._ready.append((self.read - 1, item))
        return len(self._ready) if self.read >= self._done.read else 0

    def take(self, most: int) -> list[Task]:
        """The next positions, at most `most`; none if no more have come yet. Raises as `more` does."""
        return [self._ready.popleft() for _ in range(min(most, self.more(most)))]

    @property
    def empty(self) -> bool:
        """Whether every position has been taken."""
        return self.ended and not self._ready

    def stop(self) -> None:
        """Let go of the input."""
        self._stopped.set()

    def _next(self) -> Item | None:
        """The next position; None if none has come yet, or the input has ended."""
        if self.ended:
            return None
        found = self._from_queue()
        if isinstance(found, Item):
            return found
        if found is None:
            return None
        self.ended = True
        if isinstance(found, NoPositions):
            self.nothing = found
        elif not isinstance(found, _End):
            raise found
        if self.read < self._done.read:
            message = f"an earlier run read {self._done.read:,} positions, now there are {self.read:,}"
            raise InputChanged(message)
        return None

    def _from_queue(self) -> Item | BaseException | None:
        for _ in range(2):
            try:
                return self._queue.get_nowait()
            except queue.Empty:
                self._hungry.set()  # and look again: it may have come before the reader could see this
        return None

    def _count(self, item: Item) -> None:
        faults = "".join(fault.message for fault in item.faults)
        self._hash.update(f"{item.source}\0{item.id}\0{item.text}\0{faults}\n".encode())
        self.read += 1
        if self.read == self._done.read and self.digest != self._done.digest:
            message = f"the first {self.read:,} positions are not those that an earlier run read"
            raise InputChanged(message)
        if self._done.rows is not None and self.read > self._done.rows:
            raise InputChanged(f"an earlier run found {self._done.rows:,} positions, now there are more")

    def _read_ahead(self, items: Iterator[Item]) -> None:
        last: BaseException = _End()
        try:
            for item in items:
                self._put(item)
                if self._stopped.is_set():
                    break
        except BaseException as error:
            last = error
        self._put(last)

    def _put(self, found: Item | BaseException) -> None:
        while not self._stopped.is_set():
            try:
                self._queue.put(found, timeout=0.5)
                break
            except queue.Full:
                continue
        if self._hungry.is_set():
            self._hungry.clear()
            self._rope.write(b"!")


class _End(Exception):
    """The input has ended."""
