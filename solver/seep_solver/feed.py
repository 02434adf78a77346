"""The positions still to be solved, read ahead by a thread so that a slow input holds up nothing else."""

from __future__ import annotations

import os
import threading
from collections import deque
from collections.abc import Callable, Iterator

from seep_solver.fingerprint import Fingerprint, Known
from seep_solver.item import Item, NoPositions

AHEAD = 8192  # positions read before they are asked for
Task = tuple[int, Item]  # the place of a position in the whole, from 0, and the position


class Feed:
    """Positions in order with their places, those that are done already left out.

    What earlier runs had read is read again first; nothing is given out before all of it has turned out to be
    the same. `fileno` can be waited on: it is readable when positions have come that were missing before.
    """

    def __init__(self, items: Iterator[Item], done: Callable[[int], bool], known: Known | None = None) -> None:
        self.ended = False
        self.nothing: NoPositions | None = None  # said when the input has ended without a position
        self._done = done
        self._fingerprint = Fingerprint(known or Known())
        self._incoming: deque[Item | BaseException] = deque()
        self._ready: deque[Task] = deque()
        self._stopped = threading.Event()
        self._hungry = threading.Event()
        self._room = threading.Event()
        bell, rope = os.pipe()
        os.set_blocking(bell, False)
        self._bell, self._rope = os.fdopen(bell, "rb", 0), os.fdopen(rope, "wb", 0)
        threading.Thread(target=self._read_ahead, args=(items,), daemon=True).start()

    def fileno(self) -> int:
        """The descriptor to wait on."""
        return self._bell.fileno()

    @property
    def read(self) -> int:
        """How many positions were read so far."""
        return self._fingerprint.read

    @property
    def digest(self) -> str:
        """A fingerprint of the positions read so far, with their sources."""
        return self._fingerprint.digest

    @property
    def empty(self) -> bool:
        """Whether every position has been taken."""
        return self.ended and not self._ready

    def take(self, most: int) -> list[Task]:
        """The next positions, at most `most`; none if no more have come yet.

        Raises what reading raised, and InputChanged.
        """
        if len(self._ready) < most or not self._fingerprint.compared:
            self._read_on(max(most, AHEAD))
        if not self._fingerprint.compared:
            return []
        return [self._ready.popleft() for _ in range(min(most, len(self._ready)))]

    def stop(self) -> None:
        """Let go of the input."""
        self._stopped.set()
        self._room.set()

    def _read_on(self, most: int) -> None:
        """Take in what has come, until so many are ready."""
        self._bell.read(AHEAD)
        self._room.set()
        while not self.ended and (len(self._ready) < most or not self._fingerprint.compared):
            found = self._next()
            if found is None:
                return
            if isinstance(found, BaseException):
                self._end(found)
                return
            place = self._fingerprint.add(found)
            if not self._done(place):
                self._ready.append((place, found))

    def _next(self) -> Item | BaseException | None:
        """What has come next, None if nothing has; then the bell rings when it does."""
        for _ in range(2):
            if self._incoming:
                return self._incoming.popleft()
            self._room.set()
            self._hungry.set()  # and look again: it may have come before the reader could see this
        return None

    def _end(self, last: BaseException) -> None:
        self.ended = True
        if isinstance(last, NoPositions):
            self.nothing = last
        elif not isinstance(last, _End):
            raise last
        self._fingerprint.end()

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
        while len(self._incoming) >= AHEAD and not self._stopped.is_set():
            self._room.clear()
            if len(self._incoming) >= AHEAD:
                self._room.wait(0.5)
        self._incoming.append(found)
        if self._hungry.is_set():
            self._hungry.clear()
            self._rope.write(b"!")


class _End(Exception):
    """The input has ended."""
