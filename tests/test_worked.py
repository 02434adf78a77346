"""The worked positions of rules, section 8, through the API in every preset and through the command line."""

from __future__ import annotations

import pytest
from conftest import Seep
from worked import Worked, for_two, worked

from seep_solver.position import Position
from seep_solver.rules import PRESETS

FOUR = list(worked())
TWO = [two for each in FOUR if f"{each.preset}-2p" in PRESETS and (two := for_two(each)) is not None]
OFTEN = ("six-run", "opening-throw", "raise-into-cemented")
SHOWN = [each for at, each in enumerate(FOUR) if at % 9 == 0 or each.name in OFTEN]


def label(each: Worked) -> str:
    return f"{each.name} {each.preset}"


@pytest.mark.parametrize("each", FOUR + TWO, ids=label)
def test_moves(each: Worked) -> None:
    rules = PRESETS[each.preset]
    position = Position.parse(each.position, rules=rules)
    assert not position.faults()
    if not rules.ownership:
        assert not any(house.owners for house in position.houses)
    assert [move for move in map(str, position.moves()) if move[0] == each.rank] == each.moves


@pytest.mark.parametrize("each", SHOWN, ids=label)
def test_the_command(each: Worked, seep: Seep) -> None:
    hand = Position.parse(each.position).hand
    assert hand is not None
    for card in (card for card in hand.cards if str(card)[0] == each.rank):
        ran = seep("moves", "--rules", each.preset, "--card", str(card), each.position)
        assert (ran.code, ran.err) == (0, "")
        assert set(ran.out.splitlines()) <= set(each.moves)
        named = seep("moves", "--card", str(card), f"{each.position} rules={each.preset}")
        assert (named.code, named.out) == (0, ran.out)
        if len([held for held in hand.cards if held.rank == card.rank]) == 1:
            assert ran.out.splitlines() == each.moves


def test_there_are_some_sixty_in_every_preset() -> None:
    assert {each.preset for each in FOUR + TWO} == set(PRESETS)
    assert len(FOUR) == 5 * len({each.name for each in FOUR}) >= 5 * 60
    assert len(TWO) >= 3 * 50
