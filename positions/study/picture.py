"""The picture of docs/study.md from the answers to questions.sql: four panels, 95 % intervals."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

from matplotlib import rc_context
from matplotlib.figure import Figure
from tables import Z, wilson

from seep_solver.panels import BLUE, GREEN, ORANGE, SKY
from seep_solver.study import Row

RANKS = "A23456789TJQK"
COLOURS = {3: BLUE, 4: ORANGE}
STYLE: Any = {"font.size": 8, "axes.titlesize": 9, "axes.titlelocation": "left", "axes.titleweight": "bold",
         "axes.spines.top": False, "axes.spines.right": False, "axes.grid": True, "grid.alpha": 0.25,
         "axes.axisbelow": True, "svg.hashsalt": "seep", "svg.fonttype": "none"}  # fmt: skip
Rows = list[Row]


def _throws(axes: Any, answers: dict[str, Rows]) -> None:
    for cards, (name, line) in product(COLOURS, {"S": "-", " plain": "--"}.items()):
        rows = [row for row in answers["throws"] if row["cards"] == cards and row["thrown"][1:] == name]
        places, means = [RANKS.index(row["thrown"][0]) + 1 for row in rows], [row["loss"] for row in rows]
        label = f"{cards} cards, {'spade' if name == 'S' else 'worth nothing'}"
        axes.errorbar(places, means, yerr=[Z * row["loss_se"] for row in rows], linestyle=line, color=COLOURS[cards],
                      marker="o" if name == "S" else "s", markersize=3, linewidth=1.2, label=label)  # fmt: skip
    axes.set_xticks(range(2, 14), RANKS[1:])
    axes.set(xlabel="rank of the card thrown", ylabel="mean loss (points)", ylim=(0, None))
    axes.legend(frameon=False, fontsize=7)


def _turn(axes: Any, answers: dict[str, Rows]) -> None:
    for cards, colour in COLOURS.items():
        rows = [row for row in answers["turn"] if row["cards"] == cards]
        places = [at + 0.12 * (2 * cards - 7) for at in range(len(rows))]
        axes.errorbar(places, [row["effect"] for row in rows], yerr=[Z * row["effect_se"] for row in rows],
                      linestyle="none", marker="o", color=colour, capsize=2.5, label=f"{cards} cards")  # fmt: skip
        axes.set_xticks(range(len(rows)), [row["houses_"] for row in rows])
    rows = answers["random_turn"]
    axes.errorbar(range(len(rows)), [row["effect"] for row in rows], yerr=[Z * row["effect_se"] for row in rows],
                  linestyle="none", marker="s", color=GREEN, capsize=2.5, label="3 cards, random play")  # fmt: skip
    axes.axhline(0, color="black", linewidth=0.8, linestyle=":")
    axes.set(xlabel="houses on the floor", ylabel="points to the side that begins")
    axes.legend(frameon=False, fontsize=7)


def _houses(axes: Any, answers: dict[str, Rows]) -> None:
    groups = [(cards, house) for cards in COLOURS for house in ("own", "other side's")]

    def of(name: str, **keys: object) -> Callable[[tuple[int, str]], Row]:
        return lambda group: next(
            row for row in answers[name]
            if (row["cards"], row["house"]) == group and all(row[key] == value for key, value in keys.items())
        )  # fmt: skip

    series = [
        ("found ordinary", of("houses", form="ordinary"), "ahead_share", SKY, "s"),
        ("found cemented", of("houses", form="cemented"), "ahead_share", BLUE, "s"),
        ("ordinary, of the pairs", of("cemented"), "ahead_before_share", ORANGE, "o"),
        ("the same made cemented", of("cemented"), "ahead_after_share", GREEN, "o"),
    ]
    for at, (label, row_of, share, colour, marker) in enumerate(series):
        rows = [row_of(group) for group in groups]
        ends = [wilson(row[share], row["n"]) for row in rows]
        spread = [[100 * (row[share] - low) for row, (low, _) in zip(rows, ends, strict=True)],
                  [100 * (high - row[share]) for row, (_, high) in zip(rows, ends, strict=True)]]  # fmt: skip
        places, shares = [at / 7 - 0.2 + place for place in range(len(groups))], [100 * row[share] for row in rows]
        axes.errorbar(places, shares, spread, linestyle="none", marker=marker, color=colour, markersize=4, label=label)
    axes.set_xticks(range(len(groups)), [f"{house}\n{cards} cards" for cards, house in groups])
    axes.set(ylabel="gain above 0 (% of positions)", ylim=(0, 100))
    axes.legend(frameon=False, fontsize=7)


def _last(axes: Any, answers: dict[str, Rows]) -> None:
    for cards, colour in COLOURS.items():
        rows = [row for row in answers["last_capture"] if row["cards"] == cards and row["plays_after"] < 4]
        places, spread = [-row["plays_after"] for row in rows], [Z * row["gain_se"] for row in rows]
        axes.errorbar(places, [row["gain"] for row in rows], spread, linestyle="none", marker="o", color=colour,
                      label=f"{cards} cards")  # fmt: skip
    axes.set_xticks(range(-3, 1), ["seat 1", "seat 2", "seat 3", "seat 4"])
    axes.axhline(0, color="black", linewidth=0.8, linestyle=":")
    axes.set(xlabel="who captures last, in the last round of plays", ylabel="mean gain of side 1 (points)")
    axes.legend(frameon=False, fontsize=7)


PANELS = {
    "a  What a throw loses": _throws,
    "b  What it is worth to begin": _turn,
    "c  One house: found, and changed": _houses,
    "d  Who captures last": _last,
}


def draw(answers: dict[str, Rows], path: Path) -> None:
    """Draw all panels; the same answers give the same bytes."""
    with rc_context(STYLE):
        figure = Figure(figsize=(7.2, 6.2), layout="constrained")
        for axes, (title, panel) in zip(figure.subplots(2, 2).flat, PANELS.items(), strict=True):
            panel(axes, answers)
            axes.set_title(title)
        figure.savefig(path, metadata={"Date": None})
