"""Options that several commands share: one definition each, so that a word means the same everywhere."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from seep_cli.console import quoted


def whole(option: str, least: int, what: str, most: int = 2**63 - 1) -> Callable[[str | int], int]:
    """A reader of whole numbers from `least` to `most` for `option`; `what` is said when it gets something else."""

    def read(text: str | int) -> int:
        try:
            value = int(str(text))
        except ValueError:
            value = least - 1
        if not least <= value <= most:
            raise typer.BadParameter(f"{option}: expected {what}, got {quoted(str(text))}")
        return value

    return read


def seconds(text: str | float) -> float:
    """Read a time limit in seconds, above 0."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < math.inf:
        raise typer.BadParameter(f"--time: expected seconds above 0, got {quoted(str(text))}")
    return value


def some_threads(text: str | int) -> int:
    """Read a number of threads of one search, 1 to 256."""
    words = str(text)
    if not words.isascii() or not words.isdigit() or not 1 <= int(words) <= 256:
        raise typer.BadParameter(f"--threads: expected a number from 1 to 256, got {quoted(words)}")
    return int(words)


def a_method(text: str) -> str:
    """Read the name of a method for hidden hands."""
    from seep_solver.hidden import METHODS

    if text not in METHODS:
        raise typer.BadParameter(f"--method: expected {', '.join(METHODS)}, got {quoted(text)}")
    return text


Positions = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="POSITION",
        show_default=False,
        help="A line of notation in quotes, a file or folder of positions (.seep .csv .jsonl .parquet), "
        "or - for standard input.",
    ),
]
Rules = Annotated[
    str | None,
    typer.Option(
        "--rules",
        metavar="NAME|FILE",
        help="A preset or a TOML file of rules, for every position (default: what each position names, else classic).",
    ),
]
Time = Annotated[
    float | None,
    typer.Option(
        "--time",
        parser=seconds,
        metavar="S",
        help="Seconds for each position; proven bounds, or the estimate so far, when they run out (default: no limit).",
    ),
]
Nodes = Annotated[
    int | None,
    typer.Option(
        "--nodes",
        parser=whole("--nodes", 1, "a number of nodes from 1 to 2^63 - 1"),
        metavar="N",
        help="Nodes for each position; proven bounds when they run out (default: no limit).",
    ),
]
HashMb = Annotated[
    int | None,
    typer.Option(
        "--hash-mb",
        parser=whole("--hash-mb", 1, "a number of megabytes from 1 to 1048576", 2**20),
        metavar="N",
        help="Megabytes of table for the search; values never depend on it (default: 64).",
    ),
]
Threads = Annotated[
    int,
    typer.Option(
        "--threads",
        parser=some_threads,
        metavar="N",
        show_default=False,
        help="Threads of one search; values never depend on it, node counts repeat with 1 (default: 1).",
    ),
]
Top = Annotated[
    int | None,
    typer.Option(
        "--top",
        parser=whole("--top", 1, "a number of moves from 1"),
        metavar="N",
        help="Show the N best moves only (default: all).",
    ),
]
Jobs = Annotated[
    int | None,
    typer.Option(
        "--jobs",
        parser=whole("--jobs", 1, "a number of processes from 1"),
        metavar="N",
        help="Worker processes; results never depend on it (default: one for each processor).",
    ),
]
Worlds = Annotated[
    int | None,
    typer.Option(
        "--worlds",
        parser=whole("--worlds", 1, "a number of worlds from 1"),
        metavar="N",
        help="Hidden hands: deals of the unseen cards to search at most; fewer where the best move is clear before "
        "(default: 2000, 100 where each is solved, no limit with --time).",
    ),
]
Seed = Annotated[
    int,
    typer.Option(
        "--seed",
        parser=whole("--seed", 0, "a number from 0 to 2^63 - 1"),
        metavar="N",
        show_default=False,
        help="Hidden hands: which deals are drawn; the same seed gives the same estimate (default: 1).",
    ),
]
Method = Annotated[
    str,
    typer.Option(
        "--method",
        parser=a_method,
        metavar="NAME",
        show_default=False,
        help="Hidden hands, before deals can be solved: auto, montecarlo (playouts), pimc (each deal searched some "
        "plays deep), ismcts (one tree over all deals) (default: auto).",
    ),
]
Infer = Annotated[
    bool,
    typer.Option(
        "--infer/--no-infer",
        show_default=False,
        help="Hidden hands, with --record: earlier plays make deals more or less likely, and predict others "
        "(default: --infer).",
    ),
]
Json = Annotated[bool, typer.Option("--json", help="One JSON object a line and a position (default: text).")]
Timings = Annotated[bool, typer.Option("--timings", help="Add the seconds that each search took (default: off).")]
Quiet = Annotated[
    bool,
    typer.Option("--quiet", help="No progress and no notes on standard error; errors stay (default: off)."),
]
Record = Annotated[
    str | None,
    typer.Option(
        "--record",
        metavar="FILE[:DEAL]",
        help="Take the position from a game record (.sgn); deals count from 1 (default: deal 1).",
    ),
]
At = Annotated[
    int | None,
    typer.Option(
        "--at",
        parser=whole("--at", 1, "the number of a play from 1"),
        metavar="N",
        help="With --record: the position before play N (default: 1, the opening play).",
    ),
]
Seat = Annotated[
    int | None,
    typer.Option(
        "--seat",
        parser=whole("--seat", 1, "a seat from 1"),
        metavar="S",
        help="With --record: as seat 1 to 4 sees it, other hands hidden (default: all hands open).",
    ),
]


def record_path(text: str) -> tuple[Path, int | None]:
    """Split FILE[:DEAL]; a file of that whole name comes first."""
    head, colon, deal = text.rpartition(":")
    if colon and deal.isdecimal() and not Path(text).exists():
        return Path(head), int(deal)
    return Path(text), None


class Mistake(Exception):
    """A command line that cannot be obeyed: said with a hint, exit 2."""

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
