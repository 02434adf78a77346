"""`seep arena`: agents against each other over the same deals, sides swapped."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from seep_cli import console, options
from seep_cli.app import INTERRUPTED

if TYPE_CHECKING:
    from seep_solver.arena import Contest
    from seep_solver.sprt import Sprt
    from seep_solver.standings import Outcome, Standings

PAIRS, MOST_PAIRS = 100, 10_000
SEED = 1
SHOWN_EVERY = 0.25  # seconds

Agents = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="A B",
        show_default=False,
        help="Two agents or more, each NAME or NAME:key=value,key=value, such as greedy or mixed:greedy/random; "
        "without any they are listed, with their parameters.",
    ),
]
Pairs = Annotated[
    int | None,
    typer.Option(
        "--pairs",
        parser=options.whole("--pairs", 1, "a number of pairs from 1 to 1000000", 10**6),
        metavar="N",
        help="Deals, each played twice with sides swapped (default: 100; with --sprt at most 10,000).",
    ),
]
Seed = Annotated[
    int,
    typer.Option(
        "--seed",
        parser=options.whole("--seed", 0, "a number from 0 to 2^63 - 1"),
        metavar="N",
        show_default=False,
        help="Which deals, and what agents draw by chance (default: 1).",
    ),
]
Rules = Annotated[
    str | None,
    typer.Option("--rules", metavar="NAME|FILE", help="A preset or a TOML file of rules (default: classic)."),
]
Cards = Annotated[
    int | None,
    typer.Option(
        "--cards",
        parser=options.whole("--cards", 1, "a number of cards from 1"),
        metavar="N",
        help="Endings: another agent plays until each seat has N cards left (default: whole deals).",
    ),
]
LeadIn = Annotated[
    str | None,
    typer.Option(
        "--lead-in", metavar="AGENT", help="With --cards: who plays all seats until then (default: careful)."
    ),
]
Test = Annotated[
    str | None,
    typer.Option(
        "--sprt",
        metavar="S0,S1",
        help="Stop when it is settled, with 5 % error, whether A wins S0 or S1 points a deal more (default: play "
        "all pairs).",
    ),
]
Out = Annotated[
    Path | None,
    typer.Option(
        "--out", "-o", metavar="OUT", help="A .parquet file, a row for each game, that a run can go on from "
        "(default: none).",
    ),
]  # fmt: skip
Records = Annotated[
    Path | None,
    typer.Option("--records", metavar="SGN", help="Write the games as a game record, a .sgn file (default: none)."),
]
Resume = Annotated[
    bool,
    typer.Option(
        "--resume/--no-resume",
        show_default=False,
        help="With -o: keep the pairs that an earlier run of the same contest has played (default: --resume).",
    ),
]
Force = Annotated[
    bool,
    typer.Option("--force", help="Start anew and replace what OUT holds, be it another contest (default: off)."),
]
Timings = Annotated[
    bool, typer.Option("--timings", help="Tell the seconds that agents took for each decision (default: off).")
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object (default: text).")]


def arena(
    agents: Agents = None,
    pairs: Pairs = None,
    seed: Seed = SEED,
    rules: Rules = None,
    cards: Cards = None,
    lead_in: LeadIn = None,
    sprt: Test = None,
    jobs: options.Jobs = None,
    out: Out = None,
    records: Records = None,
    resume: Resume = True,
    force: Force = False,
    timings: Timings = False,
    json: Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Agents against each other over the same deals, each deal played twice with sides swapped.

    The mean of the two games, in points a deal for A, has most of the luck of the cards taken out. Three agents
    or more meet each against each and are rated. Agents see their own cards only. For example

      seep arena greedy random --pairs 50

      seep arena greedy mixed:greedy/random --sprt 0,20 --jobs 4

      seep arena greedy random mixed:greedy@0.9/random@0.1 --cards 5 -o games.parquet
    """
    from seep_cli.arena_text import as_json, as_text, listed, listed_json

    if not agents:
        console.result_json(listed_json()) if json else console.result(listed())
        return
    from seep_solver.arena_run import Stopped

    contest = _contest(agents, seed, rules, cards, lead_in, timings)
    test = _test(sprt, contest)
    most = pairs or (MOST_PAIRS if test else PAIRS)
    stopped = False
    try:
        outcome: Outcome | None = _run(contest, most, jobs, test, out, records, resume, force, quiet)
    except Stopped as stop:
        outcome, stopped = stop.outcome, True
    if outcome is not None:
        if json:
            console.result_json(as_json(outcome))
        else:
            console.result(as_text(outcome))
    if stopped:
        _tell_stopped(outcome, out)
        raise typer.Exit(INTERRUPTED)


