"""Ctrl-C where it must not strike in the middle of something."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType, TracebackType
from typing import Self


class Interrupts:
    """While the block runs Ctrl-C only sets `struck`; a second one is a KeyboardInterrupt anywhere.

    Outside the main thread, which alone hears of Ctrl-C, nothing changes.
    """

    def __init__(self) -> None:
        self.struck = False

    def __enter__(self) -> Self:
        self._main = threading.current_thread() is threading.main_thread()
        if self._main:
            self._before = signal.signal(signal.SIGINT, self._strike)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._main:
            signal.signal(signal.SIGINT, self._before)

    def _strike(self, number: int, frame: FrameType | None) -> None:
        if self.struck:
            raise KeyboardInterrupt
        self.struck = True


@contextmanager
def held_back() -> Iterator[None]:
    """Ctrl-C reaches this process only after the block, and processes started in it never."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
