"""Do other deals say the same? Two runs of study.sh with other seeds, number by number.

    python positions/study/compare.py out/study out/again

Prints every mean and share that differs by more than 1.96 standard errors of the difference, and how many do: of a
hundred numbers that are the same in truth some five.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from math import sqrt
from pathlib import Path

from tables import Z, questions

from seep_solver.study import Row, study

KEYS = ("cards", "plays_after")  # whole numbers that tell rows apart, as all words do


def rows_by_key(folder: str, name: str) -> dict[tuple[object, ...], Row]:
    """The answer to a question, each row by what it is about."""
    with study(Path(folder, "solved")) as tables:
        rows = tables.rows(questions(folder)[name])
    return {tuple(row[key] for key in row if key in KEYS or isinstance(row[key], str)): row for row in rows}


def differences(one: Row, other: Row) -> Iterator[tuple[str, float]]:
    """Each number that both rows have, and how many standard errors of the difference lie between them."""
    for name, value in one.items():
        if value is None or other[name] is None:
            continue
        if name.endswith("_share"):
            both = (value * one["n"] + other[name] * other["n"]) / (one["n"] + other["n"])
            error = sqrt(both * (1 - both) * (1 / one["n"] + 1 / other["n"]))
        else:
            error = sqrt((one.get(f"{name}_se") or 0) ** 2 + (other.get(f"{name}_se") or 0) ** 2)
        if error:
            yield name, (value - other[name]) / error


def main(first: str, second: str) -> None:
    count = far = 0
    for question in questions():
        others = rows_by_key(second, question)
        for key, row in rows_by_key(first, question).items():
            for name, apart in differences(row, others[key]) if key in others else ():
                count += 1
                if abs(apart) > Z:
                    far += 1
                    values = f"{row[name]:.4g}, {others[key][name]:.4g}"
                    print(f"{question} {key} {name}: {values}, {apart:+.1f} errors apart")
    print(f"{count} numbers, {far} of them more than {Z} standard errors apart")


if __name__ == "__main__":
    main(*sys.argv[1:])
