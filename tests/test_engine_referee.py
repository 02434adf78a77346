"""The engine against the referee on random positions: moves, plays, keys, values, perft."""

from __future__ import annotations

import random

import dealer
import duel
import pytest
import referee
from rows import row, ruleset

import seep_ext

GAME_POSITIONS, SCATTERED = 1_700, 800      # of moves, for each of the eight presets: 20,000 in all
RULE_SETS, RULE_POSITIONS = 400, 50         # of moves, under random rules: 20,000 in all


@pytest.fixture(scope="module")
def solver() -> seep_ext.Solver:
    return seep_ext.Solver(16)


@pytest.mark.parametrize("name", duel.PRESETS)
def test_moves_of_whole_games(name: str) -> None:
    rng = random.Random(f"games {name}")
    for state in duel.games(rng, duel.preset(name), GAME_POSITIONS):
        duel.compare_moves(state, rng)


@pytest.mark.parametrize("name", duel.PRESETS)
def test_moves_of_scattered_positions(name: str) -> None:
    rng = random.Random(f"scattered {name}")
    for _ in range(SCATTERED):
        duel.compare_moves(dealer.scattered(rng, duel.preset(name), rng.randint(1, 6)), rng)


@pytest.mark.parametrize("part", range(8))
def test_moves_under_random_rules(part: int) -> None:
    rng = random.Random(f"rules {part}")
    for _ in range(RULE_SETS // 8):
        options = dealer.random_options(rng)
        for state in duel.games(rng, options, RULE_POSITIONS - 10):
            duel.compare_moves(state, rng)
        for _ in range(10):
            duel.compare_moves(dealer.scattered(rng, options, rng.randint(1, 6)), rng)


@pytest.mark.parametrize("name", duel.PRESETS)
def test_values_of_one_and_two_cards(name: str, solver: seep_ext.Solver) -> None:
    rng = random.Random(f"values {name}")
    for _ in range(625):
        duel.compare_values(duel.anything(rng, duel.preset(name), 2), solver)


@pytest.mark.parametrize("name", duel.PRESETS)
def test_values_of_three_cards(name: str, solver: seep_ext.Solver) -> None:
    rng = random.Random(f"three {name}")
    for _ in range(20):
        options = duel.preset(name)
        duel.compare_values(dealer.endgame(rng, 3, options, history=duel.history_for(rng, options)), solver)


def test_values_under_random_rules(solver: seep_ext.Solver) -> None:
    rng = random.Random("random values")
    for _ in range(1000):
        duel.compare_values(duel.anything(rng, dealer.random_options(rng), 2), solver)


@pytest.mark.parametrize("name", duel.PRESETS)
def test_perft(name: str) -> None:
    rng = random.Random(f"perft {name}")
    for depth in (1, 2):
        for _ in range(15):
            state = dealer.endgame(rng, rng.randint(1, 9), duel.preset(name))
            assert seep_ext.perft(ruleset(state.options), row(state), depth) == referee.perft(state, depth)
    state = dealer.endgame(rng, 2, duel.preset(name))
    assert seep_ext.perft(ruleset(state.options), row(state), 12) == referee.perft(state, 12)
