"""Whose plays are predicted: who has played by the policy is found out, and what that is worth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from statistics import mean
from typing import Any

import pytest

from seep_solver import PRESETS
from seep_solver.agents import agent
from seep_solver.belief import facts_of
from seep_solver.dealing import deal
from seep_solver.game import Game
from seep_solver.hidden import EXACT_LEFT, RISK, Estimate, estimate, history, look
from seep_solver.view import View

DEALS = range(20)
SEED = 5


@cache
def reached(preset: str, players: tuple[str, ...], number: int, left: int) -> Game:
    """A deal played by agents, one for each seat, until so many cards are left."""
    seats = [agent(each) for each in players]
    game = Game(deal(PRESETS[preset], SEED, number), SEED, number)
    game.bid(seats[0])
    game.play(seats, left)
    return game


def views(others: str, left: int, preset: str = "classic", own: str = "greedy") -> Iterator[View]:
    """What the seat to play sees in deals in which the other side played by an agent."""
    for number in DEALS:
        first = [own, others, own, others][: PRESETS[preset].players]
        view = reached(preset, tuple(first), number, left).table.view()
        if view.position.turn % 2 and len(view.moves) > 1:
            yield view


def estimated(view: View, **limits: object) -> Estimate:
    found = estimate(view.position, plays=view.plays, hash_mb=1, **{"worlds": 20, **limits})  # type: ignore[arg-type]
    assert isinstance(found, Estimate)
    return found


def predicted(found: Sequence[Estimate]) -> float:
    """The share of seats of the other side whose plays are predicted."""
    return mean(len(each.predicted) / (each.position.rules.players // 2) for each in found)


@pytest.mark.parametrize(("preset", "left"), [("classic", 20), ("open-house", 20), ("classic-2p", 28)])
def test_who_plays_by_the_policy_is_found_out(preset: str, left: int) -> None:
    found = [estimated(view) for view in views("careful", left, preset)]
    assert len(found) > 4
    assert all(seat % 2 == 0 for each in found for seat in each.predicted)
    assert predicted(found) > 0.5


@pytest.mark.parametrize("others", ["random", "greedy", "montecarlo:time=0,worlds=30,exact=0,infer=never"])
def test_who_plays_otherwise_is_not_taken_for_it(others: str) -> None:
    assert predicted([estimated(view) for view in views(others, 20)]) < 0.2


def test_one_play_predicts_nobody() -> None:
    for number in DEALS:
        assert estimated(reached("classic", ("careful",) * 4, number, 46).table.view()).predicted == ()


def test_without_time_for_a_world_moves_stand_as_a_player_at_sight_likes_them() -> None:
    late = [view for view in views("careful", 12) if estimated(view).predicted]
    found = [estimated(view, worlds=None, time=1e-9) for view in late]
    assert {each.worlds for each in found} == {0}
    assert not any(move.risky for each in found for move in each.moves)
    liked = [str(agent("wary").choose(view, 1)) for view in late]
    assert mean(each.moves[0].move == move for each, move in zip(found, liked, strict=True)) > 0.8


def test_too_few_solved_worlds_tell_no_risk() -> None:
    for view in views("careful", 12):
        assert not any(move.risky for move in estimated(view, worlds=4).moves)


def test_late_worlds_are_solved_or_the_tree_decides_where_the_other_side_is_predicted() -> None:
    seen = set()
    for others in ("careful", "wary"):
        for view in list(views(others, EXACT_LEFT))[:8]:
            found = estimated(view)
            seen.add(found.method)
            assert found.method == ("ismcts" if found.predicted else "exact")
            assert len(found.predicted) in (0, 2)
            assert estimated(view, infer=False).method == "exact"
            assert estimated(view, method="montecarlo").method == "exact"
    assert seen == {"exact", "ismcts"}


def test_moves_that_lose_too_much_against_best_play_are_risky() -> None:
    number = 0
    for view in views("careful", 12):
        found = estimated(view, worlds=60)
        if found.method == "exact":
            continue
        limits: dict[str, Any] = {"worlds": 60, "solved": 60, "late": 16, "seed": 1, "predict": False}
        known = facts_of(view.position, view.plays)
        solved = look(view.position, known, hash_mb=1, history=history(view.plays), method="ismcts", **limits)
        behind = {row[0]: row[3] for row in solved.moves}
        assert solved.method == "exact"
        assert {move.move for move in found.moves if move.risky} == {move for move in behind if behind[move] > RISK}
        assert not found.moves[0].risky
        assert [move.risky for move in found.moves] == sorted(move.risky for move in found.moves)
        assert all(move.worlds <= 40 for move in found.moves if move.risky)
        number += sum(move.risky for move in found.moves)
    assert number > 3


def test_the_same_seed_predicts_the_same_for_any_number_of_threads() -> None:
    for view in list(views("careful", 16))[:3]:
        one, many = estimated(view, worlds=100), estimated(view, worlds=100, threads=3)
        assert replace(one, time_s=0) == replace(many, time_s=0)


def margin(text: str, number: int) -> int:
    """What a side wins by an agent, of `careful` in the last plays of a deal, over both ways to sit."""
    total = 0
    for side in (1, 2):
        game = reached("classic", ("careful",) * 4, number, 12).copy()
        seats = [text, "careful", text, "careful"] if side == 1 else ["careful", text, "careful", text]
        game.play([agent(each) for each in seats])
        total += game.position.standing * (1 if game.position.turn % 2 == side % 2 else -1)
    return total


def test_predicting_wins_more() -> None:
    told = "auto:time=0,worlds=150,solved=40"
    gained = [margin(told, number) - margin(f"{told},infer=worlds", number) for number in range(40)]
    assert mean(gained) > 2
