"""What the tests of the command line share: running `seep`, and output held whole in tests/golden/.

``make golden`` (SEEP_REGENERATE=1) writes the golden files anew from what is printed now; read their diff before
keeping it.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[1]
GOLDEN = Path(__file__).parent / "golden" / "cli"

# Counts of nodes move with every change of the search; the signature of `seep bench` is there to watch them.
NODES = re.compile(r'[\d,]+ nodes\b|"nodes":\d+')


class Ran(NamedTuple):
    """One run of `seep`: what it printed and its exit code."""

    arguments: tuple[str, ...]
    out: str
    err: str
    code: int

    @property
    def whole(self) -> str:
        """Everything a person or a program saw, as the golden files hold it."""
        out = NODES.sub(lambda found: re.sub(r"[\d,]+", "N", found[0]), self.out)
        words = [f'"{word}"' if re.search(r"[\s\[*|(]", word) or not word else word for word in self.arguments]
        parts = [f"$ {' '.join(['seep', *words])}", out.rstrip("\n")]
        parts += [f"--- standard error\n{self.err.rstrip()}"] if self.err else []
        parts += [f"--- exit {self.code}"]
        return "\n".join(part for part in parts if part) + "\n"


Seep = Callable[..., Ran]


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a test prints does not hang on the terminal of whoever runs it."""
    for name in ("NO_COLOR", "FORCE_COLOR", "LINES", "PYTHONIOENCODING"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "100")


@pytest.fixture
def seep(capsys: pytest.CaptureFixture[str]) -> Seep:
    """Run one command line in this process."""
    from seep_cli.app import main

    def run(*arguments: str) -> Ran:
        capsys.readouterr()
        code = main(arguments)
        out, err = capsys.readouterr()
        return Ran(arguments, out, err, code)

    return run


@pytest.fixture
def process() -> Seep:
    """Run one command line in a process of its own; `given` is its standard input."""

    def run(*arguments: str, given: bytes = b"", folder: Path | None = None) -> Ran:
        command = [sys.executable, "-m", "seep_cli", *arguments]
        done = subprocess.run(command, input=given, capture_output=True, timeout=60, cwd=folder, env=environment())
        return Ran(arguments, done.stdout.decode(), done.stderr.decode(), done.returncode)

    return run


def environment() -> dict[str, str]:
    """The environment of a process that runs this tree, installed or not."""
    roots = os.pathsep.join(str(ROOT / name) for name in ("solver", "ext", "cli"))
    return {**os.environ, "PYTHONPATH": roots}


@pytest.fixture
def golden() -> Callable[[str, Ran], None]:
    """Hold the whole of a run against the golden file of that name."""

    def hold(name: str, ran: Ran) -> None:
        path = GOLDEN / f"{name}.txt"
        if os.environ.get("SEEP_REGENERATE"):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(ran.whole, encoding="utf-8")
        assert path.exists(), f"no {path}: make golden writes it"
        assert ran.whole == path.read_text(encoding="utf-8")

    return hold
