"""A statistic drawn for people: aligned columns, and a bar to scale beside the column that has one."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap
from typing import Any

from rich.text import Text

from seep_cli.console import Screen, piece
from seep_solver.column import Column
from seep_solver.stats import Statistic, shown

GAP = "  "
BAR_LEAST, BAR_MOST = 4, 20
BLOCKS = "▏▎▍▌▋▊▉█"
QUIET, STRONG, BAR = "dim", "bold", "cyan"

Row = dict[str, Any]


def drawn(statistic: Statistic, rows: Sequence[Row], screen: Screen) -> list[Text]:
    """Title, what it is about, and the rows."""
    lines = [piece(statistic.title, STRONG)]
    lines += [piece(line, QUIET) for line in wrap(statistic.about, screen.width)]
    return [*lines, Text(), *(grid(shown(statistic, rows), rows, screen) if rows else [piece("  none", QUIET)])]


def grid(columns: Sequence[Column], rows: Sequence[Row], screen: Screen) -> list[Text]:
    """A line of headings and a line for each row."""
    heads = [column.heading if screen.symbols else _plain(column.heading) for column in columns]
    cells = [[column.written(row[column.name]) for column in columns] for row in rows]
    widths = [max(map(len, each)) for each in zip(heads, *cells, strict=True)]
    room = _room(widths, screen)
    head = _line(columns, heads, widths, [0.0] * len(columns), room, screen)
    head.stylize(QUIET)
    lines = [head]
    for row, cell in zip(rows, cells, strict=True):
        lengths = [column.length(row[column.name], [each[column.name] for each in rows]) for column in columns]
        lines.append(_line(columns, cell, widths, lengths, room, screen))
    return lines


def _room(widths: Sequence[int], screen: Screen) -> int:
    """How wide bars may be; 0 where there is no room for them."""
    room = min(BAR_MOST, screen.width - sum(widths) - len(GAP) * (len(widths) + 1))
    return room if room >= BAR_LEAST else 0


def _line(
    columns: Sequence[Column],
    cells: Sequence[str],
    widths: Sequence[int],
    lengths: Sequence[float],
    room: int,
    screen: Screen,
) -> Text:
    line = Text(GAP)
    for column, cell, width, length in zip(columns, cells, widths, lengths, strict=True):
        line.append(cell.ljust(width) if column.form == "word" else cell.rjust(width))
        if column.bar and room:
            line.append(" ").append(bar(length, room - 1, screen.symbols).ljust(room - 1), BAR)
        line.append(GAP)
    line.rstrip()
    return line


def bar(length: float, room: int, symbols: bool) -> str:
    """A bar of `length` (0 to 1) in so many columns: eighths of a block, or number signs in plain text."""
    if not symbols:
        return "#" * round(length * room)
    whole, eighths = divmod(round(length * room * 8), 8)
    return BLOCKS[7] * whole + (BLOCKS[eighths - 1] if eighths else "")


def _plain(heading: str) -> str:
    return heading.replace("±", "+-").replace("µ", "u")
