"""The pages: nothing that the command takes is left out, no link leads nowhere, no page speaks of one machine."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import typer
from conftest import ROOT

from seep_cli.app import COMMANDS, app
from seep_solver.options import OPTIONS
from seep_solver.rules import PRESETS

ASIDE = {"build", "dist", "out"}
PAGES = sorted(
    path
    for path in ROOT.rglob("*.md")
    if not any(part in ASIDE or part.startswith(".") for part in path.relative_to(ROOT).parts)
)
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
CODE = re.compile(r"^```.*?^```$|`[^`\n]+`", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
OF_A_MACHINE = re.compile(r"(?<![\w.])(?:/(?:work|home|root|tmp|Users|mnt|opt|var)/|[A-Z]:\\)|localhost")


def text(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def named(page: Path) -> str:
    return str(page.relative_to(ROOT))


def anchors(page: Path) -> set[str]:
    """What a link may name after `#`: headings in small letters, words joined by dashes, other marks dropped."""
    prose = re.sub(r"^```.*?^```$", "", text(page), flags=re.MULTILINE | re.DOTALL)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in HEADING.findall(prose)}


def option_names() -> list[str]:
    group: Any = typer.main.get_command(app)
    context = group.make_context("seep", [], resilient_parsing=True)
    names = {name for parameter in group.params for name in parameter.opts}
    for command in COMMANDS:
        for parameter in group.get_command(context, command).params:
            if parameter.param_type_name == "option":
                names.update((*parameter.opts, *parameter.secondary_opts))
    return sorted(names)


INTERFACE = text(ROOT / "docs" / "interface.md")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_is_told(command: str) -> None:
    assert re.search(rf"`(?:seep )?{command}\b", INTERFACE)


@pytest.mark.parametrize("option", option_names())
def test_every_option_is_told(option: str) -> None:
    assert re.search(rf"(?<![\w-]){option}(?![\w-])", INTERFACE)


def test_no_command_is_told_that_is_not_there() -> None:
    assert set(re.findall(r"`seep ([a-z]+)", "".join(map(text, PAGES)))) <= set(COMMANDS)


def test_every_rule_is_told() -> None:
    rules = text(ROOT / "docs" / "rules.md")
    names = [option.name for option in OPTIONS] + list(PRESETS)
    assert [name for name in names if not re.search(rf"(?<![\w-]){name}(?![\w-])", rules)] == []


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_links_lead_somewhere(page: Path) -> None:
    for target in LINK.findall(CODE.sub("", text(page))):
        if target.startswith(("https://", "http://")):
            continue
        path, _, anchor = target.partition("#")
        there = page.parent / path if path else page
        assert there.exists(), f"{named(page)}: no {target}"
        assert there.resolve().is_relative_to(ROOT), f"{named(page)}: {target} leaves the tree"
        assert not anchor or anchor in anchors(there), f"{named(page)}: no heading {target}"


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_no_page_speaks_of_one_machine(page: Path) -> None:
    assert OF_A_MACHINE.findall(text(page)) == []


def test_positions_are_all_listed() -> None:
    listed = set(LINK.findall(text(ROOT / "positions" / "README.md")))
    there = {str(path.relative_to(ROOT / "positions")) for path in (ROOT / "positions").glob("*/*.*")}
    assert there <= listed


def test_documents_are_all_listed() -> None:
    listed = set(LINK.findall(text(ROOT / "docs" / "README.md")))
    assert {path.name for path in (ROOT / "docs").glob("*.md")} - {"README.md"} <= listed
