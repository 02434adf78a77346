"""`seep arena` at the command line: what it prints, keeps, refuses and shows on the way."""

from __future__ import annotations

import json
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

from seep_solver.agents import AGENTS, MIXED
from seep_solver.record import load

MATCH = ("arena", "greedy", "random", "--pairs", "4", "--jobs", "2")
KEYS = ["a", "b", "rules", "pairs", "mean", "ci95", "verdict", "deviation", "seed", "agents"]


def test_json(seep: Seep) -> None:
    ran = seep(*MATCH, "--json")
    assert (ran.code, ran.err) == (0, "")
    told = json.loads(ran.out)
    assert list(told) == KEYS
    assert (told["a"], told["b"], told["rules"], told["pairs"]) == ("greedy", "random", "classic", 4)
    assert told["ci95"][0] < told["mean"] < told["ci95"][1]
    assert list(told["agents"][0]) == ["agent", "games", "won", "points", "seeps", "decisions"]
    assert told["agents"][0]["won"] + told["agents"][1]["won"] == 1
    assert seep(*MATCH[:-1], "1", "--json").out == ran.out
    assert seep(*MATCH, "--json", "--seed", "2").out != ran.out


def test_one_pair_has_no_interval(seep: Seep) -> None:
    ran = seep("arena", "greedy", "random", "--pairs", "1", "--json")
    told = json.loads(ran.out)
    assert (told["ci95"], told["deviation"], told["verdict"]) == (None, None, "undecided")
    text = seep("arena", "greedy", "random", "--pairs", "1", "--rules", "punjabi").out
    assert re.match(r"greedy - random: [+-]\d+\.\d points a deal\npunjabi rules, seed 1, 1 pair\nverdict: un", text)


def test_endings_timings_and_the_sequential_test(seep: Seep) -> None:
    told = json.loads(seep(*MATCH, "--json", "--cards", "3", "--lead-in", "random", "--timings").out)
    assert (told["cards"], told["lead_in"]) == (3, "random")
    times = told["agents"][0]["time_s"]
    assert 0 < times["mean"] <= times["worst"]
    assert times["p95"] <= times["worst"]
    told = json.loads(seep("arena", "greedy", "random", "--sprt=-5,20", "--json").out)
    assert told["verdict"] == "accept H1"
    assert (told["sprt"], told["pairs"]) == ([-5, 20], 20)
    assert told["llr"] >= 2.94


def test_text_is_plain(seep: Seep) -> None:
    ran = seep(*MATCH, "--timings")
    assert ran.out.isascii()
    assert "verdict: greedy is better" in ran.out
    assert re.search(r"agent +won +card points +seeps +decisions +ms a move +95 % +worst\n", ran.out)
    assert ran.err == ""


def test_several_agents(seep: Seep) -> None:
    told = json.loads(seep("arena", "random", "greedy", "mixed:greedy/random", "--pairs", "3", "--json").out)
    assert list(told) == ["rules", "pairs", "matches", "seed", "agents"]
    assert [(match["a"], match["b"]) for match in told["matches"]] == [
        ("random", "greedy"), ("random", "mixed:greedy/random"), ("greedy", "mixed:greedy/random"),
    ]  # fmt: skip
    assert abs(sum(agent["rating"] for agent in told["agents"])) < 0.01
    assert sum(agent["won"] for agent in told["agents"]) == 1.5


def test_files(seep: Seep, tmp_path: Path) -> None:
    out, sgn = tmp_path / "games.parquet", tmp_path / "games.sgn"
    ran = seep(*MATCH, "-o", str(out), "--records", str(sgn))
    assert (ran.code, ran.err) == (0, "")
    assert pq.read_metadata(out).num_rows == 8
    record = load(sgn)
    assert len(record.deals) == 8
    assert record.tags["Event"] == "arena: greedy random, seed 1"
    again = seep("arena", "greedy", "greedy", "-o", str(out))
    assert (again.code, again.out) == (2, "")
    assert again.err == (
        f"seep: {out}: its rows are of other settings: agents was greedy random and is greedy greedy\n"
        "hint: name another OUT, or --force to replace what is there\n"
    )
    assert seep(*MATCH, "-o", str(out), "--seed", "5", "--force", "--no-resume").code == 0


