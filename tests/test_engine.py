"""The engine at its door: what no setting may change, limits, crowded floors, batches."""

from __future__ import annotations

import random
import time
from typing import Any

import dealer
import duel
import numpy as np
import pytest
import referee
from referee_cards import DECK
from rows import row, ruleset

import seep_ext
from seep_solver.options import MOST_AMOUNT
from seep_solver.scoring import MOST_BONUS, MOST_SEEPS

CLASSIC = ruleset(duel.preset("classic"))
LOW_CARDS = "".join(rank + suit for rank in "A234567" for suit in "CDHS")


def endgames(cards: int, count: int, name: str = "classic") -> list[Any]:
    rng = random.Random(f"engine {cards}")
    return [row(dealer.endgame(rng, cards, duel.preset(name))) for _ in range(count)]


@pytest.fixture(scope="module")
def solver() -> seep_ext.Solver:
    return seep_ext.Solver(64)


@pytest.mark.parametrize("name", ["classic", "open-house", "punjabi"])
def test_values_do_not_depend_on_the_table(name: str, solver: seep_ext.Solver) -> None:
    rules = ruleset(duel.preset(name))
    for position in endgames(4, 25, name):
        large, small = (each.analyse(rules, position) for each in (solver, seep_ext.Solver(1)))
        assert large.moves == small.moves
        assert large.low == large.high == small.low == small.high


def test_nodes_do_not_depend_on_what_was_solved_before(solver: seep_ext.Solver) -> None:
    positions = endgames(4, 10)
    alone = [seep_ext.Solver(64).analyse(CLASSIC, position).nodes for position in positions]
    assert [solver.analyse(CLASSIC, position).nodes for position in positions] == alone
    backwards = [solver.analyse(CLASSIC, position).nodes for position in reversed(positions)]
    assert backwards[::-1] == alone


def held_under_limits(rules: seep_ext.RuleSet, position: Any, solver: seep_ext.Solver) -> None:
    """What a limit on nodes leaves proven holds what is exact without one."""
    exact = {text: low for text, low, _, _ in solver.analyse(rules, position).moves}
    for nodes in (1, 100, 1_000, 5_000):
        found = solver.analyse(rules, position, nodes=nodes)
        assert found.low <= max(exact.values()) <= found.high
        assert all(low <= exact[text] <= high for text, low, high, _ in found.moves)
        assert found.nodes <= nodes
        assert (found.stopped == "nodes") or all(low == high for _, low, high, _ in found.moves)


@pytest.mark.parametrize("name", duel.PRESETS)
def test_limits_give_proven_bounds(name: str, solver: seep_ext.Solver) -> None:
    for position in endgames(4, 12, name):
        held_under_limits(ruleset(duel.preset(name)), position, solver)


@pytest.mark.parametrize("part", range(4))
def test_limits_give_proven_bounds_under_random_rules(part: int, solver: seep_ext.Solver) -> None:
    rng = random.Random(f"limits {part}")
    for _ in range(60):
        options = dealer.random_options(rng)
        state = dealer.endgame(rng, 4, options, history=duel.history_for(rng, options))
        held_under_limits(ruleset(options), row(state), solver)


@pytest.mark.parametrize("cards", [2, 13])
@pytest.mark.parametrize("turned", [False, True])
def test_the_largest_amounts_stay_within_16_bits(cards: int, turned: bool, solver: seep_ext.Solver) -> None:
    """Every option that adds points at its most, as many seeps told as a deal can have, hands of up to 52 cards."""
    most = {"sweep": MOST_AMOUNT, "opening_sweep": MOST_AMOUNT, "most_cards": MOST_AMOUNT, "all_points": MOST_AMOUNT}
    pack = random.Random("amounts").sample(DECK, 52)
    hands = "/".join("".join(pack[cards * seat:cards * seat + cards]) for seat in range(4))
    for more in ({}, {"sweep_cap": 1}, {"sweep_min_points": 3}, {"sweep_cap": 24, "sweep_min_points": 26}):
        rules = referee.resolve(referee.PRESETS["punjabi"] | most | more)
        told = f"seeps={MOST_SEEPS}/0 bonus={MOST_BONUS}/0"
        if turned:
            told = f"seeps=0/{MOST_SEEPS} bonus=0/{MOST_BONUS}"
        state = referee.parse(f"- {hands} 1 points=0/0 cards=0/0 {told}", rules)
        for nodes in (1, 2_000):
            found = solver.analyse(ruleset(rules), row(state), nodes=nodes)
            assert -30_000 < found.low <= found.high < 30_000
            assert all(-30_000 < low <= high < 30_000 for _, low, high, _ in found.moves)
        if cards == 2:
            values = referee.move_values(state)
            assert {text: (low, high) for text, low, high, _ in solver.analyse(ruleset(rules), row(state)).moves} == {
                text: (value, value) for text, value in values.items()}


