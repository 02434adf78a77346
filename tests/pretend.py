"""What workers of the bulk tests call in place of the engine: quick, slow and deadly ways to solve.

They live in a module of their own because worker processes import them by name.
"""

from __future__ import annotations

import os
import signal
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

from seep_solver import bulk, results
from seep_solver.faults import Fault
from seep_solver.inputs import find
from seep_solver.item import Item
from seep_solver.row import Row, failed
from seep_solver.rules import PRESETS
from seep_solver.settings import Settings

LOG = "SEEP_TEST_LOG"  # where the places of positions are noted as they are solved


def quick(item: Item, settings: Settings) -> Row:
    """A row made of the text alone."""
    if item.faults:
        return failed(item, item.faults)
    number = sum(item.text.encode())
    move: dict[str, Any] = {"move": f"m{number}", "gain": number % 100, "low": 0, "high": 100}
    values: dict[str, Any] = {"id": item.name, "position": item.text, "position_key": number}
    values |= {"rules": "classic", "cards_left": 4, "to_move": 1, "kind": "exact", "gain": number % 100}
    values |= {
        "best": ["m"],
        "pv": [],
        "moves": [move] * (number % 3),
        "nodes": number,
        "source": item.source,
    }
    return Row(values, PRESETS["classic"])


def slow(item: Item, settings: Settings) -> Row:
    """The same, after a hundredth of a second, noted in the log."""
    time.sleep(0.01)
    with Path(os.environ[LOG]).open("a") as log:
        log.write(f"{item.source}\n")
    return quick(item, settings)


def deadly(item: Item, settings: Settings) -> Row:
    """As `quick`, but a position with `poison` kills its worker, one with `once` only the first time."""
    if "poison" in item.text:
        os.kill(os.getpid(), signal.SIGKILL)
    if "once" in item.text:
        mark = Path(os.environ[LOG])
        if not mark.exists():
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
    return quick(item, settings)


def two_meanings(item: Item, settings: Settings) -> Row:
    """The rules of every position are called classic, and are not the same for all."""
    other = replace(PRESETS["classic"], sweep=40)
    return Row(quick(item, settings).values, other if "odd" in item.text else PRESETS["classic"])


def sleepless(item: Item, settings: Settings) -> Row:
    """Never done with a position that says `forever`."""
    while "forever" in item.text:
        time.sleep(0.01)
    return quick(item, settings)


def broken_line() -> Fault:
    """What is wrong with a line that is no text."""
    return Fault("line", 1, "", "expected text in UTF-8")


def run(source: str, out: str) -> None:
    """A run in a process of its own, to be killed: parts of 100 rows."""
    results.ROWS_A_GROUP = 100
    bulk.solve(find([source]), Path(out), Settings(), jobs=2, solve_one=slow)