def _contest(
    agents: list[str], seed: int, rules: str | None, cards: int | None, lead_in: str | None, timings: bool
) -> Contest:
    """What is to be played; Mistake for what cannot be."""
    from seep_cli.stream import named_rules
    from seep_solver.agents import names
    from seep_solver.arena import LEAD_IN, Contest, most_cards
    from seep_solver.rules import PRESETS

    if len(agents) < 2:
        raise options.Mistake("expected two agents or more", f"the agents are {', '.join(names())}")
    if lead_in is not None and cards is None:
        raise options.Mistake("--lead-in says who plays until --cards are left", "give --cards N as well")
    chosen = named_rules(rules) if rules else PRESETS["classic"]
    most = most_cards(chosen)
    if cards is not None and cards > most:
        hint = f"a hand has {most + 1} cards under {chosen.name} rules"
        raise options.Mistake(f"--cards: expected a number of cards from 1 to {most}, got {cards}", hint)
    return Contest(tuple(map(_named, agents)), chosen, seed, cards, _named(lead_in or LEAD_IN), timings)


def _named(text: str) -> str:
    """The canonical text of an agent."""
    from seep_solver.agents import AgentError, agent

    try:
        return agent(text).name
    except AgentError as error:
        raise options.Mistake(str(error), error.hint) from error


def _test(text: str | None, contest: Contest) -> Sprt | None:
    """The sequential test that --sprt asks for."""
    from seep_solver.sprt import Sprt

    if text is None:
        return None
    if len(contest.matches) != 1:
        raise options.Mistake("--sprt is a test of two agents", "leave out --sprt, or all agents but two")
    try:
        s0, s1 = map(float, text.split(","))
        return Sprt(s0, s1)
    except ValueError:
        message = f"--sprt: expected two numbers of points, the first below the second, got {console.quoted(text)}"
        raise options.Mistake(message, "as in --sprt 0,5") from None


def _run(
    contest: Contest,
    pairs: int,
    jobs: int | None,
    sprt: Sprt | None,
    out: Path | None,
    records: Path | None,
    resume: bool,
    force: bool,
    quiet: bool,
) -> Outcome:
    """Play, with progress; whatever is in the way is a Mistake."""
    from seep_solver import arena_run
    from seep_solver.arena_crew import ArenaError
    from seep_solver.place import OutputError

    with ExitStack() as stack:
        try:
            return arena_run.run(
                contest,
                pairs,
                jobs=jobs or len(os.sched_getaffinity(0)),
                sprt=sprt,
                out=out,
                records=records,
                resume=resume,
                force=force,
                tell=_progress(pairs, quiet, stack),
            )
        except OutputError as error:
            raise options.Mistake(f"{error.where}: {error.message}", error.hint) from error
        except ArenaError as error:
            hint = "finished pairs are kept; the same command goes on from there" if out else None
            raise options.Mistake(str(error), hint) from error


def _progress(pairs: int, quiet: bool, stack: ExitStack) -> Callable[[Standings], None]:
    """What to call as games come in: it shows them on a terminal until `stack` is closed."""
    from seep_cli.arena_text import so_far

    bar: console.Progress | None = None
    shown, last = 0, 0.0

    def tell(standings: Standings) -> None:
        nonlocal bar, shown, last
        if bar is None:
            bar = stack.enter_context(console.progress(pairs, "pairs", quiet=quiet, done=standings.done))
            shown = standings.done
        if bar.visible and time.monotonic() - last >= SHOWN_EVERY:
            last = time.monotonic()
            bar.done(standings.done - shown)
            shown = standings.done
            bar.say(so_far(standings))

    return tell


def _tell_stopped(outcome: Outcome | None, out: Path | None) -> None:
    pairs = outcome.pairs if outcome else 0
    told = "1 pair" if pairs == 1 else f"{pairs:,} pairs"
    if out is None:
        console.note(f"stopped after {told}; with -o OUT the same command would go on from there")
    else:
        console.note(f"stopped: {told} kept for {out}; the same command goes on from there")
