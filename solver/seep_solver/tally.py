"""Counting rows of results."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from seep_solver.results import COLUMN, ROW

COMPLAINTS = 10  # errors that are kept to be told; all of them stand in the results


class Complaint(NamedTuple):
    """An error: the place of its row in the whole, ``file:line:column``, and what is wrong."""

    row: int
    where: str
    message: str


@dataclass(slots=True)
class Tally:
    """How many rows there are and of which kind, and the nodes searched for them.

    `complaints` are the first of the rows of kind ``error`` that came in.
    """

    rows: int = 0
    exact: int = 0
    bounds: int = 0
    errors: int = 0
    nodes: int = 0
    estimates: int = 0
    complaints: list[Complaint] = field(default_factory=list)

    def add(self, table: pa.Table) -> None:
        """Count the rows of a table with the columns `kind` and `nodes`."""
        kinds = Counter(table.column("kind").to_pylist())
        self.rows += table.num_rows
        self.exact += kinds["exact"]
        self.bounds += kinds["bounds"]
        self.estimates += kinds["estimate"]
        self.errors += kinds["error"]
        self.nodes += int(pc.sum(table.column("nodes")).as_py() or 0)
        if kinds["error"] and ROW in table.column_names:
            rows = table.select([ROW, "source", COLUMN, "error"]).to_pylist()
            faulty = [row for row in rows if row["error"] is not None]
            new = [Complaint(row[ROW], f"{row['source']}:{row[COLUMN]}", row["error"]) for row in faulty]
            self._complain(new)

    def join(self, other: Tally) -> None:
        """Count the rows of another tally."""
        self.rows += other.rows
        self.exact += other.exact
        self.bounds += other.bounds
        self.estimates += other.estimates
        self.errors += other.errors
        self.nodes += other.nodes
        self._complain(other.complaints)

    def _complain(self, new: list[Complaint]) -> None:
        self.complaints = sorted(self.complaints + new)[:COMPLAINTS]
