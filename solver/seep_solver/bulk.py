"""Many positions in, Parquet out: by worker processes, in input order, the same bytes on every run.

A run can be stopped or killed at any moment. Finished rows are journaled every other second, and the next
run of the same positions and settings goes on from there and ends with the bytes of an undisturbed run.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from seep_solver import results
from seep_solver.crew import Crew
from seep_solver.feed import Feed, InputChanged
from seep_solver.inputs import Source, read
from seep_solver.interrupts import Interrupts
from seep_solver.journal import Journal, size
from seep_solver.place import ANEW, Manifest, OutputError, Place, told_of
from seep_solver.row import solved
from seep_solver.settings import Settings, release
from seep_solver.tally import Tally
from seep_solver.worker import Solve

POLL = 0.1  # seconds
LAST_WORDS = 2.0  # seconds for workers to hand in what they have finished when a run is stopped

Tell = Callable[[Tally], None]


@dataclass(frozen=True, slots=True)
class Summary:
    """What a run has come to: all rows there are, `before` of them by earlier runs; `seconds` of this one."""

    out: Path
    tally: Tally
    before: int
    seconds: float


class Stopped(KeyboardInterrupt):
    """Ctrl-C: `summary` says what was finished and kept."""

    def __init__(self, summary: Summary) -> None:
        super().__init__("interrupted")
        self.summary = summary


def solve(
    sources: Sequence[Source],
    out: Path,
    settings: Settings,
    *,
    jobs: int = 1,
    resume: bool = True,
    force: bool = False,
    tell: Tell | None = None,
    solve_one: Solve = solved,
) -> Summary:
    """Solve the positions of `sources` into `out`, a file if its name ends in .parquet, else a folder.

    A run that was interrupted goes on, one that is finished is left as it is; not `resume` repeats it from
    its first row. Results of other input or settings are replaced only by `force`. `tell` is called
    whenever rows have come in, first with those of earlier runs. `solve_one` is what each worker calls.

    A script that calls this does so under ``if __name__ == "__main__":``, for workers import it too.

    Raises InputError, OutputError, RulesClash; NoPositions after a table without rows was written; Stopped on
    Ctrl-C; CrewError where no worker can be started.
    """
    place = Place.of(out)
    if place.among(sources):
        raise OutputError(out, "the results would be among the inputs", "name a folder of their own")
    if not force and place.foreign():
        raise OutputError(out, "it exists, and no run of this command made it", ANEW)
    identity = {"version": release(), "schema": results.SCHEMA_VERSION, **settings.identity()}
    settings = replace(settings, folder=place.folder)
    with _input_told_of(out), told_of(out), place.held(), Interrupts() as interrupts:
        run = _Run(place, settings, place.begin(identity, resume=resume, force=force), tell or (lambda tally: None))
        feed = Feed(read(sources), run)
        crew = Crew(jobs, settings, solve_one)
        try:
            run.work(feed, crew, interrupts)
        finally:
            feed.stop()
            crew.stop()
    if interrupts.struck:
        raise Stopped(run.summary())
    if feed.nothing is not None:
        raise feed.nothing
    return run.summary()


@contextmanager
def _input_told_of(out: Path) -> Iterator[None]:
    """Input that is not what an earlier run read, told of the output."""
    try:
        yield
    except InputChanged as error:
        raise OutputError(out, f"its rows are of other input: {error}", ANEW) from error


class _Run:
    """One run: what is done, what comes in, and putting parts in their place."""

    def __init__(self, place: Place, settings: Settings, earlier: Manifest, tell: Tell) -> None:
        self.read, self.digest, self.rows = earlier.read, earlier.digest, earlier.rows
        self._place, self._settings, self._identity, self._tell = place, settings, earlier.identity, tell
        self._start = time.monotonic()
        self._tally = Tally()
        self._rules: results.RuleSets = {}
        self._journal = Journal(place.journal)
        self._in_place: dict[int, int] = {}  # the parts that are written, with the number of their rows
        self._compact: set[int] = set()
        self._take_up()
        self._before = self._tally.rows
        tell(self._tally)

    def has(self, row: int) -> bool:
        """Whether the row is done."""
        if self._place.single and 0 in self._in_place:
            return row < self._in_place[0]
        part, at = divmod(row, results.ROWS_A_GROUP)
        return at < self._in_place[part] if part in self._in_place else self._journal.has(row)

    def work(self, feed: Feed, crew: Crew, interrupts: Interrupts) -> None:
        """Solve all that is not done yet and finish; whatever ends it, what was finished is kept."""
        try:
            while not interrupts.struck:
                crew.hand_out(feed.take)
                if feed.empty and not crew.busy:
                    break
                self._accept(crew.collect(POLL, feed))
                if self._journal.due:
                    self._save(feed)
        except Exception:
            self._save(feed)
            raise
        if interrupts.struck:
            self._accept(crew.stop(LAST_WORDS))
        self._save(feed)
        if not interrupts.struck:
            self._finish(feed)

    def summary(self) -> Summary:
        """What there is now."""
        return Summary(self._place.out, self._tally, self._before, time.monotonic() - self._start)

    def _take_up(self) -> None:
        """Count what earlier runs have done."""
        written = self._place.parts()
        if self._place.single and self.rows is not None and self._place.out.exists():
            written = {0: self._place.out}
        for part, path in written.items():
            try:
                with path.open("rb") as stream:
                    table = pq.read_table(stream, columns=["kind", "nodes"])
            except (pa.ArrowException, ValueError) as error:
                hint = "remove it and run again: its rows are solved anew"
                raise OutputError(path, "the file is damaged", hint) from error
            self._in_place[part] = table.num_rows
            self._tally.add(table)
        for table in self._journal.load(() if self._place.single else written):
            results.join_rules(self._rules, results.rules_of(table))
            self._tally.add(table)

    def _accept(self, tables: list[pa.Table]) -> None:
        for table in tables:
            results.join_rules(self._rules, results.rules_of(table))
            self._tally.add(self._journal.add(table))
        if tables:
            self._tell(self._tally)

    def _save(self, feed: Feed) -> None:
        """Write the rows that have come in, and put parts that are whole in their place."""
        if not self._journal.waiting:
            return
        # First how far was read: rows that are journaled must be among those that the next run compares.
        self._place.write_manifest(Manifest(self._identity, feed.read, feed.digest))
        self._journal.write()
        for part in self._journal.whole(feed.read if feed.ended else None):
            if not self._place.single:
                self._put_in_place(part, feed.read)
            elif part not in self._compact:
                self._journal.compact(part)
                self._compact.add(part)

    def _put_in_place(self, part: int, rows: int) -> None:
        loose = self._journal.collect(part)
        metadata = results.file_metadata(results.rules_used(loose), self._settings)
        results.write(self._place.part(part), [_whole(part, rows, loose)], metadata)
        self._in_place[part] = size(part, rows)
        self._journal.drop(part)

    def _finish(self, feed: Feed) -> None:
        """Write what is not in its place yet; from here on the run is finished."""
        parts = range(max(1, -(-feed.read // results.ROWS_A_GROUP)))
        if not self._place.single:
            for part in parts:
                if part not in self._in_place:
                    self._put_in_place(part, feed.read)
        elif 0 not in self._in_place:
            tables = (_whole(part, feed.read, self._journal.collect(part)) for part in parts)
            results.write(self._place.out, tables, results.file_metadata(self._rules, self._settings))
        self._place.write_manifest(Manifest(self._identity, feed.read, feed.digest, feed.read))
        self._place.empty_journal()


def _whole(part: int, rows: int, loose: pa.Table) -> pa.Table:
    return results.finished(loose, part * results.ROWS_A_GROUP, size(part, rows))
