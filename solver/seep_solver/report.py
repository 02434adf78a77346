"""A study as one page that needs nothing beside it: pictures, tables, and a browser of positions."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from seep_solver.atomic import atomically
from seep_solver.column import Column
from seep_solver.figures import INK, picture
from seep_solver.panels import PALETTE, PANELS
from seep_solver.place import told_of
from seep_solver.settings import release
from seep_solver.stats import STATISTICS, Statistic, Stats, left_out, shown
from seep_solver.study import Row, Study, plain
from seep_solver.svg import inline

_MARK: Final = re.compile(r"\{\{(\w+)\}\}")
_SCRIPTS: Final = ("game.js", "draw.js", "list.js")
# The positions that are shown: those with the lowest keys, which are hashes, so as good as drawn at random.
_SHOWN: Final = """with drawn as (select * from positions order by position_key, position, file, file_row limit {count})
select coalesce(id, '') as id, position, rules, ownership, hand, gain, nodes, swing, edge, houses, cemented, own_houses,
    other_houses, can_seep, must_seep, own_seeps + other_seeps > 0 as line_seep, pv,
    [[one.move, kind_of(one.move), one.gain::varchar] for one in moves] as moves
from drawn order by file, file_row"""


def write(study: Study, stats: Stats, path: Path, positions: int) -> int:
    """Write the page to `path` with at most so many `positions` in its browser; how many there are.

    MissingExtra without matplotlib, OutputError where the page cannot be written.
    """
    rows = study.rows(_SHOWN.format(count=positions))
    page = _filled(
        _part("page.html"),
        {
            "title": escape(f"Seep: {study.out.resolve().name}"),
            "style": _part("page.css"),
            "script": "\n".join(map(_part, _SCRIPTS)),
            "summary": _summary(stats),
            "pictures": "\n".join(_figure(stats, number) for number in range(len(PANELS))),
            "contents": "\n".join(map(_entry, STATISTICS)),
            "tables": "\n".join(_section(each, stats.tables[each.name]) for each in STATISTICS),
            "which": _which(len(rows), stats.counts.used),
            "data": _data(rows),
            "release": escape(release()),
        },
    )
    with told_of(path), atomically(path) as stream:
        stream.write(page.encode())
    return len(rows)


def _part(name: str) -> str:
    return files("seep_solver").joinpath("report-page", name).read_text(encoding="utf-8")


def _filled(template: str, values: Mapping[str, str]) -> str:
    """Each {{mark}} of the template replaced, and nothing in what it is replaced by."""
    return _MARK.sub(lambda mark: values[mark[1]], template)


def _summary(stats: Stats) -> str:
    parts = [f"<strong>{stats.counts.used:,}</strong> exact positions of {stats.counts.rows:,} rows"]
    if left := left_out(stats.counts):
        parts.append(f"left out: {escape(left)}")
    if stats.where:
        parts.append(f"condition: <code>{escape(stats.where)}</code>")
    if stats.unfinished:
        parts.append("the run that writes these tables had not ended")
    return "\n".join(f"<li>{part}</li>" for part in parts)


def _which(count: int, used: int) -> str:
    if count == used:
        return f"All {used:,} positions."
    return (
        f"{count:,} of {used:,} positions: those with the lowest <code>position_key</code>, which is a hash, so the "
        "choice is as good as random and the same every time."
    )


def _figure(stats: Stats, number: int) -> str:
    panel = PANELS[number]
    drawing = inline(picture(stats, panel), panel.name, f"{panel.title}: {panel.about}", INK, PALETTE)
    caption = f"<b>{chr(ord('a') + number)}  {escape(panel.title)}.</b> {escape(panel.about)}"
    return f"<figure>{drawing}<figcaption>{caption}</figcaption></figure>"


def _entry(statistic: Statistic) -> str:
    return f'<li><a href="#table-{statistic.name}">{escape(statistic.title)}</a></li>'


def _section(statistic: Statistic, rows: Sequence[Row]) -> str:
    about = f"<p>{escape(statistic.about)}</p>" if statistic.about else ""
    body = _table(shown(statistic, rows), rows) if rows else "<p>none</p>"
    return f'<section id="table-{statistic.name}"><h3>{escape(statistic.title)}</h3>{about}{body}</section>'


def _table(columns: Sequence[Column], rows: Sequence[Row]) -> str:
    heads = "".join(map(_head, columns))
    lines = "\n".join(f"<tr>{''.join(_cell(column, row, rows) for column in columns)}</tr>" for row in rows)
    return f'<div class="wide"><table><thead><tr>{heads}</tr></thead><tbody>\n{lines}\n</tbody></table></div>'


def _head(column: Column) -> str:
    kind = f"{column.form} barred" if column.bar else column.form
    return f'<th scope="col" class="{kind}">{escape(column.heading)}</th>'


def _cell(column: Column, row: Row, rows: Sequence[Row]) -> str:
    value = row[column.name]
    words = escape(column.written(value))
    if column.form != "word":
        words = words.replace("-", "\N{MINUS SIGN}")
    if column.bar:
        length = column.length(value, [each[column.name] for each in rows])
        words += f'<span class="bar"><i style="width:{100 * length:.1f}%"></i></span>'
    return f'<td class="{column.form}">{words}</td>'


def _data(rows: Sequence[Row]) -> str:
    """The positions as JSON that no page can mistake for markup."""
    text = json.dumps([_position(row) for row in rows], separators=(",", ":"))
    return text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")


def _position(row: Row) -> dict[str, Any]:
    moves = [[move, kind, int(gain)] for move, kind, gain in row["moves"] if gain is not None]
    return {**{name: plain(value) for name, value in row.items()}, "moves": moves}
