"""Bulk runs: the same bytes wherever and however, and refusals that leave everything as it was."""

from __future__ import annotations

import errno
import time
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd
import polars as pl
import pretend
import pyarrow.parquet as pq
import pytest
from runs import COUNT, Undisturbed, contents, hidden, lines, run, small_parts, undisturbed

from seep_solver import crew, journal, results, shard
from seep_solver.feed import Feed
from seep_solver.fingerprint import InputChanged, Known
from seep_solver.inputs import NoPositions, find
from seep_solver.item import Item
from seep_solver.place import OutputError, Place
from seep_solver.results import SCHEMA, RulesClash
from seep_solver.row import solved
from seep_solver.settings import Settings
from seep_solver.shard import Job
from seep_solver.tally import Tally

__all__ = ["small_parts", "undisturbed"]  # fixtures are found by their names in the module that uses them

LINE = "4C6CTC 2CTD/3C5D/7H8C/9CQD 1"


def test_rows_stand_in_input_order(undisturbed: Undisturbed) -> None:
    out, tally = undisturbed.out, undisturbed.summary.tally
    sizes = {path.name: pq.read_metadata(path).num_rows for path in out.glob("*.parquet")}
    assert sizes == {f"part-0000{at}.parquet": rows for at, rows in enumerate((100, 100, 100, 50))}
    table = pq.read_table(out)
    assert table.column("id").to_pylist() == [str(at) for at in range(1, COUNT + 1)]
    assert table.column("source").to_pylist()[-1] == f"{undisturbed.source}:{COUNT}"
    assert (tally.rows, tally.exact, undisturbed.summary.before) == (COUNT, COUNT, 0)
    assert hidden(out) == [".seep-manifest.json"]


def test_the_same_bytes_with_other_jobs_and_in_another_place(undisturbed: Undisturbed, tmp_path: Path) -> None:
    run(undisturbed.source, tmp_path / "elsewhere", jobs=1)
    assert contents(tmp_path / "elsewhere") == contents(undisturbed.out)


def test_a_journal_of_many_files_is_made_one(
    undisturbed: Undisturbed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(crew, "LARGEST_SHARD", 7)
    monkeypatch.setattr(journal, "MOST_FILES", 3)
    most = [0]

    def tell(tally: Tally) -> None:
        most.append(len(list(tmp_path.glob(".out.parquet.journal/*/*.arrow"))))

    run(undisturbed.source, tmp_path / "out.parquet", jobs=2, tell=tell)
    assert 4 <= max(most) <= 4 * 3 + 2  # of four parts three files each, and what two workers have just written
    assert contents(tmp_path / "out.parquet").popitem()[1] == contents(undisturbed.file).popitem()[1]


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
    assert frame.schema["moves"] == pl.List(pl.Struct({**move, **dict.fromkeys(("mean", "std_err"), pl.Float32)}))


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


@pytest.mark.parametrize(("count", "special"), [(COUNT - 1, {}), (COUNT + 1, {}), (COUNT, {3: "other"})])
def test_other_input_is_refused(undisturbed: Undisturbed, tmp_path: Path, count: int, special: dict[int, str]) -> None:
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


def test_a_damaged_manifest(undisturbed: Undisturbed, tmp_path: Path) -> None:
    out = undisturbed.copy(tmp_path)
    (out / ".seep-manifest.json").write_text("{}")
    with pytest.raises(OutputError, match="expected the manifest of a run"):
        run(undisturbed.source, out)
    run(undisturbed.source, out, force=True)
    assert contents(out) == contents(undisturbed.out)


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


def items(count: int) -> list[Item]:
    return [Item(f"line {at}", str(at), f"a:{at}") for at in range(count)]


def nothing(row: int) -> bool:
    """No row is done."""
    return False


def taken(feed: Feed, most: int = 7) -> list[int]:
    """The places of all that a feed gives."""
    places: list[int] = []
    while not feed.empty:
        places += [place for place, _ in feed.take(most)]
    return places


def test_a_feed_leaves_out_what_is_done() -> None:
    first = Feed(iter(items(30)), nothing)
    assert taken(first) == list(range(30))
    done, known = {0, 3, 29}, Known(((30, first.digest),))
    again = Feed(iter(items(40)), done.__contains__, known)
    assert taken(again) == sorted(set(range(40)) - done)
    for changed in (items(29), [*items(29), Item("other", "29", "a:29")]):
        with pytest.raises(InputChanged):
            taken(Feed(iter(changed), done.__contains__, known))


def test_a_feed_gives_out_nothing_before_it_has_compared() -> None:
    def stalling() -> Any:
        yield from items(9)
        while not released:
            time.sleep(0.01)
        yield from items(10)[9:]

    released: list[bool] = []
    first = Feed(iter(items(10)), nothing)
    taken(first)
    feed = Feed(stalling(), nothing, Known(((10, first.digest),)))
    for _ in range(20):
        assert feed.take(1) == []
        time.sleep(0.01)
    released.append(True)
    assert taken(feed) == list(range(10))


def test_a_feed_passes_on_what_goes_wrong_in_reading() -> None:
    def broken() -> Any:
        yield from items(3)
        raise OSError("the disk is gone")

    feed = Feed(broken(), nothing)
    with pytest.raises(OSError, match="the disk is gone"):
        taken(feed)


def test_a_worker_gives_back_what_it_has_not_begun(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shard, "PATIENCE", 0.0)
    job = Job(Settings(), tmp_path, 100, pretend.quick)
    (solved,), finished = shard.run(list(enumerate(items(5))), job)
    assert (solved.rows, solved.tally.exact, finished.rows) == ([0], 1, 1)
    (path,) = tmp_path.iterdir()
    assert results.unpacked(path.read_bytes()).column("row").to_pylist() == [0]
