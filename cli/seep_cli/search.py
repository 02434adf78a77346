"""Running one search for a command: limits, the word of warning before a long one, what Ctrl-C leaves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal, cast

from seep_cli import console

if TYPE_CHECKING:
    from seep_cli.stream import Asked
    from seep_solver.exact import Analysis
    from seep_solver.hidden import Estimate

LONG = 24
FIRST_LOOK = 20_000  # nodes
# About 2 s for every move at 24 cards in hands, some 70 times as long for every 4 cards more.
SECONDS_AT_LONG = 2.0
GROWTH = 70.0


@dataclass(frozen=True, slots=True)
class Limits:
    """What a search may use: seconds, nodes, megabytes of table (None: no limit, the default table).

    `top` is how many moves to report. `worlds`, `seed`, `method` and `infer` are for hidden positions.
    """

    time: float | None
    nodes: int | None
    hash_mb: int | None
    threads: int
    quiet: bool
    top: int | None = None
    worlds: int | None = None
    seed: int = 1
    method: str = "auto"
    infer: bool = True


def searched(asked: Asked, limits: Limits, *, want: Literal["all", "best"]) -> Iterator[Analysis | Estimate]:
    """Yield the analysis of a position, or the estimate of a hidden one; after Ctrl-C what was found, then raise."""
    if asked.position.open:
        yield from _analysed(asked, limits, want)
        return
    from seep_solver.hidden import settled

    if asked.other_rules and not limits.quiet:
        console.note("earlier plays were made under other rules than --rules: they prove nothing and weigh no deals")
    if (alone := settled(asked.position, asked.plays)) is not None:
        yield from _analysed(replace(asked, position=alone), limits, want)
    else:
        yield from _estimated(asked, limits)


def _estimated(asked: Asked, limits: Limits) -> Iterator[Analysis | Estimate]:
    from seep_solver.exact import DEFAULT_HASH_MB
    from seep_solver.hidden import Interrupted, Method, estimate

    if limits.nodes and not limits.quiet:
        console.note("--nodes does not limit the search of hidden positions; --worlds and --time do")
    try:
        yield estimate(
            asked.position,
            plays=asked.plays,
            infer=limits.infer,
            method=cast("Method", limits.method),
            worlds=limits.worlds,
            time=limits.time,
            seed=limits.seed,
            threads=limits.threads,
            hash_mb=limits.hash_mb or DEFAULT_HASH_MB,
        )
    except Interrupted as stop:
        yield stop.estimate
        raise


def _analysed(asked: Asked, limits: Limits, want: Literal["all", "best"]) -> Iterator[Analysis]:
    from seep_solver.exact import DEFAULT_HASH_MB, Interrupted, analyse, check

    check(asked.position)
    hash_mb = limits.hash_mb or DEFAULT_HASH_MB
    try:
        _warn(asked, limits, hash_mb)
        with console.searching(quiet=limits.quiet) as watch:
            analysis = analyse(
                asked.position,
                time=limits.time,
                nodes=limits.nodes,
                hash_mb=hash_mb,
                threads=limits.threads,
                top=limits.top,
                want=want,
                watch=watch,
            )
        yield analysis
    except Interrupted as stop:
        yield stop.analysis
        raise


def _warn(asked: Asked, limits: Limits, hash_mb: int) -> None:
    """One line at once before a search that is not expected to end: what is known already, proven and not."""
    from seep_solver.exact import analyse

    cards = asked.position.cards_left
    if cards <= LONG or limits.time or limits.nodes or limits.quiet:
        return
    first = analyse(asked.position, nodes=FIRST_LOOK, hash_mb=hash_mb)
    known = f"proven so far {first.low:+d}..{first.high:+d}"
    if first.moves and first.moves[0].guess is not None:
        known += f", best by guess {first.moves[0].move} ({first.moves[0].guess:+d})"
    console.note(
        f"{cards} cards in hands and no limit: such a search may take {long(cards)}; "
        f"--time 60 gives proven bounds after a minute; {known}"
    )


def long(cards: int) -> str:
    """How long an exact search of so many cards in hands takes, in words."""
    seconds = SECONDS_AT_LONG * GROWTH ** ((cards - LONG) / 4)
    for limit, word in ((3600, "minutes"), (86400, "hours"), (30 * 86400, "days"), (365 * 86400, "months")):
        if seconds < limit:
            return word
    return "years"
