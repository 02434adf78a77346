"""`seep stats`: what solved tables say, and SQL of one's own over them."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from seep_cli import console, options

if TYPE_CHECKING:
    from seep_solver.stats import Stats
    from seep_solver.study import Answer, Study

Out = Annotated[
    Path | None,
    typer.Argument(
        metavar="OUT",
        show_default=False,
        help="What seep solve wrote: a .parquet file, or a folder of parts.",
    ),
]
Where = Annotated[
    str | None,
    typer.Option(
        "--where",
        metavar="SQL",
        help="Count only positions that meet a condition on the columns of the view positions (default: all).",
    ),
]
Sql = Annotated[
    str | None,
    typer.Option(
        "--sql",
        metavar="SQL",
        help="Answer this question instead, over the views positions, moves, choices, results (default: the tables).",
    ),
]
Plot = Annotated[
    Path | None,
    typer.Option(
        "--plot",
        metavar="FILE",
        help="Draw the pictures into FILE, which ends in .png or .svg (default: none).",
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object (default: text).")]


def stats(
    out: Out = None,
    where: Where = None,
    sql: Sql = None,
    plot: Plot = None,
    json: Json = False,
    quiet: options.Quiet = False,
) -> None:
    """What solved tables say: gain, kinds of moves, throws, seeps, houses, choice, effort.

    Only exact positions count; what is left out is said. docs/stats.md explains the tables and the columns of
    the views. For example

      seep stats out/

      seep stats out/ --where "rules = 'classic' and hand = 3" --plot three.svg

      seep stats out/ --sql "select kind, avg(loss) from moves group by kind"
    """
    if sql is not None and not sql.strip():
        raise options.Mistake("--sql: expected a question, got nothing", '--sql "describe positions" is one')
    if plot and sql:
        raise options.Mistake("--plot draws the tables and --sql answers instead of them", "give one of the two")
    if plot:
        to_write(plot, "--plot", ".png", ".svg")
    with opened(out, where, quiet) as study:
        if sql:
            answer = study.ask(sql)
            _answer_json(answer) if json else _answer(answer)
            return
        found = counted(study)
        if plot:
            _draw(found, plot, quiet)
        console.result_json(found.as_json()) if json else _show(found)


def to_write(path: Path, option: str, *endings: str) -> None:
    """A Mistake unless a file of that name can be written: said before any time is spent."""
    if path.suffix.lower() not in endings:
        wanted = " or ".join(endings)
        raise options.Mistake(f"{option}: expected a name that ends in {wanted}, got {console.quoted(str(path))}")
    if not path.parent.is_dir():
        raise options.Mistake(f"{option}: no folder {console.quoted(str(path.parent))}")


@contextmanager
def opened(out: Path | None, where: str | None, quiet: bool) -> Iterator[Study]:
    """The tables in `out`; whatever is in the way, then or later in the block, is a Mistake."""
    from seep_solver.extras import MissingExtra
    from seep_solver.place import OutputError
    from seep_solver.study import StudyError, study

    if out is None:
        raise options.Mistake("missing OUT", "name the file or folder that seep solve wrote")
    try:
        with study(out, where) as tables:
            if tables.unfinished and not quiet:
                console.note(f"{out}: the run that writes here has not ended: these are the parts that are written")
            yield tables
    except (StudyError, MissingExtra, OutputError) as error:
        raise options.Mistake(str(error), error.hint) from error


def counted(study: Study) -> Stats:
    """Every statistic; a Mistake where no position counts."""
    from seep_solver.stats import left_out, stats

    if not study.counts.used:
        because = f": {left_out(study.counts)}" if study.counts.rows else ", for there is no row"
        raise options.Mistake(f"{study.out}: no exact position to count{because}", "seep solve makes exact rows")
    return stats(study)


def _show(found: Stats) -> None:
    from rich.text import Text

    from seep_cli.grid import drawn
    from seep_solver.stats import STATISTICS, left_out

    screen = console.screen()
    console.result(console.printable(f"{found.out}: {found.counts.used:,} exact positions"))
    if left := left_out(found.counts):
        console.result(f"left out: {left}")
    for statistic in STATISTICS:
        console.show(Text("\n").join([Text(), *drawn(statistic, found.tables[statistic.name], screen)]))


def _draw(found: Stats, path: Path, quiet: bool) -> None:
    from seep_solver.figures import draw

    draw(found, path)
    if not quiet:
        console.note(f"the pictures are in {path}")


def _answer(answer: Answer) -> None:
    """Aligned columns; the widths are those that the first rows need."""
    widths: list[int] = []
    for chunk in answer.chunks:
        lines = [[console.printable(_text(value)) for value in row] for row in chunk]
        if not widths:
            widths = [max(map(len, column)) for column in zip(answer.columns, *lines, strict=True)]
            lines.insert(0, list(answer.columns))
        rows = ("  ".join(map(str.ljust, line, widths)).rstrip() for line in lines)
        sys.stdout.write("".join(f"{row}\n" for row in rows))
    if not widths:
        console.result("  ".join(answer.columns))


def _text(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, bool):
        return str(value).lower()
    return "-" if value is None else str(value)


def _answer_json(answer: Answer) -> None:
    from seep_solver.study import plain

    rows = [plain(row) for chunk in answer.chunks for row in chunk]
    console.result_json({"columns": answer.columns, "rows": rows})
