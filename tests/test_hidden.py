"""Estimates of hidden positions: against all worlds one by one, their errors, limits, seeds and what plays tell."""

from __future__ import annotations

import random
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from statistics import mean, stdev

import pytest
from conftest import ROOT
from dealer import position_line, scattered
from hiding import as_seen, hidden
from referee import parse
from referee_options import PRESETS as PRESETS_OF_REFEREE
from referee_text import write
from referee_worlds import filled, hidden_of, worlds

from seep_ext import Seen, reached
from seep_solver import PRESETS, HiddenPosition, Move, Position, Rules, analyse
from seep_solver.belief import NoWorld, Plays, facts_of, spread
from seep_solver.cards import CARDS
from seep_solver.exact import Analysis, MissingHistory
from seep_solver.hidden import METHODS, USUAL, Estimate, Method, estimate, history, seer, settled
from seep_solver.packed import from_row, ruleset
from seep_solver.record import load, plays_before
from seep_solver.record import position as position_of
from seep_solver.view import NOBODY

EVERY = 10**5  # worlds: more than there are
LATE, MIDDLE = hidden("classic", "04"), hidden("classic", "08")
SEEDS = range(1, 9)
COVERED = 500


def endings(rules: Rules, seed: int, left: int, count: int) -> Iterator[Position]:
    """Positions of games played somewhat carelessly, as the seat to play sees them, of more than one world."""
    for row in reached(ruleset(rules), seed, 0, count, left, 0.3):
        seen = as_seen(from_row(row, rules))
        if len(seen.moves()) > 1 and settled(seen) is None:
            yield seen


def small(preset: str, seed: int, count: int) -> Iterator[Position]:
    """Positions of few cards, for two players before second hands are taken up."""
    rng = random.Random(seed)
    for _ in range(count):
        state = scattered(rng, PRESETS_OF_REFEREE[preset], 2, stage=2, won=not PRESETS[preset].adds_up)
        seen = as_seen(Position.parse(position_line(state)))
        if len(seen.moves()) > 1 and settled(seen) is None:
            yield seen


def estimated(position: Position, **limits: object) -> Estimate:
    found = estimate(position, hash_mb=1, **limits)  # type: ignore[arg-type]
    assert isinstance(found, Estimate)
    return found


def over_all_worlds(position: Position) -> dict[str, float]:
    """The mean of the exact gains of each move over the worlds that the referee lists."""
    state = parse(str(position), position.rules.options())
    problem = hidden_of(state)
    sums: defaultdict[str, int] = defaultdict(int)
    number = 0
    for world in worlds(problem):
        opened = Position.parse(write(filled(state, problem, world)), rules=position.rules)
        for move in analyse(opened, want="moves", hash_mb=1).moves:
            sums[move.move] += move.low
        number += 1
    return {move: total / number for move, total in sums.items()}


# Means


@pytest.mark.parametrize("preset", PRESETS)
def test_over_all_worlds_means_are_means_of_exact_gains(preset: str) -> None:
    cases = 0
    for position in small(preset, 1, 9):
        found, true = estimated(position, worlds=EVERY), over_all_worlds(position)
        assert found.every
        assert found.method == "exact"
        assert {move.move: move.mean for move in found.moves} == pytest.approx(true, abs=1e-6)
        assert [move.std_err for move in found.moves] == [0.0] * len(true)
        assert found.mean == pytest.approx(max(true.values()), abs=1e-6)
        assert [move.diff for move in found.moves] == pytest.approx(
            sorted(max(true.values()) - mean for mean in true.values()), abs=1e-6
        )
        cases += 1
    assert cases


def test_sampled_means_lie_within_their_errors() -> None:
    for position in endings(PRESETS["classic"], 2, 11, 6):
        true = {move.move: move.mean for move in estimated(position, worlds=EVERY).moves}
        for seed in SEEDS:
            found = estimated(position, worlds=100, seed=seed)
            for move in found.moves:
                assert abs(move.mean - true[move.move]) <= 4 * move.std_err + 1e-6  # type: ignore[operator]


