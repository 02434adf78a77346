"""One run: what is done, what comes in, and putting parts in their place."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from seep_solver import results
from seep_solver.crew import Workers
from seep_solver.feed import Feed, Task
from seep_solver.interrupts import Interrupts
from seep_solver.journal import Journal, size
from seep_solver.place import Manifest, OutputError, Place, Share
from seep_solver.settings import Settings
from seep_solver.shard import Solved
from seep_solver.tally import Tally

POLL = 0.1  # seconds
LAST_WORDS = 2.0  # seconds for workers to write what they have finished when a run is stopped


@dataclass(frozen=True, slots=True)
class Summary:
    """What a run has come to: all rows there are, `before` of them by earlier runs; `seconds` of this one.

    With a `share` they are those of one job of an array, and wait for the others to be put in their place.
    """

    out: Path
    tally: Tally
    before: int
    seconds: float
    share: Share | None = None


class Run:
    """A run in its place, with what earlier ones have left there."""

    def __init__(self, place: Place, settings: Settings, earlier: Manifest, tell: Callable[[Tally], None]) -> None:
        self._place, self._settings, self._identity, self._tell = place, settings, earlier.identity, tell
        self._promised = 0  # positions that the manifest tells of
        self._start = time.monotonic()
        self._tally = Tally()
        self._rules: results.RuleSets = {}
        self._journal = Journal(place.desks())
        self._in_place: dict[int, int] = {}  # the parts that are written, with the number of their rows
        self._placing: dict[int, Future[int]] = {}
        self._placer = ThreadPoolExecutor(1)
        self._take_up(earlier)
        self.before = self._tally.rows
        tell(self._tally)

    def has(self, row: int) -> bool:
        """Whether the row, not read so far, is done or not ours to do."""
        if not self.before and not self._place.share:
            return False
        if self._place.share and not self._place.share.has(row):
            return True
        if self._place.single and 0 in self._in_place:
            return row < self._in_place[0]
        part, at = divmod(row, results.ROWS_A_GROUP)
        return at < self._in_place[part] if part in self._in_place else self._journal.has(row)

    def work(self, feed: Feed, workers: Workers, interrupts: Interrupts) -> None:
        """Solve all that is not done yet and finish; whatever ends it, what was finished is kept."""
        try:
            while not interrupts.struck:
                workers.hand_out(lambda most: self._promise(feed, feed.take(most)))
                if feed.empty and not workers.busy:
                    break
                self._accept(workers.collect(POLL, feed), feed)
            if interrupts.struck:
                self._accept(workers.stop(LAST_WORDS), feed)
            else:
                workers.stop()
                self._finish(feed)
        finally:
            workers.stop(LAST_WORDS)
            self._placer.shutdown()

    def summary(self) -> Summary:
        """What there is now."""
        return Summary(self._place.out, self._tally, self.before, time.monotonic() - self._start, self._place.share)

    def _take_up(self, earlier: Manifest) -> None:
        """Count what earlier runs have done."""
        written = {} if self._place.share else self._place.parts()
        if self._place.single and earlier.rows is not None and self._place.out.exists():
            written = {0: self._place.out}
        for part, path in written.items():
            table = _counted(path)
            self._in_place[part] = table.num_rows
            self._tally.add(table)
        for table in self._journal.load(() if self._place.single else written):
            results.join_rules(self._rules, results.rules_of(table))
            self._tally.add(table)

    def _promise(self, feed: Feed, tasks: list[Task]) -> list[Task]:
        """Write how far was read before any of it is solved: the next run compares all that may be journaled."""
        if tasks and feed.read > self._promised:
            self._promised = feed.read
            self._place.write_manifest(Manifest(self._identity, feed.read, feed.digest))
        return tasks

    def _accept(self, found: list[Solved], feed: Feed) -> None:
        for solved in found:
            results.join_rules(self._rules, solved.rules)
            self._journal.add(solved.rows)
            self._tally.join(solved.tally)
        if found:
            self._tell(self._tally)
        if not self._place.single and not self._place.share:
            self._settle()
            whole = self._journal.whole(feed.read)
            self._begin_placing([part for part in whole if feed.ended or _full(part, feed.read)], feed.read)

    def _begin_placing(self, parts: list[int], rows: int) -> None:
        """Put parts in their place, in the background."""
        for part in parts:
            if part not in self._placing and part not in self._in_place:
                self._placing[part] = self._placer.submit(self._put_in_place, part, rows)

    def _settle(self, wait: bool = False) -> None:
        """Take note of the parts that are in their place now, or `wait` until all are."""
        for part, placing in list(self._placing.items()):
            if wait or placing.done():
                self._in_place[part] = placing.result()
                self._journal.drop(part)
                del self._placing[part]

    def _put_in_place(self, part: int, rows: int) -> int:
        loose = self._journal.collect(part)
        metadata = results.file_metadata(results.rules_used(loose), self._settings)
        results.write(self._place.part(part), [_whole(part, rows, loose)], metadata)
        return size(part, rows)

    def _finish(self, feed: Feed) -> None:
        """Write what is not in its place yet; from here on the run is finished."""
        parts = range(max(1, -(-feed.read // results.ROWS_A_GROUP)))
        if self._place.share:
            pass
        elif not self._place.single:
            self._begin_placing(list(parts), feed.read)
            self._settle(wait=True)
        elif 0 not in self._in_place:
            tables = (_whole(part, feed.read, self._journal.collect(part)) for part in parts)
            results.write(self._place.out, tables, results.file_metadata(self._rules, self._settings))
        self._place.write_manifest(Manifest(self._identity, feed.read, feed.digest, feed.read))
        if not self._place.share:
            self._place.empty_journal()


def _counted(path: Path) -> pa.Table:
    """What is to be counted of a part that is in its place."""
    try:
        with path.open("rb") as stream:
            return pq.read_table(stream, columns=["kind", "nodes"])
    except (pa.ArrowException, ValueError) as error:
        raise OutputError(path, "the file is damaged", "remove it and run again: its rows are solved anew") from error


def _full(part: int, rows: int) -> bool:
    return size(part, rows) == results.ROWS_A_GROUP


def _whole(part: int, rows: int, loose: pa.Table) -> pa.Table:
    return results.finished(loose, part * results.ROWS_A_GROUP, size(part, rows))
