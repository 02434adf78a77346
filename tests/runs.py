"""Bulk runs for tests: small parts, inputs that need no engine, and one run that nothing happened to."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pretend
import pyarrow.parquet as pq
import pytest

from seep_solver import bulk, results
from seep_solver.inputs import find
from seep_solver.place import Place
from seep_solver.results import ROW, unpacked
from seep_solver.run import Summary
from seep_solver.settings import Settings
from seep_solver.shard import Solve

COUNT = 350
DECK = [rank + suit for rank in "A23456789TJQK" for suit in "CDHS"]


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


def endgames(path: Path, count: int, seed: int = 7) -> Path:
    """A file of positions with two cards a hand, some of them more than once."""
    rng = random.Random(seed)
    made = []
    for _ in range(count):
        pack = rng.sample(DECK, 8 + rng.randint(1, 6))
        hands = "/".join("".join(pack[at : at + 2]) for at in range(0, 8, 2))
        made.append(f"{''.join(pack[8:])} {hands} {rng.randint(1, 4)} last={rng.randint(1, 2)}")
    path.write_text("".join(f"{rng.choice(made)}\n" for _ in range(count)))
    return path


def run(source: Path | str, out: Path, solve_one: Solve = pretend.quick, **options: Any) -> Summary:
    settings = options.pop("settings", Settings())
    return bulk.solve(find([str(source)]), out, settings, solve_one=solve_one, **options)


def contents(out: Path) -> dict[str, bytes]:
    """The files that a reader sees."""
    if out.is_file():
        return {out.name: out.read_bytes()}
    return {path.name: path.read_bytes() for path in out.iterdir() if not path.name.startswith(".")}


def journaled(out: Path) -> set[int]:
    """The places of the rows in the journal of a folder, and in its parts."""
    rows: set[int] = set()
    for path in (out / ".seep-journal").glob("*/*.arrow"):
        with suppress(FileNotFoundError):  # its part has just been put together
            rows |= set(unpacked(path.read_bytes()).column(ROW).to_numpy().tolist())
    for number, path in Place.of(out).parts().items():
        rows |= {number * 100 + at for at in range(pq.read_metadata(path).num_rows)}
    return rows


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