def test_errors_cover_the_truth_as_often_as_they_say() -> None:
    covered = {"mean": 0, "diff": 0}
    cases = list(endings(PRESETS["classic"], 3, 11, COVERED + 100))[:COVERED]
    for seed, position in enumerate(cases):
        every, found = estimated(position, worlds=EVERY), estimated(position, worlds=100, seed=seed)
        true = {move.move: move.mean or 0.0 for move in every.moves}
        best, other = found.moves[0], found.moves[1]
        move = min(found.moves, key=lambda each: each.move)  # one that does not depend on what was found
        off = {"mean": (move.mean, true[move.move], move.std_err),
               "diff": (other.diff, true[best.move] - true[other.move], other.diff_err)}  # fmt: skip
        for what, (seen, is_so, error) in off.items():
            covered[what] += abs(seen - is_so) <= 1.96 * error + 1e-6  # type: ignore[operator]
    assert len(cases) == COVERED
    assert 0.92 * COVERED <= covered["mean"] <= 0.98 * COVERED
    assert 0.92 * COVERED <= covered["diff"] <= 0.99 * COVERED


@pytest.mark.parametrize("method", METHODS)
def test_before_worlds_are_solved_every_method_ranks_all_moves(method: Method) -> None:
    position = MIDDLE
    found = estimated(position, method=method, worlds=60)
    assert sorted(move.move for move in found.moves) == sorted(map(str, position.moves()))
    assert found.method == (USUAL if method == "auto" else method)
    assert not found.every
    assert 0 < found.worlds <= 60
    assert found.total == 3_155_170_590
    assert list(found.best) == [found.moves[0].move]
    assert [move.diff for move in found.moves] == sorted(move.diff or 0.0 for move in found.moves)
    assert all((move.std_err or 0) > 0 for move in found.moves)


# Seeds, threads, limits


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("position", [LATE, MIDDLE], ids=["late", "middle"])
def test_the_seed_alone_decides(position: Position, method: Method) -> None:
    worlds = 40
    first, *others = (
        estimated(position, method=method, worlds=worlds, seed=5, threads=threads).to_json()
        for threads in (1, 2, 3, 1)
    )
    assert others == [first] * 3
    assert estimated(position, method=method, worlds=worlds, seed=6).to_json()["moves"] != first["moves"]


@pytest.mark.parametrize("method", METHODS)
def test_time_is_kept(method: Method) -> None:
    for position in (LATE, MIDDLE):
        started = time.monotonic()
        found = estimated(position, method=method, time=0.3)
        assert found.worlds > 0
        assert found.stopped in ("", "time")
        assert time.monotonic() - started < 3  # of a busy machine


def test_listed_worlds_that_a_limit_leaves_are_a_sample() -> None:
    every = estimated(LATE, worlds=EVERY)
    true = {move.move: move.mean or 0.0 for move in every.moves}
    found = estimated(LATE, worlds=EVERY, time=every.time_s / 10)
    assert (found.every, found.stopped) == (False, "time")
    assert 1 < found.worlds < every.worlds
    for move in found.moves:
        assert move.worlds == found.worlds
        assert abs((move.mean or 0.0) - true[move.move]) <= 4.5 * (move.std_err or 0.0)


def test_few_worlds_give_no_error_and_none_gives_nothing() -> None:
    found = estimated(MIDDLE, worlds=1)
    assert found.worlds == 1
    assert found.std_err is None
    assert not any(move.apart for move in found.moves)
    assert "std_err" not in found.to_json()
    assert all(set(move) == {"move", "mean", "diff", "worlds"} for move in found.to_json()["moves"])
    nothing = estimated(LATE, time=1e-9)
    assert (nothing.worlds, nothing.mean, nothing.stopped) == (0, None, "time")
    assert len(nothing.best) == 1
    assert nothing.to_json()["moves"][0] == {"move": nothing.best[0], "worlds": 0}


@pytest.mark.parametrize("limit", ["worlds", "time", "threads"])
def test_limits_are_above_nothing(limit: str) -> None:
    with pytest.raises(ValueError, match=limit):
        estimate(LATE, **{limit: 0})  # type: ignore[arg-type]


def test_what_cannot_be_estimated() -> None:
    with pytest.raises(HiddenPosition, match="nothing is said of a hand"):
        estimate(Position.parse("7STDQD */8CQH/*/* 2"))
    without = replace(hidden("open-house", "04"), taken=None, points=None, cards=None)
    gone = {*CARDS} - {*without.named()}
    unseen = sum(hand.unknown for hand in without.hands if hand)
    with pytest.raises(MissingHistory):
        estimate(replace(without, gone=(*without.gone, *sorted(gone)[unseen:])))


# One world


