"""How `seep` ends: closed pipes, Ctrl-C, limits, the exit codes of each kind of answer."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from conftest import Seep, environment

from seep_solver import exact

SMALL = "4C6CTC 2CTD/3C5D/7H8C/9CQD 1"
# Forty-eight cards: an exact answer is out of reach, so a search of it goes on until something stops it.
WHOLE_DEAL = (
    "7CTHQCKD 3H7H9HQS+3D5H5S6C6H8D8SJH/2C4C5C6D7D8C9C9STCJCQDQH/ACADAH2D2S3S6S8HTSJDKCKH/"
    "AS2H3C4D4H4S5D7S9DTDJSKS 1 bid=12"
)
SEEP = [sys.executable, "-m", "seep_cli"]


Start = Callable[..., "subprocess.Popen[str]"]


@pytest.fixture
def started() -> Iterator[Start]:
    """Start a process of its own; none outlives the test."""
    children: list[subprocess.Popen[str]] = []

    def start(*arguments: str) -> subprocess.Popen[str]:
        command = [*SEEP, *arguments]
        pipe = subprocess.PIPE
        children.append(subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, env=environment()))
        return children[-1]

    yield start
    for child in children:
        child.kill()
        child.wait()


def interrupted(child: subprocess.Popen[str]) -> tuple[str, str, float]:
    """What a child prints when Ctrl-C reaches it in a search, and the seconds until it has ended."""
    assert child.stderr is not None
    assert "cards in hands" in child.stderr.readline()  # said when the search is about to start
    time.sleep(1.0)
    assert child.poll() is None
    sent = time.monotonic()
    child.send_signal(signal.SIGINT)
    out, err = child.communicate(timeout=5)
    return out, err, time.monotonic() - sent


def test_ctrl_c_gives_bounds(started: Start) -> None:
    child = started("analyse", "--json", WHOLE_DEAL)
    out, err, seconds = interrupted(child)
    found = json.loads(out)
    assert (child.returncode, err) == (130, "")
    assert found["kind"] == "bounds"
    assert found["low"] <= found["high"]
    assert found["moves"]
    assert all(move["low"] <= move["high"] for move in found["moves"])
    assert seconds < 3  # a quarter of a second, and the load of a busy machine


def test_ctrl_c_in_a_stream_keeps_what_was_answered(started: Start, tmp_path: Path) -> None:
    path = tmp_path / "three.seep"
    path.write_text(f"{SMALL}\n{WHOLE_DEAL}\n{SMALL}\n")
    child = started("best", str(path))
    out, err, _ = interrupted(child)
    assert (child.returncode, err) == (130, "")
    assert out.splitlines()[0] == "TDx4C6CTC"
    assert len(out.splitlines()) == 2


@pytest.mark.parametrize("command", ["analyse", "best"])
def test_bounds_are_printed_before_the_end(seep: Seep, command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    analyse = exact.analyse

    def stopped(*given: Any, **limits: Any) -> exact.Analysis:
        bounds = analyse(*given, **{**limits, "nodes": 2000})
        raise exact.Interrupted(replace(bounds, stopped="interrupt"))

    monkeypatch.setattr(exact, "analyse", stopped)
    ran = seep(command, "--json", "--quiet", WHOLE_DEAL, SMALL)
    assert (ran.code, ran.err) == (130, "")
    assert [json.loads(line)["kind"] for line in ran.out.splitlines()] == ["bounds"]
    assert seep(command, "--quiet", WHOLE_DEAL).code == 130


def test_closed_pipe_is_quiet(started: Start, tmp_path: Path) -> None:
    path = tmp_path / "many.seep"
    path.write_text(f"{SMALL}\n" * 20_000)
    child = started("check", str(path))
    assert child.stdout is not None
    assert child.stderr is not None
    assert child.stdout.readline() == f"{SMALL}\n"
    child.stdout.close()
    assert child.stderr.read() == ""
    assert child.wait(20) == 0


def test_full_disk_is_said() -> None:
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("this system has no /dev/full")
    with full.open("w") as out:
        done = subprocess.run([*SEEP, "check", SMALL], stdout=out, stderr=subprocess.PIPE, text=True, env=environment())
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert "no space left on device" in done.stderr


def test_limits_end_well(seep: Seep) -> None:
    by_nodes = seep("analyse", "--nodes", "2000", WHOLE_DEAL)
    assert (by_nodes.code, by_nodes.err) == (0, "")
    assert "bounds only: the nodes ran out" in by_nodes.out
    started_at = time.monotonic()
    by_time = seep("best", "--time", "0.3", WHOLE_DEAL)
    assert (by_time.code, by_time.err) == (0, "")
    assert len(by_time.out.split()) == 1
    assert time.monotonic() - started_at < 3


def test_a_long_search_says_so_at_once(started: Start) -> None:
    child = started("analyse", WHOLE_DEAL)
    assert child.stderr is not None
    line = child.stderr.readline()
    child.send_signal(signal.SIGINT)
    child.communicate(timeout=5)
    assert "48 cards in hands" in line
    assert "--time" in line


def test_twenty_four_cards_need_no_warning(seep: Seep) -> None:
    six_each = "- 2C3C4C5C6C7C/2D3D4D5D6D7D/2H3H4H5H6H7H/8C8D8H9C9D9H 1"
    assert "cards in hands" not in seep("best", "--nodes", "100", six_each).err


def test_explain(seep: Seep) -> None:
    legal = seep("moves", "--explain", "TDx4C6CTC", SMALL)
    assert (legal.code, legal.out, legal.err) == (0, "legal\n", "")
    part = seep("moves", "--explain", "TDxTC", SMALL)
    assert (part.code, part.err) == (1, "")
    assert part.out.strip() not in ("", "legal")
    as_json = seep("moves", "--json", "--explain", "TDxTC", SMALL)
    assert as_json.code == 1
    assert json.loads(as_json.out)["legal"] is False
    assert seep("moves", "--explain", "nonsense", SMALL).code == 2


def test_plain_output_without_a_locale() -> None:
    bare = {**environment(), "LC_ALL": "C", "PYTHONIOENCODING": "ascii"}
    done = subprocess.run([*SEEP, "check", f"{SMALL} id=é"], capture_output=True, env=bare)
    assert (done.returncode, done.stdout) == (0, f"{SMALL} id=\\xe9\n".encode())


def test_no_output_to_write_to() -> None:
    done = subprocess.run([*SEEP, "check", SMALL], env=environment(), preexec_fn=lambda: os.close(1), stderr=-1)
    assert b"Traceback" not in done.stderr
