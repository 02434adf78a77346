"""`seep stats` as people and programs meet it: tables, JSON, SQL, pictures, and what it says when it cannot."""

from __future__ import annotations

import json
import re
import shutil
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import solved
from conftest import Seep, environment
from test_cli_terminal import on_terminal

from seep_cli.grid import bar
from seep_solver.results import SCHEMA
from seep_solver.stats import STATISTICS


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return solved.solve(tmp_path_factory.mktemp("stats-cli"))


def test_tables_in_a_pipe(seep: Seep, out: Path) -> None:
    ran = seep("stats", str(out))
    assert (ran.code, ran.err) == (0, "")
    first, second, *lines = ran.out.splitlines()
    assert re.fullmatch(rf"{re.escape(str(out))}: \d+ exact positions", first)
    assert re.fullmatch(r"left out: \d+ bounds, 1 error, 1 finished", second)
    assert [each.title for each in STATISTICS if each.title not in lines] == []
    assert ran.out.isascii()
    assert max(map(len, lines)) <= 100
    assert any(line.startswith("  throw ") and "###" in line for line in lines)


def test_tables_on_a_terminal(out: Path) -> None:
    shown = on_terminal("stats", str(out), width=120)
    assert "\x1b[36m" in shown
    assert "█" in shown
    assert max(len(re.sub(r"\x1b\[[\d;]*m", "", line)) for line in shown.splitlines()) <= 120
    plain = on_terminal("stats", str(out), width=60, NO_COLOR="1")
    assert "\x1b" not in plain
    assert "█" not in plain  # no room for bars beside these columns


def test_json_is_one_object(seep: Seep, out: Path) -> None:
    ran = seep("stats", str(out), "--json", "--where", "hand <= 2")
    found = json.loads(ran.out)
    assert list(found)[:5] == ["out", "files", "unfinished", "where", "counts"]
    assert list(found)[5:] == [each.name for each in STATISTICS]
    assert [row["hand"] for row in found["gain_by_hand"]] == [1, 2]
    assert found["counts"]["outside"] > 0
    for each in STATISTICS:
        assert {column.name for column in each.columns} <= set(found[each.name][0])


def test_sql(seep: Seep, out: Path) -> None:
    ran = seep("stats", str(out), "--sql", "select kind, count(*) as n from results group by kind order by kind")
    lines = ran.out.splitlines()
    assert lines[0].split() == ["kind", "n"]
    assert [line.split()[0] for line in lines[1:]] == ["bounds", "error", "exact"]
    ran = seep("stats", str(out), "--json", "--sql", "select 1 as a, null as b, 0.5::decimal(2, 1) as c, [1, 2] as d")
    assert ran.out == '{"columns":["a","b","c","d"],"rows":[[1,null,0.5,[1,2]]]}\n'
    assert seep("stats", str(out), "--sql", "select id, hand from positions where false").out == "id  hand\n"


def test_faults_of_sql(seep: Seep, out: Path) -> None:
    for option in ("--sql", "--where"):
        ran = seep("stats", str(out), option, "select los")
        assert ran.code == 2
        assert ran.err.startswith('seep: cannot answer "select los": ')
        assert "\nhint: the views are positions, moves, choices and results" in ran.err
    copied = out.parent / "copied.csv"
    copy = f"copy (select 1) to '{copied}'"
    for option, typed in (
        ("--sql", "select 1; select 2"),
        ("--sql", copy),
        ("--sql", "-- nothing"),
        ("--where", f"true); {copy}; select (1"),
    ):
        ran = seep("stats", str(out), option, typed)
        assert (ran.code, ran.out) == (2, "")
        assert ": expected one question, a single select statement\nhint: ask with select" in ran.err
    assert not copied.exists()
    assert seep("stats", str(out), "--sql", "with a as (select 1 as n) select * from a;").out == "n\n1\n"
    assert seep("stats", str(out), "--sql", "describe moves").code == 0
    ran = seep("stats", str(out), "--sql", "select cast('x' as int) from range(5000)")
    assert (ran.code, ran.out) == (2, "")


@pytest.mark.parametrize("ending", ["png", "svg"])
def test_plot(seep: Seep, out: Path, tmp_path: Path, ending: str) -> None:
    picture = tmp_path / f"picture.{ending}"
    ran = seep("stats", str(out), "--json", "--plot", str(picture))
    assert (ran.code, ran.err) == (0, f"the pictures are in {picture}\n")
    first = picture.read_bytes()
    if ending == "png":
        assert first.startswith(b"\x89PNG")
        return
    assert ET.fromstring(first).tag.endswith("svg")
    assert seep("stats", str(out), "--json", "--quiet", "--plot", str(picture)).err == ""
    assert picture.read_bytes() == first


