"""Positions out of game records: ``--record FILE[:DEAL] --at N --seat S``."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import ROOT, Seep

GAME = ROOT / "tests/golden/cli/game.sgn"
ENDING = ["--at", "45"]


def test_open_and_as_a_seat_sees_it(seep: Seep) -> None:
    whole = seep("check", "--record", str(GAME), *ENDING)
    assert (whole.code, whole.err) == (0, "")
    assert whole.out.startswith("AD4D7STD 6H/8C/AH/4H 1 taken=")
    seen = seep("check", "--record", str(GAME), *ENDING, "--seat", "1")
    assert seen.out.startswith("AD4D7STD 6H/x/x/x 1 taken=")


def test_the_first_play_of_the_first_deal_is_the_default(seep: Seep) -> None:
    ran = seep("check", "--record", str(GAME))
    assert ran.out.endswith(" 1 bid=12 taken=-/-\n")
    assert seep("check", "--record", f"{GAME}:1", "--at", "1").out == ran.out


def test_every_command_takes_a_record(seep: Seep) -> None:
    assert seep("best", "--record", str(GAME), *ENDING).out == "6H\n"
    assert seep("moves", "--record", str(GAME), *ENDING).out == "6H\n"
    assert seep("perft", "--depth", "4", "--record", str(GAME), *ENDING).out == "1\n"
    assert "play 45" in seep("analyse", "--record", str(GAME), *ENDING).out
    assert "play 45" in seep("show", "--record", str(GAME), *ENDING).out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([f"{GAME}:2"], ["no deal 2", "hint: the last one is deal 1"]),
        ([f"{GAME}:0"], ["no deal 0"]),
        ([str(GAME), "--at", "99"], ["no play 99", "1 to 49"]),
        ([str(GAME), "--seat", "5"], ["no seat 5"]),
        ([str(ROOT)], ["is a directory"]),
    ],
)
def test_what_a_record_does_not_hold(seep: Seep, arguments: list[str], words: list[str]) -> None:
    ran = seep("analyse", "--record", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert all(word in ran.err for word in words), ran.err


def test_an_illegal_play_is_named_with_its_place(seep: Seep, tmp_path: Path) -> None:
    path = tmp_path / "bad.sgn"
    path.write_text(GAME.read_text().replace("2. 9Hx[9] 5C", "2. 9Hx[9] 5CxAS"))
    ran = seep("show", "--record", str(path))
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"{path}:8:11: ")
    assert '"5CxAS" is not legal' in ran.err
