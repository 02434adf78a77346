"""`seep solve`: many positions in, Parquet out."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from seep_cli import console, options
from seep_cli.app import ANSWERED, INTERRUPTED, NOTHING, PARTLY
from seep_solver.place import Share

if TYPE_CHECKING:
    from seep_solver.hidden import Method
    from seep_solver.inputs import Source
    from seep_solver.run import Summary
    from seep_solver.settings import Settings
    from seep_solver.tally import Tally

FIRST_FEW = 1000  # positions looked at for the word of warning before a long run
MOST_JOBS = 99_999  # of an array
SUIT = re.compile("[SHDC♠♥♦♣]", re.IGNORECASE)



def share(text: str | Share) -> Share:
    """Read which of how many jobs this is."""
    number, slash, jobs = str(text).partition("/")
    if slash and number.isdecimal() and jobs.isdecimal() and 1 <= int(number) <= int(jobs) <= MOST_JOBS:
        return Share(int(number), int(jobs))
    raise typer.BadParameter(
        f"--shard: expected the job and the number of jobs, as 3/20, got {console.quoted(str(text))}"
    )


Inputs = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="INPUT",
        show_default=False,
        help="Files or folders of positions (.seep .csv .jsonl .parquet), - for standard input, or lines of "
        "notation in quotes.",
    ),
]
Out = Annotated[
    Path | None,
    typer.Option(
        "--out",
        "-o",
        metavar="OUT",
        show_default=False,
        help="Where to write: a name that ends in .parquet is one file, any other a folder of "
        "part-NNNNN.parquet (required).",
    ),
]
HashMb = Annotated[
    int | None,
    typer.Option(
        "--hash-mb",
        parser=options.whole("--hash-mb", 1, "a number of megabytes from 1"),
        metavar="N",
        help="Megabytes of table for each worker; values never depend on it (default: 64).",
    ),
]
Scheduler = Annotated[
    str | None,
    typer.Option(
        "--scheduler",
        metavar="ADDRESS",
        help="Solve on the workers of this dask scheduler, as tcp://HOST:8786; they and this command share the folder "
        "of OUT (default: worker processes here).",
    ),
]
Shard = Annotated[
    Share | None,
    typer.Option(
        "--shard",
        parser=share,
        metavar="I/N",
        help="For arrays of jobs: of N jobs that write to one OUT, this is job I and solves every N-th position; the "
        "last to end puts the rows together (default: all positions).",
    ),
]
Resume = Annotated[
    bool,
    typer.Option(
        "--resume/--no-resume",
        show_default=False,
        help="Go on where an earlier run of the same INPUT and options was stopped; --no-resume starts again "
        "from the first row (default: --resume).",
    ),
]
Force = Annotated[
    bool,
    typer.Option(
        "--force",
        help="Start anew and replace what OUT holds, be it of other INPUT or options, or of something else "
        "(default: off).",
    ),
]
Timings = Annotated[
    bool,
    typer.Option("--timings", help="Fill the column time_us, microseconds of each search (default: off)."),
]
Json = Annotated[
    bool,
    typer.Option("--json", help="Print the summary as a JSON object on standard output (default: off)."),
]


def solve(
    inputs: Inputs = None,
    out: Out = None,
    rules: options.Rules = None,
    time: options.Time = None,
    nodes: options.Nodes = None,
    hash_mb: HashMb = None,
    jobs: options.Jobs = None,
    scheduler: Scheduler = None,
    shard: Shard = None,
    resume: Resume = True,
    force: Force = False,
    timings: Timings = False,
    json: Json = False,
    quiet: options.Quiet = False,
    worlds: options.Worlds = None,
    seed: options.Seed = 1,
    method: options.Method = "auto",
) -> None:
    """Many positions into Parquet, a row each, in input order and on every core.

    A run may be stopped or killed at any time: the same command goes on where it stopped, and ends with the
    same bytes. A position that cannot be solved becomes a row of kind error, a hidden one of kind estimate. For example

      seep solve positions/endgames/ -o out/

      seep solve games.csv more.seep -o solved.parquet --nodes 1000000 --jobs 4

      zcat many.seep.gz | seep solve - -o out/

      seep solve games/ -o out/ --shard 3/20

      seep solve games/ -o out/ --scheduler tcp://head:8786
    """
    from seep_cli.stream import named_rules
    from seep_solver.bulk import Stopped
    from seep_solver.exact import DEFAULT_HASH_MB
    from seep_solver.settings import Settings

    if not inputs:
        raise options.Mistake("missing INPUT", "name files or folders, or give - for standard input")
    if out is None:
        raise options.Mistake("missing -o OUT", "-o out/ for a folder, -o out.parquet for one file")
    _refuse_together(scheduler, shard, jobs, resume, force)
    settings = Settings(
        named_rules(rules) if rules else None, time, nodes, hash_mb or DEFAULT_HASH_MB, timings,
        worlds=worlds, seed=seed, method=cast("Method", method),
    )  # fmt: skip
    try:
        workers = {"jobs": jobs or _processors(), "scheduler": scheduler, "share": shard}
        summary = _run(inputs, out, settings, quiet, resume=resume, force=force, **workers)
    except Stopped as stop:
        kept = _many(stop.summary.tally.rows, "row")
        console.note(f"stopped: {kept} kept for {out}; the same command goes on from there")
        raise typer.Exit(INTERRUPTED) from None
    _tell(summary, json, quiet)
    raise typer.Exit(_exit_code(summary.tally))


def _refuse_together(scheduler: str | None, shard: Share | None, jobs: int | None, resume: bool, force: bool) -> None:
    """Options that contradict each other."""
    if scheduler and jobs:
        raise options.Mistake("--jobs with --scheduler: its workers are as many as were started", "leave --jobs out")
    if scheduler and shard:
        raise options.Mistake("--shard with --scheduler: one of them is enough", "leave --shard out")
    if shard and (force or not resume):
        raise options.Mistake(
            "--force or --no-resume with --shard: other jobs may be writing to OUT", "remove OUT before the jobs start"
        )


def _run(inputs: list[str], out: Path, settings: Settings, quiet: bool, **how: Any) -> Summary:
    """Solve, with progress; whatever is in the way is a Mistake."""
    from seep_solver import bulk
    from seep_solver.crew import CrewError
    from seep_solver.inputs import InputError, find
    from seep_solver.place import OutputError
    from seep_solver.results import RulesClash

    try:
        sources = find(inputs)
        if not (quiet or settings.time or settings.nodes):
            _warn(sources)
        with ExitStack() as stack:
            tell = _progress(sources, how["share"], quiet, stack)
            return bulk.solve(sources, out, settings, tell=tell, **how)
    except (InputError, OutputError) as error:
        raise options.Mistake(f"{error.where}: {error.message}", error.hint) from error
    except RulesClash as error:
        raise options.Mistake(str(error), 'give each file of rules a name of its own: name = "..."') from error
    except CrewError as error:
        raise options.Mistake(str(error), error.hint) from error


def _progress(sources: Sequence[Source], share: Share | None, quiet: bool, stack: ExitStack) -> Callable[[Tally], None]:
    """What to call with each count of rows: it shows them on a terminal until `stack` is closed."""
    from seep_solver.inputs import expected

    showing = not quiet and console.screen(sys.stderr).terminal
    total = expected(sources) if showing else None
    total = total // share.jobs if total and share else total
    bar: console.Progress | None = None
    shown = 0

    def tell(tally: Tally) -> None:
        nonlocal bar, shown
        if bar is None:
            bar = stack.enter_context(console.progress(total, quiet=quiet, done=tally.rows))
        else:
            bar.done(tally.rows - shown)
        shown = tally.rows

    return tell


def _warn(sources: Sequence[Source]) -> None:
    """One line at once if a position among the first few has so many cards that it will take long."""
    from seep_cli.search import LONG, long
    from seep_solver.inputs import InputError, read

    known = [source for source in sources if source.line or (source.path and source.path.is_file())]
    try:
        for item in islice(read(known), FIRST_FEW):
            hands = item.text.split()[1:2]
            cards = len(SUIT.findall(hands[0])) if hands else 0
            if cards > LONG:
                console.note(
                    f"{item.source}: {cards} cards in hands and no limit: such a search may take "
                    f"{long(cards)}; --time 60 gives proven bounds after a minute"
                )
                return
    except InputError:
        return  # it is told when its turn comes


def _processors() -> int:
    return len(os.sched_getaffinity(0))


def _exit_code(tally: Tally) -> int:
    if tally.rows and tally.rows == tally.errors:
        return NOTHING
    return PARTLY if tally.errors else ANSWERED


def _tell(summary: Summary, json: bool, quiet: bool) -> None:
    """The errors that came first, and what the run has come to."""
    tally = summary.tally
    for complaint in tally.complaints:
        console.error(complaint.message, place=complaint.where)
    if tally.errors > len(tally.complaints) > 0:
        console.note(f"{tally.errors:,} rows have errors in all: see the columns error and source")
    if json:
        counts = {"rows": tally.rows, "exact": tally.exact, "bounds": tally.bounds, "errors": tally.errors}
        shard = {"shard": str(summary.share)} if summary.share else {}
        told = {"out": str(summary.out), **counts, "nodes": tally.nodes, **shard}
        console.result_json(told | ({"estimates": tally.estimates} if tally.estimates else {}))
    if not quiet:
        console.note(_sentence(summary))


def _sentence(summary: Summary) -> str:
    tally = summary.tally
    new = tally.rows - summary.before
    kinds = [f"{tally.exact:,} exact"] if tally.exact or not tally.estimates else []
    kinds += [_many(tally.estimates, "estimate")] if tally.estimates else []
    kinds += [f"{tally.bounds:,} bounds"] if tally.bounds else []
    kinds += [_many(tally.errors, "error")] if tally.errors else []
    what = f"{summary.out}, shard {summary.share}" if summary.share else summary.out
    text = f"{what}: {_many(tally.rows, 'row')} ({', '.join(kinds)}), {_many(tally.nodes, 'node')}"
    if new:
        text += f"; {new:,} in {summary.seconds:,.1f} s, {new / max(summary.seconds, 1e-9):,.1f} a second"
    if summary.before:
        text += f"; {summary.before:,} by earlier runs" if new else "; all by earlier runs, nothing was left to do"
    if summary.share:
        text += "; they are put in their place when all shards are done"
    return text


def _many(count: int, word: str) -> str:
    return f"{count:,} {word}" if count == 1 else f"{count:,} {word}s"
