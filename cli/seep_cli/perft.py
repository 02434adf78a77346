"""`seep perft`: counts of move sequences up to interchangeable cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from seep_cli import console, options

if TYPE_CHECKING:
    from seep_cli.stream import Asked

Depth = Annotated[
    int,
    typer.Option(
        "--depth",
        parser=options.whole("--depth", 0, "a number of plays from 0"),
        metavar="N",
        help="Plays in each sequence, from 0 (no default).",
    ),
]
Split = Annotated[bool, typer.Option("--split", help="A count for each first move, then the total (default: total).")]


def perft(
    depth: Depth,
    positions: options.Positions = None,
    split: Split = False,
    rules: options.Rules = None,
    json: options.Json = False,
    record: options.Record = None,
    at: options.At = None,
    seat: options.Seat = None,
) -> None:
    """Counts of move sequences of N plays; moves of interchangeable cards count once.

    A check of move generation, and a measure of its speed.
    """
    from seep_cli.stream import Stream
    from seep_solver.exact import HiddenPosition
    from seep_solver.perft import perft as sequences
    from seep_solver.perft import split as by_move

    stream = Stream.asked(positions, rules=rules, record=record, at=at, seat=seat, json=json)

    def answer(asked: Asked) -> None:
        if not asked.position.open:
            raise HiddenPosition(asked.position)
        counts = by_move(asked.position, depth) if split else {}
        total = sum(counts.values()) if counts else sequences(asked.position, depth)
        if json:
            parts: dict[str, Any] = {"depth": depth, "count": total}
            console.result_json(asked.head("id", "position") | parts | ({"split": counts} if split else {}))
            return
        width = max(map(len, counts), default=0)
        for move, count in counts.items():
            console.result(f"{move:<{width}}  {count}")
        console.result(f"{'total':<{width}}  {total}" if counts else str(total))

    stream.answer_each(answer)