def test_a_time_limit_is_kept(solver: seep_ext.Solver) -> None:
    deal = row(dealer.deal(random.Random(1), duel.preset("classic")))
    start = time.perf_counter()
    found = solver.analyse(CLASSIC, deal, seconds=0.2)
    assert found.stopped == "time"
    assert found.low < found.high
    assert time.perf_counter() - start < 5      # generous: machines stall


def test_best_and_value_agree_with_all(solver: seep_ext.Solver) -> None:
    for position in endgames(4, 12):
        every = solver.analyse(CLASSIC, position)
        best = solver.analyse(CLASSIC, position, want="best")
        value = solver.analyse(CLASSIC, position, want="value")
        assert best.moves[0][0] == every.moves[0][0]
        assert (value.low, value.high) == (every.low, every.high) == (best.low, best.high)
        assert value.nodes <= best.nodes <= every.nodes


def test_rules_do_not_meet_in_the_table(solver: seep_ext.Solver) -> None:
    names = ("classic", "tabletop", "bid-card", "punjabi")
    for position in endgames(3, 6):
        alone = [seep_ext.Solver(1).analyse(ruleset(duel.preset(name)), position).moves for name in names]
        assert [solver.analyse(ruleset(duel.preset(name)), position).moves for name in names] == alone


def test_batch_is_what_single_calls_give(solver: seep_ext.Solver) -> None:
    positions = endgames(3, 40)
    low, high, nodes = solver.values(CLASSIC, np.array(positions))
    assert low.dtype == high.dtype == np.int16
    assert nodes.dtype == np.uint64
    assert low.tolist() == high.tolist() == [solver.analyse(CLASSIC, each, want="value").low for each in positions]
    none = solver.values(CLASSIC, np.zeros(0, seep_ext.POSITION))
    assert [len(each) for each in none] == [0, 0, 0]


def test_batch_bounds_under_a_node_limit(solver: seep_ext.Solver) -> None:
    positions = np.array(endgames(5, 5))
    exact, _, _ = solver.values(CLASSIC, positions)
    low, high, nodes = solver.values(CLASSIC, positions, nodes=500)
    assert (low <= exact).all()
    assert (exact <= high).all()
    assert (nodes <= 500).all()


@pytest.mark.parametrize("name", duel.PRESETS)
def test_crowded_floors_list_their_moves(name: str) -> None:
    """Fourteen loose cards list all their moves; thirty are listed or refused, and neither takes long."""
    rng = random.Random(name)
    pack = list(DECK)
    for loose, most in ((14, 2.0), (30, 5.0)):      # seconds, generous; `make bench` measures
        rng.shuffle(pack)
        hands = "/".join("".join(pack[loose + 11 * i:loose + 11 * i + 11]) if not i else "*" for i in range(4))
        hands = hands if duel.preset(name).players == 4 else hands.split("/")[0] + "/*"
        state = referee.parse(f"{''.join(pack[:loose])} {hands} 1", referee.PRESETS[name])
        start = time.perf_counter()
        try:
            moves = len(seep_ext.legal_moves(ruleset(state.options), row(state)))
        except seep_ext.TooManyMoves:
            moves = 0
        assert loose == 30 or moves > 0
        assert time.perf_counter() - start < most


def test_a_crowded_floor_in_a_search_is_refused_or_solved(solver: seep_ext.Solver) -> None:
    state = referee.parse(f"{LOW_CARDS}8C8D 9CTC/9DTD/9HTH/9STS 1", referee.PRESETS["open-house"] | {"absorb": "none"})
    with pytest.raises(seep_ext.TooManyMoves):
        solver.analyse(ruleset(state.options), row(state), nodes=1_000)


def test_rows_are_checked(solver: seep_ext.Solver) -> None:
    empty = np.zeros(1, seep_ext.POSITION)
    with pytest.raises(ValueError, match="turn"):
        solver.analyse(CLASSIC, empty)
    with pytest.raises(ValueError, match="one row"):
        seep_ext.legal_moves(CLASSIC, np.zeros(2, seep_ext.POSITION))
    with pytest.raises(ValueError, match="want"):
        solver.analyse(CLASSIC, endgames(1, 1)[0], want="worst")     # type: ignore[arg-type]
    with pytest.raises(ValueError, match="hash_mb"):
        seep_ext.Solver(0)


def test_unplayed_options_are_refused_by_name() -> None:
    options = dict(referee.PRESETS["classic"])
    for option, value in (("absorb", "some"), ("players", 3), ("scoring", 52), ("sweep", "double")):
        with pytest.raises(seep_ext.UnplayedOption, match=option):
            seep_ext.RuleSet(options | {option: value})
