"""No technique of the search changes a value, and no bound that it leaves is wrong; `make trust` goes on for longer."""

from __future__ import annotations

import random
import re

import dealer
import duel
import pytest
import referee
import switches
from conftest import ROOT
from rows import row, ruleset

import seep_ext
from seep_ext.engine import TECHNIQUES

FEW, THREE, FOUR, FIVE = 400, 10, 12, 6     # positions a preset: of one or two, three, four, five cards a hand
BOUNDED, RULE_SETS = 20, 100                # positions a preset, and of rule sets, that limits leave with bounds
SWITCHED = 10
TIME_ALONE = {"packings"}                   # techniques that change how long a node takes, not which are visited
NODES = (1, 5, 50, 500)
FOUND = [       # position, options beside classic: values that were once wrong
    ("4D9H JC+2S/KCKH/6HJS/QDKD 1 bid=11 taken=-/-", {}),              # sums with what the opener takes up
    ("- TC+2C/8SQH/QDQS/3S4S 1 bid=10 taken=-/-", {}),
    ("7D 6D6H/5C8C/5D5S/5H7S 1 points=37/51 cards=21/22 seeps=1/4 bonus=50/200 last=1", {"sweep_cap": 1}),
    ("8S[12:4H8H@2][13:5C8D@4] JHJS/5SQD/5D5H/3DKH 1 points=38/38 cards=20/19 seeps=1/5 bonus=50/250 last=2",
     {"sweep_cap": 1}),     # who holds an item may let go of it, for a seep that voids the others
]
Solvers = dict[switches.Off, seep_ext.Solver]


@pytest.fixture(scope="module")
def solvers() -> Solvers:
    return switches.one_by_one()


@pytest.fixture(scope="module")
def plain() -> seep_ext.Solver:
    return switches.plainest()


@pytest.mark.parametrize("name", duel.PRESETS)
def test_values_of_one_and_two_cards(name: str, solvers: Solvers) -> None:
    rng, nothing = random.Random(f"techniques {name}"), switches.solver(TECHNIQUES)
    for _ in range(FEW):
        state = duel.anything(rng, duel.preset(name), 2)
        switches.compare_with_referee(state, {**solvers, tuple(TECHNIQUES): nothing})


@pytest.mark.parametrize("name", duel.PRESETS)
def test_values_of_openings(name: str, solvers: Solvers) -> None:
    rng = random.Random(f"techniques openings {name}")
    for _ in range(FEW):
        switches.compare_with_referee(dealer.small_opening(rng, duel.preset(name), 2), {(): solvers[()]})


@pytest.mark.parametrize(("position", "options"), FOUND)
def test_values_that_were_wrong(position: str, options: dict[str, int], solvers: Solvers) -> None:
    state = referee.parse(position, referee.PRESETS["classic"] | options)
    switches.compare_with_referee(state, solvers)


@pytest.mark.parametrize("name", duel.PRESETS)
def test_values_of_three_cards(name: str, solvers: Solvers) -> None:
    rng, options = random.Random(f"techniques three {name}"), duel.preset(name)
    for _ in range(THREE):
        state = dealer.endgame(rng, 3, options, history=duel.history_for(rng, options))
        switches.compare_with_referee(state, solvers)


def test_values_under_random_rules(solvers: Solvers) -> None:
    rng = random.Random("techniques rules")
    for _ in range(FEW):
        switches.compare_with_referee(duel.anything(rng, dealer.random_options(rng), 2), solvers)


@pytest.mark.parametrize("name", duel.PRESETS)
def test_values_of_four_cards(name: str, solvers: Solvers, plain: seep_ext.Solver) -> None:
    rng, options = random.Random(f"techniques four {name}"), duel.preset(name)
    for _ in range(FOUR):
        state = dealer.endgame(rng, 4 if options.players == 4 else 6, options)
        switches.compare_with_plainest(state, plain, solvers)


@pytest.mark.parametrize("name", ["classic", "open-house", "bid-card"])
def test_values_of_five_cards(name: str, solvers: Solvers, plain: seep_ext.Solver) -> None:
    rng = random.Random(f"techniques five {name}")
    for _ in range(FIVE):
        switches.compare_with_plainest(dealer.endgame(rng, 5, duel.preset(name)), plain, solvers)


@pytest.mark.parametrize("name", duel.PRESETS)
def test_bounds_that_a_limit_leaves(name: str, solvers: Solvers) -> None:
    rng, options = random.Random(f"techniques bounds {name}"), duel.preset(name)
    for _ in range(BOUNDED):
        state = dealer.endgame(rng, rng.choice((3, 4)), options)
        for nodes in NODES:
            switches.compare_bounds(state, solvers[()], solvers, nodes)


def test_bounds_under_random_rules(solvers: Solvers) -> None:
    rng = random.Random("techniques bounds rules")
    for _ in range(RULE_SETS):
        state = duel.anything(rng, dealer.random_options(rng), 3)
        for nodes in NODES:
            switches.compare_bounds(state, solvers[()], solvers, nodes)


@pytest.mark.parametrize("technique", sorted({*TECHNIQUES} - TIME_ALONE))
def test_a_switch_switches(technique: str, solvers: Solvers) -> None:
    """Without a technique the search visits other nodes: a switch that nothing asks would pass every other test."""
    rng, every, without = random.Random("techniques nodes"), 0, 0
    for name in duel.PRESETS:
        options = duel.preset(name)
        for _ in range(SWITCHED):
            state = dealer.endgame(rng, 4 if options.players == 4 else 6, options)
            rules, position = ruleset(options), row(state)
            every += solvers[()].analyse(rules, position, want="value").nodes
            without += solvers[technique,].analyse(rules, position, want="value").nodes
    assert without != every


def test_an_unknown_technique_is_refused() -> None:
    with pytest.raises(ValueError, match="'luck'"):
        seep_ext.Solver(1, without=("luck",))


def test_the_ablation_table_has_every_technique() -> None:
    page = (ROOT / "docs/engine.md").read_text(encoding="utf-8")
    _, table, _ = re.split(r"<!-- /?ablation -->", page)
    assert re.findall(r"^\| `([a-z-]+)` \|", table, re.MULTILINE) == list(TECHNIQUES), "make ablation writes it anew"
