"""Equal positions: searched once, and no row the wiser."""

from __future__ import annotations

from dataclasses import replace

import pytest

from seep_solver import once
from seep_solver.exact import analyse
from seep_solver.item import Item
from seep_solver.position import Position
from seep_solver.row import solved
from seep_solver.rules import PRESETS, Rules
from seep_solver.settings import Settings

LINE = "4C7D[11:5C6H@1] 3C9HJS/8CJHQD/2D2H4S/5D6SKS 1 last=2"
OTHERS = (
    "4C7D[11:5C6H@1] 3C9HJS/8CJHQD/2D2H4S/5D6SKS 1 last=1",
    "4C7D[11:5C6H@1] 3D9HJS/8CJHQD/2D2H4S/5D6SKS 1 last=2",
    "4C7D[11:5C6H@1] 3C9HJS/8CJHQD/2D2H4S/5D6SKS 1 last=2 points=10/20",
)


def searches() -> int:
    return once._found.cache_info().misses


def test_equal_positions_are_searched_once() -> None:
    once._found.cache_clear()
    rows = [solved(Item(f"{LINE} id=e{at}", "1", f"a:{at}"), Settings()).values for at in range(20)]
    assert searches() == 1
    assert [row.pop("id") for row in rows] == [f"e{at}" for at in range(20)]
    assert [row.pop("source") for row in rows] == [f"a:{at}" for at in range(20)]
    assert [row.pop("position") for row in rows] == [f"{LINE} id=e{at}" for at in range(20)]
    assert all(row == rows[0] for row in rows)


def test_a_row_is_the_same_whatever_was_solved_before() -> None:
    for line in (LINE, *OTHERS):
        once._found.cache_clear()
        alone = solved(Item(line, "1", "a:1"), Settings())
        for other in (LINE, *OTHERS):
            solved(Item(other, "1", "a:1"), Settings())
        assert solved(Item(line, "1", "a:1"), Settings()) == alone


def test_what_is_not_equal_is_searched() -> None:
    once._found.cache_clear()
    position = Position.parse(LINE)
    for each in (position, *map(Position.parse, OTHERS), replace(position, rules=PRESETS["tabletop"])):
        assert once.analyse_once(each, nodes=None, hash_mb=64).moves == analyse(each, want="moves").moves
    assert searches() == 5
    once.analyse_once(position, nodes=20, hash_mb=64)
    assert searches() == 6


@pytest.mark.parametrize("text", [LINE, "4C", f"{LINE} rules=none.toml", f"{LINE} bid=9", "4C x3/x3/x3/x3 1"])
@pytest.mark.parametrize("rules", [None, PRESETS["punjabi"]])
def test_a_row_is_the_same_where_its_position_was_read_ahead(text: str, rules: Rules | None) -> None:
    item, settings = Item(text, "1", "a:1"), Settings(rules)
    assert solved(item.ahead(rules), settings) == solved(item, settings)


def test_only_what_can_be_read_is_read_ahead() -> None:
    item, faulty = Item(LINE, "1", "a:1"), Item("4C", "1", "a:1")
    ahead = item.ahead(None)
    assert ahead.position() is ahead.position()
    assert ahead.position() == item.position()
    assert faulty.ahead(None) is faulty
