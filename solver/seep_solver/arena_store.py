"""The games of a contest as rows: the columns, and keeping them in memory or in a Parquet file that grows."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from seep_solver import results
from seep_solver.arena import Contest, Games
from seep_solver.journal import Journal, size, write_rows
from seep_solver.place import ANEW, Manifest, OutputError, Place, told_of
from seep_solver.results import ROW, WORD, finished, joined, loose_schema, loose_table
from seep_solver.settings import canonical_json, release
from seep_solver.standings import COLUMNS, TIMES

SCHEMA_VERSION = 1
WRITE_EVERY = 2.0  # seconds

# One row a game, two a pair; `_a` and `_b` are the agents of these names whatever their side.
_COLUMNS: list[tuple[str, pa.DataType]] = [
    ("pair", pa.uint32()),
    ("game", pa.uint8()),
    ("seed", pa.uint64()),
    ("a", WORD),
    ("b", WORD),
    ("a_side", pa.uint8()),
    ("rules", WORD),
    ("deal", pa.string()),
    ("bid", pa.uint8()),
    ("taken_over", pa.uint8()),
    ("plays", pa.list_(pa.string())),
    ("margin", pa.int16()),
    *((f"{name}_{who}", pa.int16()) for name in ("total", "points", "cards", "seeps") for who in "ab"),
    *((f"decisions_{who}", pa.uint8()) for who in "ab"),
    *((f"seconds_{who}", pa.list_(pa.float32())) for who in "ab"),
]
SCHEMA = pa.schema(_COLUMNS)
LOOSE = loose_schema(SCHEMA)


class InMemory:
    """Games that go to no file; `keep` says that their rows are wanted at the end."""

    def __init__(self, contest: Contest, keep: bool) -> None:
        self._contest, self._keep = contest, keep
        self._played: list[tuple[int, Games]] = []

    def earlier(self) -> Iterator[tuple[int, Games]]:
        """The meetings that were played before: none."""
        return iter(())

    def add(self, meeting: int, games: Games) -> None:
        """Keep both games of a meeting."""
        if self._keep:
            self._played.append((meeting, games))

    def save(self) -> None:
        """Nothing is written."""

    def finish(self, meetings: int) -> None:
        """Nothing is written."""

    def rows(self, meetings: int) -> Iterator[dict[str, Any]]:
        """The rows of the first meetings, in order."""
        yield from _first(_loose(self._contest, self._played), 0, 2 * meetings).to_pylist()


class InFile:
    """Games journaled as they come and put into one Parquet file, in order, when the contest is over."""

    def __init__(self, place: Place, contest: Contest, manifest: Manifest) -> None:
        self._place, self._contest, self._identity = place, contest, manifest.identity
        self._journal = Journal(place.desks())
        self._waiting: list[tuple[int, Games]] = []
        self._saved = time.monotonic()
        self._placed = LOOSE.empty_table()
        if manifest.rows is not None and place.out.exists():
            self._placed = _read(place.out)

    def earlier(self) -> Iterator[tuple[int, Games]]:
        """The meetings that earlier runs have played, in any order."""
        for table in (self._placed, *self._journal.load(())):
            games: dict[int, list[dict[str, Any]]] = {}
            for row in table.select([ROW, *COLUMNS, *TIMES]).to_pylist():
                games.setdefault(row[ROW] // 2, []).append(row)
            for meeting, rows in games.items():
                if len(rows) == 2:
                    yield meeting, (rows[0], rows[1])

    def add(self, meeting: int, games: Games) -> None:
        """Keep both games of a meeting; they are on disk within seconds."""
        self._waiting.append((meeting, games))
        if time.monotonic() - self._saved >= WRITE_EVERY:
            self.save()

    def save(self) -> None:
        """Put what has come in on disk."""
        if self._waiting:
            if not self._place.manifest.exists():
                self._place.write_manifest(Manifest(self._identity))
            loose = _loose(self._contest, self._waiting)
            write_rows(self._place.desk, loose, results.ROWS_A_GROUP)
            self._journal.add(loose.column(ROW).to_numpy().tolist())
        self._waiting, self._saved = [], time.monotonic()

    def finish(self, meetings: int) -> None:
        """Write the file with so many meetings, unless it holds as many already."""
        rows = 2 * meetings
        if rows <= self._placed.num_rows:
            return
        parts = range(-(-rows // results.ROWS_A_GROUP))
        tables = (self._part(part, rows) for part in parts)
        results.write(self._place.out, tables, _metadata(self._contest), SCHEMA)
        self._place.write_manifest(Manifest(self._identity, rows=rows))
        self._place.empty_journal()
        self._placed = _read(self._place.out)

    def rows(self, meetings: int) -> Iterator[dict[str, Any]]:
        """The rows of the first meetings, in order."""
        for part in range(-(-2 * meetings // results.ROWS_A_GROUP)):
            yield from self._part(part, 2 * meetings).to_pylist()

    def _part(self, part: int, rows: int) -> pa.Table:
        """A part of the first `rows` rows, from the file and the journal."""
        first = part * results.ROWS_A_GROUP
        journaled = self._journal.collect(part)
        loose = joined([self._placed, journaled]) if journaled.num_rows else self._placed
        return _first(loose, first, size(part, rows))


@contextmanager
def in_file(out: Path, contest: Contest, *, resume: bool, force: bool) -> Iterator[InFile]:
    """The games in the file `out`, which no other run may write meanwhile; OutputError if it cannot be."""
    if out.suffix.lower() != ".parquet":
        raise OutputError(out, "expected a name that ends in .parquet", "-o games.parquet")
    place = Place.of(out)
    if not force and place.foreign():
        raise OutputError(out, "it exists, and no run of this command made it", ANEW)
    options = {"path": contest.rules.path, **contest.rules.options()}
    identity = {"version": release(), "schema": f"arena {SCHEMA_VERSION}", "seed": contest.seed}
    identity |= {**contest.values(), "options": options}
    with told_of(out), place.held():
        anew = force or not (out.exists() or any(place.journal.glob("[!.]*/[!.]*.arrow")))  # where no game is kept
        yield InFile(place, contest, place.begin(identity, resume=resume, force=anew))


def _read(path: Path) -> pa.Table:
    """The rows of a file of ours as rows on their way."""
    try:
        table = pq.read_table(path)
        numbers = pa.array(np.arange(table.num_rows), pa.uint64())
        columns = [table.column(field.name).cast(field.type) for field in list(LOOSE)[1:]]
    except (pa.ArrowException, KeyError, ValueError) as error:
        raise OutputError(path, "the file is damaged", "remove it and run again: its games are played anew") from error
    return pa.Table.from_arrays([numbers, *columns], schema=LOOSE)


def _loose(contest: Contest, played: Sequence[tuple[int, Games]]) -> pa.Table:
    """Meetings as rows on their way."""
    numbers = [2 * meeting + game for meeting, _ in played for game in (0, 1)]
    rule_sets = {contest.rules.name: contest.rules.options()}
    return loose_table(numbers, [row for _, games in played for row in games], rule_sets, LOOSE)


def _first(loose: pa.Table, first: int, count: int) -> pa.Table:
    """The `count` rows from `first` on, in order."""
    numbers = loose.column(ROW).to_numpy()
    return finished(loose.filter((numbers >= first) & (numbers < first + count)), first, count, SCHEMA)


def _metadata(contest: Contest) -> dict[str, str]:
    """What a file says about itself; no clock time, no machine, nothing that cannot change a row."""
    return {
        "seep.schema_version": str(SCHEMA_VERSION),
        "seep.version": release(),
        results.RULES: canonical_json({contest.rules.name: contest.rules.options()}),
        "seep.settings": canonical_json(contest.values()),
        "seep.seed": str(contest.seed),
    }


