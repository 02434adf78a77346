"""Bulk runs on a dask scheduler and two workers, processes of their own: the rows are those of any other run."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pretend
import pytest
from clusters import Cluster, cluster
from conftest import Seep
from runs import COUNT, Undisturbed, contents, hidden, lines, run, small_parts, undisturbed

from seep_solver import cluster as solver_cluster
from seep_solver.crew import CrewError
from seep_solver.tally import Tally

__all__ = ["small_parts", "undisturbed"]  # fixtures are found by their names in the module that uses them

LINE = "4C6CTC 2CTD/3C5D/7H8C/9CQD 1"


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A scheduler and two workers."""
    folder = tmp_path_factory.mktemp("cluster")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(pretend.LOG, str(folder / "log"))
        with cluster(folder) as made:
            yield made


def test_a_worker_is_killed_midway(undisturbed: Undisturbed, two: Cluster, tmp_path: Path) -> None:
    def tell(tally: Tally) -> None:
        if tally.rows >= 50:
            two.workers[0].kill()

    summary = run(undisturbed.source, tmp_path / "out", pretend.slow, scheduler=two.address, tell=tell)
    assert two.workers[0].wait(5) == -9
    assert (summary.tally.rows, summary.before) == (COUNT, 0)
    assert summary.tally.nodes == undisturbed.summary.tally.nodes
    assert contents(tmp_path / "out") == contents(undisturbed.out)
    assert hidden(tmp_path / "out") == [".seep-manifest.json"]


def test_a_run_goes_on_elsewhere(undisturbed: Undisturbed, two: Cluster, tmp_path: Path) -> None:
    def full(tally: Tally) -> None:
        if tally.rows >= 120:
            raise OSError("enough")

    with pytest.raises(ValueError, match="cannot write: enough"):
        run(undisturbed.source, tmp_path / "out", pretend.slow, scheduler=two.address, tell=full)
    summary = run(undisturbed.source, tmp_path / "out", jobs=1)
    assert summary.before >= 120
    assert contents(tmp_path / "out") == contents(undisturbed.out)


def test_the_command(seep: Seep, two: Cluster, tmp_path: Path) -> None:
    (tmp_path / "in.seep").write_text(f"{LINE}\nfaulty\n{LINE} id=e3\n")
    ran = seep("solve", str(tmp_path / "in.seep"), "-o", str(tmp_path / "there"), "--scheduler", two.address)
    assert ran.code == 1
    assert "3 rows (2 exact, 1 error)" in ran.err
    seep("solve", str(tmp_path / "in.seep"), "-o", str(tmp_path / "here"), "--jobs", "1")
    assert contents(tmp_path / "there") == contents(tmp_path / "here")


def test_no_cluster(seep: Seep, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver_cluster, "PATIENCE", 0.5)
    ran = seep("solve", LINE, "-o", str(tmp_path / "out"), "--scheduler", "tcp://127.0.0.1:1")
    assert ran.code == 2
    assert "no dask scheduler at tcp://127.0.0.1:1" in ran.err
    assert "hint: start one with dask scheduler" in ran.err
    with cluster(tmp_path, workers=0) as empty, pytest.raises(CrewError, match="has no workers"):
        run(lines(tmp_path, 3), tmp_path / "out", scheduler=empty.address)
    assert not (tmp_path / "out").exists()


def test_dask_is_not_installed(seep: Seep, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    ran = seep("solve", LINE, "-o", str(tmp_path / "out"), "--scheduler", "tcp://127.0.0.1:1")
    assert ran.code == 2
    assert "hint: pip install 'seep-solver[cluster]'" in ran.err
