"""Bulk runs for tests: small parts, inputs that need no engine, and one run that nothing happened to."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pretend
import pytest

from seep_solver import bulk, results
from seep_solver.inputs import find
from seep_solver.run import Summary
from seep_solver.settings import Settings
from seep_solver.shard import Solve

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
