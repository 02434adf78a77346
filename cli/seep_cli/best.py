"""`seep best`: one best move, proven, and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from seep_cli import console, options

if TYPE_CHECKING:
    from seep_cli.stream import Asked
    from seep_solver.exact import Analysis


def best(
    positions: options.Positions = None,
    rules: options.Rules = None,
    time: options.Time = None,
    nodes: options.Nodes = None,
    hash_mb: options.HashMb = None,
    threads: options.Threads = 1,
    json: options.Json = False,
    timings: options.Timings = False,
    quiet: options.Quiet = False,
    record: options.Record = None,
    at: options.At = None,
    seat: options.Seat = None,
) -> None:
    """One best move, proven, and nothing else: for scripts.

    A line a position, in order; a faulty position in a file gives an empty line, so that lines keep in step.
    When a limit stops the search, the move is the one whose proven low bound is highest.
    """
    from seep_cli.search import Limits, searched
    from seep_cli.stream import Stream

    stream = Stream.asked(positions, rules=rules, record=record, at=at, seat=seat, json=json, keep_step=True)
    limits = Limits(time, nodes, hash_mb, threads, quiet)

    def answer(asked: Asked) -> None:
        for analysis in searched(asked, limits, want="best"):
            if json:
                console.result_json({"id": asked.id} | _object(analysis, timings))
            else:
                console.result(analysis.best[0] if analysis.best else "")

    stream.answer_each(answer)


def _object(analysis: Analysis, timings: bool) -> dict[str, Any]:
    """The keys that docs/interface.md names for `best`, in its order."""
    whole = analysis.to_json(timings=timings)
    kept = ("id", "position", "rules", "kind", "to_move", "best", "gain", "low", "high", "nodes", "time_s")
    return {key: whole[key] for key in kept if key in whole}
