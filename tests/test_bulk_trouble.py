"""Bulk runs that cannot go on: what is wrong is said, nothing is half written, and they go on when it is mended."""

from __future__ import annotations

import resource
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import Seep, environment
from runs import contents, endgames, hidden, run, small_parts

from seep_solver import bulk
from seep_solver.inputs import InputError, find
from seep_solver.row import solved
from seep_solver.settings import Settings

__all__ = ["small_parts"]  # fixtures are found by their names in the module that uses them


def small_files() -> None:
    """No file may be longer than 2000 bytes, as if the disk were full then."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))


def test_no_room_for_what_workers_write(process: Seep, tmp_path: Path) -> None:
    source, out = endgames(tmp_path / "in.seep", 200), tmp_path / "out"
    command = [sys.executable, "-m", "seep_cli", "solve", str(source), "-o", str(out), "--jobs", "2"]
    ran = subprocess.run(command, env=environment(), capture_output=True, preexec_fn=small_files, timeout=60)
    assert ran.returncode == 2
    assert b"out: cannot write: file too large" in ran.stderr
    assert b"hint: make room and run it again: what is finished is kept" in ran.stderr
    assert contents(out) == {}
    assert process("solve", str(source), "-o", str(out)).code == 0
    process("solve", str(source), "-o", str(tmp_path / "other"))
    assert contents(out) == contents(tmp_path / "other")
    assert hidden(out) == [".seep-manifest.json"]


def test_an_input_that_vanishes(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    endgames(tmp_path / "in" / "a.seep", 150)
    second = endgames(tmp_path / "in" / "b.seep", 30)
    sources, text = find([str(tmp_path / "in")]), second.read_text()
    second.unlink()
    with pytest.raises(InputError, match=r"b\.seep: no such file"):
        bulk.solve(sources, tmp_path / "out", Settings(), jobs=2)
    second.write_text(text)
    bulk.solve(sources, tmp_path / "out", Settings(), jobs=2)
    bulk.solve(sources, tmp_path / "other", Settings(), jobs=2)
    assert contents(tmp_path / "out") == contents(tmp_path / "other")


def test_a_damaged_journal(tmp_path: Path) -> None:
    """Its rows are solved again."""
    out = tmp_path / "out"
    source = endgames(tmp_path / "in.seep", 120)
    run(source, tmp_path / "peace", solved)
    run(source, out, solved)
    (out / "part-00001.parquet").unlink()
    (out / ".seep-journal" / "stray").mkdir(parents=True)
    (out / ".seep-journal" / "stray" / "00001-000000100-x.arrow").write_bytes(b"no rows")
    run(source, out, solved)
    assert contents(out) == contents(tmp_path / "peace")
