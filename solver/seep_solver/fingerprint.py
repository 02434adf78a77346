"""A fingerprint of the positions read, by which a run knows the input of an earlier one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import blake2b

from seep_solver.interrupts import Interrupts
from seep_solver.item import Item

TEXTS = 256  # are hashed at a time


class InputChanged(ValueError):
    """The input is not the one that an earlier run read."""


@dataclass(frozen=True, slots=True)
class Known:
    """What earlier runs tell of the input: after so many positions its fingerprint was so, for each of `marks`.

    `rows` is the number of all positions, None while no run has seen the end.
    """

    marks: tuple[tuple[int, str], ...] = ()
    rows: int | None = None

    @property
    def furthest(self) -> int:
        """How many positions have been read at most."""
        return max((read for read, _ in self.marks), default=0)


class Fingerprint:
    """Counts positions, and compares them with those that are known as it passes them."""

    def __init__(self, known: Known) -> None:
        self.read = 0
        self._known = known
        self._hash = blake2b(digest_size=16)
        self._texts: list[str] = []  # not hashed yet
        self._marks: dict[int, set[str]] = {}
        for read, digest in known.marks:
            self._marks.setdefault(read, set()).add(digest)

    @property
    def digest(self) -> str:
        """The fingerprint of the positions so far, with their sources."""
        self._take_in()
        return self._hash.hexdigest()

    @property
    def compared(self) -> bool:
        """Whether all that is known has been passed."""
        return self.read >= self._known.furthest

    def add(self, item: Item) -> int:
        """The next position; returns its place, from 0. InputChanged if it is not the one that was there before."""
        text, name, source, _, faults, _ = item
        told = "".join([fault.message for fault in faults]) if faults else ""
        self._texts.append(f"{source}\0{name}\0{text}\0{told}\n")
        self.read += 1
        if len(self._texts) >= TEXTS:
            self._take_in()
        if self.read in self._marks and self._marks[self.read] != {self.digest}:
            raise InputChanged(f"the first {self.read:,} positions are not those that an earlier run read")
        if self._known.rows is not None and self.read > self._known.rows:
            raise InputChanged(f"an earlier run found {self._known.rows:,} positions, now there are more")
        return self.read - 1

    def _take_in(self) -> None:
        self._hash.update("".join(self._texts).encode())
        self._texts.clear()

    def end(self) -> None:
        """The input has ended; InputChanged if it is shorter than it was before."""
        if not self.compared:
            message = f"an earlier run read {self._known.furthest:,} positions, now there are {self.read:,}"
            raise InputChanged(message)


def compare(items: Iterable[Item], known: Known, interrupts: Interrupts) -> None:
    """Read as far as earlier runs have read; InputChanged if the input is another."""
    fingerprint = Fingerprint(known)
    for item in items:
        fingerprint.add(item)
        if interrupts.struck or (fingerprint.compared and known.rows is None):
            return
    fingerprint.end()
