"""Positions that are handed out more than once: given back, or with a worker when it died."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable

from seep_solver.feed import Task

Take = Callable[[int], list[Task]]


class Backlog:
    """Positions to hand out before any new one.

    Those that a worker may have died of are handed out one by one; one that was there alone at so many deaths
    as it has `lives` is given up.
    """

    def __init__(self, lives: int) -> None:
        self.lives = lives
        self._again: deque[Task] = deque()
        self._alone: deque[Task] = deque()
        self._deaths: Counter[int] = Counter()

    def __bool__(self) -> bool:
        return bool(self._again or self._alone)

    @property
    def suspects(self) -> bool:
        """Whether the next shard is one that may kill."""
        return bool(self._alone)

    def next(self, size: int, take: Take) -> list[Task]:
        """The next shard; `take` brings up to so many new positions."""
        if self._alone:
            return [self._alone.popleft()]
        if self._again:
            return [self._again.popleft() for _ in range(min(size, len(self._again)))]
        return take(size)

    def give_back(self, tasks: list[Task]) -> None:
        """These were not begun."""
        self._again.extendleft(reversed(tasks))

    def died(self, tasks: list[Task]) -> list[Task]:
        """One of `tasks`, we cannot say which, was being solved when its worker died; returns what is given up."""
        if len(tasks) == 1:
            number = tasks[0][0]
            self._deaths[number] += 1
            if self._deaths[number] >= self.lives:
                return tasks
        self._alone.extend(tasks)
        return []
