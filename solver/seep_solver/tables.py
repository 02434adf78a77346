"""Tables of positions: CSV, JSON lines and Parquet with a column `position`, and `id` if there is one.

Other columns are ignored. A row without a position becomes an item with a fault, and reading goes on.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

from seep_solver.faults import Fault
from seep_solver.item import InputError, Item, clean
from seep_solver.lines import lines

BATCH_ROWS = 4096
SHOWN = 40  # characters of a text that is no position
HINT = "name the column with the positions `position`"


def rows(path: Path, name: str) -> Iterator[Item]:
    """The positions of the table at `path`, called `name` in results and messages."""
    return READERS[path.suffix.lower()](path, name)


def check_columns(path: Path, name: str) -> None:
    """InputError for a table (CSV, Parquet) that cannot be opened or has no column `position`."""
    if path.suffix.lower() == ".parquet":
        _parquet(path, name).close()
    elif path.suffix.lower() == ".csv":
        with path.open("rb") as stream:
            _Csv(stream, name)


def rows_in(path: Path) -> int:
    """The number of rows of a Parquet file."""
    import pyarrow.parquet as pq

    return int(pq.read_metadata(path).num_rows)


class _Csv:
    """A CSV file past its header. `line` is the number of the line read last."""

    def __init__(self, stream: BinaryIO, name: str) -> None:
        self.line = 0
        self._faults: list[Fault] = []
        self._reader = csv.reader(self._text(stream))
        row, faults = next(((row, faults) for _, row, faults in self.rows() if row or faults), ([], []))
        if faults:
            raise InputError(f"{name}:{self.line}:{faults[0].column}", faults[0].message, faults[0].hint)
        header = [column.strip().lower() for column in row]
        if "position" not in header:
            found = f"found {', '.join(header)}" if header else "the file is empty"
            where = f"{name}:{max(self.line, 1)}"
            raise InputError(where, f"expected a header with a column `position`, {found}", HINT)
        self.position_at = header.index("position")
        self.id_at = header.index("id") if "id" in header else len(header)

    def rows(self) -> Iterator[tuple[int, list[str], list[Fault]]]:
        """Each row with the line it begins in, and what is wrong with the lines it stands in."""
        row: list[str] | None = []
        while row is not None:
            first = self.line + 1
            try:
                row = next(self._reader, None)
            except csv.Error as error:
                self._faults.append(Fault("line", 1, "", f"expected a row of CSV: {error}"))
            found, self._faults = self._faults, []
            if row is not None:
                yield first, [] if found else row, found

    def _text(self, stream: BinaryIO) -> Iterator[str]:
        for number, line in lines(stream, comments=False):
            self.line = number
            if isinstance(line, Fault):
                self._faults.append(line)
                line = ""
            yield line + "\n"


def _csv_rows(path: Path, name: str) -> Iterator[Item]:
    with path.open("rb") as stream:
        table = _Csv(stream, name)
        number = 0
        for line, row, faults in table.rows():
            if row or faults:
                number += 1
                given = row[table.id_at].strip() if table.id_at < len(row) else ""
                found = row[table.position_at] if table.position_at < len(row) else None
                yield _item(found, given, number, f"{name}:{line}", path, faults)


def _json_rows(path: Path, name: str) -> Iterator[Item]:
    number = 0
    with path.open("rb") as stream:
        for line_number, line in lines(stream, comments=False):
            if isinstance(line, str) and not line.strip():
                continue
            number += 1
            value = line if isinstance(line, Fault) else _object(line)
            source = f"{name}:{line_number}"
            if isinstance(value, Fault):
                yield _item(None, "", number, source, path, [value])
            else:
                given = value.get("id")
                name_given = str(given) if isinstance(given, str | int) else ""
                yield _item(value.get("position"), name_given, number, source, path)


def _object(line: str) -> dict[str, Any] | Fault:
    column, found = 1, line.strip()[:SHOWN]
    try:
        value = json.loads(line)
        if isinstance(value, dict):
            return value
    except json.JSONDecodeError as error:
        column, found = error.colno, line[error.pos : error.pos + SHOWN]
    except (ValueError, RecursionError):  # a number of too many digits, brackets without end
        pass
    return Fault("line", column, found, 'expected a JSON object with a "position"')


def _parquet(path: Path, name: str) -> Any:
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        file = pq.ParquetFile(path)
    except pa.ArrowInvalid as error:
        raise InputError(name, "expected a Parquet file, found something else") from error
    schema = file.schema_arrow
    if "position" not in schema.names:
        found = ", ".join(schema.names) or "none"
        raise InputError(name, f"expected a column `position`, found {found}", HINT)
    kind = schema.field("position").type
    kind = kind.value_type if pa.types.is_dictionary(kind) else kind
    if not (pa.types.is_string(kind) or pa.types.is_large_string(kind) or pa.types.is_null(kind)):
        raise InputError(name, f"expected text in the column `position`, found {kind}", HINT)
    return file


def _parquet_rows(path: Path, name: str) -> Iterator[Item]:
    import pyarrow as pa

    file = _parquet(path, name)
    columns = [column for column in ("position", "id") if column in file.schema_arrow.names]
    number = 0
    try:
        for batch in file.iter_batches(BATCH_ROWS, columns=columns):
            found = batch.column("position").to_pylist()
            given = batch.column("id").to_pylist() if "id" in columns else [None] * len(found)
            for text, name_given in zip(found, given, strict=True):
                number += 1
                name_text = "" if name_given is None else str(name_given)
                yield _item(text, name_text, number, f"{name}:{number}", path)
    except pa.ArrowException as error:
        reason = str(error).splitlines()[0]
        raise InputError(f"{name}:{number + 1}", f"the Parquet file is damaged: {reason}") from error
    finally:
        file.close()


def _item(found: object, given: str, number: int, source: str, path: Path, faults: list[Fault] | None = None) -> Item:
    """The item of a row that holds `found` where its position should be."""
    told = tuple(faults or ())
    if not told and (not isinstance(found, str) or not found.strip()):
        shown = "" if found is None or isinstance(found, str) else json.dumps(found)[:SHOWN]
        other = "something else" if shown else "nothing"
        told = (Fault("position", 1, shown, f"expected a position, found {other}"),)
    text = found if isinstance(found, str) and not told else ""
    return Item(clean(text), clean(given) or str(number), source, path.parent, told)


READERS = {".csv": _csv_rows, ".jsonl": _json_rows, ".parquet": _parquet_rows}
