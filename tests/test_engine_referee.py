"""The engine against the referee on random positions: moves, plays, keys, values, perft."""

from __future__ import annotations

import random

import dealer
import duel
import pytest

import seep_ext
from seep_solver.options import BY_NAME

GAME_POSITIONS, SCATTERED = 1_700, 800      # of moves, for each of the eight presets: 20,000 in all
RULE_SETS, RULE_POSITIONS = 400, 50         # of moves, under random rules: 20,000 in all
PARTS = 8                                   # of each test under random rules, for parallel workers
TWO_CARDS, THREE_CARDS, PERFTS = 1_000, 280, 240    # under random rules, a set of rules for each position
OF_THE_MATCH = ("knockout_counts", "target", "next_opener")     # no deal is played differently for them


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


@pytest.mark.parametrize("part", range(PARTS))
def test_moves_under_random_rules(part: int) -> None:
    rng = random.Random(f"rules {part}")
    for _ in range(RULE_SETS // PARTS):
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


@pytest.mark.parametrize("part", range(PARTS))
def test_values_of_one_and_two_cards_under_random_rules(part: int, solver: seep_ext.Solver) -> None:
    rng = random.Random(f"random values {part}")
    for _ in range(TWO_CARDS // PARTS):
        duel.compare_values(duel.anything(rng, dealer.random_options(rng), 2), solver)


@pytest.mark.parametrize("part", range(PARTS))
def test_values_of_three_cards_under_random_rules(part: int, solver: seep_ext.Solver) -> None:
    rng = random.Random(f"random three {part}")
    for _ in range(THREE_CARDS // PARTS):
        options = dealer.random_options(rng)
        if rng.random() < 0.5:
            state = dealer.endgame(rng, 3, options, history=duel.history_for(rng, options))
        else:
            state = dealer.scattered(rng, options, 3, loose_most=4)
        duel.compare_values(state, solver)


@pytest.mark.parametrize("name", duel.PRESETS)
def test_perft(name: str) -> None:
    rng = random.Random(f"perft {name}")
    for depth in (1, 2):
        for _ in range(15):
            duel.compare_perft(dealer.endgame(rng, rng.randint(1, 9), duel.preset(name)), depth)
    duel.compare_perft(dealer.endgame(rng, 2, duel.preset(name)), 12)


@pytest.mark.parametrize("part", range(PARTS))
def test_perft_under_random_rules(part: int) -> None:
    """Two plays of any hand, three of small ones, and to the end from a card each."""
    rng = random.Random(f"random perft {part}")
    for _ in range(PERFTS // PARTS):
        options = dealer.random_options(rng)
        duel.compare_perft(dealer.endgame(rng, rng.randint(1, 9), options), 2)
        duel.compare_perft(duel.anything(rng, options, 3), 3)
        duel.compare_perft(dealer.scattered(rng, options, 1, houses_most=1), 8)


def test_random_rules_meet_every_value_and_the_thresholds() -> None:
    """What the comparisons above rest on: that many draws leave out nothing that an option may be."""
    rng = random.Random("draws")
    drawn = [dealer.random_options(rng) for _ in range(RULE_SETS)]
    for name, option in BY_NAME.items():
        seen = {getattr(options, name) for options in drawn}
        if option.switch:
            assert seen == {True, False}, name
        assert set(option.words) <= seen or name in OF_THE_MATCH, name
    assert {options.all_points for options in drawn} > {0, 20, 26, 60}      # below 26, as much, above
    assert {options.sweep_cap for options in drawn} == {0, 1, 2, 3}
    assert {options.sweep_min_points for options in drawn} > {0, 1, 5, 20}
    counts = set()
    for options in drawn:
        if options.most_cards:
            counts |= set(dealer.scattered(rng, options, 1).cards or ())
    assert counts > {25, 26, 27}
