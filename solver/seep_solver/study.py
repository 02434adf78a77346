"""Solved tables opened for questions: which files they are, which rows count, and SQL over them."""

from __future__ import annotations

import json
import math
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any

from seep_solver import views
from seep_solver.extras import MissingExtra
from seep_solver.faults import quoted
from seep_solver.place import OutputError, Place
from seep_solver.results import RULES, RulesClash, RuleSets, join_rules
from seep_solver.rules import PRESETS

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

Row = dict[str, Any]
CHUNK = 1000  # rows
COLUMNS_HINT = 'the views are positions, moves, choices and results; --sql "describe moves" lists the columns of one'


class StudyError(ValueError):
    """The tables cannot be asked: why, and what to do."""

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


@dataclass(frozen=True, slots=True)
class Counts:
    """How many rows there are, and of what kind; only `used` ones are counted in any statistic.

    `finished` positions are exact but have no move; `outside` are those that a condition leaves out.
    """

    rows: int
    used: int
    outside: int
    finished: int
    bounds: int
    estimate: int
    error: int


@dataclass(frozen=True, slots=True)
class Answer:
    """The rows that a question gives, in chunks, with the names of their columns."""

    columns: tuple[str, ...]
    chunks: Iterator[list[tuple[Any, ...]]]


class Study:
    """Tables of results as views for SQL: `results`, `positions`, `moves`, `choices` (see `views`)."""

    def __init__(self, out: Path, files: Sequence[Path], database: DuckDBPyConnection, where: str | None) -> None:
        self.out = out
        self.files = tuple(files)
        self.unfinished = _unfinished(out)
        self.where = where
        self._database = database
        self._set_up(rule_sets(files))
        self.counts = self._counted()

    def ask(self, question: str) -> Answer:
        """The answer to SQL of one's own; StudyError for what is no question, no SQL, or names no column."""
        _check(question, question)
        with _said(question):
            cursor = _interruptible(self._database.cursor(), question)
            columns = tuple(column[0] for column in cursor.description or ())
        return Answer(columns, self._chunks(question, cursor))

    def rows(self, question: str) -> list[Row]:
        """The whole answer, a dictionary a row."""
        answer = self.ask(question)
        return [dict(zip(answer.columns, row, strict=True)) for chunk in answer.chunks for row in chunk]

    def _chunks(self, question: str, cursor: DuckDBPyConnection) -> Iterator[list[tuple[Any, ...]]]:
        with _said(question):
            while chunk := cursor.fetchmany(CHUNK):
                yield chunk

    def _set_up(self, rules: RuleSets) -> None:
        run = self._database.execute
        run(views.MACROS)
        run("create table rule_sets (name varchar, scoring integer, ownership boolean)")
        sets = [[name, options["scoring"], options["ownership"]] for name, options in rules.items()]
        self._database.executemany("insert into rule_sets values (?, ?, ?)", sets)
        files = ", ".join(_quoted(str(file)) for file in self.files)
        run(f"create view results as select * from read_parquet([{files}], filename = true, file_row_number = true)")
        run(views.POSITIONS)
        if self.where:
            _check(f"select 1 where ({self.where}\n)", self.where)
        with _said(self.where or ""):
            condition = f" where ({self.where}\n)" if self.where else ""
            run(f"create view positions as select * from every_position{condition}")
        run(views.MOVES)
        run(views.CHOICES)

    def _counted(self) -> Counts:
        [row] = self.rows(
            """select count(*) as rows, count(*) filter (kind = 'exact' and cards_left = 0) as finished,
            count(*) filter (kind = 'bounds') as bounds, count(*) filter (kind = 'estimate') as estimate,
            count(*) filter (kind = 'error') as error from results"""
        )
        used = int(self.rows("select count(*) as used from positions")[0]["used"])
        outside = row["rows"] - used - sum(row[kind] for kind in ("finished", "bounds", "estimate", "error"))
        return Counts(used=used, outside=outside, **row)


