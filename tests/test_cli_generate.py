"""`seep generate` at the command line: what it writes, says, refuses and leaves behind."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from conftest import ROOT, Seep, environment
from test_cli_terminal import on_terminal

from seep_solver import PRESETS, generate

GAME = str(ROOT / "positions" / "rules" / "example_game.sgn")
LITTLE = ("generate", "--cards", "2", "--jobs", "1")


@pytest.mark.parametrize("rules", PRESETS)
def test_solve_takes_what_is_written(seep: Seep, tmp_path: Path, rules: str) -> None:
    out, solved = tmp_path / "made.csv", tmp_path / "solved.parquet"
    ran = seep(*LITTLE, "-o", str(out), "--count", "20", "--rules", rules)
    assert (ran.code, ran.out) == (0, "")
    said = r"made\.csv: 20 positions from \d+ deals; 20 in [\d.]+ s, [\d,.]+ a second\n"
    assert re.search(said, ran.err)
    assert seep("solve", str(out), "-o", str(solved), "--jobs", "1").code == 0
    rows = pq.read_table(solved, columns=["id", "kind", "rules", "cards_left"]).to_pylist()
    kinds = {(row["kind"], row["rules"], row["cards_left"]) for row in rows}
    assert kinds == {("exact", rules, 2 * PRESETS[rules].players)}
    assert rows[0]["id"] == "1-1"


def test_standard_output(seep: Seep) -> None:
    ran = seep(*LITTLE, "-o", "-", "--count", "3", "--quiet")
    assert (ran.code, ran.err) == (0, "")
    assert [line.split(" id=")[1] for line in ran.out.splitlines()] == ["1-1", "1-2", "1-3"]
    assert seep("check", *ran.out.splitlines()).out == ran.out
    other = seep(*LITTLE, "-o", "-", "--count", "3", "--seed", "2", "--turn", "3")
    assert [line.split(" id=")[1] for line in other.out.splitlines()] == ["2-1", "2-2", "2-3"]
    assert [line.split()[2] for line in other.out.splitlines()] == ["3"] * 3
    assert other.err.startswith("-: 3 positions from ")


def test_filters_and_puzzles(seep: Seep) -> None:
    filters = ("--houses", "1-2", "--cemented", "1", "--loose", "1-", "--seep-possible", "--swing", "5")
    ran = seep(*LITTLE, "-o", "-", "--count", "2", *filters)
    for line in ran.out.splitlines():
        assert re.match(r"[A-Z0-9]+(\[[^]]+\]){1,2} ", line)
    told = seep(*LITTLE, "-o", "-", "--count", "4", "--puzzles", "--unique-best", "--quiet").out
    assert all(re.search(r" id=1-\d+-g[1-8]$", line) for line in told.splitlines())


def test_a_record(seep: Seep, tmp_path: Path) -> None:
    ran = seep("generate", "-o", "-", "--record", GAME, "--cards", "4", "--jobs", "1")
    lines = ran.out.splitlines()
    assert [line.split(" id=")[1] for line in lines] == ["1-33", "1-34", "1-35", "1-36"]
    assert ran.err.startswith("-: 4 positions from 4 positions; ")
    at_34 = seep("check", "--record", GAME, "--at", "34").out
    assert lines[1].split(" id=")[0] == at_34.split(" id=")[0].strip()
    assert seep("generate", "-o", "-", "--record", f"{GAME}:1", "--count", "2", "--quiet").out.count("\n") == 2
    none = seep("generate", "-o", str(tmp_path / "none.csv"), "--record", GAME, "--cards", "4", "--swing", "999")
    assert (none.code, none.out) == (2, "")
    assert none.err.startswith(f"seep: no position of {GAME} is as asked for, of 4 looked at\nhint: ask for less")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "message", "hint"),
    [
        ([], "missing -o OUT", "-o endgames.seep"),
        (["-o", "made.txt"], 'a name that ends in .seep, .csv, .jsonl or .parquet, got "made.txt"', "lines"),
        (["-o", "no/where.seep"], "no/where.seep: cannot write: no such file or directory", "can be written"),
        (["-o", "-", "--cards", "0"], "--cards: expected a number of cards from 1", "--help"),
        (["-o", "-", "--cards", "12"], "--cards: expected a number of cards from 1 to 11, got 12", "opening"),
        (["-o", "-", "--cards", "13", "--rules", "classic-2p"], "from 1 to 12, got 13", "second hands"),
        (["-o", "-", "--turn", "3", "--rules", "classic-2p"], "expected a seat from 1 to 2, got 3", "2 players"),
        (["-o", "-", "--turn", "5"], "--turn: expected a seat from 1 to 4", "--help"),
        (["-o", "-", "--houses", "2-1"], '--houses: expected a number or a range, got "2-1"', "1-3"),
        (["-o", "-", "--loose", "few"], '--loose: expected a number or a range, got "few"', "1-3"),
        (["-o", "-", "--players", "gredy"], '--players: no agent "gredy" (did you mean greedy?)', "the agents are"),
        (["-o", "-", "--rules", "clasic"], 'no rules "clasic" (did you mean classic?)', None),
        (["-o", "-", "--swing", "0"], "--swing: expected a number of points from 1", "--help"),
        (["-o", "-", "--record", "none.sgn"], '--record: cannot read "none.sgn"', None),
        (["-o", "-", "--record", f"{GAME}:9"], "--record: no deal 9 in", "it has deals 1 to 1"),
        (["-o", "-", "--record", GAME, "--seed", "2"], "--seed is for deals that are dealt", "leave out --seed"),
    ],
)
def test_mistakes(seep: Seep, arguments: list[str], message: str, hint: str | None) -> None:
    ran = seep("generate", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err
    assert hint is None or hint in ran.err


def test_a_folder_is_no_file(seep: Seep, tmp_path: Path) -> None:
    (tmp_path / "made.seep").mkdir()
    ran = seep("generate", "-o", str(tmp_path / "made.seep"))
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.endswith("made.seep: expected a file, found a folder\nhint: name a file in it\n")


def test_a_record_that_breaks_the_rules(seep: Seep, tmp_path: Path) -> None:
    bad = tmp_path / "bad.sgn"
    bad.write_text(Path(GAME).read_text(encoding="utf-8").replace("bid 12", "bid 2"), encoding="utf-8")
    ran = seep("generate", "-o", "-", "--record", str(bad))
    assert (ran.code, ran.out) == (2, "")
    assert re.match(rf"seep: --record: {re.escape(str(bad))}:\d+:\d+: ", ran.err)


def test_giving_up(seep: Seep, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(generate, "GIVE_UP", 100)
    out = tmp_path / "made.seep"
    ran = seep(*LITTLE, "-o", str(out), "--houses", "6")
    assert ran.code == 2
    assert re.match(r"seep: given up after \d+ deals: no position found, none is as asked for\nhint: ask", ran.err)
    assert list(tmp_path.iterdir()) == []
    monkeypatch.setattr(generate, "GIVE_UP", 32)
    some = seep(*LITTLE, "-o", str(out), "--puzzles")
    assert some.code == 1
    told = re.match(r"seep: given up after [\d,]+ deals: (\d+) of 1,000 positions found, the last \d+ deals", some.err)
    assert told is not None
    assert len(out.read_text(encoding="utf-8").splitlines()) == int(told[1])


def test_a_long_search_is_announced(seep: Seep, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(generate, "GIVE_UP", 10)
    ran = seep("generate", "-o", "-", "--cards", "8", "--houses", "6", "--puzzles", "--jobs", "1")
    assert ran.err.startswith("32 cards in hands: proving which move is best may take ")
    quiet = seep("generate", "-o", "-", "--cards", "8", "--houses", "6", "--puzzles", "--jobs", "1", "--quiet")
    assert quiet.err.startswith("seep: given up")


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_keeps_what_was_found(tmp_path: Path, jobs: str) -> None:
    out = tmp_path / "made.seep"
    command = [sys.executable, "-m", "seep_cli", "generate", "--count", "9999999", "--jobs", jobs, "-o", str(out)]
    running = subprocess.Popen(command, stderr=subprocess.PIPE, env=environment())
    try:
        while running.poll() is None and not any(path.stat().st_size for path in tmp_path.glob(".made.seep.*")):
            time.sleep(0.02)
        running.send_signal(signal.SIGINT)
        told = running.communicate(timeout=20)[1].decode()
    finally:
        running.kill()
    assert running.returncode == 130
    found = re.fullmatch(rf"stopped: ([\d,]+) positions? written to {out}\n", told)
    assert found is not None, told
    lines = out.read_text(encoding="utf-8").splitlines()
    assert len(lines) == int(found[1].replace(",", ""))
    assert all(" id=1-" in line for line in lines)
    assert [path.name for path in tmp_path.iterdir()] == ["made.seep"]


def test_a_closed_pipe_ends_it_quietly() -> None:
    command = [sys.executable, "-m", "seep_cli", "generate", "-o", "-", "--count", "9999999", "--jobs", "2"]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment())
    assert running.stdout is not None
    assert running.stderr is not None
    assert running.stdout.readline().endswith(b" id=1-1\n")
    running.stdout.close()
    assert running.wait(20) == 0
    assert running.stderr.read() == b""
    running.stderr.close()


def test_a_terminal_shows_how_far_it_is() -> None:
    shown = on_terminal(*LITTLE, "-o", "-", "--count", "4000", width=120)
    plain = re.sub(r"\x1b\[[\d;?]*[a-zA-Z]", "", shown)
    assert re.search(r"/4000 positions", plain)
    assert "a second" in plain
