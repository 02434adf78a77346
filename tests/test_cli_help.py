"""Every command and every option says what it does; help and version are quick."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest
import typer
from conftest import Seep, environment

from seep_cli.app import COMMANDS, HIDDEN, app
from seep_solver.settings import release

GROUP: Any = typer.main.get_command(app)
CONTEXT: Any = GROUP.make_context("seep", [], resilient_parsing=True)
VISIBLE = [name for name in COMMANDS if name not in HIDDEN]


def command(name: str) -> Any:
    return GROUP.get_command(CONTEXT, name)


def parameters() -> list[Any]:
    found = [pytest.param(each, id=f"seep {each.name}") for each in GROUP.params]
    for name in VISIBLE:
        found += [pytest.param(each, id=f"{name} {each.name}") for each in command(name).params]
    return found


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(name: str) -> None:
    assert len(command(name).help.splitlines()[0]) > 20
    assert command(name).hidden == (name in HIDDEN)


@pytest.mark.parametrize("parameter", parameters())
def test_every_option_has_help(parameter: Any) -> None:
    assert parameter.help
    if parameter.param_type_name == "option":
        assert "default" in parameter.help or "required" in parameter.help


def test_a_word_is_the_same_option_everywhere() -> None:
    metavars: dict[str, set[str]] = {}
    for name in VISIBLE:
        for parameter in command(name).params:
            metavars.setdefault(parameter.opts[0], set()).add(parameter.metavar)
    assert {option for option, found in metavars.items() if len(found) > 1} == set()


@pytest.mark.parametrize("name", VISIBLE)
def test_help_page(seep: Seep, name: str) -> None:
    ran = seep(name, "--help")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith(f"Usage: seep {name} ")
    assert seep(name, "-h").out == ran.out


def test_first_page(seep: Seep) -> None:
    ran = seep("--help")
    assert ran.code == 0
    assert all(f"\n  {name} " in ran.out for name in VISIBLE)
    assert not any(f"\n  {name} " in ran.out for name in HIDDEN)
    alone = seep()
    assert (alone.code, alone.out, alone.err) == (2, "", ran.out)


def test_version(seep: Seep) -> None:
    ran = seep("--version")
    assert ran.code == 0
    assert ran.out == f"seep {release()}\n"


@pytest.mark.parametrize(
    ("arguments", "unwanted"),
    [
        (["--help"], ["rich", "numpy", "pyarrow", "seep_ext", "seep_cli.analyse"]),
        (["solve", "--help"], ["numpy", "pyarrow", "seep_ext"]),
        (["generate", "--help"], ["numpy", "pyarrow", "seep_ext"]),
        (["stats", "--help"], ["numpy", "pyarrow", "duckdb", "matplotlib", "seep_ext"]),
        (["report", "--help"], ["numpy", "pyarrow", "duckdb", "matplotlib", "seep_ext"]),
        (["best", "4C6CTC 2CTD/3C5D/7H8C/9CQD 1"], ["rich", "pyarrow"]),
        (["analyse", "--json", "4C6CTC 2CTD/3C5D/7H8C/9CQD 1"], ["rich", "pyarrow"]),
        (["moves", "4C6CTC 2CTD/3C5D/7H8C/9CQD 1"], ["rich", "pyarrow"]),
    ],
)
def test_what_is_not_needed_is_not_imported(arguments: list[str], unwanted: list[str]) -> None:
    program = "import sys; from seep_cli.app import main; main(sys.argv[1:]); print(*sys.modules, file=sys.stderr)"
    run = [sys.executable, "-c", program, *arguments]
    done = subprocess.run(run, capture_output=True, text=True, env=environment(), check=True)
    assert set(done.stderr.split()) & set(unwanted) == set()
