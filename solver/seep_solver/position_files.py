"""Files of positions, written as they are found: lines of notation, and tables with a column `position`."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from typing import Any, BinaryIO, Protocol

from seep_solver.candidates import Find

ROWS_A_GROUP = 128 * 1024


class Writer(Protocol):
    """Takes positions one batch after another."""

    def write(self, finds: Sequence[Find]) -> None:
        """Write more positions."""
        ...

    def close(self) -> None:
        """Write what is still held back; the stream stays open."""
        ...


def line(find: Find) -> str:
    """A position as a line of a .seep file; a grade stands at the end of the id."""
    grade = "" if find.grade is None else f"-g{find.grade}"
    return f"{find.line} id={find.id}{grade}"


class Lines:
    """A position a line, with its id."""

    def __init__(self, stream: BinaryIO, graded: bool) -> None:
        self._stream = stream

    def write(self, finds: Sequence[Find]) -> None:
        """Write more positions."""
        self._stream.write("".join(f"{line(find)}\n" for find in finds).encode())

    def close(self) -> None:
        """Nothing is held back."""


class Csv:
    """Columns id, position, and grade for puzzles."""

    def __init__(self, stream: BinaryIO, graded: bool) -> None:
        self._stream = stream
        self._graded = graded
        self._rows([_columns(graded)])

    def write(self, finds: Sequence[Find]) -> None:
        """Write more positions."""
        self._rows([list(_row(find, self._graded).values()) for find in finds])

    def close(self) -> None:
        """Nothing is held back."""

    def _rows(self, rows: list[list[Any]]) -> None:
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerows(rows)
        self._stream.write(text.getvalue().encode())


class JsonLines:
    """An object a line with the same keys."""

    def __init__(self, stream: BinaryIO, graded: bool) -> None:
        self._stream = stream
        self._graded = graded

    def write(self, finds: Sequence[Find]) -> None:
        """Write more positions."""
        rows = (json.dumps(_row(find, self._graded), separators=(",", ":")) for find in finds)
        self._stream.write("".join(f"{row}\n" for row in rows).encode())

    def close(self) -> None:
        """Nothing is held back."""


class Parquet:
    """The same columns in row groups of `ROWS_A_GROUP`."""

    def __init__(self, stream: BinaryIO, graded: bool) -> None:
        import pyarrow as pa
        import pyarrow.parquet as pq

        self._graded = graded
        self._schema = pa.schema(
            [pa.field(name, pa.uint8() if name == "grade" else pa.string()) for name in _columns(graded)]
        )
        self._writer = pq.ParquetWriter(stream, self._schema, compression="zstd")
        self._waiting: list[dict[str, Any]] = []

    def write(self, finds: Sequence[Find]) -> None:
        """Write more positions."""
        for find in finds:
            self._waiting.append(_row(find, self._graded))
            if len(self._waiting) == ROWS_A_GROUP:
                self._put()

    def close(self) -> None:
        """Write the last rows and the foot of the file."""
        if self._waiting:
            self._put()
        self._writer.close()

    def _put(self) -> None:
        import pyarrow as pa

        self._writer.write_table(pa.Table.from_pylist(self._waiting, self._schema))
        self._waiting = []


def _columns(graded: bool) -> list[str]:
    return ["id", "position"] + ["grade"] * graded


def _row(find: Find, graded: bool) -> dict[str, Any]:
    row: dict[str, Any] = {"id": find.id, "position": find.line}
    return row | {"grade": find.grade} if graded else row


WRITERS: dict[str, type[Lines] | type[Csv] | type[JsonLines] | type[Parquet]] = {
    ".seep": Lines,
    ".csv": Csv,
    ".jsonl": JsonLines,
    ".parquet": Parquet,
}