def in_play(line: str, unseen: str) -> Position:
    """A position in which just the cards of `unseen` are hidden; what is not shown is out of play."""
    shown = Position.parse(line)
    named, hidden_cards = set(shown.named()), unseen.split()
    return replace(shown, gone=tuple(card for card in CARDS if card not in named and str(card) not in hidden_cards))


def test_one_world_is_solved() -> None:
    same = in_play("6D7D x/x/x/4H5S 4", "2C 2D 2H")
    assert settled(same) == replace(same, hands=Position.parse("6D7D 2C/2D/2H/4H5S 4").hands)
    found = estimate(same)
    assert isinstance(found, Analysis)
    assert found == replace(analyse(settled(same) or same), time_s=found.time_s)
    assert found.kind == "exact"


def test_facts_may_leave_one_world() -> None:
    owned = in_play("7D[9:4D5D@1][11:5C6D@2] x/x/x/4H5S 4", "9C JC KC")
    assert [str(card) for hand in (settled(owned) or owned).hands if hand for card in hand.cards][:3] == [
        "9C", "JC", "KC",
    ]  # fmt: skip
    assert isinstance(estimate(owned), Analysis)
    free = in_play("7D x/x/x/4H5S 4", "9C JC KC")
    assert settled(free) is None
    assert estimated(free).total == 6


def test_facts_that_clash_leave_none() -> None:
    with pytest.raises(NoWorld, match="seat 1 holds a card of rank 9"):
        estimate(in_play("7D[9:4D5D@1] x/x/x/4H5S 4", "TC JC KC"))


# What earlier plays tell


def looked(position: Position, plays: Plays, *, facts: bool = False, worlds: int = EVERY) -> Seen:
    """The engine's answer with earlier plays as weights, and as facts only if asked."""
    told = spread(position, facts_of(position, plays) if facts else ())
    return seer(1).look(ruleset(position.rules), **told, method="exact", worlds=worlds, history=history(plays))


def played(before: Position, move: str) -> tuple[Position, Plays]:
    """The position after a play, as the next seat to play sees it."""
    return before.play(move).seen_by(before.turn % 4 + 1), [(before.seen_by(NOBODY), Move.parse(move))]


HAND = replace(PRESETS["classic"], name="hand", throw_rule="hand")


def test_where_worlds_are_as_likely_weights_change_nothing() -> None:
    before = replace(in_play("7D JD/5H/4H/8S 2", ""), rules=HAND)
    position, plays = played(before, "5H")
    weighed, flat = estimate(position, plays=plays), estimate(position, plays=plays, infer=False)
    assert isinstance(weighed, Estimate)
    assert isinstance(flat, Estimate)
    assert weighed.moves == flat.moves
    assert weighed.effective == pytest.approx(100)
    assert flat.effective is None


def test_worlds_in_which_a_play_was_illegal_weigh_nothing() -> None:
    before = replace(in_play("5D 5C4C/9C8D/4H2D/5H3C 2", ""), rules=HAND)
    position, plays = played(before, "9C")
    weighed, told = looked(position, plays), estimated(position, plays=plays, worlds=EVERY)
    assert weighed.all
    assert weighed.total > told.total
    assert [row[0] for row in weighed.moves] == [move.move for move in told.moves]
    assert [row[1] for row in weighed.moves] == pytest.approx([move.mean for move in told.moves])


def test_errors_of_weighed_worlds_are_as_large_as_their_scatter() -> None:
    deal = load(ROOT / "positions" / "rules" / "example_game.sgn").deals[0]
    told = {"plays": plays_before(deal, 20), "method": "montecarlo", "worlds": 32}
    runs = [estimated(position_of(deal, at=20, seat=4), seed=seed, **told) for seed in range(40)]
    moves = [next(move for move in run.moves if move.move == "5D") for run in runs]
    scatter = stdev(move.mean or 0.0 for move in moves)
    assert runs[0].effective is not None
    assert runs[0].effective < 50
    assert 0.6 < mean(move.std_err or 0.0 for move in moves) / scatter < 1.6


def test_plays_that_no_world_allows_are_not_used() -> None:
    before = in_play("5D 5C/9C5S/4H2D/5H 2", "")
    seen, plays = before.play("5Sx5D").seen_by(3), [(before.seen_by(NOBODY), Move.parse("5S"))]
    weighed, flat = looked(seen, plays), looked(seen, ())
    assert weighed.moves == flat.moves
    assert weighed.effective == 0