def test_options_that_cannot_be(seep: Seep, out: Path) -> None:
    ran = seep("stats", str(out), "--plot", "picture.jpg")
    assert (ran.code, ran.err) == (2, 'seep: --plot: expected a name that ends in .png or .svg, got "picture.jpg"\n')
    assert seep("stats", str(out), "--plot", "a.png", "--sql", "select 1").code == 2
    assert seep("stats", str(out), "--sql", " ").err.startswith("seep: --sql: expected a question, got nothing\n")
    for command in (["stats", str(out), "--plot", "/proc/x.svg"], ["report", str(out), "-o", "/proc/x.html"]):
        ran = seep(*command)
        assert (ran.code, ran.out) == (2, "")
        assert ran.err == (
            f"seep: {command[-1]}: cannot write: no such file or directory\nhint: name an OUT that can be written\n"
        )
    ran = seep("stats")
    assert (ran.code, ran.err) == (2, "seep: missing OUT\nhint: name the file or folder that seep solve wrote\n")
    ran = seep("stats", str(out / "nothing"))
    assert ran.code == 2
    assert "no such file or folder\nhint: " in ran.err


def test_nothing_to_count(seep: Seep, tmp_path: Path, out: Path) -> None:
    none = tmp_path / "none.parquet"
    pq.write_table(SCHEMA.empty_table(), none)
    ran = seep("stats", str(none))
    assert (ran.code, ran.out) == (2, "")
    message = f"{none}: no exact position to count, for there is no row"
    assert ran.err == f"seep: {message}\nhint: seep solve makes exact rows\n"
    table = pq.read_table(out / "part-00000.parquet")
    bounds = table.filter(pa.array([kind == "bounds" for kind in table["kind"].to_pylist()]))
    pq.write_table(bounds, none)
    assert f"no exact position to count: {len(bounds)} bounds\n" in seep("stats", str(none)).err
    assert seep("stats", str(none), "--sql", "select count(*) as n from results").out == f"n\n{len(bounds)}\n"


@pytest.fixture
def half(out: Path, tmp_path: Path) -> Path:
    """The tables as if the run that writes them had not ended."""
    shutil.copytree(out, tmp_path / "half")
    manifest = tmp_path / "half" / ".seep-manifest.json"
    manifest.write_text(re.sub(r'"rows":\d+', '"rows":null', manifest.read_text()))
    return manifest.parent


def test_an_unfinished_run(seep: Seep, half: Path) -> None:
    ran = seep("stats", str(half), "--json")
    assert ran.code == 0
    assert json.loads(ran.out)["unfinished"] is True
    assert ran.err == f"{half}: the run that writes here has not ended: these are the parts that are written\n"


@pytest.mark.parametrize(("library", "extra"), [("duckdb", "stats"), ("matplotlib", "plot")])
def test_a_missing_library(
    seep: Seep, out: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, library: str, extra: str
) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    for command in (["stats", str(out), "--plot", "a.png"], ["report", str(out), "-o", str(tmp_path / "a.html")]):
        ran = seep(*command)
        assert (ran.code, ran.out) == (2, "")
        assert ran.err == f"seep: {library} is not installed\nhint: pip install 'seep-solver[{extra}]'\n"
    assert not list(tmp_path.iterdir())


def test_a_closed_pipe_is_quiet(out: Path) -> None:
    for more in ([], ["--sql", "select * from range(200000)"]):
        command = [sys.executable, "-m", "seep_cli", "stats", str(out), *more]
        pipe = subprocess.PIPE
        with subprocess.Popen(command, stdout=pipe, stderr=pipe, env=environment()) as child:
            assert child.stdout is not None
            assert child.stderr is not None
            child.stdout.readline()
            child.stdout.close()
            assert child.stderr.read() == b""
        assert child.returncode == 0


def test_ctrl_c_stops_a_long_question(half: Path) -> None:
    question = "select count(*) from range(100000000) a, range(100000) b where (a.range + b.range) % 7 = 3"
    command = [sys.executable, "-m", "seep_cli", "stats", str(half), "--sql", question]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, env=environment()) as child:
        assert child.stderr is not None
        assert b"has not ended" in child.stderr.readline()  # said when the tables are open
        time.sleep(0.5)
        child.send_signal(signal.SIGINT)
        assert child.communicate(timeout=10) == (b"", b"")
    assert child.returncode == 130


def test_bars() -> None:
    assert [bar(length, 8, True) for length in (0, 1 / 64, 0.5, 1)] == ["", "▏", "████", "████████"]
    assert [bar(length, 8, False) for length in (0, 0.5, 1)] == ["", "####", "########"]
