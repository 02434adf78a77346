"""Counting rows of results."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

import pyarrow as pa
import pyarrow.compute as pc

from seep_solver.results import ROW

COMPLAINTS = 10  # errors that are kept to be told; all of them stand in the results


@dataclass(slots=True)
class Tally:
    """How many rows there are and of which kind, and the nodes searched for them.

    `complaints` are the first rows of kind ``error`` that came in: their places, sources and messages.
    """

    rows: int = 0
    exact: int = 0
    bounds: int = 0
    errors: int = 0
    nodes: int = 0
    complaints: list[tuple[int, str, str]] = field(default_factory=list)

    def add(self, table: pa.Table) -> None:
        """Count the rows of a table with the columns `kind` and `nodes`."""
        kinds = Counter(table.column("kind").to_pylist())
        self.rows += table.num_rows
        self.exact += kinds["exact"]
        self.bounds += kinds["bounds"]
        self.errors += kinds["error"]
        self.nodes += int(pc.sum(table.column("nodes")).as_py() or 0)
        if kinds["error"] and ROW in table.column_names:
            rows = table.select([ROW, "source", "error"]).to_pylist()
            new = [(row[ROW], row["source"], row["error"]) for row in rows if row["error"] is not None]
            self.complaints = sorted(self.complaints + new)[:COMPLAINTS]
