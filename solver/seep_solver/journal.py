"""Rows on disk before they are in their place: a run killed at any moment loses seconds, and repeats nothing.

A part is `ROWS_A_GROUP` rows that follow each other in the input. Rows arrive in any order; the journal
keeps them in files named ``PART-FIRST-LAST.arrow`` by the part and the range they come from, until the part
is whole.
"""

from __future__ import annotations

import re
import time
from collections.abc import Collection, Iterator
from pathlib import Path

import numpy as np
import pyarrow as pa

from seep_solver import results
from seep_solver.atomic import atomically
from seep_solver.results import ROW, joined, packed, unpacked

NAME = re.compile(r"(\d+)-\d+-\d+\.arrow")
WRITE_EVERY = 2.0  # seconds
MOST_PENDING = 64 << 20  # bytes of rows kept in memory


class Journal:
    """The rows in a folder, and those about to be written there."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._have: dict[int, bytearray] = {}
        self._pending: list[pa.Table] = []
        self._bytes = 0
        self._written = time.monotonic()

    def load(self, placed: Collection[int]) -> Iterator[pa.Table]:
        """Take up what an earlier run left and yield its tables; parts that are `placed` are not needed."""
        for path in sorted(self._folder.glob("*.arrow")):
            match = NAME.fullmatch(path.name)
            if match is None or int(match[1]) in placed:
                path.unlink()
                continue
            try:
                table = unpacked(path.read_bytes())
            except pa.ArrowException:  # damaged after it was written: its rows are solved again
                path.unlink()
            else:
                yield self._new(table)

    def has(self, row: int) -> bool:
        """Whether the row is here."""
        part, at = divmod(row, results.ROWS_A_GROUP)
        return part in self._have and self._have[part][at] == 1

    def add(self, table: pa.Table) -> pa.Table:
        """Keep rows until the next `write`; returns those that were not here before."""
        fresh = self._new(table)
        if fresh.num_rows:
            self._pending.append(fresh)
            self._bytes += fresh.nbytes
        return fresh

    @property
    def waiting(self) -> bool:
        """Whether there are rows to write."""
        return bool(self._pending)

    @property
    def due(self) -> bool:
        """Whether rows have waited long enough to be written."""
        waited = time.monotonic() - self._written
        return self.waiting and (waited >= WRITE_EVERY or self._bytes >= MOST_PENDING)

    def write(self) -> None:
        """Write the rows that wait, each part's to a file of its own."""
        self._written = time.monotonic()
        table = joined(self._pending)
        parts = table.column(ROW).to_numpy() // results.ROWS_A_GROUP
        for part in np.unique(parts).tolist():
            self._write_file(part, table.filter(pa.array(parts == part)))
        self._pending, self._bytes = [], 0

    def whole(self, rows: int | None) -> list[int]:
        """The parts that are here completely; `rows` is the number of all rows, None while unknown."""
        return [part for part, have in self._have.items() if have.count(1) == size(part, rows)]

    def collect(self, part: int) -> pa.Table:
        """All rows of a part that are written, in any order."""
        return joined([unpacked(path.read_bytes()) for path in self._files(part)])

    def compact(self, part: int) -> None:
        """Put the rows of a part into one file."""
        files = self._files(part)
        if len(files) > 1:
            kept = self._write_file(part, self.collect(part))
            for path in files:
                if path != kept:
                    path.unlink()

    def drop(self, part: int) -> None:
        """Forget a part, which is in its place now."""
        self._have.pop(part, None)
        for path in self._files(part):
            path.unlink()

    def _files(self, part: int) -> list[Path]:
        return sorted(self._folder.glob(f"{part:05d}-*.arrow"))

    def _new(self, table: pa.Table) -> pa.Table:
        """The rows that are not here yet, marked as here from now on."""
        fresh = np.zeros(table.num_rows, dtype=bool)
        for at, row in enumerate(table.column(ROW).to_numpy().tolist()):
            part, place = divmod(row, results.ROWS_A_GROUP)
            have = self._have.setdefault(part, bytearray(results.ROWS_A_GROUP))
            fresh[at] = not have[place]
            have[place] = 1
        return table if fresh.all() else table.filter(pa.array(fresh))

    def _write_file(self, part: int, table: pa.Table) -> Path:
        rows = table.column(ROW).to_numpy()
        path = self._folder / f"{part:05d}-{rows.min():09d}-{rows.max():09d}.arrow"
        with atomically(path) as stream:
            stream.write(packed(table))
        return path


def size(part: int, rows: int | None) -> int:
    """How many rows a part has when there are `rows` in all (None: not known yet, so it is full)."""
    return results.ROWS_A_GROUP if rows is None else min(results.ROWS_A_GROUP, rows - part * results.ROWS_A_GROUP)
