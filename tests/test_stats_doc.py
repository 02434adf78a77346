"""docs/stats.md tells the truth: its sessions are replayed, and it names every table and column there is.

``make golden`` (SEEP_REGENERATE=1) writes the outputs anew from what is printed now; read their diff before keeping it.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
import solved
from conftest import ROOT
from test_readme import replayed

from seep_solver.stats import STATISTICS
from seep_solver.study import study

PAGE = ROOT / "docs" / "stats.md"


def section(title: str) -> str:
    """What stands under a heading, up to the next."""
    match = re.search(rf"^#+ {title}\n(.*?)(?=^#|\Z)", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert match
    return match[1]


def test_sessions_run_as_they_are_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "positions").symlink_to(ROOT / "positions")
    monkeypatch.chdir(tmp_path)
    text = PAGE.read_text(encoding="utf-8")
    now = replayed(text)
    if os.environ.get("SEEP_REGENERATE"):
        PAGE.write_text(now, encoding="utf-8")
    else:
        assert now == text


def test_every_table_is_told() -> None:
    told = set(re.findall(r"`(\w+)`", section("The tables")))
    assert {each.name for each in STATISTICS} <= told
    shown = {column.name for each in STATISTICS for column in each.columns}
    assert shown - {"hand", "seat", "houses", "kind", "rules", "card", "points", "throws"} <= told


def test_every_column_of_the_views_is_told(tmp_path: Path) -> None:
    with study(solved.solve(tmp_path)) as tables:
        for view in ("positions", "moves", "choices"):
            there = {row["column_name"] for row in tables.rows(f"describe {view}")}
            told = set(re.findall(r"`(\w+)`", section(view)))
            if view == "choices":
                told |= set(re.findall(r"`(\w+)`", section("moves").split("|")[0]))
            assert there - told == set()
