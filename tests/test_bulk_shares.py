"""Rows do not depend on who solves them, how many at a time, or in which order; jobs of an array share one OUT."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pretend
import pyarrow.parquet as pq
import pytest
from conftest import Seep, environment
from runs import COUNT, Undisturbed, contents, endgames, hidden, lines, run, small_parts, undisturbed

from seep_solver import crew, shard
from seep_solver.inputs import NoPositions
from seep_solver.item import Item
from seep_solver.place import OutputError, Place, Share
from seep_solver.row import solved
from seep_solver.settings import Settings
from seep_solver.shard import Job

__all__ = ["small_parts", "undisturbed"]  # fixtures are found by their names in the module that uses them

@pytest.mark.parametrize(("jobs", "largest", "seconds"), [(1, 1, 0.25), (2, 7, 0.25), (3, 4096, 0.001)])
def test_jobs_and_batches_change_no_byte(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jobs: int, largest: int, seconds: float
) -> None:
    source = endgames(tmp_path / "in.seep", 130)
    run(source, tmp_path / "one", solved, jobs=1)
    monkeypatch.setattr(crew, "LARGEST_SHARD", largest)
    monkeypatch.setattr(crew, "SHARD_SECONDS", seconds)
    run(source, tmp_path / "other", solved, jobs=jobs)
    assert contents(tmp_path / "other") == contents(tmp_path / "one")


def test_the_order_of_positions_changes_no_row(tmp_path: Path) -> None:
    source = endgames(tmp_path / "in.seep", 130)
    given = [f"{line} id=e{at}" for at, line in enumerate(source.read_text().splitlines())]
    rows = []
    for order in (given, given[::-1]):
        source.write_text("\n".join(order))
        run(source, tmp_path / "out.parquet", solved, jobs=2, force=True)
        table = pq.read_table(tmp_path / "out.parquet").drop_columns(["source"])
        rows.append({row["id"]: row for row in table.to_pylist()})
    assert rows[0] == rows[1]


@pytest.mark.parametrize("name", ["out", "all.parquet"])
def test_an_array_of_jobs(undisturbed: Undisturbed, tmp_path: Path, name: str) -> None:
    out = tmp_path / name
    for number in (3, 1):
        summary = run(undisturbed.source, out, share=Share(number, 3))
        assert summary.share == Share(number, 3)
        assert summary.tally.rows == len(range(number - 1, COUNT, 3))
        assert not out.is_file()
        assert not out.is_dir() or contents(out) == {}
    again = run(undisturbed.source, out, pretend.deadly, share=Share(1, 3))
    assert again.before == again.tally.rows
    summary = run(undisturbed.source, out, share=Share(2, 3))
    assert (summary.share, summary.tally.rows) == (None, COUNT)
    assert contents(out) == contents(undisturbed.out if name == "out" else undisturbed.file)
    assert hidden(out if name == "out" else tmp_path) == [Place.of(out).manifest.name]
    assert run(undisturbed.source, out, pretend.deadly, share=Share(2, 3)).before == COUNT


def test_jobs_at_the_same_time(process: Seep, tmp_path: Path) -> None:
    source, out = endgames(tmp_path / "in.seep", 300), tmp_path / "out"
    command = [sys.executable, "-m", "seep_cli", "solve", str(source), "-o", str(out), "--jobs", "1", "--shard"]
    jobs = [subprocess.Popen([*command, f"{number}/3"], env=environment()) for number in (1, 2, 3)]
    assert [job.wait(60) for job in jobs] == [0, 0, 0]
    assert process("solve", str(source), "-o", str(tmp_path / "one")).code == 0
    assert contents(out) == contents(tmp_path / "one")
    assert hidden(out) == [".seep-manifest.json"]


def test_a_plain_run_does_what_jobs_have_left(undisturbed: Undisturbed, tmp_path: Path) -> None:
    out = tmp_path / "out"
    run(undisturbed.source, out, share=Share(2, 4))
    run(undisturbed.source, out, share=Share(7, 8))
    summary = run(undisturbed.source, out)
    assert summary.before == len({*range(1, COUNT, 4), *range(6, COUNT, 8)})
    assert contents(out) == contents(undisturbed.out)
    assert hidden(out) == [".seep-manifest.json"]


def test_jobs_keep_out_what_would_disturb_them(undisturbed: Undisturbed, tmp_path: Path) -> None:
    out = tmp_path / "out"
    with Place.of(out, Share(1, 2)).held():
        for share in (None, Share(1, 2)):
            with pytest.raises(OutputError, match="another run is writing here"):
                run(undisturbed.source, out, share=share)
        run(undisturbed.source, out, share=Share(2, 2))
    with pytest.raises(OutputError, match="other settings: nodes was None and is 5"):
        run(undisturbed.source, out, share=Share(1, 2), settings=Settings(nodes=5))
    with pytest.raises(OutputError, match="rows are of other input"):
        run(lines(tmp_path, COUNT, {5: "other"}), out, share=Share(1, 2))
    run(undisturbed.source, out, share=Share(1, 2))
    assert contents(out) == contents(undisturbed.out)


def test_a_worker_that_outlives_its_run_writes_nowhere(undisturbed: Undisturbed, tmp_path: Path) -> None:
    out = tmp_path / "out"
    place = Place.of(out)
    with place.held():
        job = Job(Settings(), place.desk, 100, pretend.quick)
        shard.run([(5, Item("other input", "6", "a:6"))], job)
    summary = run(undisturbed.source, out, force=True)
    assert summary.before == 0
    with pytest.raises(FileNotFoundError):
        shard.run([(6, Item("other input", "7", "a:7"))], job)
    assert contents(out) == contents(undisturbed.out)


def test_more_jobs_than_positions(seep: Seep, tmp_path: Path) -> None:
    source, out = endgames(tmp_path / "in.seep", 2), tmp_path / "out"
    for number in (1, 3, 2):
        assert seep("solve", str(source), "-o", str(out), "--jobs", "1", "--shard", f"{number}/3").code == 0
    assert pq.read_table(out).num_rows == 2
    for number in (1, 2):
        share = Share(number, 2)
        with pytest.raises(NoPositions):
            run(lines(tmp_path, 0), tmp_path / "none", share=share)


@pytest.mark.parametrize("given", ["0/3", "4/3", "3", "1/x", "1/100000"])
def test_a_shard_that_is_none(seep: Seep, tmp_path: Path, given: str) -> None:
    ran = seep("solve", str(endgames(tmp_path / "in.seep", 2)), "-o", str(tmp_path / "out"), "--shard", given)
    assert ran.code == 2
    assert f'--shard: expected the job and the number of jobs, as 3/20, got "{given}"' in ran.err


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--shard", "1/2", "--force"], "with --shard: other jobs may be writing to OUT"),
        (["--shard", "1/2", "--no-resume"], "with --shard: other jobs may be writing to OUT"),
        (["--shard", "1/2", "--scheduler", "tcp://a:1"], "--shard with --scheduler: one of them is enough"),
        (["--jobs", "2", "--scheduler", "tcp://a:1"], "--jobs with --scheduler: its workers are as many"),
    ],
)
def test_options_that_contradict(seep: Seep, tmp_path: Path, options: list[str], message: str) -> None:
    ran = seep("solve", "4C 2C/3C/5C/6C 1", "-o", str(tmp_path / "out"), *options)
    assert ran.code == 2
    assert message in ran.err
    assert list(tmp_path.iterdir()) == []
