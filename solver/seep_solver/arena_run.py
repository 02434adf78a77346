"""Running a contest: pairs handed to workers, taken in order, kept as they come, until it is settled or stopped."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

from seep_solver.arena import Contest, play_pair
from seep_solver.arena_crew import ArenaCrew, Play
from seep_solver.arena_store import InFile, InMemory, in_file
from seep_solver.interrupts import Interrupts
from seep_solver.place import OutputError
from seep_solver.sprt import Sprt
from seep_solver.standings import Outcome, Standings

POLL = 0.1  # seconds

Tell = Callable[[Standings], None]


class Stopped(KeyboardInterrupt):
    """Ctrl-C: `outcome` is what the pairs played so far come to, None before the first."""

    def __init__(self, outcome: Outcome | None) -> None:
        super().__init__("interrupted")
        self.outcome = outcome


def run(
    contest: Contest,
    pairs: int,
    *,
    jobs: int = 1,
    sprt: Sprt | None = None,
    out: Path | None = None,
    records: Path | None = None,
    resume: bool = True,
    force: bool = False,
    tell: Tell | None = None,
    play: Play = play_pair,
) -> Outcome:
    """Play `pairs` deals, fewer where `sprt` (of a contest of two agents) is settled before.

    With `out` every game becomes a row there, and pairs of an earlier run of the same contest are not played
    again; `force` replaces whatever is there. `records` is where game records go, if a pair is done. `tell` is
    called whenever games have come in, `play` is what each worker calls. The outcome is the same for any number of
    `jobs`.

    A script that calls this does so under ``if __name__ == "__main__":``, for workers import it too. Raises
    OutputError, ArenaError, Stopped on Ctrl-C; ValueError for a sequential test of more than one match.
    """
    if sprt is not None and len(contest.matches) != 1:
        raise ValueError("a sequential test is of two agents: expected one match")
    if records is not None and not records.absolute().parent.is_dir():
        raise OutputError(records, f"there is no folder {records.parent}", "name a file in a folder that is there")
    standings = Standings(contest, pairs, sprt)
    with ExitStack() as stack:
        store: InMemory | InFile = InMemory(contest, keep=records is not None)
        if out is not None:
            store = stack.enter_context(in_file(out, contest, resume=resume, force=force))
        interrupts = stack.enter_context(Interrupts())
        crew = ArenaCrew(contest, jobs, play)
        _play(standings, store, crew, interrupts, tell or (lambda standings: None))
        if records is not None and standings.done:
            from seep_solver.arena_records import write

            width = len(contest.matches)
            write(records, contest, store.rows(standings.done * width))
    outcome = standings.outcome()
    if outcome is None or not standings.over:
        raise Stopped(outcome)
    return outcome


def _play(
    standings: Standings, store: InMemory | InFile, crew: ArenaCrew, interrupts: Interrupts, tell: Tell
) -> None:
    """Play what is missing; whatever ends it, what was finished is kept."""
    for meeting, games in store.earlier():
        standings.add(meeting, games)
    found = standings.prefix
    tell(standings)
    meetings = _missing(standings)
    try:
        while not (standings.over or interrupts.struck):
            crew.hand_out(meetings)
            for meeting, games in crew.collect(POLL):
                standings.add(meeting, games)
                store.add(meeting, games)
                tell(standings)
    finally:
        crew.stop()
        store.save()
    if standings.over:
        store.finish(max(standings.done, found) * len(standings.contest.matches))


def _missing(standings: Standings) -> Iterator[int]:
    """The meetings that are not played yet, in order."""
    every = range(standings.pairs * len(standings.contest.matches))
    return (meeting for meeting in every if not standings.has(meeting))
