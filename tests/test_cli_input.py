"""What people and scripts give by mistake: each gets a message with its place, and the right exit code."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import Ran, Seep

GOOD = "4C6CTC 2CTD/3C5D/7H8C/9CQD 1"
BAD = "4C6CTC 2CTD/3C4C/7H8C/9CQD 1"
HIDDEN = (
    "7STDQD x/8CQH/x2/x2 2 taken=AC2C3S5H6C7C8D9HTHTSJDQCQSKCKH/"
    "AS2D2H2S3C3D3H4C4S5C5D5S6D6S7D7H8H8S9C9D9STCJCJHJSKDKS seeps=1/5 bonus=50/250 last=1"
)
COMMANDS = (["analyse"], ["best"], ["moves"], ["check"], ["show"], ["perft", "--depth", "1"])


def refused(ran: Ran, *words: str) -> None:
    """Nothing was answered: exit 2, nothing on standard output, one message in our manner."""
    assert (ran.code, ran.out.strip()) == (2, "")
    assert "Traceback" not in ran.err
    message = ran.err.splitlines()[0]
    assert not message.endswith(".")
    for word in words:
        assert word in ran.err


@pytest.mark.parametrize("command", COMMANDS)
def test_no_position(seep: Seep, command: list[str]) -> None:
    refused(seep(*command), "missing POSITION", "hint: ")


def test_missing_file(seep: Seep) -> None:
    refused(seep("analyse", "no/such.seep"), '"no/such.seep"', "no such file")


def test_bare_word_that_looks_like_cards(seep: Seep) -> None:
    refused(seep("analyse", *GOOD.split()), '"4C6CTC"', "hint: quote the whole position")


def test_folder_without_positions(seep: Seep, tmp_path: Path) -> None:
    refused(seep("check", str(tmp_path)), str(tmp_path), ".seep")


def test_folder_in_name_order_and_not_deeper(seep: Seep, tmp_path: Path) -> None:
    (tmp_path / "b.seep").write_text(f"{GOOD} id=second\n")
    (tmp_path / "a.csv").write_text(f"id,position,other\nfirst,{GOOD},x\n")
    (tmp_path / "deeper").mkdir()
    (tmp_path / "deeper" / "c.seep").write_text("not a position\n")
    ran = seep("moves", "--json", str(tmp_path))
    assert ran.code == 0
    assert [line[:15] for line in ran.out.splitlines()] == ['{"id":"first","', '{"id":"second",']


def test_empty_file(seep: Seep, tmp_path: Path) -> None:
    path = tmp_path / "empty.seep"
    path.write_text("")
    refused(seep("analyse", str(path)), "empty.seep", "no position")


def test_byte_order_mark_and_crlf(seep: Seep, tmp_path: Path) -> None:
    path = tmp_path / "windows.seep"
    path.write_bytes(b"\xef\xbb\xbf" + f"# comment\r\n\r\n{GOOD}\r\n{GOOD} # and words\r\n".encode())
    ran = seep("check", str(path))
    assert (ran.code, ran.out, ran.err) == (0, f"{GOOD}\n{GOOD}\n", "")


def test_not_utf8(seep: Seep, tmp_path: Path) -> None:
    path = tmp_path / "latin.seep"
    path.write_bytes(f"{GOOD} id=caf".encode() + b"\xe9\n" + GOOD.encode() + b"\n")
    ran = seep("check", str(path))
    assert (ran.code, ran.out) == (1, f"{GOOD}\n")
    assert f"{path}:1:{len(GOOD) + 8}: " in ran.err
    assert "UTF-8" in ran.err


def test_line_of_a_megabyte(seep: Seep, tmp_path: Path) -> None:
    path = tmp_path / "long.seep"
    path.write_text("4C" * 500_000 + f" 2CTD/3C5D/7H8C/9CQD 1\n{GOOD}\n")
    ran = seep("check", str(path))
    assert (ran.code, ran.out) == (1, f"{GOOD}\n")
    assert len(ran.err) < 1000
    as_json = seep("check", "--json", str(path))
    assert len(as_json.out) < 2000


def test_standard_input(process: Seep) -> None:
    ran = process("best", "-", given=f"{GOOD}\n{BAD}\n{GOOD}\n".encode())
    assert ran.code == 1
    assert ran.out == "TDx4C6CTC\n\nTDx4C6CTC\n"
    assert ran.err.startswith("-:2:")


def test_binary_on_standard_input(process: Seep) -> None:
    ran = process("analyse", "-", given=bytes(range(256)) * 20)
    assert (ran.code, ran.out) == (2, "")
    assert "Traceback" not in ran.err
    assert "\x1b" not in ran.err


def test_empty_floor_is_no_option(seep: Seep) -> None:
    empty = "- 4C/5C/6C/7C 1"
    assert seep("check", empty).out == f"{empty}\n"
    assert seep("moves", empty, "--json").out == f'{{"id":"1","position":"{empty}","rules":"classic","moves":["4C"]}}\n'
    assert seep("best", "--quiet", empty).out == "4C\n"
    refused(seep("check", "-4C/5C/6C/7C"), "no such option")


@pytest.mark.parametrize("command", COMMANDS)
def test_a_faulty_position_in_text_and_json(seep: Seep, command: list[str]) -> None:
    ran = seep(*command, BAD)
    refused(ran, "argument:1:", "4C")
    as_json = seep(*command, "--json", BAD)
    assert (as_json.code, as_json.err) == (2, "")
    assert as_json.out.startswith('{"id":"1","kind":"error","errors":[{"field":"')


@pytest.mark.parametrize("command", COMMANDS)
def test_the_stream_goes_on(seep: Seep, command: list[str], tmp_path: Path) -> None:
    path = tmp_path / "some.seep"
    path.write_text(f"{GOOD}\n{BAD} id=bad\n{GOOD} id=good\n")
    ran = seep(*command, str(path))
    assert ran.code == 1
    assert f"{path}:2:" in ran.err
    as_json = seep(*command, "--json", str(path))
    assert as_json.code == 1
    heads = [line[:26] for line in as_json.out.splitlines()]
    assert heads == ['{"id":"1","position":"4C6C', '{"id":"bad","kind":"error"', '{"id":"good","position":"4']


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--tmie", "1", GOOD], ['no such option "--tmie"', "hint: did you mean --time?"]),
        (["--time", "soon", GOOD], ["--time: expected seconds above 0", '"soon"']),
        (["--time", "0", GOOD], ["--time: expected seconds above 0", '"0"']),
        (["--time", "nan", GOOD], ["--time: expected seconds above 0", '"nan"']),
        (["--nodes", "-1", GOOD], ["--nodes: expected a number of nodes from 1", '"-1"']),
        (["--hash-mb", "0", GOOD], ["--hash-mb: expected a number of megabytes from 1"]),
        (["--top", "1.5", GOOD], ["--top: expected a number of moves from 1"]),
        (["--rules", "clasic", GOOD], ["clasic", "classic"]),
        (["--rules", "no/such.toml", GOOD], ["no/such.toml"]),
        (["--at", "3", GOOD], ["--at and --seat need --record", "hint: "]),
        (["--record", "no/such.sgn"], ["--record: ", "no/such.sgn"]),
        (["--record", "game.sgn", GOOD], ["got both"]),
        (["--time"], ["--time"]),
    ],
)
def test_options_that_do_not_fit(seep: Seep, arguments: list[str], words: list[str]) -> None:
    refused(seep("analyse", *arguments), *words)


def test_unknown_command(seep: Seep) -> None:
    refused(seep("anlyse", GOOD), 'no such command "anlyse"', "hint: did you mean analyse?")
    refused(seep("frobnicate"), "hint: seep --help lists the commands")


def test_depth_is_asked_for(seep: Seep) -> None:
    refused(seep("perft", GOOD), "--depth")


def test_a_card_not_held(seep: Seep) -> None:
    refused(seep("moves", "--card", "KS", GOOD), '"KS"', "seat 1 holds no card like")
    refused(seep("moves", "--card", "1S", GOOD), '"1S"')


def test_a_hand_of_which_nothing_is_said_lists_moves_and_is_not_analysed(seep: Seep) -> None:
    position = "7STDQD */8CQH/*/* 2"
    for command in ("analyse", "best"):
        refused(seep(command, position), "argument:1:8: ", "hint: write how many cards it holds, such as x4")
    assert seep("analyse", "--json", position).out.startswith('{"id":"1","kind":"error","errors":[{"field":"hands"')
    for line in (position, HIDDEN):
        assert seep("moves", line).out == "8C\nQHxQD\n"
        assert seep("show", line).code == 0
        refused(seep("perft", "--depth", "1", line), "argument:1:8: ", "hint: ")


def test_control_characters_do_not_reach_the_terminal(seep: Seep) -> None:
    ran = seep("check", "4C\x1b[2J 2CTD/3C5D/7H8C/9CQD 1")
    assert ran.code == 2
    assert "\x1b" not in ran.err
    assert "\\x1b" in ran.err
