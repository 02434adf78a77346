"""The statistics as pictures: one figure of all panels for a paper, or a panel of its own for a page."""

from __future__ import annotations

from collections.abc import Mapping
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from seep_solver.atomic import atomically
from seep_solver.extras import MissingExtra
from seep_solver.place import told_of
from seep_solver.stats import Stats

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from seep_solver.panels import Panel

COLUMNS: Final = 2
PAGE: Final = (7.2, 10.2)  # inches, the width of a text page
SINGLE: Final = (5.2, 3.3)
DPI: Final = 220
INK: Final = "#1a1a1a"

_STYLE: Final = {
    "font.size": 8,
    "axes.titlesize": 9,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.alpha": 0.25,
    "grid.linewidth": 0.5,
    "lines.linewidth": 1.4,
    "lines.markersize": 4,
    "legend.fontsize": 7.5,
    "svg.hashsalt": "seep",
    **dict.fromkeys(
        ("text.color", "axes.labelcolor", "axes.edgecolor", "xtick.color", "ytick.color", "grid.color"), INK
    ),
}


def draw(stats: Stats, path: Path) -> None:
    """Draw all panels into `path`, a .png or .svg by its ending.

    MissingExtra without matplotlib, OutputError where the file cannot be written.
    """
    matplotlib = _matplotlib()
    from matplotlib.figure import Figure

    from seep_solver.panels import PANELS

    with matplotlib.rc_context(_STYLE):
        figure = Figure(figsize=PAGE, layout="constrained")
        grid = figure.subplots(len(PANELS) // COLUMNS, COLUMNS).flat
        for letter, panel, axes in zip("abcdefgh", PANELS, grid, strict=True):
            _panel(axes, panel, stats, f"{letter}  {panel.title}")
        figure.supxlabel(_source(stats), fontsize=7, x=0.01, ha="left")
        kind = path.suffix.lower().removeprefix(".")
        with told_of(path), atomically(path) as stream:
            figure.savefig(stream, format=kind, dpi=DPI, metadata=_undated(kind))


def picture(stats: Stats, panel: Panel) -> str:
    """One panel as the text of an SVG whose words are text and whose background is clear."""
    matplotlib = _matplotlib()
    from matplotlib.figure import Figure

    style = {**_STYLE, "svg.fonttype": "none", "svg.hashsalt": panel.name, "font.size": 9, "legend.fontsize": 8.5}
    with matplotlib.rc_context(style):
        figure = Figure(figsize=SINGLE, layout="constrained")
        _panel(figure.subplots(), panel, stats, None)
        text = StringIO()
        figure.savefig(text, format="svg", transparent=True, metadata=_undated("svg"))
    return text.getvalue()


def _panel(axes: Axes, panel: Panel, stats: Stats, title: str | None) -> None:
    from matplotlib.ticker import MaxNLocator

    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    panel.draw(axes, stats)
    if title:
        axes.set_title(title)


def _source(stats: Stats) -> str:
    where = f", where {stats.where}" if stats.where else ""
    return f"{stats.counts.used:,} exact positions{where}"


def _undated(kind: str) -> Mapping[str, Any]:
    """No clock time in the file: the same tables give the same bytes."""
    return {"Date": None} if kind == "svg" else {"Software": None}


def _matplotlib() -> Any:
    try:
        import matplotlib
    except ImportError as error:
        raise MissingExtra("matplotlib", "plot") from error
    return matplotlib
