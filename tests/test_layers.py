"""Imports run one way, cli -> solver -> ext, and the engine is met through its door only."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
MAY_IMPORT = {
    "cli/seep_cli": {"seep_cli", "seep_solver"},
    "solver/seep_solver": {"seep_solver", "seep_ext"},
    "ext/seep_ext": {"seep_ext"},
}
OURS = {"seep_cli", "seep_solver", "seep_ext"}


def imports(path: Path) -> Iterator[str]:
    """Every module that a file imports, by its whole name; a relative import as its dots."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module if node.module and not node.level else "."


@pytest.mark.parametrize("folder", MAY_IMPORT)
def test_imports_run_one_way(folder: str) -> None:
    files = sorted((ROOT / folder).glob("*.py"))
    assert files
    for path in files:
        for module in imports(path):
            assert module != ".", f"{path.name} imports relatively"
            package = module.split(".")[0]
            assert package not in OURS or package in MAY_IMPORT[folder], f"{path.name} imports {module}"


def test_the_engine_has_one_door() -> None:
    for path in (ROOT / "solver/seep_solver").glob("*.py"):
        assert not [module for module in imports(path) if module.startswith("seep_ext.")], path.name


def test_cython_imports_stay_inside() -> None:
    for path in (ROOT / "ext/seep_ext").glob("*.px*"):
        text = path.read_text(encoding="utf-8")
        assert "seep_solver" not in text, path.name
        assert "seep_cli" not in text, path.name
