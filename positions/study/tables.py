"""The tables and the picture of docs/study.md from the solved endgames of the study.

    python positions/study/tables.py [FOLDER] [--write]    FOLDER: what study.sh made (default: out/study)

Prints the answer to every question of questions.sql as a table of Markdown. With --write the tables go into
docs/study.md, each between the comments that name it, and the picture into docs/study/.
"""

from __future__ import annotations

import re
import sys
from math import sqrt
from pathlib import Path
from typing import Any

from seep_solver.study import Row, study

HERE = Path(__file__).resolve().parent
DOCS = HERE.parents[1] / "docs"
NAME = re.compile(r"^-- name: (\w+)\n", re.MULTILINE)
# Asked again, as random_*, of positions that random play reaches; as short_*, of positions with two cards and with one.
AGAIN = {"random": ("seeps", "turn", "turn_capture", "refuse"), "short": ("last_before",)}
Z = 1.96  # standard errors: 95 %


def questions(folder: str = "out/study") -> dict[str, str]:
    """SQL by name; files of changed positions are looked for in `folder`."""
    _, *parts = NAME.split((HERE / "questions.sql").read_text(encoding="utf-8"))
    texts = [text.strip().rstrip(";").replace("out/study", folder) for text in parts[1::2]]
    return dict(zip(parts[::2], texts, strict=True))


def wilson(share: float, n: int) -> tuple[float, float]:
    """Ends of the 95 % interval of a share."""
    middle, spread = share + Z * Z / (2 * n), Z * sqrt(share * (1 - share) / n + Z * Z / (4 * n * n))
    return max((middle - spread) / (1 + Z * Z / n), 0.0), min((middle + spread) / (1 + Z * Z / n), 1.0)


def cell(row: Row, name: str) -> str:
    """A value with its interval, as a cell of a table."""
    value: Any = row[name]
    if value is None:
        return "-"
    if name.endswith("_share"):
        low, high = (100 * end for end in wilson(value, row["n"]))
        digits = 2 if high < 5 else 1
        return f"{100 * value:.{digits}f} % ({low:.{digits}f} to {high:.{digits}f})"
    if f"{name}_se" in row:
        digits = 2 if (row[f"{name}_se"] or 0) < 0.1 else 1
        return f"{value:+.{digits}f} ± {Z * (row[f'{name}_se'] or 0):.{digits}f}"
    if name == "part":
        return f"{100 * value:.1f} %"
    return f"{value:,}" if isinstance(value, int) else f"{value:g}" if isinstance(value, float) else str(value)


def table(rows: list[Row]) -> str:
    """Rows as a table of Markdown."""
    if not rows:
        return "nothing"
    names = [name for name in rows[0] if not name.endswith("_se")]
    lines = [[name.removesuffix("_share").strip("_").replace("_", " ") for name in names], ["---"] * len(names)]
    lines += [[cell(row, name) for name in names] for row in rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def filled(page: str, answers: dict[str, list[Row]]) -> str:
    """The page with the tables put in anew."""
    for name, rows in answers.items():
        block = rf"(?<=<!-- {name} -->\n\n).*?(?=<!-- end -->)"
        page = re.sub(block, table(rows).replace("\\", r"\\") + r"\n\n", page, count=1, flags=re.DOTALL)
    return page


def answered(folder: str) -> dict[str, list[Row]]:
    """The rows of every question by name."""
    with study(Path(folder, "solved")) as tables:
        answers = {name: tables.rows(sql) for name, sql in questions(folder).items()}
    for part, names in AGAIN.items():
        again = questions(f"{folder}/{part}")
        with study(Path(folder, part, "solved")) as tables:
            answers |= {f"{part}_{name}": tables.rows(again[name]) for name in names}
    return answers


def main(folder: str, write: bool) -> None:
    answers = answered(folder)
    for name, rows in answers.items():
        print(f"### {name}\n\n{table(rows)}\n")
    if write:
        from picture import draw

        page = DOCS / "study.md"
        page.write_text(filled(page.read_text(encoding="utf-8"), answers), encoding="utf-8")
        draw(answers, DOCS / "study" / "study.svg")


if __name__ == "__main__":
    main(next((word for word in sys.argv[1:] if word != "--write"), "out/study"), "--write" in sys.argv)
