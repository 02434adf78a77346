"""`seep report`: solved tables as one page to open in a browser or send to somebody."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from seep_cli import console, options
from seep_cli.stats import Out as Tables
from seep_cli.stats import Where, counted, opened, to_write

MOST_SHOWN = 2000

Page = Annotated[
    Path | None,
    typer.Option(
        "--out",
        "-o",
        metavar="OUT",
        show_default=False,
        help="The page to write, a name that ends in .html (required).",
    ),
]
Shown = Annotated[
    int,
    typer.Option(
        "--positions",
        parser=options.whole("--positions", 0, "a number of positions from 0"),
        metavar="N",
        show_default=False,
        help="How many positions the page has to look through; more are a fixed choice among all "
        f"(default: {MOST_SHOWN}).",
    ),
]


def report(
    tables: Tables = None,
    out: Page = None,
    where: Where = None,
    positions: Shown = MOST_SHOWN,
    quiet: options.Quiet = False,
) -> None:
    """Solved tables as one page: pictures, tables, and positions to look through, drawn with their best moves.

    The page needs no network and nothing beside it, and suits light and dark screens. For example

      seep report out/ -o report.html

      seep report out/ -o seeps.html --where "must_seep" --positions 500
    """
    if out is None:
        raise options.Mistake("missing -o OUT", "-o report.html")
    to_write(out, "-o", ".html")
    with opened(tables, where, quiet) as study:
        found = counted(study)
        from seep_solver.report import write

        shown = write(study, found, out, positions)
    if not quiet:
        console.note(f"{out}: {found.counts.used:,} exact positions, {shown:,} of them to look through")
