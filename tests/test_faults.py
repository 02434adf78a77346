"""Every way in which a line can be wrong, one test a fault: the field, the column, the text."""

from __future__ import annotations

from dataclasses import replace

import pytest

from seep_solver.faults import Fault, NotationError, quoted, shortened
from seep_solver.options import MOST_AMOUNT
from seep_solver.position import Position
from seep_solver.rules import PRESETS
from seep_solver.scoring import MOST_BONUS


def faults(line: str) -> list[Fault]:
    """All faults of a line, whether or not it can be read."""
    try:
        return Position.parse(line).faults()
    except NotationError as refused:
        return list(refused.faults)


CASES = {
    "a card twice": (
        "4C7D 4C/2C/3C/5C 1",
        [("hands", 6, "4C", "4C stands twice: first in floor at column 1")],
    ),
    "a card twice in the piles": (
        "4C 9C/2C/3C/5C 1 taken=KS/- gone=KS",
        [("gone", 34, "KS", "KS stands twice: first in taken at column 24")],
    ),
    "a card that does not exist": (
        "1C 4X/2C/3C/5C 1",
        [("floor", 1, "1C", "no card"), ("hands", 4, "4X", "no card")],
    ),
    "a card half typed": ("4C7 9C/2C/3C/5C 1", [("floor", 3, "7", 'no card "7"')]),
    "digits of another script": ("٤C 9C/2C/3C/5C 1", [("floor", 1, "٤C", "no card")]),
    "hidden cards before others": ("4C 9C/x2KS/3C/5C 1", [("hands", 7, "x2", "no card")]),
    "a star beside cards": ("4C 9C/2C*/3C/5C 1", [("hands", 9, "*", "no card")]),
    "hands that grow": ("4C 9C/2C7C/3C/5C 1", [("hands", 7, "2C7C", "hands out of step: from seat 1 round")]),
    "hands that differ by two": ("4C 9CTCJC/2C7C/3C/5C 1", [("hands", 16, "3C", "sizes are 3 2 1 1")]),
    "hands out of step from TURN": ("4C 9CTC/2C/3C/5C 2", [("hands", 4, "9CTC", "from seat 2 round")]),
    "a next stage counts as held": (
        "4C 9C+2C3C/5C/6C/7C 1 bid=9",
        [("hands", 12, "5C", "sizes are 3 1 1 1")],
    ),
    "second hands out of step": (
        "4C 9C+TC/2C+3C5C 1 rules=classic-2p",
        [("hands", 10, "2C", "of the second hands are 1 2")],
    ),
    "a stage that is never taken up": (
        "4C 9C+TC/2C/3C/5C 1",
        [("hands", 7, "TC", "a stage of seat 1 that is never")],
    ),
    "a stage of another seat": (
        "4C 9C/2C+TC/3C/5C 1 bid=9",
        [("hands", 10, "TC", "a stage of seat 2 that is never")],
    ),
    "a bid in mid-deal, TURN": ("4C 9C/2C/3C/5C 2 bid=9", [("bid", 18, "bid=9", "expected TURN 1")]),
    "a bid beside a house": (
        "[9:4C5C@2] 9C/9D/3C/5D 1 bid=9",
        [("bid", 26, "bid=9", "a house on the floor")],
    ),
    "a bid with cards taken": (
        "4C 9C/2C/3C/5C 1 bid=9 taken=AC/-",
        [("bid", 18, "bid=9", "something taken")],
    ),
    "a bid with points won": ("4C 9C/2C/3C/5C 1 bid=9 points=1/0", [("bid", 18, "bid=9", "there is points")]),
    "a bid after a seep": (
        "4C 9C/2C/3C/5C 1 bid=9 seeps=1/0 bonus=50/0",
        [("bid", 18, "bid=9", "seeps, bonus")],
    ),
    "a bid with last": ("4C 9C/2C/3C/5C 1 bid=9 last=1", [("bid", 18, "bid=9", "there is last")]),
    "a bid that no card has": ("4C 9C/2C/3C/5C 1 bid=13", [("bid", 18, "bid=13", "seat 1 holds no king")]),
    "a bid that is no house value": (
        "4C 8C/2C/3C/5C 1 bid=8",
        [("bid", 18, "bid=8", "a house value, 9 to 13")],
    ),
    "taken at odds with points": (
        "4C 9C/2C/3C/5C 1 taken=AC/KS points=1/12",
        [("points", 30, "points=1/12", "the cards in taken make it 1/13")],
    ),
    "taken at odds with cards": (
        "4C 9C/2C/3C/5C 1 taken=AC/KS cards=2/1",
        [("cards", 30, "cards=2/1", "the cards in taken make it 1/1")],
    ),
    "a house of another value": (
        "[8:3C5C@1] 8C/2C/4C/7C 1",
        [("floor", 1, "[8:3C5C@1]", "expected 9 to 13")],
    ),
    "a house of one card": ("[9:9D@1] 9C/2C/4C/7C 1", [("floor", 1, "[9:9D@1]", "a house of 1 card")]),
    "a house that does not split": (
        "[9:4C6C@1] 9C/2C/3C/7C 1",
        [("floor", 1, "[9:4C6C@1]", "do not split into sets of 9")],
    ),
    "a house whose sum alone is right": (
        "[9:ACKC4C@1] 9C/2C/3C/7C 1",
        [("floor", 1, "[9:ACKC4C@1]", "AC4CKC do not split into sets of 9")],
    ),
    "two houses of a value": (
        "[9:4C5C@1][9:3C6C@1] 9C/2C/KC/7C 1",
        [("floor", 11, "[9:3C6C@1]", "a second house of 9")],
    ),
    "a loose card beside its house": (
        "9D[9:4C5C@1] 9C/2C/3C/7C 1",
        [("floor", 1, "9D", "beside a house of 9")],
    ),
    "an owner without a key": (
        "[9:4C5C@2] 9C/2C/3C/7C 1",
        [("floor", 1, "[9:4C5C@2]", "seat 2 owns the house of 9")],
    ),
    "an owner that is no seat": (
        "[9:4C5C@6] 9C/2C/3C/7C 1",
        [("floor", 1, "[9:4C5C@6]", "owner 6 of the house of 9: expected a seat of 1 to 4")],
    ),
    "an owner that is no digit": ("[9:4C5C@A] 9C/2C/3C/7C 1", [("floor", 9, "A", "an owner")]),
    "two owners of a side": (
        "[9:4C5C@13] 9C/2C/9D/7C 1",
        [("floor", 1, "[9:4C5C@13]", "seats 1 and 3 of one side own the house of 9")],
    ),
    "too few hidden": ("4C 9C/x/x/x 1", [("hands", 7, "x", "3 cards hidden with x, but")]),
    "too many hidden": (
        "4C 9C2C3C5C/x4/x4/x44 1 taken=-/-",
        [("hands", 13, "x4", "52 cards hidden with x"), ("hands", 19, "x44", "hands out of step")],
    ),
    "more hidden than unseen beside a star": (
        "4C 9C/x52/*/* 1",
        [("hands", 7, "x52", "52 cards hidden"), ("hands", 7, "x52", "hands out of step")],
    ),
    "hidden cards of the seat to play": (
        "4C 9C/x/*/* 2",
        [("hands", 7, "x", "the hand of seat 2, which is to play")],
    ),
    "an unknown key": ("4C 9C/2C/3C/5C 1 tken=AC/-", [("tken", 18, "tken=AC/-", 'unknown key "tken"')]),
    "a word that is no key": ("4C 9C/2C/3C/5C 1 last", [("last", 18, "last", 'unknown key "last"')]),
    "a key twice": ("4C 9C/2C/3C/5C 1 last=1 last=2", [("last", 25, "last=2", "last stands twice")]),
    "an unknown preset": ("4C 9C/2C/3C/5C 1 rules=clasic", [("rules", 18, "rules=clasic", "no rules")]),
    "a rules file that is not there": (
        "4C 9C/2C/3C/5C 1 rules=no/such.toml",
        [("rules", 18, "rules=no/such.toml", "cannot read the rules file")],
    ),
    "a seat that is none": ("4C 9C/2C/3C/5C 5", [("turn", 16, "5", "expected the seat to play, 1 to 4")]),
    "a seat beyond the players": (
        "4C 9C/2C 3 rules=classic-2p",
        [("turn", 10, "3", "expected a seat of 1 to 2")],
    ),
    "too few hands": ("4C 9C/2C 1", [("hands", 4, "9C/2C", "hands of 2 seats: expected 4")]),
    "too many hands": (
        "4C 9C/2C/3C/5C/6C 1",
        [("hands", 4, "9C/2C/3C/5C/6C", "hands of 5 seats: expected 4")],
    ),
    "an empty hand": ("4C 9C//3C/5C 1", [("hands", 7, "", "an empty list")]),
    "a house that does not end": (
        "4C[9:4D5C 9C/2C/3C/6C 1",
        [("floor", 3, "[9:4D5C", "cannot read the house")],
    ),
    "a house without a value": ("[:4D5C@1] 9C/2C/3C/6C 1", [("floor", 2, "", "expected its value")]),
    "no floor": ("9C/2C/3C/5C 1", [("floor", 1, "9C/2C/3C/5C", "no floor before")]),
    "no TURN": ("4C 9C/2C/3C/5C last=1", [("turn", 4, "9C/2C/3C/5C", "no TURN after the hands")]),
    "no hands": ("4C", [("hands", 1, "4C", "no hands")]),
    "an empty line": ("", [("floor", 1, "", "an empty line")]),
    "spaces between cards": (
        "4C 7D 9C/2C/3C/5C 1",
        [
            ("hands", 4, "7D", "hands of 1 seats"),
            ("turn", 7, "9C/2C/3C/5C", "expected the seat to play"),
            ("1", 19, "1", 'unknown key "1"'),
        ],
    ),
    "a pair that is none": (
        "4C 9C/2C/3C/5C 1 seeps=1",
        [("seeps", 24, "1", "expected seeps of each side, as 1/0")],
    ),
    "more points than there are": (
        "4C 9C/2C/3C/5C 1 points=90/30",
        [("points", 18, "points=90/30", "more than 100")],
    ),
    "more cards than there are": (
        "4C 9C/2C/3C/5C 1 cards=50/9",
        [("cards", 18, "cards=50/9", "more than 52")],
    ),
    "points won that lie on the floor": (
        "AS 9C/2C/3C/5C 1 rules=punjabi points=26/0 cards=46/0",
        [("points", 32, "points=26/0", "floor and hands hold 1 of the 26 card points: expected at most 25 in all")],
    ),
    "points won that are in a house, in a hand and in a stage": (
        "[9:8SAH@2] 9C+2S/9D+3S 1 rules=classic-2p points=50/37",
        [("points", 43, "points=50/37", "floor and hands hold 14 of the 100 card points: expected at most 86")],
    ),
    "cards won that are in hands, hidden ones too": (
        "4C 9C/x/x/x 1 points=0/0 cards=24/24",
        [
            ("hands", 7, "x", "3 cards hidden with x"),
            ("cards", 26, "cards=24/24", "floor and hands hold 5 of the 52 cards: expected at most 47 in all"),
        ],
    ),
    "more seeps than a deal has": (
        "4C 9C/2C/3C/5C 1 seeps=20/5",
        [("seeps", 18, "seeps=20/5", "no deal has more than 24 in all")],
    ),
    "bonuses beyond any seeps": (
        "4C 9C/2C/3C/5C 1 seeps=20/0 bonus=12001/0",
        [("bonus", 29, "bonus=12001/0", "no deal has more than 12,000 in all")],
    ),
    "a bonus without a seep": (
        "4C 9C/2C/3C/5C 1 bonus=50/0",
        [("bonus", 18, "bonus=50/0", "but no seep of side 1 is told")],
    ),
    "a bonus of the side without a seep": (
        "4C 9C/2C/3C/5C 1 seeps=1/0 bonus=50/50",
        [("bonus", 28, "bonus=50/50", "but no seep of side 2 is told")],
    ),
    "piles of three sides": (
        "4C 9C/2C/3C/5C 1 taken=-/-/-",
        [("taken", 24, "-/-/-", "a list of cards for each side")],
    ),
    "a side that is none": (
        "4C 9C/2C/3C/5C 1 last=3",
        [("last", 23, "3", "1 or 2, the side that captured last")],
    ),
    "a lead that is no number": ("4C 9C/2C/3C/5C 1 lead=x", [("lead", 23, "x", "a whole number")]),
    "an empty key": ("4C 9C/2C/3C/5C 1 id=", [("id", 18, "id=", "id is empty")]),
    "seeps without what they were worth": (
        "4C 9C/2C/3C/5C 1 rules=punjabi seeps=1/0",
        [("bonus", 32, "seeps=1/0", "no bonus for seeps of 1/0")],
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_a_fault_is_told_where_it_is(name: str) -> None:
    line, expected = CASES[name]
    found = faults(line)
    assert [(fault.field, fault.column, fault.text) for fault in found] == [case[:3] for case in expected]
    for fault, (*_, words) in zip(found, expected, strict=True):
        assert words in fault.message
        assert fault.message[0].islower() or fault.message[0] in "0123456789ACTJQK"
        assert not fault.message.endswith(".")


def test_all_faults_of_a_line_are_told_at_once() -> None:
    found = faults("4C4C[9:4D6C@1] 1C/4C/*/x 3 last=7 tken=- rules=nosuch")
    assert [fault.field for fault in found] == ["floor", "hands", "hands", "last", "tken", "rules"]
    assert len(faults("4C4C[9:4D6C@1][8:2C6D] TC/4C2D/5C/x 3 bid=9 seeps=100/0")) >= 8


LEGAL = [
    "4C 9C/2C/3C/5C 3",
    "4C -/2C/3C/5C 2",
    "4C 9C/-/-/5C 4",
    "4C 9C/*/3C/* 1",
    "- -/-/-/- 4",
    "4C -/-/-/- 1 last=2",
    "3C 9C9DJCKC 1 bid=9",
    "3C 9C9DJCKC/x12/x12/x12 1 bid=9",
    "3C 9C9DJCKC+x8/*/x12/* 1 bid=9 taken=-/-",
    "3C4C5C6C 9C9DJCKC+x8/x12/x12/x12 1 bid=9",
    "9D[9:4C5C] 9C/2C/3C/7C 1 rules=open-house",
    "[9:4C5C] 9C/2C/3C/7C 1",
    "[9:4C5C@2] 9C/*/3C/7C 1",
    "[9:4C5C@2] 9C/x/x/x 1 gone=ACADAHAS2C2D2H2S3C3D3H3S4D4H4S5D5H5S6C6D6H6S7C7D7H7S8C8D8H8S"
    "TCTDTHTSJCJDJHJSQCQDQHQSKCKDKHKS",
    "4C 9C/2C/3C/5C 1 taken=AC/KS points=1/13 cards=1/1",
    "4C 9C/2C/3C/5C 1 seeps=24/0 bonus=12000/0",
    "4C 9C/2C/3C/5C 1 seeps=1/0 bonus=0/0",
    "AS 9C/2C/3C/5C 1 points=99/0 cards=0/47",
    "- 9S/2S/AD/2C 1 rules=punjabi points=3/12 cards=40/8",
    "4C 9C/*/3C/* 1 points=100/0 cards=26/23",
    "4C 9C+TC/2C+3C 1 rules=classic-2p",
    "4C -+TC/2C+3C 2 rules=classic-2p",
    "4C 9C+7C8C+TC/2C6C5C+3C 1 rules=classic-2p bid=9",
]


@pytest.mark.parametrize("line", LEGAL)
def test_what_breaks_no_rule_has_no_faults(line: str) -> None:
    assert faults(line) == []


def test_faults_of_a_position_made_in_python_stand_in_its_canonical_line() -> None:
    position = Position.parse("7D4C 9C/2C/3C/5C 1 last=1")
    again = type(position)(position.floor, (), (*position.hands[:3], position.hands[0]), 1)
    assert [(fault.field, fault.column, fault.text) for fault in again.faults()] == [("hands", 15, "9C")]


def test_an_error_tells_all_its_messages() -> None:
    with pytest.raises(NotationError, match=r"no card .*; last is ") as caught:
        Position.parse("4Z 9C/2C/3C/5C 1 last=4", line=12)
    assert caught.value.line == 12
    assert str(caught.value.faults[0]).startswith('1: no card "4Z"')


def test_moves_of_a_faulty_position_are_refused() -> None:
    with pytest.raises(NotationError, match="stands twice"):
        Position.parse("4C 4C/2C/3C/5C 1").moves()
    with pytest.raises(NotationError, match="stands twice"):
        Position.parse("4C 4C/2C/3C/5C 1").play("4C")


def test_whatever_rules_a_seep_is_worth_it_is_written_and_read() -> None:
    """The most seeps of the dearest kind are read, written and read again; one more is refused."""
    dear = replace(PRESETS["classic"], sweep=MOST_AMOUNT)
    position = Position.parse("4C 9C/2C/3C/5C 1 seeps=24/0", rules=dear)
    assert position.faults() == []
    assert position.bonus == (MOST_BONUS, 0)
    assert Position.parse(str(position), rules=dear) == position
    assert Position.parse("4C 9C/2C/3C/5C 1 seeps=24/1", rules=dear).faults()


def test_quotes_are_short_and_printable() -> None:
    assert quoted("a\x00\x1b[31m\n") == '"a\\x00\\x1b[31m\\n"'
    assert len(shortened("x" * 1000)) == 48
