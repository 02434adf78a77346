"""The study: its sample is what its commands give, its questions can be asked, its page has an answer to each."""

from __future__ import annotations

import importlib
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from conftest import ROOT, Seep
from test_readme import replayed

from seep_solver import Position

PLACE = ROOT / "positions" / "study"
SAMPLE = PLACE / "sample.parquet"
PAGE = ROOT / "docs" / "study.md"
CHANGES = ("last", "turn", "cemented")


@pytest.fixture
def scripts(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Any, Any]]:
    """The scripts of the study as modules: tables, variants."""
    monkeypatch.syspath_prepend(str(PLACE))
    yield importlib.import_module("tables"), importlib.import_module("variants")
    for name in ("tables", "variants"):
        sys.modules.pop(name, None)


def sample() -> list[dict[str, Any]]:
    return pq.read_table(SAMPLE).to_pylist()


@pytest.mark.parametrize(("name", "cards", "count"), [("three", 3, 40), ("four", 4, 10)])
def test_the_sample_is_what_the_commands_give(
    name: str, cards: int, count: int, seep: Seep, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    source = tmp_path / "endgames" / f"{name}.seep"
    source.parent.mkdir()
    assert seep("generate", "-o", str(source), "--cards", str(cards), "--count", str(count)).code == 0
    assert seep("solve", "endgames", "-o", "solved", "--jobs", "1").code == 0
    again = pq.read_table(tmp_path / "solved").to_pylist()
    rows = [row for row in sample() if row["source"].startswith(f"endgames/{name}.seep:")]
    assert len(rows) == 200
    for now, then in zip(again, rows, strict=False):
        assert {**now, "nodes": 0} == {**then, "nodes": 0}


def test_what_is_changed_is_one_thing(scripts: tuple[Any, Any]) -> None:
    variants = scripts[1]
    made = dict.fromkeys(CHANGES, 0)
    for row in sample():
        position = Position.parse(row["position"])
        for change in CHANGES:
            changed = variants.CHANGES[change](position)
            if changed is None:
                continue
            made[change] += 1
            assert not changed.faults()
            assert (changed.floor, changed.hands) == (position.floor, position.hands)
            assert (changed.turn, changed.last) == (
                (2 if change == "turn" else position.turn),
                (3 - (position.last or 0) if change == "last" else position.last),
            )
            if change == "cemented":
                assert not position.houses[0].cemented
                assert changed.houses[0].cemented
            else:
                assert changed.houses == position.houses
    assert made["turn"] == made["last"] == 400
    assert made["cemented"] > 20


def test_every_question_can_be_asked(scripts: tuple[Any, Any], tmp_path: Path) -> None:
    tables = scripts[0]
    parts = "solved", "random/solved", "random/solved-turn", "short/solved", "short/solved-last"
    for folder in (*parts, *(f"solved-{change}" for change in CHANGES)):
        (tmp_path / folder).mkdir(parents=True)
        shutil.copy(SAMPLE, tmp_path / folder)
    for name, rows in tables.answered(str(tmp_path)).items():
        assert rows, name
        assert tables.table(rows).count("\n") == len(rows) + 1


def test_every_question_has_its_table_on_the_page(scripts: tuple[Any, Any]) -> None:
    page, tables = PAGE.read_text(encoding="utf-8"), scripts[0]
    names = [*tables.questions(), *(f"{part}_{name}" for part, again in tables.AGAIN.items() for name in again)]
    assert sorted(re.findall(r"<!-- (\w+) -->\n\n\| ", page)) == sorted(names)
    assert page.count("<!-- end -->") == len(names)


def test_sessions_run_as_they_are_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "positions").symlink_to(ROOT / "positions")
    monkeypatch.chdir(tmp_path)
    text = (PLACE / "README.md").read_text(encoding="utf-8")
    assert replayed(text) == text
