"""Rows on disk before they are in their place: a run killed at any moment loses seconds, and repeats nothing.

A part is so many rows that follow each other in the input. Rows arrive in any order; whoever solves them
writes them to files of their own, named ``PART-FIRST-ANY.arrow`` by the part and the first row, each run
in a folder of its own, its desk. They stay there until the part is whole and put in its place.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any
from uuid import uuid4

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from seep_solver import results
from seep_solver.atomic import atomically
from seep_solver.results import ROW, joined, packed, unpacked

NAME = re.compile(r"(\d+)-.*\.arrow")
MOST_FILES = 256  # of a part before they are made one


class Journal:
    """The rows that the folders of some runs hold, the last of them the one of this run."""

    def __init__(self, desks: Sequence[Path]) -> None:
        self._desks = desks
        self._have: dict[int, NDArray[np.bool_]] = {}
        self._count: Counter[int] = Counter()
        self._new_files: Counter[int] = Counter()

    def load(self, placed: Collection[int]) -> Iterator[pa.Table]:
        """Take up what earlier runs left and yield its tables; parts that are `placed` are not needed."""
        for path in sorted(path for desk in self._desks for path in desk.glob("*.arrow")):
            match = NAME.fullmatch(path.name)
            if match is None or int(match[1]) in placed:
                path.unlink()
                continue
            try:
                table = unpacked(path.read_bytes())
            except pa.ArrowException:  # damaged after it was written: its rows are solved again
                path.unlink()
            else:
                fresh = self._mark(table.column(ROW).to_numpy())
                yield table if fresh.all() else table.filter(pa.array(fresh))

    def has(self, row: int) -> bool:
        """Whether the row is here."""
        part, at = divmod(row, results.ROWS_A_GROUP)
        return part in self._have and bool(self._have[part][at])

    def add(self, rows: Iterable[int]) -> None:
        """Rows have been written."""
        numbers = np.fromiter(rows, np.uint64)
        self._mark(numbers)
        for part in np.unique(numbers // results.ROWS_A_GROUP).tolist():
            self._new_files[part] += 1
            if self._new_files[part] >= MOST_FILES:
                self._compact(part)

    def whole(self, rows: int) -> list[int]:
        """The parts that are here completely when there are `rows` in all."""
        return [part for part, count in self._count.items() if count == size(part, rows)]

    def collect(self, part: int) -> pa.Table:
        """All rows of a part, in any order."""
        return joined([unpacked(path.read_bytes()) for path in self._files(part)])

    def drop(self, part: int) -> None:
        """Forget a part, which is in its place now."""
        self._have.pop(part, None)
        self._count.pop(part, None)
        for path in self._files(part):
            path.unlink()

    def _mark(self, rows: NDArray[Any]) -> NDArray[np.bool_]:
        """Mark rows as here from now on; returns which of them were not."""
        fresh = np.zeros(len(rows), dtype=bool)
        fresh[np.unique(rows, return_index=True)[1]] = True
        parts, places = np.divmod(rows.astype(np.int64), results.ROWS_A_GROUP)
        for part in np.unique(parts).tolist():
            have = self._have.setdefault(part, np.zeros(results.ROWS_A_GROUP, dtype=bool))
            of_part = parts == part
            fresh[of_part] &= ~have[places[of_part]]
            have[places[of_part]] = True
            self._count[part] += int(np.count_nonzero(fresh[of_part]))
        return fresh

    def _compact(self, part: int) -> None:
        """Put the rows of a part that were written so far into one file."""
        files = self._files(part)
        write_rows(self._desks[-1], joined([unpacked(path.read_bytes()) for path in files]), results.ROWS_A_GROUP)
        for path in files:
            path.unlink()
        self._new_files[part] = 0

    def _files(self, part: int) -> list[Path]:
        return sorted(path for desk in self._desks for path in desk.glob(f"{part:05d}-*.arrow"))


def write_rows(desk: Path, table: pa.Table, part_rows: int) -> None:
    """Write rows on their way to a folder, those of each part to a file of their own."""
    rows = table.column(ROW).to_numpy()
    parts = rows // part_rows
    for part in np.unique(parts).tolist():
        here = parts == part
        of_part = table if here.all() else table.filter(pa.array(here))
        with atomically(desk / f"{part:05d}-{rows[here].min():09d}-{uuid4().hex[:12]}.arrow") as stream:
            stream.write(packed(of_part))


def size(part: int, rows: int) -> int:
    """How many rows a part has when there are `rows` in all."""
    return min(results.ROWS_A_GROUP, rows - part * results.ROWS_A_GROUP)
