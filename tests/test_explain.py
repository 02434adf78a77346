"""Why a move is illegal: the right rule, in one sentence, and nothing said of a legal one."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest
from dealer import position_line, random_game, random_options

from seep_solver import packed
from seep_solver.explain import explain
from seep_solver.moves import Kind, Move, spelled_out
from seep_solver.position import Position
from seep_solver.rules import Rules

CLASSIC = Rules()
CASES: list[tuple[str, dict[str, int | str | bool], str, str]] = [
    # position, options that differ from classic, move, words of the reason
    ("4C 9C/2C/3C/5C 1", {}, "TC", "TC is not in the hand of seat 1"),
    ("4C 9CTC/2C6C/3C5C/7C8C 1", {}, "9Cx4C5C", "5C does not lie on the floor"),
    (
        "[9:4C5C@2] 9C4D/9DTC/3C6C/7C8C 1",
        {},
        "4Dx4C",
        "4C lies in the house of 9, which is only taken or raised",
    ),
    ("4C 9C/2C/3C/5C 1", {}, "9Cx[9]", "there is no house of 9 on the floor"),
    ("4C[9:6C3D@2] TC9C/9DTD/3C6D/7C8C 1", {}, "TCx[9]", "TC captures a house of 10 only, not of 9"),
    (
        "4C6C 9CTC/2C9D/3C5C/7C8C 1",
        {},
        "9Cx4C6C",
        "4C 6C do not split into sets of 9, so 9C cannot capture them",
    ),
    ("4C5C9D 9CTC/2C9H/3C5D/7C8C 1", {}, "9Cx4C5C", "9D, a card of the same value, must be taken too"),
    ("4C5C9D 9CTC/2C9H/3C5D/7C8C 1", {}, "9Cx9D", "4C 5C add up to 9 as well and must be taken too"),
    (
        "4C5C[9:6C3D@2] TC9C/9DTD/3C6D/7C8C 1",
        {},
        "9Cx4C5C",
        "takes too little: the house of 9 must be taken too",
    ),
    (
        "2C3C5C6C 4CJC/*/*/* 1",
        {"packing": "most-cards"},
        "JCx5C6C",
        "packing = most-cards: JC must take as many",
    ),
    ("4C 4D9C/*/*/* 1", {}, "4D", "4D can capture 4C, so it may not be thrown"),
    ("[9:4C5C@2] 9C4D/9DTC/3C6C/7C8C 1", {}, "9C", "9C can capture the house of 9, so it may not be thrown"),
    (
        "KC[9:AC8C@3] 3C9C/*/*/* 1",
        {"ownership": False, "raise_own": True},
        "9C+[9]=9",
        "needs a key left in the hand (ownership = false: at every house move), and seat 1 holds no",
    ),
    (
        "6CKC[9:AC8C@1] 3C9C/*/*/* 1",
        {},
        "9C+[9]=9",
        "9C is the last key of the house of 9, which seat 1 owns",
    ),
    (
        "2C[10:AC9C@1] TCQC/*/*/* 1",
        {},
        "TC+2C=12",
        "TC is the last key of the house of 10, which seat 1 owns",
    ),
    ("2C[10:AC9C@1] TCQC/*/*/* 1", {}, "TC", "TC is the last key of the house of 10, which seat 1 owns"),
    (
        "KC[9:AC8C@2] 3C9C/*/*/* 1",
        {},
        "9C+[9]=9",
        "a house move to 9 needs a key left in the hand, and seat 1 holds no",
    ),
    ("3C QCQD/*/*/* 1", {}, "9C+3C=12", "9C is not in the hand"),
    ("9D QCKC/*/*/* 1", {}, "QC+9D=12", "9D QC do not split into sets of 12"),
    ("6C 6DKC/*/*/* 1", {}, "6D+6C=12", "needs a key left in the hand, and seat 1 holds no queen"),
    (
        "5C6C8CQC 7C8DJCKC/*/*/* 1",
        {},
        "7C+6C=13",
        "absorb = sets: 5C 8C, left loose, add up to 13 and must join",
    ),
    (
        "5C9C 4C9DKC/*/*/* 1",
        {},
        "4C+5C=9",
        "absorb = sets: 9C, left loose beside the house of 9, must join it",
    ),
    ("5C9C 4C9DKC/*/*/* 1", {"absorb": "cards"}, "4C+5C=9", "absorb = cards: 9C, left loose"),
    ("7C8C AC3CQC/*/*/* 1", {}, "AC+7C=8", "house_min = 9: a house of 8 cannot be made"),
    ("7C6D AC3CQC/*/*/* 1", {"house_max": 12}, "3C+7C6D=13", "house_max = 12: a house of 13 cannot be made"),
    (
        "7C[9:AC8C@2] 3C5C9C/*/*/* 1",
        {"max_houses": 1},
        "3C+7C=10",
        "max_houses = 1: no new house may be built while 1 stands",
    ),
    (
        "6C[9:AC8C@1] 3C9CQC/*/*/* 1",
        {},
        "3C+6C=9",
        "a house of 9 stands already and would be joined: that move is written 3C+6C[9]=9",
    ),
    ("6C 3C9CQC/*/*/* 1", {}, "3C+6C[9]=9", "there is no house of 9 on the floor to add to"),
    ("6C 3C9CQC/*/*/* 1", {}, "3C+[9]=12", "there is no house of 9 on the floor to raise"),
    ("KC[9:AC8C@2] 9CQC9D/*/*/* 1", {}, "QC+[9]=9", "QC alone does not make a set of 9"),
    (
        "AC[9:AH8C@2] ADJC/*/*/* 1",
        {},
        "AD+AC[9]=11",
        "raise_with_floor = false: AD alone must raise the house of 9",
    ),
    ("AC[9:AH8C@2] ADJC/*/*/* 1", {}, "AD+[9]=11", "AD raises the house of 9 to 10, not to 11"),
    (
        "3C[9:AH8C@2] ADJC/*/*/* 1",
        {"raise_with_floor": True},
        "AD+3C[9]=11",
        "3C cannot be parted into cards that raise",
    ),
    ("3C7C[9:AH8C@2] 2DJC/*/*/* 1", {}, "2D+3C7C[9]=11", "3C 7C do not split into sets of 11"),
    ("KC[9:AC8C@1] 2C9CJC/*/*/* 1", {}, "2C+[9]=11", "raise_own = false: seat 1 owns the house of 9"),
    (
        "KC[9:AC8C@3] 2CJC/*/*/* 1",
        {"raise_partner": False},
        "2C+[9]=11",
        "raise_partner = false: the partner of seat 1",
    ),
    (
        "[9:AC8C@2][11:ADAHTCTD@4] 2CJC/*/*/* 1",
        {"raise_into_cemented": False},
        "2C+[9][11]=11",
        "raise_into_cemented = false: the house of 11 is cemented",
    ),
    (
        "[9:ACAD8C8D@2] 2CJC/*/*/* 1",
        {},
        "2C+[9]=11",
        "the house of 9 is cemented, and only an ordinary house may be raised",
    ),
    ("[9:AC8C@2][11:ADTC@4] 2CJC/*/*/* 1", {}, "2C+[9]=11", "that move is written 2C+[9][11]=11"),
    (
        "4C 4D5C/*/*/* 1",
        {"throw_rule": "hand"},
        "5C",
        "throw_rule = hand: no card may be thrown while another can capture, and 4D",
    ),
    (
        "4C 4D5C/*/*/* 1",
        {"throw_rule": "hand"},
        "4D",
        "throw_rule = hand: 4D can capture 4C, so it may not be thrown",
    ),
    (
        "4C 4D5C/*/*/* 1",
        {"throw_rule": "own-house"},
        "4D",
        "throw_rule = own-house: 4D can capture 4C, so it may not be thrown",
    ),
    (
        "9C[11:ACTC@1] 2CJC/*/*/* 1",
        {"throw_rule": "own-house"},
        "2C",
        "throw_rule = own-house: 2C may not be thrown",
    ),
    (
        "3C5C7CKC 2C6C9CJC/*/*/* 1 bid=11",
        {"opening_throw": "last-resort"},
        "JC",
        "opening_throw = last-resort: the bid card",
    ),
    (
        "3C5C7CKC 2C6C9CJC/*/*/* 1 bid=11",
        {},
        "9C",
        "the opening play throws only with a card of the bid value 11",
    ),
    (
        "3C5C7CKC 2C7D9CJC/*/*/* 1 bid=11",
        {},
        "7Dx7C",
        "the opening play captures only with a card of the bid value 11",
    ),
    (
        "3C5C7CKC 2C6C9CJC/*/*/* 1 bid=11",
        {},
        "6C+3C=9",
        "the opening play makes a house of the bid value 11 only",
    ),
    ("AC3CQCKC 6C8C9CJC/*/*/* 1 bid=9", {}, "JC+ACQC=9", "do not split into sets of 9"),
    ("4C 9C/2C/3C/5C 1", {}, "nonsense", 'cannot read the move "nonsense"'),
    ("4C */2C/3C/5C 1", {}, "9C", "the hand of seat 1, which is to play, is not known"),
]


@pytest.mark.parametrize(("line", "options", "move", "reason"), CASES)
def test_the_rule_that_is_broken(
    line: str, options: dict[str, int | str | bool], move: str, reason: str
) -> None:
    position = Position.parse(line, rules=Rules(name="ours", **options))  # type: ignore[arg-type]
    told = explain(position, move)
    assert told is not None
    assert reason in told
    assert told.isprintable()
    assert not told.endswith(".")


@pytest.mark.parametrize(
    ("line", "options", "move"),
    [
        ("4C 9C/2C/3C/5C 1", {}, "9C"),
        ("3C[9:AH8C@2] ADJC/*/*/* 1", {"raise_with_floor": True, "house_max": 13}, "AD"),
        ("AC[9:AH8C@2] ADJC/*/*/* 1", {"raise_with_floor": True}, "AD+AC[9]=11"),
        ("5C9C 4C9DKC/*/*/* 1", {"absorb": "none"}, "4C+5C=9"),
        ("5C6C8CQC 7C8DJCKC/*/*/* 1", {"absorb": "cards"}, "7C+6C=13"),
        ("7C[9:AC8C@2] 3C5CTC/*/*/* 1", {"max_houses": 2}, "3C+7C=10"),
        ("9C[9:AC8C] 3C5CTC/*/*/* 1", {"ownership": False, "absorb": "none"}, "3C"),
    ],
)
def test_nothing_is_said_of_a_legal_move(line: str, options: dict[str, int | str | bool], move: str) -> None:
    position = Position.parse(line, rules=Rules(name="ours", **options))  # type: ignore[arg-type]
    assert explain(position, move) is None
    assert move in map(str, position.moves())


def test_hidden_cards_may_be_keys_unless_all_were_seen() -> None:
    line = "6CKC[9:AC8C@3] 3Cx2/*/*/* 1"
    position = Position.parse(line)
    assert explain(position, "3C+6C[9]=9") is None
    assert explain(position, "3C+[9]=12") is None
    seen = Position.parse(line + " gone=QCQDQHQS")
    assert explain(seen, "3C+[9]=12") == (
        "a house move to 12 needs a key left in the hand, and seat 1 holds no queen"
    )


def _mutations(rng: random.Random, position: Position, legal: list[Move]) -> Iterator[Move]:
    """Moves near the legal ones, most of them illegal."""
    hand = position.hand
    assert hand is not None
    floor, houses = position.floor, [house.value for house in position.houses]
    for _ in range(25):
        move = rng.choice(legal)
        loose, value = set(move.loose), rng.choice([move.value or 0, *houses, *range(9, 14)])
        if floor and rng.random() < 0.7:
            loose ^= {rng.choice(floor)}
        card = rng.choice(hand.cards) if rng.random() < 0.4 else move.card
        kind = rng.choice(list(Kind)) if rng.random() < 0.3 else move.kind
        raised = move.raised or rng.choice([*houses, 9])
        if kind is Kind.THROW:
            yield Move(card, kind)
        elif kind is Kind.CAPTURE and (loose or value in houses):
            yield Move(card, kind, tuple(loose), value if value in houses else None)
        elif kind is Kind.ADD:
            yield Move(card, kind, tuple(loose), value, joins=True)
        elif kind is Kind.BUILD and loose:
            yield Move(card, kind, tuple(loose), value)
        elif kind is Kind.RAISE and raised != value:
            yield Move(card, kind, tuple(loose), value, raised, rng.random() < 0.5)


@pytest.mark.parametrize("seed", range(4))
def test_a_reason_is_given_exactly_when_the_engine_forbids(seed: int) -> None:
    """Random rules, random games, every legal move and many that are nearly legal."""
    rng = random.Random(seed)
    verdicts: Counter[bool] = Counter()
    for _ in range(12):
        options = random_options(rng)
        rules = Rules(name="ours", **{name: getattr(options, name) for name in CLASSIC.options()})
        for state in random_game(rng, options):
            position = Position.parse(position_line(state), rules=rules)
            listed = packed.moves(position)
            if not listed or len(listed) > 60 or rng.random() < 0.5:
                continue
            allowed = set(spelled_out(position))
            assert all(explain(position, move) is None for move in allowed)
            for move in _mutations(rng, position, listed):
                told = explain(position, move)
                assert (told is None) == (move in allowed), f"{position} {move} {told}"
                verdicts[told is None] += 1
    assert verdicts[False] > 1000
    assert verdicts[True] > 100
