"""`seep solve` as people call it: what it writes, says, and exits with."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from conftest import Seep, environment
from hiding import hidden
from runs import journaled

LINE = "4C6CTC 2CTD/3C5D/7H8C/9CQD 1"
WHOLE_DEAL = (
    "7CTHQCKD 3H7H9HQS+3D5H5S6C6H8D8SJH/2C4C5C6D7D8C9C9STCJCQDQH/ACADAH2D2S3S6S8HTSJDKCKH/"
    "AS2H3C4D4H4S5D7S9DTDJSKS 1 bid=12"
)


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "in.seep"
    path.write_text(f"{LINE}\n{LINE} id=e2\n")
    return path


def test_all_answered(seep: Seep, source: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    ran = seep("solve", str(source), "-o", str(out), "--jobs", "1")
    assert (ran.code, ran.out) == (0, "")
    assert ran.err.startswith(f"{out}: 2 rows (2 exact), ")
    assert pq.read_table(out).column("id").to_pylist() == ["1", "e2"]
    again = seep("solve", str(source), "-o", str(out), "--json", "--quiet")
    assert again.err == ""
    assert json.loads(again.out).items() >= {"out": str(out), "rows": 2, "exact": 2, "errors": 0}.items()
    again = seep("solve", str(source), "-o", str(out))
    assert again.err.endswith("; all by earlier runs, nothing was left to do\n")


def test_hidden_positions_are_estimates(seep: Seep, tmp_path: Path) -> None:
    path = tmp_path / "in.seep"
    path.write_text("\n".join([LINE, str(hidden("classic", "04")), str(hidden("classic", "08"))]))
    options = ["--worlds", "30", "--seed", "4", "--method", "montecarlo", "--json"]
    files = []
    for name, jobs in (("one.parquet", "1"), ("two.parquet", "2")):
        ran = seep("solve", str(path), "-o", str(tmp_path / name), "--jobs", jobs, *options)
        assert ran.code == 0
        assert "3 rows (1 exact, 2 estimates), " in ran.err
        assert json.loads(ran.out)["estimates"] == 2
        files.append((tmp_path / name).read_bytes())
    assert files[0] == files[1]
    table = pq.read_table(tmp_path / "one.parquet")
    assert table.column("kind").to_pylist() == ["exact", "estimate", "estimate"]
    assert table.column("worlds").to_pylist() == [None, 30, 30]
    assert table.column("seed").to_pylist() == [None, 4, 4]
    assert seep("solve", str(path), "-o", str(tmp_path / "one.parquet"), "--seed", "5").code == 2


def test_some_answered(seep: Seep, tmp_path: Path) -> None:
    ran = seep("solve", LINE, "4C4C 2C/3C/5C/6C 1", "-o", str(tmp_path / "out.parquet"), "--timings")
    assert ran.code == 1
    assert "argument:2:3: 4C stands twice" in ran.err
    assert "(1 exact, 1 error)" in ran.err
    good, bad = pq.read_table(tmp_path / "out.parquet").to_pylist()
    assert good["time_us"] >= 0
    assert bad["error_field"] == "floor"


def test_none_answered(seep: Seep, tmp_path: Path) -> None:
    assert seep("solve", "4C 2C 1", "-o", str(tmp_path / "out.parquet")).code == 2


def test_bounds_after_a_limit_are_answers(seep: Seep, tmp_path: Path) -> None:
    ran = seep("solve", WHOLE_DEAL, "-o", str(tmp_path / "out.parquet"), "--nodes", "1000", "--rules", "tabletop")
    assert ran.code == 0
    assert "(0 exact, 1 bounds)" in ran.err
    (row,) = pq.read_table(tmp_path / "out.parquet").to_pylist()
    assert (row["kind"], row["rules"]) == ("bounds", "tabletop")
    metadata = pq.read_metadata(tmp_path / "out.parquet").metadata or {}
    assert json.loads(metadata[b"seep.settings"])["nodes"] == 1000
    assert list(json.loads(metadata[b"seep.rules"])) == ["tabletop"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["solve"], "missing INPUT"),
        (["solve", LINE], "missing -o OUT"),
        (["solve", "no.seep", "-o", "out"], '"no.seep": no such file or folder'),
        (["solve", "4C6C", "-o", "out"], "hint: quote the whole position"),
        (["solve", LINE, "-o", "out", "--jobs", "0"], "--jobs: expected a number of processes from 1"),
        (["solve", LINE, "-o", "out", "--rules", "ours"], 'no rules "ours"'),
        (["solve", LINE, "-o", "/proc/out"], "cannot write"),
        (["solve", "-", "-", "-o", "out"], "standard input can be read only once"),
    ],
)
def test_a_command_line_that_cannot_be_obeyed(
    seep: Seep, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = seep(*arguments)
    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err
    assert "Traceback" not in ran.err
    assert list(tmp_path.iterdir()) == []


def test_an_empty_input(seep: Seep, tmp_path: Path) -> None:
    (tmp_path / "in.seep").write_text("# nothing\n")
    ran = seep("solve", str(tmp_path / "in.seep"), "-o", str(tmp_path / "out.parquet"))
    assert ran.code == 2
    assert "no position in it" in ran.err
    assert pq.read_table(tmp_path / "out.parquet").num_rows == 0


def test_refusals_of_bulk_runs(seep: Seep, source: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / "notes").touch()
    ran = seep("solve", str(source), "-o", str(out))
    assert ran.code == 2
    assert "hint: name another OUT, or --force" in ran.err


def test_one_name_for_two_sets_of_rules(seep: Seep, tmp_path: Path) -> None:
    for folder, sweep in (("a", 40), ("b", 30)):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "ours.toml").write_text(f"sweep = {sweep}\n")
        (tmp_path / folder / "in.seep").write_text(f"{LINE} rules=./ours.toml\n")
    ran = seep("solve", str(tmp_path / "a"), str(tmp_path / "b" / "in.seep"), "-o", str(tmp_path / "out.parquet"))
    assert ran.code == 2
    assert '"ours" names two sets of rules: sweep is ' in ran.err
    assert not (tmp_path / "out.parquet").exists()


def test_a_long_search_is_told_of_at_once(seep: Seep, tmp_path: Path) -> None:
    arguments = ["solve", WHOLE_DEAL, "-o", str(tmp_path / "out.parquet")]
    assert "--time" not in seep(*arguments, "--time", "0.05").err
    (tmp_path / "deal.seep").write_text(WHOLE_DEAL)
    command = [
        sys.executable,
        "-m",
        "seep_cli",
        "solve",
        str(tmp_path / "deal.seep"),
        "-o",
        str(tmp_path / "o"),
    ]
    with subprocess.Popen(command, env=environment(), stderr=subprocess.PIPE, text=True) as child:
        assert child.stderr is not None
        assert "48 cards in hands and no limit" in child.stderr.readline()
        child.send_signal(signal.SIGINT)
        assert child.wait(10) == 130


def test_standard_input_ctrl_c_and_going_on(tmp_path: Path) -> None:
    """Standard input that stalls: what was finished before is kept, and told of."""
    command = [sys.executable, "-m", "seep_cli", "solve", "-", "-o", "out", "--jobs", "1"]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        command, stdin=pipe, stderr=pipe, env=environment(), cwd=tmp_path, start_new_session=True
    ) as child:
        assert child.stdin is not None
        assert child.stderr is not None
        child.stdin.write(f"{LINE}\n{LINE}\n".encode())
        child.stdin.flush()
        until = time.monotonic() + 30
        while journaled(tmp_path / "out") != {0, 1}:
            assert time.monotonic() < until
            time.sleep(0.05)
        os.killpg(child.pid, signal.SIGINT)
        assert child.wait(10) == 130
        told = child.stderr.read().decode()
    assert told == "stopped: 2 rows kept for out; the same command goes on from there\n"
    done = subprocess.run(
        command,
        input=f"{LINE}\n{LINE}\nfaulty\n".encode(),
        capture_output=True,
        env=environment(),
        cwd=tmp_path,
    )
    assert done.returncode == 1
    assert "-:3:1: " in done.stderr.decode()
    assert "3 rows (2 exact, 1 error)" in done.stderr.decode()
    assert "2 by earlier runs" in done.stderr.decode()
    assert pq.read_table(tmp_path / "out").column("source").to_pylist() == ["-:1", "-:2", "-:3"]
