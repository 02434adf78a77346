"""Many positions in, Parquet out: by worker processes, in input order, the same bytes on every run.

A run can be stopped or killed at any moment. Whoever solves rows journals them within a second, and the next
run of the same positions and settings goes on from there and ends with the bytes of an undisturbed run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

from seep_solver import results
from seep_solver.crew import Crew, Workers
from seep_solver.feed import AHEAD, Feed
from seep_solver.fingerprint import InputChanged, Known, compare
from seep_solver.inputs import Source, again, read
from seep_solver.interrupts import Interrupts
from seep_solver.place import ANEW, Manifest, OutputError, Place, Share, told_of
from seep_solver.row import solved
from seep_solver.run import Run, Summary
from seep_solver.settings import Settings, release
from seep_solver.shard import Job, Solve
from seep_solver.tally import Tally

Tell = Callable[[Tally], None]


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
    scheduler: str | None = None,
    share: Share | None = None,
    resume: bool = True,
    force: bool = False,
    tell: Tell | None = None,
    solve_one: Solve = solved,
) -> Summary:
    """Solve the positions of `sources` into `out`, a file if its name ends in .parquet, else a folder.

    A run that was interrupted goes on, one that is finished is left as it is; not `resume` repeats it from
    its first row. Results of other input or settings are replaced only by `force`. `tell` is called
    whenever rows have come in, first with those of earlier runs. `solve_one` is what each worker calls:
    `jobs` processes of our own, or those of the dask scheduler at the address `scheduler`. With a `share` only
    that is solved; the job that ends last puts the rows of all jobs in their place.

    A script that calls this does so under ``if __name__ == "__main__":``, for workers import it too.

    Raises InputError, OutputError, RulesClash; NoPositions after a table without rows was written; Stopped on
    Ctrl-C; CrewError where there are no workers.
    """
    place = Place.of(out, share)
    if share and place.finished:
        place = Place.of(out)
    if place.among(sources):
        raise OutputError(out, "the results would be among the inputs", "name a folder of their own")
    if not force and place.foreign():
        raise OutputError(out, "it exists, and no run of this command made it", ANEW)
    settings = replace(settings, folder=place.folder)
    job = Job(settings, place.desk.absolute(), results.ROWS_A_GROUP, solve_one)
    begin = partial(_workers, jobs, scheduler)
    with _input_told_of(out), told_of(out):
        with place.held():
            summary = _solved(place, job, sources, begin, resume, force, tell)
        if place.jobs_finished():
            place = Place.of(out)
            with place.held(patient=True):
                whole = _solved(place, replace(job, desk=place.desk.absolute()), sources, begin, True, False, tell)
            before = whole.before - (summary.tally.rows - summary.before)
            summary = replace(whole, before=before, seconds=summary.seconds + whole.seconds)
    return summary


def _workers(jobs: int, scheduler: str | None, job: Job) -> Workers:
    if scheduler is None:
        return Crew(jobs, job)
    from seep_solver.cluster import Cluster

    return Cluster(scheduler, job)


def _solved(
    place: Place,
    job: Job,
    sources: Sequence[Source],
    begin: Callable[[Job], Workers],
    resume: bool,
    force: bool,
    tell: Tell | None,
) -> Summary:
    with Interrupts() as interrupts:
        identity = {"version": release(), "schema": results.SCHEMA_VERSION, **job.settings.identity()}
        earlier = place.begin(identity, resume=resume, force=force)
        known = _known(place, earlier)
        run = Run(place, job.settings, earlier, tell or (lambda tally: None))
        if known.furthest - run.before > AHEAD and again(sources):
            # In a pass of its own: a feed keeps in memory what is missing until all is compared.
            compare(read(sources), known, interrupts)
        feed = Feed(read(sources), run.has, known)
        try:
            run.work(feed, begin(job), interrupts)
        finally:
            feed.stop()
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


def _known(place: Place, earlier: Manifest) -> Known:
    """What is known of the input: by this run's manifest, and those of the jobs of arrays."""
    told = [earlier, *place.manifests()]
    rows = next((each.rows for each in told if each.rows is not None), None)
    return Known(tuple({(each.read, each.digest) for each in told if each.read}), rows)
