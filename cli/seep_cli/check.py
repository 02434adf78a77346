"""`seep check`: the canonical line of each position, and every fault."""

from __future__ import annotations

from typing import TYPE_CHECKING

from seep_cli import console, options

if TYPE_CHECKING:
    from seep_cli.stream import Asked


def check(
    positions: options.Positions = None,
    rules: options.Rules = None,
    json: options.Json = False,
    record: options.Record = None,
    at: options.At = None,
    seat: options.Seat = None,
) -> None:
    """The canonical line of each position on standard output, every fault on standard error.

    A fault is a line file:line:column: what is wrong, with a hint where there is one. Exit 0 when all is
    well.
    """
    from seep_cli.stream import Stream

    stream = Stream.asked(positions, rules=rules, record=record, at=at, seat=seat, json=json)

    def answer(asked: Asked) -> None:
        if json:
            console.result_json(asked.head())
        else:
            console.result(str(asked.position))

    stream.answer_each(answer)
