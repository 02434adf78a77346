"""Of a move that one option forbids, `explain` names that option; so does `seep moves --explain`."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from pathlib import Path

import pytest
from conftest import Seep
from dealer import position_line, random_game, random_options, scattered

from seep_solver import packed
from seep_solver.explain import explain
from seep_solver.options import BY_NAME
from seep_solver.position import Position
from seep_solver.rules import Rules, RulesError

# The options that can forbid a move; the others set what a deal is worth, who plays, and what a match is.
FORBIDDING = (
    "house_min",
    "house_max",
    "max_houses",
    "ownership",
    "raise_own",
    "raise_partner",
    "raise_into_cemented",
    "raise_with_floor",
    "absorb",
    "packing",
    "throw_rule",
    "opening_throw",
)
NAMED = re.compile(r"\b([a-z_]+) = ")

CASES: list[tuple[str, str, str, str]] = [
    # the file of rules, position, a move that it forbids, what is said of it
    ("", "7C8C AC3CQC/*/*/* 1", "AC+7C=8", "house_min = 9: a house of 8 cannot be made"),
    ("house_max = 12", "7C6D 3CKC/*/*/* 1", "3C+7C6D=13", "house_max = 12: a house of 13 cannot be made"),
    (
        'base = "open-house"',
        "7C[9:AC8C][11:ADTC] 3C5CTD/*/*/* 1",
        "3C+7C=10",
        "max_houses = 2: no new house may be built while 2 stand",
    ),
    (
        "",
        "2C[10:AC9C@1] TCQC/*/*/* 1",
        "TC+2C=12",
        "TC is the last key of the house of 10, which seat 1 owns: it can only capture that house (ownership = true)",
    ),
    (
        'base = "open-house"',
        "KC[9:AC8C] 3C9C/*/*/* 1",
        "9C+[9]=9",
        "a house move to 9 needs a key left in the hand (ownership = false: at every house move), and seat 1 holds "
        "no other card of that value",
    ),
    (
        "",
        "KC[9:AC8C@1] 2C9CJC/*/*/* 1",
        "2C+[9]=11",
        "raise_own = false: seat 1 owns the house of 9 and may not raise it",
    ),
    (
        'base = "bid-card"',
        "KC[9:AC8C@3] 2CJC/*/*/* 1",
        "2C+[9]=11",
        "raise_partner = false: the partner of seat 1 owns the house of 9",
    ),
    (
        'base = "bid-card"',
        "[9:AC8C@2][11:ADAHTCTD@4] 2CJC/*/*/* 1",
        "2C+[9][11]=11",
        "raise_into_cemented = false: the house of 11 is cemented, and no raise may join it",
    ),
    (
        "",
        "AC[9:AH8C@2] ADJC/*/*/* 1",
        "AD+AC[9]=11",
        "raise_with_floor = false: AD alone must raise the house of 9, and that makes 10, not 11",
    ),
    (
        "",
        "5C6C8CQC 7C8DJCKC/*/*/* 1",
        "7C+6C=13",
        "absorb = sets: 5C 8C, left loose, add up to 13 and must join the house too",
    ),
    (
        'absorb = "cards"',
        "5C9C 4C9DKC/*/*/* 1",
        "4C+5C=9",
        "absorb = cards: 9C, left loose beside the house of 9, must join it",
    ),
    (
        'packing = "most-cards"',
        "2C3C5C6C 4CJC/*/*/* 1",
        "JCx5C6C",
        "packing = most-cards: JC must take as many loose cards as it can, 3, not 2",
    ),
    (
        'throw_rule = "hand"',
        "7C 2C7D/*/*/* 1",
        "2C",
        "throw_rule = hand: no card may be thrown while another can capture, and 7D can, 7C",
    ),
    (
        'base = "bid-card"',
        "9C[11:ACTC@1] 2CJC/*/*/* 1",
        "2C",
        "throw_rule = own-house: 2C may not be thrown while it can join the house of 11, which seat 1 owns, with 9C",
    ),
    (
        'base = "tabletop"',
        "3C5C7CKC 2C6C9CJC/*/*/* 1 bid=11",
        "JC",
        "opening_throw = last-resort: the bid card may be thrown only if nothing else can be played, and 6C can "
        "build 11 with 5C",
    ),
]


@pytest.mark.parametrize(("file", "line", "move", "said"), CASES, ids=[each[3][:20] for each in CASES])
def test_the_command_names_the_option(
    file: str, line: str, move: str, said: str, seep: Seep, tmp_path: Path
) -> None:
    path = tmp_path / "ours.toml"
    path.write_text(f"{file}\n")
    asked = ("moves", "--rules", str(path), "--explain", move)
    ran = seep(*asked, line)
    assert (ran.code, ran.out, ran.err) == (1, f"{said}\n", "")
    answer = json.loads(seep(*asked, "--json", line).out)
    assert (answer["move"], answer["legal"], answer["reason"]) == (move, False, said)


def test_every_option_that_can_forbid_a_move_is_shown() -> None:
    assert {name for each in CASES for name in NAMED.findall(each[3])} == set(FORBIDDING)


def others(rules: Rules, name: str) -> Iterator[Rules]:
    """The same rules with another value of one option."""
    option = BY_NAME[name]
    for value in chain((True, False) if option.switch else (), option.words, option.numbers):
        # A position under rules without owners does not say whose its houses would be.
        if value == getattr(rules, name) or (name == "ownership" and value is True):
            continue
        try:
            yield replace(rules, **{name: value})  # type: ignore[arg-type]
        except RulesError:
            continue


def positions(rng: random.Random) -> Iterator[Position]:
    """Positions of one game, and others that no game would reach, under random rules."""
    options = random_options(rng)
    rules = Rules(name="ours", **{name: getattr(options, name) for name in BY_NAME})
    for state in random_game(rng, options):
        if rng.random() < 0.4 and not state.finished:
            yield Position.parse(position_line(state), rules=rules)
    for _ in range(25):
        yield Position.parse(position_line(scattered(rng, options, rng.randint(2, 6))), rules=rules)


@pytest.mark.parametrize("seed", range(2))
def test_a_move_that_another_value_would_allow_is_forbidden_by_an_option_that_is_named(seed: int) -> None:
    rng, named = random.Random(f"explain {seed}"), Counter[str]()
    for position in (position for _ in range(6) for position in positions(rng)):
        legal = set(map(str, position.moves()))
        allowing: dict[str, set[str]] = {}
        for name in FORBIDDING:
            for rules in others(position.rules, name):
                other = replace(position, rules=rules)
                for move in [] if other.faults() else packed.moves(other):
                    if str(move) not in legal:
                        allowing.setdefault(str(move), set()).add(name)
        for text, options in allowing.items():
            told = explain(position, text)
            assert told is not None
            assert options & set(NAMED.findall(told)), f"{position} {text}: {told}, allowed by another {options}"
            named.update(NAMED.findall(told))
    assert len(named) >= 7, named