@pytest.mark.parametrize(
    ("arguments", "message", "hint"),
    [
        (["greedy"], "expected two agents or more", "the agents are random, greedy"),
        (["greedy", "gredy"], 'no agent "gredy" (did you mean greedy?)', "the agents are"),
        (["greedy", "random:x=1"], 'random takes no "x=1"', "random takes no parameters"),
        (["greedy", "random", "--cards", "12"], "--cards: expected a number of cards from 1 to 11, got 12", "classic"),
        (["greedy", "random", "--lead-in", "random"], "--lead-in says who plays", "--cards N"),
        (["greedy", "random", "--cards", "3", "--lead-in", "nobody"], 'no agent "nobody"', "the agents are"),
        (["greedy", "random", "--sprt", "5"], 'the first below the second, got "5"', "--sprt 0,5"),
        (["greedy", "random", "--sprt", "5,0"], "--sprt: expected two numbers", "--sprt 0,5"),
        (["greedy", "random", "greedy", "--sprt", "0,5"], "--sprt is a test of two agents", "leave out"),
        (["greedy", "random", "--records", "no/where.sgn"], "no/where.sgn: there is no folder no", "name a file"),
        (["greedy", "random", "-o", "games.csv"], "expected a name that ends in .parquet", "-o games.parquet"),
        (["greedy", "random", "--rules", "clasic"], 'no rules "clasic" (did you mean classic?)', None),
        (["greedy", "random", "--pairs", "0"], "--pairs: expected a number of pairs", "--help"),
    ],
)  # fmt: skip
def test_mistakes(seep: Seep, arguments: list[str], message: str, hint: str | None) -> None:
    ran = seep("arena", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err
    assert "hint: " in ran.err
    assert hint is None or hint in ran.err


def test_ctrl_c_prints_what_there_is(tmp_path: Path) -> None:
    out = tmp_path / "games.parquet"
    command = [sys.executable, "-m", "seep_cli", "arena", "greedy", "random", "--pairs", "9999", "--json"]
    command += ["--jobs", "1"]  # so that the first pair is the first to end
    journal = tmp_path / ".games.parquet.journal"
    pipe = subprocess.PIPE
    running = subprocess.Popen([*command, "-o", str(out)], stdout=pipe, stderr=pipe, env=environment())
    try:
        while running.poll() is None and not list(journal.glob("*/*.arrow")):
            time.sleep(0.05)
        running.send_signal(signal.SIGINT)
        printed, told = running.communicate(timeout=20)
    finally:
        running.kill()
    assert running.returncode == 130
    pairs = json.loads(printed)["pairs"]
    assert pairs > 0
    assert told.decode() == f"stopped: {pairs:,} pairs kept for {out}; the same command goes on from there\n"


def test_a_terminal_shows_how_far_it_is() -> None:
    shown = on_terminal("arena", "greedy", "random", "--pairs", "60", "--sprt", "0,1", width=120)
    plain = re.sub(r"\x1b\[[\d;]*m", "", shown)
    assert re.search(r"/60 pairs  [-+]\d+\.\d \+/- \d+\.\d  llr [-+]\d+\.\d\d of 2\.94", plain)
    assert "pairs  " not in on_terminal("arena", "greedy", "random", "--pairs", "3", "--quiet")


def test_without_agents_they_are_listed(seep: Seep) -> None:
    ran = seep("arena")
    assert (ran.code, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert [line.split()[0] for line in lines if line[0] != " "] == [*AGENTS, MIXED]
    assert "              worlds=0       worlds a move, 0 for no limit" in lines
    assert max(map(len, lines)) <= 100
    told = json.loads(seep("arena", "--json").out)["agents"]
    assert [each["agent"] for each in told] == [*AGENTS, MIXED]
    assert told[list(AGENTS).index("pimc")]["parameters"]["plays"] == 4


def test_every_agent_is_told() -> None:
    page = (ROOT / "docs" / "arena.md").read_text(encoding="utf-8")
    table = {line.split("`")[1].partition(":")[0]: line for line in page.splitlines() if line.startswith("| `")}
    for name in AGENTS:
        assert all(f"`{parameter.name}=" in table[name] for parameter in AGENTS[name].parameters), name
    assert MIXED in table
