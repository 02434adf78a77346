"""`seep bench`: groups, totals, and a signature that is the same on every run."""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path

import pytest
from conftest import Seep

SUITE = """# a suite of three groups
4C6CTC 2CTD/3C5D/7H8C/9CQD 1
4C7D[11:5C6H@1][12:QDQH@2] JS9H3C/QCJH8C/4S2D2H/KS6S5D 1 last=2
- 4C5H/5C6H/6C7H/7C8H 1
4CTD 2C9H/3C5D/7H8C/9CQD 1 rules=tabletop
"""


@pytest.fixture
def suite(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "bench.seep"
    path.write_text(SUITE)
    monkeypatch.setattr(import_module("seep_cli.bench"), "SUITE", str(path))


@pytest.mark.usefixtures("suite")
def test_groups_total_and_signature(seep: Seep) -> None:
    ran = seep("bench")
    assert (ran.code, ran.err) == (0, "")
    head, *groups, total, signature = ran.out.splitlines()
    assert head.split() == ["rules", "cards", "positions", "nodes", "seconds", "nodes/s"]
    assert [line.split()[:3] for line in groups] == [
        ["classic", "8", "2"], ["classic", "12", "1"], ["tabletop", "8", "1"]]
    assert total.split()[:2] == ["total", "4"]
    *nodes, whole = (int(line.split()[-3].replace(",", "")) for line in (*groups, total))
    assert sum(nodes) == whole > 0
    assert signature == f"signature {whole}"
    assert seep("bench").out.splitlines()[-1] == signature


@pytest.mark.usefixtures("suite")
def test_json(seep: Seep) -> None:
    ran = seep("bench", "--json")
    found = json.loads(ran.out)
    assert list(found) == ["groups", "positions", "nodes", "seconds", "nodes_per_s", "signature"]
    assert list(found["groups"][0]) == ["cards", "positions", "nodes", "seconds", "nodes_per_s", "rules"]
    assert [(group["rules"], group["cards"]) for group in found["groups"]] == [
        ("classic", 8), ("classic", 12), ("tabletop", 8)]
    assert found["signature"] == found["nodes"] == sum(group["nodes"] for group in found["groups"])
