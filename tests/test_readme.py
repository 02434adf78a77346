"""The README tells the truth: its sessions, and those of other pages, are replayed, and what it names is there.

``make golden`` (SEEP_REGENERATE=1) writes the outputs anew from what is printed now; read their diff before keeping it.
"""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from conftest import NODES, ROOT, environment

README = ROOT / "README.md"
PAGES = [README, *(ROOT / "docs" / name for name in ("arena.md", "generate.md", "hidden.md"))]
SESSION = re.compile(r"(?<=^```)(?P<kind>console|pycon)\n(?P<body>.*?)(?=^```$)", re.MULTILINE | re.DOTALL)
TREE = re.compile(r"^```text\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)
COMMAND = "$ "
TIMES = re.compile(r"[\d,.]+ in [\d,.]+ s, [\d,.]+ a second")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A current folder that looks like the root, where sessions may write."""
    (tmp_path / "positions").symlink_to(ROOT / "positions")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def told(session: str) -> str:
    """A session without what changes from run to run, or with every change of the search."""
    return TIMES.sub("TIMES", NODES.sub("NODES", session))


def run(command: str) -> str:
    """What a command line of `seep`, perhaps cut short by `head`, prints in black and white."""
    line, _, count = command.partition(" | head -")
    name, *arguments = shlex.split(line)
    assert name == "seep", command
    done = subprocess.run(
        [sys.executable, "-m", "seep_cli", *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env={**environment(), "NO_COLOR": "1", "COLUMNS": "100"},
        timeout=60,
    )
    lines = done.stdout.decode().splitlines(keepends=True)
    return "".join(lines[: int(count)] if count else lines)


def console(body: str) -> str:
    """Every command of a session with what it prints now."""
    lines = (line for line in body.splitlines() if line.startswith(COMMAND))
    return "".join(f"{line}\n{run(line.removeprefix(COMMAND))}" for line in lines)


def python(body: str, names: dict[str, Any]) -> str:
    """Every statement of a session with what Python shows for it now."""
    session = ""
    for example in doctest.DocTestParser().get_examples(body):
        first, *more = example.source.splitlines()
        session += "".join([f">>> {first}\n", *(f"... {line}".rstrip() + "\n" for line in more)])
        with redirect_stdout(StringIO()) as shown:
            exec(compile(example.source, "README.md", "single"), names)
        session += shown.getvalue()
    return session


def replayed(text: str) -> str:
    """A page with its sessions as they come out now; a session with nothing new in it stays as it is."""
    names: dict[str, Any] = {}
    replay: dict[str, Callable[[str], str]] = {"console": console, "pycon": lambda body: python(body, names)}

    def again(match: re.Match[str]) -> str:
        now = replay[match["kind"]](match["body"])
        return match[0] if told(now) == told(match["body"]) else f"{match['kind']}\n{now}"

    return SESSION.sub(again, text)


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_sessions_run_as_they_are_written(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    now = replayed(text)
    if os.environ.get("SEEP_REGENERATE"):
        page.write_text(now, encoding="utf-8")
    else:
        assert now == text


def test_the_tour_shows_every_way_to_analyse() -> None:
    body = "".join(match["body"] for match in SESSION.finditer(README.read_text(encoding="utf-8")))
    commands = {line.split()[2] for line in body.splitlines() if line.startswith(COMMAND)}
    assert commands >= {"analyse", "best", "moves", "check", "show", "perft", "rules", "solve"}


def test_every_target_of_make_is_there() -> None:
    named = set(re.findall(r"(?:^|`)make ([a-z]+)\b", README.read_text(encoding="utf-8"), re.MULTILINE))
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    assert named >= {"demo", "test", "help"}
    assert named <= targets


def test_the_tree_is_there() -> None:
    tree = TREE.search(README.read_text(encoding="utf-8"))
    assert tree is not None
    paths = [path for line in tree["body"].splitlines() for path in line.split("  ")[0].split()]
    assert [path for path in paths if not (ROOT / path).exists()] == []
