"""The panels of the pictures: each draws one statistic on axes of matplotlib.

Series differ by colour, marker and line, in colours that the colour-blind tell apart (Okabe and Ito).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from seep_solver.stats import Stats
from seep_solver.study import Row

if TYPE_CHECKING:
    from matplotlib.axes import Axes

BLUE, ORANGE, GREEN, PINK, SKY = "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9"
PALETTE: Final = (BLUE, ORANGE, GREEN, PINK, SKY)
MARKERS: Final = "osD^v"
LINES: Final = ("-", "--", "-.", ":", (0, (5, 1, 1, 1, 1, 1)))
KINDS: Final = ("throw", "capture", "build", "add", "raise")
CARDS: Final = "cards of the seat to play"
CONFIDENCE: Final = 1.96  # standard errors either side: 95 %


@dataclass(frozen=True, slots=True)
class Panel:
    """A picture: its title, what draws it, and what it shows for who cannot see it."""

    name: str
    title: str
    about: str
    draw: Callable[[Axes, Stats], None]


def _gain(axes: Axes, stats: Stats) -> None:
    rows = stats.tables["gain_by_hand"]
    boxes = [
        {"med": row["median"], "q1": row["q1"], "q3": row["q3"], "whislo": row["p5"], "whishi": row["p95"],
         "mean": row["mean"], "label": ""}
        for row in rows
    ]  # fmt: skip
    axes.bxp(
        boxes,
        positions=_hands(rows),
        widths=0.55,
        showfliers=False,
        showmeans=True,
        patch_artist=True,
        boxprops={"facecolor": SKY, "alpha": 0.45, "edgecolor": BLUE},
        medianprops={"color": ORANGE, "linewidth": 1.8},
        meanprops={"marker": "D", "markersize": 3.5, "markerfacecolor": BLUE, "markeredgecolor": BLUE},
        whiskerprops={"color": BLUE},
        capprops={"color": BLUE},
        manage_ticks=False,
    )
    axes.axhline(0, linewidth=0.8, linestyle=":", color=axes.yaxis.label.get_color())
    axes.set(xlabel=CARDS, ylabel="gain (points)")


def _houses(axes: Axes, stats: Stats) -> None:
    rows = [{**row, "owner": "no house", "form": "none"} for row in stats.tables["gain_by_houses"] if not row["houses"]]
    rows = [row for row in rows + stats.tables["gain_by_house"] if row["std_err"] is not None]
    owners = list(dict.fromkeys(row["owner"] for row in rows))
    for at, (form, shift) in enumerate({"ordinary": 0.14, "cemented": -0.14, "none": 0.0}.items()):
        part = [row for row in rows if row["form"] == form]
        places = [shift - owners.index(row["owner"]) for row in part]
        means, spread = [row["mean"] for row in part], [CONFIDENCE * row["std_err"] for row in part]
        style = {**_series(at), "linestyle": "none", "label": None if form == "none" else form}
        axes.errorbar(means, places, xerr=spread, capsize=2.5, **style)
    axes.set_yticks([-place for place in range(len(owners))], owners)
    axes.axvline(0, linewidth=0.8, linestyle=":", color=axes.yaxis.label.get_color())
    axes.margins(y=0.15)
    axes.set(xlabel="mean gain (points), 95 % interval")
    _legend(axes)


def _best_kinds(axes: Axes, stats: Stats) -> None:
    for at, kind in enumerate(KINDS):
        rows = [row for row in stats.tables["kinds_by_hand"] if row["kind"] == kind]
        if rows:
            spread = list(zip(*(_wilson(row["best"], row["positions"]) for row in rows), strict=True))
            places = [hand + 0.07 * (at - 2) for hand in _hands(rows)]
            axes.errorbar(places, _percent(rows, "best"), yerr=spread, elinewidth=0.7, label=kind, **_series(at))
    axes.set(xlabel=CARDS, ylabel="a best move\n(% of positions, 95 % interval)", ylim=(0, 140))
    axes.set_yticks(range(0, 101, 20))
    _legend(axes, loc="upper center", ncols=3)


def _losses(axes: Axes, stats: Stats) -> None:
    rows = [row for row in stats.tables["kinds"] if row["worse_mean"] is not None]
    places = [-place for place in range(len(rows))]
    means = [row["worse_mean"] for row in rows]
    axes.barh(places, means, color=SKY, alpha=0.6, edgecolor=BLUE, height=0.6, label="mean")
    axes.plot([row["worse_median"] for row in rows], places, "|", color=ORANGE, markersize=14, markeredgewidth=2,
              linestyle="none", label="median")  # fmt: skip
    axes.plot([row["worse_p90"] for row in rows], places, "D", color=GREEN, linestyle="none", label="90 % quantile")
    axes.set_yticks(places, [row["kind"] for row in rows])
    axes.set(xlabel="loss of the best move of the kind,\nwhere another kind is better (points)")
    _legend(axes)


def _throws(axes: Axes, stats: Stats) -> None:
    rows = stats.tables["throws"]
    series = [("card worth no points", [row for row in rows if row["points"] == 0])]
    series += [("card worth points", [row for row in rows if row["points"]])]
    for at, (label, part) in enumerate(series):
        style = {**_series(at), "linestyle": "none" if at else "-"}  # a rank may have two cards worth points
        if part:
            axes.plot([row["rank"] for row in part], [row["loss"] for row in part], label=label, **style)
    ranks = sorted({row["rank"]: row["card"] for row in rows}.items())
    axes.set_xticks([rank for rank, _ in ranks], [card for _, card in ranks])
    axes.set(xlabel="rank of the card thrown", ylabel="mean loss of the throw (points)")
    axes.set_ylim(bottom=0)
    _legend(axes)


def _seeps(axes: Axes, stats: Stats) -> None:
    rows = stats.tables["seeps"]
    names = {"can": "can seep", "must": "must seep", "own": "in the line: own", "other": "in the line: other side's"}
    for at, (name, label) in enumerate(names.items()):
        axes.plot(_hands(rows), _percent(rows, name), label=label, **_series(at))
    top = max(value for name in names for value in _percent(rows, name))
    axes.set(xlabel=CARDS, ylabel="% of positions", ylim=(0, 1.5 * top or 1))
    _legend(axes, loc="upper left")


def _branching(axes: Axes, stats: Stats) -> None:
    rows = stats.tables["branching"]
    for at, (name, label) in enumerate({"mean": "mean", "most": "most"}.items()):
        axes.plot(_hands(rows), [row[name] for row in rows], label=label, **_series(at))
    axes.set(xlabel=CARDS, ylabel="legal moves")
    axes.set_ylim(bottom=0)
    _legend(axes)


def _effort(axes: Axes, stats: Stats) -> None:
    rows = stats.tables["effort"]
    hands = _hands(rows)
    low, high = [row["p10"] for row in rows], [row["p90"] for row in rows]
    axes.fill_between(hands, low, high, color=SKY, alpha=0.35, linewidth=0, label="10 % to 90 %")
    axes.plot(hands, [row["median"] for row in rows], label="median", **_series(0))
    axes.set_yscale("symlog", linthresh=1)
    axes.set(xlabel=CARDS, ylabel="nodes of the search")
    axes.set_ylim(bottom=0)
    _legend(axes)


PANELS: Final = (
    Panel("gain", "Gain", "Box: 25 % to 75 %, whiskers: 5 % to 95 %, line: median, diamond: mean.", _gain),
    Panel("houses", "Gain and the house", "Mean gain without a house, and with one by whose it is.", _houses),
    Panel("best-kinds", "Kinds of best moves", "How often each kind of move is best where it is legal.", _best_kinds),
    Panel("losses", "What other kinds lose", "Loss of the best move of a kind that is not best.", _losses),
    Panel("throws", "What a throw loses", "Mean loss of throws by rank, of cards with and without points.", _throws),
    Panel("seeps", "Seeps", "How often the side to move can seep, must, and seeps come in best play.", _seeps),
    Panel("branching", "Choice", "Legal moves, interchangeable cards counted once.", _branching),
    Panel("effort", "Effort", "Nodes that a search takes, on a scale that grows tenfold.", _effort),
)


def _series(at: int) -> dict[str, Any]:
    return {"color": PALETTE[at], "marker": MARKERS[at], "linestyle": LINES[at]}


def _hands(rows: Sequence[Row]) -> list[int]:
    return [row["hand"] for row in rows]


def _percent(rows: Sequence[Row], name: str) -> list[float]:
    return [100 * row[name] for row in rows]


def _wilson(share: float, count: int) -> tuple[float, float]:
    """How far Wilson's interval of a share reaches below and above it, in hundredths."""
    square = CONFIDENCE**2
    centre = (share + square / (2 * count)) / (1 + square / count)
    half = CONFIDENCE * math.sqrt(share * (1 - share) / count + square / (4 * count**2)) / (1 + square / count)
    return max(0.0, 100 * (share - centre + half)), max(0.0, 100 * (centre + half - share))


def _legend(axes: Axes, **options: Any) -> None:
    if axes.get_legend_handles_labels()[0]:
        axes.legend(frameon=False, **options)
