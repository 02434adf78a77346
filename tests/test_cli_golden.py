"""What `seep` prints, held whole in tests/golden/cli/; ``make golden`` writes them anew."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import ROOT, Ran, Seep

SMALL = "4C6CTC 2CTD/3C5D/7H8C/9CQD 1"
HOUSES = "4C7D[11:5C6H@1][12:QDQH@2] JS9H3C/QCJH8C/4S2D2H/KS6S5D 1 last=2"
SCORED = "4C6CTC 2CTD/3C5D/7H8C/9CQD 1 points=34/12 cards=20/8 seeps=1/0 last=1 id=late"
HIDDEN = (
    "7STDQD x/8CQH/x2/x2 2 taken=AC2C3S5H6C7C8D9HTHTSJDQCQSKCKH/"
    "AS2D2H2S3C3D3H4C4S5C5D5S6D6S7D7H8H8S9C9D9STCJCJHJSKDKS seeps=1/5 bonus=50/250 last=1 lead=-30"
)
OPENING = (
    "7CTHQCKD 3H7H9HQS+3D5H5S6C6H8D8SJH/2C4C5C6D7D8C9C9STCJCQDQH/ACADAH2D2S3S6S8HTSJDKCKH/"
    "AS2H3C4D4H4S5D7S9DTDJSKS 1 bid=12"
)
TWO = "AC3D[9:4C5D@2] 2H9CKD+4H5H/9D6SQC+7H8H 2 rules=classic-2p"
NO_OWNERS = (
    "4C7D[11:5C6H][12:QDQH] JS9H3C/JHQC8C/4S2D2H/KS6S5D 1 rules=open-house "
    "points=10/40 cards=8/20 seeps=2/0 last=2"
)
BID_OPENING = "3C5C8CKC 3D4CKDKH/*/*/* 1 rules=bid-card bid=13"
FILE = "tests/golden/cli/mixed.seep"
RECORD = "tests/golden/cli/game.sgn"

RUNS: dict[str, list[str]] = {
    "analyse": ["analyse", SMALL],
    "analyse-houses": ["analyse", HOUSES],
    "analyse-margin-top": ["analyse", "--top", "2", SCORED],
    "analyse-empty-floor": ["analyse", "- 4C/5C/6C/7C 1"],
    "analyse-file": ["analyse", FILE],
    "analyse-hidden": ["analyse", HIDDEN],
    "analyse-json": ["analyse", "--json", FILE],
    "analyse-json-top": ["analyse", "--json", "--top", "1", SCORED],
    "best": ["best", SMALL],
    "best-file": ["best", FILE],
    "best-json": ["best", "--json", FILE],
    "check-file": ["check", FILE],
    "check-json": ["check", "--json", FILE],
    "check-clean": ["check", " 10d4s  a♥2c/5d3♣/8C7h/9Cqd 1 last=2  lead=0", SMALL],
    "moves": ["moves", SMALL],
    "moves-file": ["moves", FILE],
    "moves-json": ["moves", "--json", SMALL, HOUSES],
    "moves-card": ["moves", "--card", "TD", SMALL],
    "moves-all": ["moves", "--all", "4C4DKH 5C5H9S/2C2D2H/3C3D3H/6C6D6H 1"],
    "moves-explain": ["moves", "--explain", "TDxTC", SMALL],
    "moves-explain-json": ["moves", "--json", "--explain", "TDxTC", SMALL],
    "perft": ["perft", "--depth", "3", SMALL],
    "perft-split": ["perft", "--depth", "2", "--split", SMALL],
    "perft-json": ["perft", "--depth", "2", "--split", "--json", SMALL],
    "rules": ["rules"],
    "rules-tabletop": ["rules", "tabletop"],
    "rules-open-house": ["rules", "open-house"],
    "rules-toml": ["rules", "punjabi", "--toml"],
    "rules-unknown": ["rules", "clasic"],
    "show": ["show", HOUSES],
    "show-scored": ["show", SCORED],
    "show-hidden": ["show", HIDDEN],
    "show-opening": ["show", OPENING],
    "show-two-players": ["show", TWO],
    "show-open-house": ["show", NO_OWNERS],
    "show-bid-card": ["show", BID_OPENING],
    "show-partly": ["show", "2S3H 2CTD/*/*/* 1"],
    "show-json": ["show", "--json", HOUSES, HIDDEN],
    "show-record": ["show", "--record", RECORD, "--at", "10"],
    "show-record-seat": ["show", "--record", RECORD, "--at", "10", "--seat", "2"],
}


@pytest.mark.parametrize("name", RUNS)
def test_golden(name: str, seep: Seep, golden: Callable[[str, Ran], None], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    golden(name, seep(*RUNS[name]))


def test_output_for_a_pipe_is_plain(seep: Seep, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    for name, arguments in RUNS.items():
        ran = seep(*arguments)
        assert ran.out.isascii(), name
        assert "\x1b" not in ran.out
        if "--json" not in arguments and arguments[0] not in ("check", "rules"):
            assert max(map(len, ran.out.splitlines()), default=0) <= 100, name


def test_no_golden_file_is_left_over() -> None:
    held = {path.stem for path in (ROOT / "tests/golden/cli").glob("*.txt")}
    assert held == set(RUNS)


def test_analyze_is_analyse(seep: Seep) -> None:
    assert seep("analyze", SMALL)._replace(arguments=()) == seep("analyse", SMALL)._replace(arguments=())


def test_timings_are_there_only_when_asked_for(seep: Seep) -> None:
    assert "time_s" not in seep("analyse", "--json", SMALL).out
    assert '"time_s":' in seep("analyse", "--json", "--timings", SMALL).out
    assert '"time_s":' in seep("best", "--json", "--timings", SMALL).out
    assert " s\n" in seep("analyse", "--timings", SMALL).out


def test_rules_of_ones_own_start_from_a_preset(seep: Seep, tmp_path: Path) -> None:
    path = str(tmp_path / "ours.toml")
    Path(path).write_text(seep("rules", "tabletop", "--toml").out)
    assert seep("check", "--json", "--rules", path, SMALL).code == 0
    assert seep("rules", path).code == 0
