"""Engine against referee: what must agree on one position. Used by the tests and by `make fuzz`."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping

import dealer
import numpy as np
import referee
from referee import Options, State
from rows import row, ruleset

import seep_ext

PRESETS = sorted(referee.PRESETS)


def preset(name: str) -> Options:
    return referee.resolve(referee.PRESETS[name])


def compare_moves(state: State, rng: random.Random) -> None:
    """Moves, their order, one play with its position after, take-backs and keys."""
    rules, position = ruleset(state.options), row(state)
    moves = seep_ext.legal_moves(rules, position)
    texts = seep_ext.texts(moves)
    assert texts == referee.legal_moves(state), dealer.position_line(state)
    assert seep_ext.audit(rules, position) == len(moves)
    if not texts:
        return
    chosen = rng.randrange(len(texts))
    after = referee.play(state, texts[chosen])
    if not after.finished:      # leftovers are moved by the layer above the engine
        assert seep_ext.play(rules, position, moves[chosen]) == row(after), (
            dealer.position_line(state), texts[chosen])


LIMITS = (1, 2, 5, 20, 100)     # nodes: some stop before anything is proven, some in the middle


def compare_bounds(state: State, values: Mapping[str, int], solver: seep_ext.Solver) -> None:
    """What is proven under a limit on nodes holds the value of the position and of every move."""
    rules, position = ruleset(state.options), row(state)
    for nodes in LIMITS:
        found = solver.analyse(rules, position, nodes=nodes)
        where = dealer.position_line(state), state.options, nodes
        assert found.low <= max(values.values()) <= found.high, where
        assert {text for text, *_ in found.moves} == set(values), where
        assert all(low <= values[text] <= high for text, low, high, _ in found.moves), where
        assert found.nodes <= nodes, where
        assert found.stopped == "nodes" or all(low == high for _, low, high, _ in found.moves), where
        low, high, _ = solver.values(rules, np.array([position]), nodes=nodes)
        assert low[0] <= max(values.values()) <= high[0], where


def compare_values(state: State, solver: seep_ext.Solver) -> None:
    """The value of every move, the position's bounds, the line of best play, the batch call, and under limits."""
    rules, position = ruleset(state.options), row(state)
    values = referee.move_values(state)
    found = solver.analyse(rules, position)
    where = dealer.position_line(state), state.options
    assert {text: (low, high) for text, low, high, _ in found.moves} == {
        text: (value, value) for text, value in values.items()}, where
    assert [text for text, *_ in found.moves] == sorted(values, key=lambda text: (-values[text], text)), where
    assert found.low == found.high == max(values.values()), where
    assert found.moves[0][3] == referee.best_line(state), where
    low, high, _ = solver.values(rules, np.array([position]))
    assert low[0] == high[0] == found.low, where
    best = solver.analyse(rules, position, want="best")
    assert best.moves[0][0] == found.moves[0][0], where
    compare_bounds(state, values, solver)


def compare_perft(state: State, depth: int) -> None:
    """The number of sequences of so many plays."""
    counted = seep_ext.perft(ruleset(state.options), row(state), depth)
    assert counted == referee.perft(state, depth), (dealer.position_line(state), state.options, depth)


def games(rng: random.Random, options: Options, count: int) -> Iterator[State]:
    """Positions of whole random games, the deal first, until there are so many."""
    while count > 0:
        for state in dealer.random_game(rng, options, sensible=rng.random() < 0.7):
            if not state.finished:
                yield state
                count -= 1
            if not count:
                return


def anything(rng: random.Random, options: Options, most_cards: int) -> State:
    """An endgame, a position no game would reach, or an opening, with up to so many cards a hand."""
    cards = rng.randint(1, most_cards)
    choice = rng.random()
    if choice < 0.5:
        return dealer.endgame(rng, min(cards, 11), options, history=history_for(rng, options))
    if choice < 0.85:
        stage = rng.randint(0, 1) if options.players == 2 and cards < 3 else 0
        return dealer.scattered(rng, options, cards, loose_most=6, stage=stage)
    return dealer.small_opening(rng, options, cards)


def history_for(rng: random.Random, options: Options) -> str:
    """How what was won before is told; where totals do not add up it must be."""
    return rng.choice(("taken", "points", "none") if options.adds_up else ("taken", "points"))
