"""`seep generate`: positions for study, from deals played out or from game records."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from seep_cli import console, options
from seep_cli.app import INTERRUPTED, NOTHING, PARTLY
from seep_cli.generate_from import dealt, recorded, refuse_with_record, span

if TYPE_CHECKING:
    from seep_solver.candidates import Find
    from seep_solver.dealt import Dealt
    from seep_solver.generate import Tally
    from seep_solver.recorded import Recorded

CARDS, COUNT, SEED, TURN = 4, 1000, 1, 1
ENDINGS = (".seep", ".csv", ".jsonl", ".parquet")
SHOWN_EVERY = 0.25  # seconds
FEWER = "ask for less: fewer filters, or other --cards"

Out = Annotated[
    Path | None,
    typer.Option(
        "--out",
        "-o",
        metavar="OUT",
        show_default=False,
        help="The file to write, .seep, .csv, .jsonl or .parquet, or - for lines on standard output (required).",
    ),
]
Cards = Annotated[
    int | None,
    typer.Option(
        "--cards",
        parser=options.whole("--cards", 1, "a number of cards from 1"),
        metavar="N",
        help="Cards in the hand of the seat to play; hands of seats before it have one less (default: 4; with "
        "--record any).",
    ),
]
Count = Annotated[
    int | None,
    typer.Option(
        "--count",
        parser=options.whole("--count", 1, "a number of positions from 1"),
        metavar="N",
        help="How many positions (default: 1,000; with --record all there are).",
    ),
]
Seed = Annotated[
    int | None,
    typer.Option(
        "--seed",
        parser=options.whole("--seed", 0, "a number from 0 to 2^63 - 1"),
        metavar="N",
        help="Which deals, and how they are played (default: 1).",
    ),
]
Rules = Annotated[
    str | None,
    typer.Option("--rules", metavar="NAME|FILE", help="A preset or a TOML file of rules (default: classic)."),
]
Players = Annotated[
    str | None,
    typer.Option(
        "--players",
        metavar="AGENT",
        help="Who plays all seats, an agent as in seep arena (default: a quick player at sight, a tenth of whose plays "
        "are random).",
    ),
]
Record = Annotated[
    str | None,
    typer.Option(
        "--record",
        metavar="FILE[:DEAL]",
        help="Take positions from the deals of a game record (.sgn) instead, each before every play (default: deals "
        "are dealt and played).",
    ),
]
Turn = Annotated[
    int | None,
    typer.Option(
        "--turn",
        parser=options.whole("--turn", 1, "a seat from 1 to 4", 4),
        metavar="S",
        help="The seat to play (default: 1, so that all hands are alike; with --record any).",
    ),
]
HOW_MANY = "as 2, 1-3, or 1- for one and more (default: any)."
Houses = Annotated[
    str | None, typer.Option("--houses", metavar="RANGE", help=f"Houses on the floor, {HOW_MANY}")
]  # fmt: skip
Cemented = Annotated[
    str | None, typer.Option("--cemented", metavar="RANGE", help=f"Cemented houses among them, {HOW_MANY}")
]  # fmt: skip
Loose = Annotated[
    str | None, typer.Option("--loose", metavar="RANGE", help=f"Loose cards on the floor, {HOW_MANY}")
]  # fmt: skip
SeepPossible = Annotated[
    bool, typer.Option("--seep-possible", help="Only where the seat to play can make a seep (default: off).")
]
UniqueBest = Annotated[
    bool,
    typer.Option("--unique-best", help="Only where one of several moves is proven the only best (default: off)."),
]
Swing = Annotated[
    int | None,
    typer.Option(
        "--swing",
        parser=options.whole("--swing", 1, "a number of points from 1"),
        metavar="N",
        help="Only where the best move is proven N points better than the second, or more (default: off).",
    ),
]
Puzzles = Annotated[
    bool,
    typer.Option(
        "--puzzles",
        help="Only where one move is best and greedy play misses it; told with a grade, the plays that one must see "
        "ahead (default: off).",
    ),
]


def generate(
    out: Out = None,
    cards: Cards = None,
    count: Count = None,
    seed: Seed = None,
    rules: Rules = None,
    players: Players = None,
    record: Record = None,
    turn: Turn = None,
    houses: Houses = None,
    cemented: Cemented = None,
    loose: Loose = None,
    seep_possible: SeepPossible = False,
    unique_best: UniqueBest = False,
    swing: Swing = None,
    puzzles: Puzzles = False,
    jobs: options.Jobs = None,
    quiet: options.Quiet = False,
) -> None:
    """Positions for study: endgames reached by play, or those of game records, each once.

    What is written seep solve takes. The same options give the same bytes, whatever --jobs. For example

      seep generate -o endgames.seep --cards 3 --count 100000

      seep generate -o swings.csv --cards 4 --count 100 --houses 1- --swing 30

      seep generate -o puzzles.parquet --cards 3 --count 200 --puzzles --rules open-house

      seep generate -o played.seep --record games.sgn --cards 5
    """
    from seep_solver.sought import Sought

    to_stdout = _checked(out)
    spans = (span("--houses", houses), span("--cemented", cemented), span("--loose", loose))
    sought = Sought(*spans, seep_possible, unique_best, swing, puzzles)
    folder = None if to_stdout or out is None else out.parent
    source: Dealt | Recorded
    if record is not None:
        refuse_with_record(seed=seed, rules=rules, players=players)
        source = recorded(record, cards, turn, sought, folder)
    else:
        source = dealt(rules, SEED if seed is None else seed, cards or CARDS, turn or TURN, sought, players, folder)
        count = count or COUNT
    if sought.searches and not quiet:
        _warn(source)
    tally = _run(source, None if to_stdout else out, count, puzzles, jobs or _processors(), quiet)
    _end(tally, "-" if to_stdout else str(out), count, record, quiet)


def _checked(out: Path | None) -> bool:
    """Whether positions go to standard output; Mistake for a name that says of no file how it is written."""
    if out is None:
        raise options.Mistake("missing -o OUT", "-o endgames.seep, or -o - for standard output")
    if str(out) != "-" and out.suffix.lower() not in ENDINGS:
        raise options.Mistake(
            f"-o: expected a name that ends in {', '.join(ENDINGS[:-1])} or {ENDINGS[-1]}, "
            f"got {console.quoted(str(out))}",
            "-o endgames.seep for lines of notation",
        )
    if out.is_dir():
        raise options.Mistake(f"{out}: expected a file, found a folder", "name a file in it")
    return str(out) == "-"


def _warn(source: Dealt | Recorded) -> None:
    """One line at once where each search will take long."""
    from seep_cli.search import LONG, long

    most = getattr(source, "left", None) or 4 * (source.cards or 12)
    if most > LONG:
        console.note(
            f"{most} cards in hands: proving which move is best may take {long(most)} for each position; "
            "fewer --cards are quicker"
        )


def _run(
    source: Dealt | Recorded, out: Path | None, count: int | None, graded: bool, jobs: int, quiet: bool
) -> Tally:
    """Look, with progress; whatever is in the way is a Mistake."""
    from seep_solver.generate import Run
    from seep_solver.generate import generate as to_file
    from seep_solver.in_order import WorkError
    from seep_solver.place import OutputError

    try:
        with ExitStack() as stack:
            tell = _progress(count, quiet, stack)
            if out is None:
                return Run(source, count, _print, tell).work(jobs)
            return to_file(source, out, count, graded=graded, jobs=jobs, tell=tell)
    except OutputError as error:
        raise options.Mistake(f"{error.where}: {error.message}", error.hint) from error
    except WorkError as error:
        raise options.Mistake(str(error)) from error


def _print(finds: Sequence[Find]) -> None:
    from seep_solver.position_files import line

    console.result("\n".join(map(line, finds)))


def _progress(count: int | None, quiet: bool, stack: ExitStack) -> Callable[[Tally], None]:
    """What to call with each count: it shows them on a terminal until `stack` is closed."""
    bar = stack.enter_context(console.progress(count, quiet=quiet))
    shown, last = 0, 0.0

    def tell(tally: Tally) -> None:
        nonlocal shown, last
        if bar.visible and time.monotonic() - last >= SHOWN_EVERY:
            last = time.monotonic()
            bar.done(tally.kept - shown)
            shown = tally.kept
            bar.say(f"of {tally.looked:,} looked at")

    return tell


def _end(tally: Tally, out: str, count: int | None, record: str | None, quiet: bool) -> None:
    """Say what it came to; the exit code is interface's."""
    what = "deal" if record is None else "position"
    if tally.stopped:
        kept = f"{_many(tally.kept)} written to {out}" if tally.kept else "nothing was found"
        console.note(f"stopped: {kept}")
        raise typer.Exit(INTERRUPTED)
    if tally.gave_up:
        found = f"{tally.kept:,} of {count:,} positions found" if tally.kept else "no position found"
        last = f"the last {_many(tally.fruitless, what)} held nothing new" if tally.kept else "none is as asked for"
        console.error(f"given up after {_many(tally.looked, what)}: {found}, {last}", hint=FEWER)
        raise typer.Exit(PARTLY if tally.kept else NOTHING)
    if not tally.kept:
        console.error(f"no position of {record} is as asked for, of {tally.looked:,} looked at", hint=FEWER)
        raise typer.Exit(NOTHING)
    if not quiet:
        console.note(_sentence(tally, out, what))


def _sentence(tally: Tally, out: str, what: str) -> str:
    twice = f", {tally.twice:,} left out as known" if tally.twice else ""
    rate = f"{tally.kept:,} in {tally.seconds:,.1f} s, {tally.kept / max(tally.seconds, 1e-9):,.1f} a second"
    return f"{out}: {_many(tally.kept)} from {_many(tally.looked, what)}{twice}; {rate}"


def _many(count: int, word: str = "position") -> str:
    return f"{count:,} {word}" if count == 1 else f"{count:,} {word}s"


def _processors() -> int:
    return len(os.sched_getaffinity(0))
