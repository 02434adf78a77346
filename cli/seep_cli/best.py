"""`seep best`: one best move and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from seep_cli import console, options

if TYPE_CHECKING:
    from seep_cli.stream import Asked
    from seep_solver.exact import Analysis
    from seep_solver.hidden import Estimate


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
    worlds: options.Worlds = None,
    seed: options.Seed = 1,
    method: options.Method = "auto",
    infer: options.Infer = True,
) -> None:
    """One best move and nothing else: for scripts.

    A line a position, in order; a faulty position in a file gives an empty line, so that lines keep in step.
    With all hands open the move is proven; when a limit stops the search it is the one whose proven low bound is
    highest. Of a hidden position it is an estimate: the move with the highest mean over deals that fit.
    """
    from seep_cli.search import Limits, searched
    from seep_cli.stream import Stream

    stream = Stream.asked(positions, rules=rules, record=record, at=at, seat=seat, json=json, keep_step=True)
    limits = Limits(time, nodes, hash_mb, threads, quiet, None, worlds, seed, method, infer)

    def answer(asked: Asked) -> None:
        for analysis in searched(asked, limits, want="best"):
            if json:
                console.result_json({"id": asked.id} | _object(analysis, timings))
            else:
                console.result(analysis.best[0] if analysis.best else "")

    stream.answer_each(answer)


KEPT = ("id", "position", "rules", "kind", "to_move", "best", "gain", "low", "high", "nodes", "mean", "std_err",
        "worlds", "seed", "method", "total", "effective", "predicted", "time_s")  # fmt: skip


def _object(analysis: Analysis | Estimate, timings: bool) -> dict[str, Any]:
    """The keys that docs/interface.md names for `best`, in its order."""
    whole = analysis.to_json(timings=timings) | {"best": list(analysis.best[:1])}
    return {key: whole[key] for key in KEPT if key in whole}
