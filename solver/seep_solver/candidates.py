"""Positions to choose from: what a source of them is, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple, Protocol


class Find(NamedTuple):
    """A position: its canonical line without `id`, its id, its key, and its grade where puzzles are sought."""

    line: str
    id: str
    key: int
    grade: int | None


class Looked(NamedTuple):
    """What a task came to: how many positions were looked at, and those found, in order."""

    number: int
    finds: list[Find]


class Source(Protocol):
    """Positions in an order of their own, in tasks that know nothing of each other."""

    @property
    def endless(self) -> bool:
        """Whether there is always another task."""
        ...

    def tasks(self) -> Iterator[Any]:
        """What there is to do, in order."""
        ...

    def look(self, task: Any) -> Looked:
        """Do a task."""
        ...
