"""Playouts and the policies that make them: points and cards are kept, what is decided is worth what it is worth."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from seep_ext import advise, bid_values, playouts, reached
from seep_solver import PRESETS, Position, Rules, analyse
from seep_solver.belief import spread
from seep_solver.cards import CARDS
from seep_solver.dealing import biddable, deal
from seep_solver.packed import bits, from_row, ruleset, to_rows
from seep_solver.search_agents import best_bid

POLICIES = ["careful", "wary"]


def plain(preset: str) -> Rules:
    """Rules of a preset under which points alone are won."""
    without = replace(PRESETS[preset], sweep_cap=0, sweep_min_points=0, most_cards=0, all_points=0)
    return replace(without, name="plain", sweep=0, opening_sweep=0)


def made_by(policy: str, position: Position, seed: int) -> Position:
    """The position after the move of a policy, which sees what the seat sees."""
    told = spread(position.seen_by(position.turn), ())
    at = advise(ruleset(position.rules), told["position"], told["unseen"], told["room"], policy, seed)
    return position.play(position.moves()[at])


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("preset", PRESETS)
def test_a_deal_played_by_a_policy_keeps_cards_and_points(preset: str, policy: str) -> None:
    rules = PRESETS[preset]
    start = deal(rules, 3, 1)
    position = replace(start, bid=biddable(start)[0])
    for plays in range(48):
        assert position.cards_left == 48 - plays
        assert sorted(position.named()) == list(CARDS)
        position = made_by(policy, position, plays)
    assert position.cards_left == 0
    points, cards = position.won()
    assert (sum(points), sum(cards)) == ({100: 100, 30: 26}[rules.scoring], 52)


@pytest.mark.parametrize("preset", PRESETS)
def test_full_playouts_share_out_the_points_that_are_left(preset: str) -> None:
    rules = plain(preset)
    for left in (40, 17, 5):
        rows = reached(ruleset(rules), 4, 0, 20, left)
        gains = playouts(ruleset(rules), rows, 1, each=5)
        won = rows["points"].sum(axis=1, keepdims=True).astype(int)
        rest = {100: 100, 30: 26}[rules.scoring] - won
        assert gains.shape == (20, 5)
        assert (np.abs(gains) <= rest).all()
        assert ((gains.astype(int) - rest) % 2 == 0).all()


@pytest.mark.parametrize("preset", PRESETS)
def test_what_is_decided_is_worth_its_exact_value(preset: str) -> None:
    rules = PRESETS[preset]
    rows = reached(ruleset(rules), 5, 0, 200, rules.players)
    decided = [position for position in (from_row(row, rules) for row in rows) if forced(position)]
    assert len(decided) > 5
    gains = playouts(ruleset(rules), to_rows(decided), 1, each=2)
    exact = [analyse(position, want="value", hash_mb=1).low for position in decided]
    assert (gains == np.array(exact)[:, None]).all()


def forced(position: Position) -> bool:
    """Whether one line of play alone leads to the end."""
    while position.cards_left:
        moves = position.moves()
        if len(moves) > 1:
            return False
        position = position.play(moves[0])
    return True


def test_playouts_depend_on_the_seed_alone() -> None:
    rules = ruleset(PRESETS["classic"])
    rows = reached(rules, 6, 0, 30, 32)
    assert (playouts(rules, rows, 1) == playouts(rules, rows, 1)).all()
    assert (playouts(rules, rows, 1) != playouts(rules, rows, 2)).any()
    assert (reached(rules, 6, 10, 5, 32) == rows[10:15]).all()


@pytest.mark.parametrize("preset", PRESETS)
def test_bids_are_valued_on_the_same_deals(preset: str) -> None:
    rules = PRESETS[preset]
    chosen = set()
    for number in range(1, 6):
        start = deal(rules, 8, number)
        values = biddable(start)
        hand = start.hands[0]
        assert hand is not None
        means = bid_values(ruleset(rules), bits(hand.cards), values, 100, 1)
        assert (means == bid_values(ruleset(rules), bits(hand.cards), values, 100, 1)).all()
        assert len(means) == len(values)
        assert np.isfinite(means).all()
        assert best_bid(start, 1) in values
        chosen.add(best_bid(start, 1))
    assert chosen <= set(range(rules.house_min, rules.house_max + 1))