@contextmanager
def study(out: Path, where: str | None = None) -> Iterator[Study]:
    """Open the results in `out`, a file or a folder of parts; only positions that meet `where` (SQL) count.

    Raises StudyError where there is nothing to ask, MissingExtra without DuckDB.
    """
    try:
        import duckdb
    except ImportError as error:
        raise MissingExtra("duckdb", "stats") from error
    files = files_of(out)
    with tempfile.TemporaryDirectory(prefix="seep-") as spill, duckdb.connect(":memory:") as database:
        database.execute(f"set temp_directory = {_quoted(spill)}")
        database.execute("set autoinstall_known_extensions = false")
        database.execute("set enable_progress_bar = false")
        yield Study(out, files, database, where)


def files_of(out: Path) -> list[Path]:
    """The files of results that `out` is or holds, in name order; StudyError if there is none."""
    if out.is_file():
        files = [out]
    elif out.is_dir():
        files = sorted(path for path in out.glob("*.parquet") if not path.name.startswith("."))
    else:
        raise StudyError(f"{out}: no such file or folder", "seep solve INPUT -o OUT makes one")
    if not files and _unfinished(out):
        raise StudyError(f"{out}: no part is written yet", "seep solve with the same INPUT and -o goes on")
    if not files:
        raise StudyError(f"{out}: no .parquet file in it", "seep solve INPUT -o OUT makes them")
    return files


def rule_sets(files: Sequence[Path]) -> RuleSets:
    """All rule sets that rows of the files were solved under, presets too; StudyError for no table of results."""
    known: RuleSets = {}
    for file in files:
        try:
            join_rules(known, _rules_in(file))
        except RulesClash as clash:
            raise StudyError(f"{file}: {clash}", "ask each file apart") from clash
    return {name: rules.options() for name, rules in PRESETS.items()} | known


def _rules_in(file: Path) -> RuleSets:
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        schema = pq.read_schema(file)
    except (pa.ArrowInvalid, OSError) as error:
        raise StudyError(f"{file}: expected a Parquet file, found something else") from error
    missing = [name for name in views.NEEDED if name not in schema.names]
    if missing:
        message = f"{file}: expected a table of results, with a column {missing[0]}"
        raise StudyError(message, "seep solve INPUT -o OUT makes one")
    rules: RuleSets = json.loads((schema.metadata or {}).get(RULES.encode(), b"{}"))
    return rules


def _unfinished(out: Path) -> bool:
    """Whether a run that writes here has not ended."""
    try:
        manifest = Place.of(out).read_manifest()
    except OutputError:
        return False
    return manifest is not None and manifest.rows is None


def _check(sql: str, typed: str) -> None:
    """StudyError unless `sql`, made of what was `typed`, is one statement that asks and changes nothing."""
    import duckdb

    with _said(typed):
        kinds = [statement.type for statement in duckdb.extract_statements(sql)]
    if kinds != [duckdb.StatementType.SELECT]:
        message = f"cannot answer {quoted(' '.join(typed.split()))}: expected one question, a single select statement"
        raise StudyError(message, "ask with select, with, from or describe, and one statement at a time")


def _interruptible(cursor: DuckDBPyConnection, question: str) -> DuckDBPyConnection:
    """The cursor with the answer; Ctrl-C stops the work at once, which DuckDB by itself may not hear for long."""
    with ThreadPoolExecutor(max_workers=1) as thread:
        answer = thread.submit(cursor.execute, question)
        try:
            return answer.result()
        except KeyboardInterrupt:
            cursor.interrupt()
            raise


@contextmanager
def _said(sql: str) -> Iterator[None]:
    """Whatever DuckDB has against `sql` as a StudyError."""
    import duckdb

    try:
        yield
    except duckdb.Error as error:
        first, *_ = str(error).splitlines() or [""]
        reason = first.partition(" Error: ")[2] or first
        message = f"cannot answer {quoted(' '.join(sql.split()))}: {reason[:1].lower()}{reason[1:]}"
        raise StudyError(message, COLUMNS_HINT) from error


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def plain(value: Any) -> Any:
    """A value of an answer as JSON can hold it."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, Decimal):
        return int(value) if value == value.to_integral_value() else float(value)
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    if isinstance(value, dict):
        return {str(key): plain(each) for key, each in value.items()}
    return value if value is None or isinstance(value, bool | int | str) else str(value)
