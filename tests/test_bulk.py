"""Bulk runs: the same bytes whatever happens on the way, and refusals that leave everything as it was."""

from __future__ import annotations

import errno
import multiprocessing
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd
import polars as pl
import pretend
import pyarrow.parquet as pq
import pytest
from conftest import environment

from seep_solver import bulk, results
from seep_solver.bulk import Stopped, Summary
from seep_solver.inputs import NoPositions, find
from seep_solver.place import OutputError, Place
from seep_solver.results import ROW, SCHEMA, RulesClash, unpacked
from seep_solver.row import solved
from seep_solver.settings import Settings
from seep_solver.tally import Tally
from seep_solver.worker import Solve

Start = Callable[[Path, Path], "subprocess.Popen[bytes]"]
LINE = "4C6CTC 2CTD/3C5D/7H8C/9CQD 1"


COUNT = 350


@pytest.fixture(autouse=True, scope="module")
def small_parts() -> Iterator[None]:
    """Parts of 100 rows."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(results, "ROWS_A_GROUP", 100)
        yield


def lines(folder: Path, count: int, special: dict[int, str] | None = None) -> Path:
    """A file of `count` lines, some of them `special`."""
    path = folder / "in.seep"
    path.write_text("".join(f"{(special or {}).get(at, 'line')} {at}\n" for at in range(count)))
    return path


def run(source: Path | str, out: Path, solve_one: Solve = pretend.quick, **options: Any) -> Summary:
    settings = options.pop("settings", Settings())
    return bulk.solve(find([str(source)]), out, settings, solve_one=solve_one, **options)


def contents(out: Path) -> dict[str, bytes]:
    """The files that a reader sees."""
    if out.is_file():
        return {out.name: out.read_bytes()}
    return {path.name: path.read_bytes() for path in out.iterdir() if not path.name.startswith(".")}


def hidden(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir() if path.name.startswith("."))


@dataclass(frozen=True)
class Undisturbed:
    """A run of `COUNT` positions that nothing happened to: its input, and what came of it."""

    source: Path
    out: Path
    file: Path
    summary: Summary

    def copy(self, folder: Path) -> Path:
        """The folder of results somewhere else."""
        return Path(shutil.copytree(self.out, folder / "copy"))


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory, small_parts: None) -> Undisturbed:
    folder = tmp_path_factory.mktemp("undisturbed")
    source, out, file = lines(folder, COUNT), folder / "out", folder / "all.parquet"
    summary = run(source, out, jobs=2)
    run(source, file)
    return Undisturbed(source, out, file, summary)


def test_rows_stand_in_input_order(undisturbed: Undisturbed) -> None:
    out, tally = undisturbed.out, undisturbed.summary.tally
    sizes = {path.name: pq.read_metadata(path).num_rows for path in out.glob("*.parquet")}
    assert sizes == {f"part-0000{at}.parquet": rows for at, rows in enumerate((100, 100, 100, 50))}
    table = pq.read_table(out)
    assert table.column("id").to_pylist() == [str(at) for at in range(1, COUNT + 1)]
    assert table.column("source").to_pylist()[-1] == f"{undisturbed.source}:{COUNT}"
    assert (tally.rows, tally.exact, undisturbed.summary.before) == (COUNT, COUNT, 0)
    assert hidden(out) == [".seep-manifest.json"]


def test_the_same_bytes_with_other_jobs_and_in_another_place(
    undisturbed: Undisturbed, tmp_path: Path
) -> None:
    run(undisturbed.source, tmp_path / "elsewhere", jobs=1)
    assert contents(tmp_path / "elsewhere") == contents(undisturbed.out)


def test_one_file(undisturbed: Undisturbed) -> None:
    metadata = pq.read_metadata(undisturbed.file)
    assert (metadata.num_rows, metadata.num_row_groups) == (COUNT, 4)
    assert pq.read_table(undisturbed.file).equals(pq.read_table(undisturbed.out))
    assert hidden(undisturbed.file.parent) == [".all.parquet.manifest.json"]


def test_readers(undisturbed: Undisturbed) -> None:
    every = f"{undisturbed.out}/*.parquet"
    assert list(pd.read_parquet(undisturbed.out).columns) == SCHEMA.names
    with duckdb.connect() as database:
        assert database.sql(f"select * from '{every}'").columns == SCHEMA.names
        counted = database.sql(f"select count(*) from '{every}' where kind = 'exact'")
        assert counted.fetchall() == [(COUNT,)]
    frame = pl.read_parquet(every)
    assert frame.columns == SCHEMA.names
    move = {"move": pl.String, **dict.fromkeys(("gain", "low", "high"), pl.Int16)}
    assert frame.schema["moves"] == pl.List(
        pl.Struct({**move, **dict.fromkeys(("mean", "std_err"), pl.Float32)})
    )


@pytest.mark.parametrize("name", ["out", "out.parquet"])
def test_no_rows(tmp_path: Path, name: str) -> None:
    source = lines(tmp_path, 0)
    for _ in range(2):
        with pytest.raises(NoPositions):
            run(source, tmp_path / name)
        table = pq.read_table(tmp_path / name)
        assert (table.num_rows, table.schema.names) == (0, SCHEMA.names)


def test_a_finished_run_is_left_alone(undisturbed: Undisturbed) -> None:
    for out in (undisturbed.out, undisturbed.file):
        times = {path: path.stat().st_mtime_ns for path in [out, *out.glob("*.parquet")]}
        summary = run(undisturbed.source, out, solve_one=pretend.deadly)
        assert (summary.before, summary.tally.rows) == (COUNT, COUNT)
        assert summary.tally.nodes == undisturbed.summary.tally.nodes > 0
        assert all(path.stat().st_mtime_ns == stamp for path, stamp in times.items() if path.is_file())


def test_a_part_that_is_gone_is_made_again(undisturbed: Undisturbed, tmp_path: Path) -> None:
    out = undisturbed.copy(tmp_path)
    (out / "part-00001.parquet").unlink()
    summary = run(undisturbed.source, out)
    assert (summary.before, summary.tally.rows) == (COUNT - 100, COUNT)
    assert contents(out) == contents(undisturbed.out)


def journaled(out: Path) -> set[int]:
    """The places of the rows in the journal of a folder, and in its parts."""
    rows: set[int] = set()
    for path in (out / ".seep-journal").glob("*.arrow"):
        with suppress(FileNotFoundError):  # its part has just been put together
            rows |= set(unpacked(path.read_bytes()).column(ROW).to_numpy().tolist())
    for number, path in Place.of(out).parts().items():
        rows |= {number * 100 + at for at in range(pq.read_metadata(path).num_rows)}
    return rows


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
        children.append(
            subprocess.Popen([sys.executable, "-c", code], env={**os.environ, "PYTHONPATH": roots})
        )
        return children[-1]

    yield start
    for child in children:
        child.kill()
        child.wait()


def children_of(parent: int) -> list[int]:
    """The worker processes of a run."""
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        try:
            status = (path / "stat").read_text().rpartition(")")[2].split()
            command = (path / "cmdline").read_bytes()
        except OSError:
            continue
        if int(status[1]) == parent and b"spawn_main" in command:
            found.append(int(path.name))
    return found


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
    assert rows[7]["error"] == "not solved: the process died 2 times in it"
    assert [row["kind"] for row in rows].count("exact") == 59
    assert summary.tally.complaints == [(7, f"{source}:8", rows[7]["error"])]


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


@pytest.mark.parametrize(("count", "special"), [(COUNT - 1, {}), (COUNT + 1, {}), (COUNT, {3: "other"})])
def test_other_input_is_refused(
    undisturbed: Undisturbed, tmp_path: Path, count: int, special: dict[int, str]
) -> None:
    changed = lines(tmp_path, count, special).read_text()
    before = undisturbed.source.read_text()
    try:
        undisturbed.source.write_text(changed)
        with pytest.raises(OutputError, match="rows are of other input"):
            run(undisturbed.source, undisturbed.out)
    finally:
        undisturbed.source.write_text(before)
    assert len(contents(undisturbed.out)) == 4


def test_other_settings_are_refused(undisturbed: Undisturbed, tmp_path: Path) -> None:
    out = undisturbed.copy(tmp_path)
    for resume in (True, False):
        with pytest.raises(OutputError, match="other settings: nodes was None and is 5") as caught:
            run(undisturbed.source, out, settings=Settings(nodes=5), resume=resume)
        assert "--force" in str(caught.value.hint)
    assert contents(out) == contents(undisturbed.out)
    assert hidden(out) == [".seep-manifest.json"]
    summary = run(undisturbed.source, out, settings=Settings(nodes=5), force=True)
    assert (summary.before, summary.tally.rows) == (0, COUNT)
    assert contents(out).keys() == contents(undisturbed.out).keys()
    assert contents(out) != contents(undisturbed.out)


def test_no_resume_starts_again(undisturbed: Undisturbed, tmp_path: Path) -> None:
    out = undisturbed.copy(tmp_path)
    assert run(undisturbed.source, out, resume=False).before == 0
    assert contents(out) == contents(undisturbed.out)


def test_what_is_not_ours_is_refused(undisturbed: Undisturbed, tmp_path: Path) -> None:
    source = lines(tmp_path, 10)
    folder, file, plain = tmp_path / "folder", tmp_path / "file.parquet", tmp_path / "plain"
    folder.mkdir()
    for path in (folder / "part-00000.parquet", folder / "notes", file, plain):
        path.write_text("mine")
    for out in (folder, file):
        with pytest.raises(OutputError, match="no run of this command made it"):
            run(source, out)
        assert set(contents(out).values()) == {b"mine"}
        run(source, out, force=True)
    assert (folder / "notes").read_text() == "mine"
    assert pq.read_table(folder / "part-00000.parquet").equals(pq.read_table(file))
    with pytest.raises(OutputError, match="expected a folder, found a file"):
        run(source, plain, force=True)
    (tmp_path / "d.parquet").mkdir()
    with pytest.raises(OutputError, match="expected a file, found a folder"):
        run(source, tmp_path / "d.parquet")


def test_results_among_the_inputs_are_refused(undisturbed: Undisturbed) -> None:
    source, out, folder = undisturbed.source, undisturbed.out, undisturbed.source.parent
    for given, place in (
        (folder, folder / "x.parquet"),
        (out, out),
        (out / "part-00000.parquet", out),
        (source, folder),
    ):
        with pytest.raises(OutputError, match="among the inputs"):
            run(given, place)
    assert not Place.of(out / "again.parquet").among(find([str(out / "part-00000.parquet")]))


def test_two_runs_in_one_place(tmp_path: Path) -> None:
    place = Place.of(tmp_path / "out")
    with place.held(), pytest.raises(OutputError, match="another run is writing here"):
        run(lines(tmp_path, 10), tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_a_place_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="cannot write"):
        run(lines(tmp_path, 10), Path("/proc/out"))


def test_a_full_disk(undisturbed: Undisturbed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out, real = tmp_path / "out", results.write

    def full(path: Path, *rest: Any) -> None:
        if "00001" in path.name:
            raise OSError(errno.ENOSPC, "No space left on device")
        real(path, *rest)

    with monkeypatch.context() as patch:
        patch.setattr(results, "write", full)
        with pytest.raises(OutputError, match="no space left on device") as caught:
            run(undisturbed.source, out)
    assert "run it again" in str(caught.value.hint)
    assert "part-00001.parquet" not in contents(out)
    assert run(undisturbed.source, out).before >= 100
    assert contents(out) == contents(undisturbed.out)


def test_a_damaged_part_is_named(undisturbed: Undisturbed, tmp_path: Path) -> None:
    out = undisturbed.copy(tmp_path)
    (out / "part-00000.parquet").write_bytes(b"PAR1")
    with pytest.raises(OutputError, match="damaged"):
        run(undisturbed.source, out)


def test_one_name_for_two_sets_of_rules(tmp_path: Path) -> None:
    with pytest.raises(RulesClash, match="sweep is"):
        run(lines(tmp_path, 60, {30: "odd"}), tmp_path / "out", solve_one=pretend.two_meanings)


def test_the_engine(tmp_path: Path) -> None:
    hidden_line = "AC 2C/3C/4C/5C 1"
    (tmp_path / "in.seep").write_text(f"{LINE}\n{hidden_line} id=last\nfaulty\n{LINE} rules=tabletop\n")
    for jobs in (1, 2):
        summary = run(tmp_path / "in.seep", tmp_path / f"out{jobs}", jobs=jobs, solve_one=solved)
        assert (summary.tally.exact, summary.tally.errors) == (3, 1)
    assert contents(tmp_path / "out1") == contents(tmp_path / "out2")
    table = pq.read_table(tmp_path / "out1").to_pylist()
    assert [row["rules"] for row in table] == ["classic", "classic", None, "tabletop"]
    assert table[0]["position_key"] != table[3]["position_key"]
