"""Bulk runs that are killed or interrupted: nothing is lost but seconds, and the bytes come out the same."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import pretend
import pyarrow.parquet as pq
import pytest
from conftest import environment
from runs import COUNT, Undisturbed, children_of, contents, hidden, journaled, lines, run, small_parts, undisturbed

from seep_solver.bulk import Stopped
from seep_solver.place import OutputError
from seep_solver.tally import Tally

__all__ = ["small_parts", "undisturbed"]  # fixtures are found by their names in the module that uses them

Start = Callable[[Path, Path], "subprocess.Popen[bytes]"]


@pytest.fixture
def log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the workers note what they solve."""
    path = tmp_path / "log"
    monkeypatch.setenv(pretend.LOG, str(path))
    return path


@pytest.fixture
def started() -> Iterator[Start]:
    """Start a run in a process of its own; none outlives the test."""
    children: list[subprocess.Popen[bytes]] = []

    def start(source: Path, out: Path) -> subprocess.Popen[bytes]:
        code = f"import pretend; pretend.run({str(source)!r}, {str(out)!r})"
        roots = environment()["PYTHONPATH"] + os.pathsep + str(Path(__file__).parent)
        children.append(subprocess.Popen([sys.executable, "-c", code], env={**os.environ, "PYTHONPATH": roots}))
        return children[-1]

    yield start
    for child in children:
        child.kill()
        child.wait()


def wait_for_rows(out: Path, least: int) -> None:
    wait_for(lambda: len(journaled(out)) >= least)


def wait_for(true: Callable[[], Any], seconds: float = 20.0) -> Any:
    until = time.monotonic() + seconds
    while not (found := true()):
        assert time.monotonic() < until
        time.sleep(0.02)
    return found


def all_gone(numbers: list[int]) -> bool:
    """Whether these processes have ended; zombies have."""
    states = []
    for number in numbers:
        with suppress(OSError):
            states.append(Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0])
    return all(state == "Z" for state in states)


def test_kill_9_of_the_parent(undisturbed: Undisturbed, tmp_path: Path, log: Path, started: Start) -> None:
    out = tmp_path / "out"
    for least in (20, 150):
        child = started(undisturbed.source, out)
        wait_for_rows(out, least)
        workers = children_of(child.pid)
        child.kill()
        child.wait()
        wait_for(partial(all_gone, workers), 5)
    assert not any(name.endswith(".parquet") for name in hidden(out))
    kept = journaled(out)
    log.unlink()
    summary = run(undisturbed.source, out, solve_one=pretend.slow, jobs=2)
    solved_again = {int(line.rpartition(":")[2]) - 1 for line in log.read_text().split()}
    assert not solved_again & kept
    assert solved_again | kept == set(range(COUNT))
    assert (summary.before, summary.tally.rows) == (len(kept), COUNT)
    assert contents(out) == contents(undisturbed.out)
    assert hidden(out) == [".seep-manifest.json"]


def test_kill_9_of_workers(undisturbed: Undisturbed, tmp_path: Path, log: Path, started: Start) -> None:
    out = tmp_path / "out"
    child = started(undisturbed.source, out)
    for least in (10, 100, 200):
        wait_for_rows(out, least)
        os.kill(wait_for(lambda: children_of(child.pid))[0], signal.SIGKILL)
    assert child.wait(30) == 0
    assert contents(out) == contents(undisturbed.out)


def test_a_position_that_kills_its_worker(tmp_path: Path, log: Path) -> None:
    source = lines(tmp_path, 60, {7: "poison", 33: "once"})
    summary = run(source, tmp_path / "out", solve_one=pretend.deadly, jobs=2)
    assert (summary.tally.rows, summary.tally.errors) == (60, 1)
    rows = pq.read_table(tmp_path / "out").to_pylist()
    assert rows[7]["error"] == "not solved: every process that tried it died"
    assert [row["kind"] for row in rows].count("exact") == 59
    assert summary.tally.complaints == [(7, f"{source}:8:1", rows[7]["error"])]


def interrupted(source: Path, out: Path, rows: int) -> int:
    """Leave a run unfinished, by Ctrl-C when so many rows have come in; how many were kept."""

    def tell(tally: Tally) -> None:
        if tally.rows >= rows:
            os.kill(os.getpid(), signal.SIGINT)

    with pytest.raises(Stopped) as caught:
        run(source, out, solve_one=pretend.sleepless, tell=tell)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    assert not multiprocessing.active_children()
    return caught.value.summary.tally.rows


def test_ctrl_c_keeps_what_was_finished(tmp_path: Path) -> None:
    source, out = lines(tmp_path, 60, {40: "forever"}), tmp_path / "out.parquet"
    assert interrupted(source, out, 40) == 40
    assert hidden(tmp_path) == [".out.parquet.journal", ".out.parquet.manifest.json"]
    counts: list[int] = []
    summary = run(source, out, tell=lambda tally: counts.append(tally.rows))
    assert (summary.before, summary.tally.rows) == (40, 60)
    assert (counts[0], counts[-1], counts) == (40, 60, sorted(counts))
    assert pq.read_table(out).column("id").to_pylist() == [str(at) for at in range(1, 61)]
    assert hidden(tmp_path) == [".out.parquet.manifest.json"]


def test_other_input_is_refused_in_the_middle(tmp_path: Path) -> None:
    interrupted(lines(tmp_path, 30, {20: "forever"}), tmp_path / "out", 20)
    with pytest.raises(OutputError, match="rows are of other input"):
        run(lines(tmp_path, 30, {5: "other", 20: "forever"}), tmp_path / "out")
