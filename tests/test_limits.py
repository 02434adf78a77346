"""Searches that are cut off, and those that need not prove everything: bounds, guesses, the best moves only."""

from __future__ import annotations

import json
import random
from itertools import pairwise
from typing import Any

import dealer
import duel
import pyarrow.parquet as pq
import pytest
from conftest import Seep
from rows import row, ruleset

import seep_ext
from seep_solver import Analysis, Position, analyse
from seep_solver.results import SCHEMA

CLASSIC = ruleset(duel.preset("classic"))
SEVEN_EACH = (
    "4C6CKH ACADJCJHJSQCKS/2C2H2S5CTHQHQS/4D5H5S7H9CJDQD/AS4H6S7C7S8H9S 1 "
    "points=18/14 seeps=1/0 bonus=50/0 last=2 id=seven"
)


@pytest.fixture(scope="module")
def solver() -> seep_ext.Solver:
    return seep_ext.Solver(64)


def endgames(cards: int, count: int, name: str = "classic") -> list[Any]:
    rng = random.Random(f"limits {cards} {name}")
    return [
        row(dealer.endgame(rng, cards, options, history=duel.history_for(rng, options)))
        for options in [duel.preset(name)] * count
    ]


@pytest.mark.parametrize("name", duel.PRESETS)
@pytest.mark.parametrize("top", [1, 2, 3])
def test_the_best_moves_are_those_of_all(name: str, top: int, solver: seep_ext.Solver) -> None:
    rules = ruleset(duel.preset(name))
    for position in endgames(3, 25, name):
        every = solver.analyse(rules, position)
        exact = {text: low for text, low, _, _ in every.moves}
        found = solver.analyse(rules, position, top=top)
        assert found.moves[:top] == every.moves[:top]
        assert {text for text, low, _, _ in found.moves if low == found.low} == {
            text for text, value in exact.items() if value == found.low}
        assert all(low <= exact[text] <= high for text, low, high, _ in found.moves)
        assert all(high <= every.moves[top - 1][1] for _, _, high, _ in found.moves[top:])
        assert found.nodes <= every.nodes


@pytest.mark.parametrize("name", duel.PRESETS)
def test_moves_alone_have_the_values_and_nodes_of_all(name: str, solver: seep_ext.Solver) -> None:
    rules = ruleset(duel.preset(name))
    for position in endgames(4, 6, name):
        every, moves = solver.analyse(rules, position), solver.analyse(rules, position, want="moves")
        assert [move[:3] for move in moves.moves] == [move[:3] for move in every.moves]
        assert moves.moves[0] == every.moves[0]
        assert (moves.low, moves.high, moves.nodes) == (every.low, every.high, every.nodes)


def test_bounds_tighten_with_every_node(solver: seep_ext.Solver) -> None:
    for position in endgames(5, 6):
        nodes = solver.analyse(CLASSIC, position, want="value").nodes
        stages = [solver.analyse(CLASSIC, position, want="value", nodes=1 + nodes * part // 8) for part in range(9)]
        for before, after in pairwise(stages):
            assert before.low <= after.low <= after.high <= before.high
        assert stages[-1].low == stages[-1].high


def test_both_bounds_of_a_deep_position_come_early() -> None:
    """Long before one of them is exact."""
    position = Position.parse(SEVEN_EACH)
    first, early = analyse(position, nodes=1, want="value"), analyse(position, nodes=1_000_000, want="value")
    assert early.low < early.high
    assert early.high - early.low < 0.75 * (first.high - first.low)


@pytest.mark.parametrize("name", duel.PRESETS)
@pytest.mark.parametrize("nodes", [1, 300, 5_000])
def test_a_guess_proves_nothing(name: str, nodes: int, solver: seep_ext.Solver) -> None:
    rules = ruleset(duel.preset(name))
    for position in endgames(4, 6, name):
        exact = {text: low for text, low, _, _ in solver.analyse(rules, position).moves}
        found = solver.analyse(rules, position, nodes=nodes)
        plain = solver.analyse(rules, position, nodes=nodes, want="moves")
        assert {move[:3] for move in found.moves} == {move[:3] for move in plain.moves}
        assert plain.guesses == []
        open_moves = [text for text, low, high, _ in found.moves if low < high]
        assert len(found.guesses) == (len(found.moves) if open_moves else 0)
        for (text, low, high, _), guess in zip(found.moves, found.guesses, strict=False):
            assert low <= exact[text] <= high
            assert low <= guess <= high
        assert found.guesses == sorted(found.guesses, reverse=True)


def checked(found: Analysis) -> list[dict[str, Any]]:
    """The moves of an analysis as JSON, the laws of guesses held."""
    moves: list[dict[str, Any]] = found.to_json()["moves"]
    for move in moves:
        assert ("guess" in move) != ("gain" in move)
        exact = ["move", "gain", "low", "high", "pv"]
        assert list(move) == (exact if "gain" in move else ["move", "low", "high", "guess", "pv"])
        assert move["low"] <= move.get("guess", move["low"]) <= move["high"]
        assert move["pv"][0] == move["move"]
    return moves


def test_a_deep_position_is_guessed_and_the_same_again() -> None:
    position = Position.parse(SEVEN_EACH)
    found = analyse(position, nodes=20_000)
    assert found.kind == "bounds"
    assert found.gain is found.margin is None
    assert all("guess" in move for move in checked(found))
    assert analyse(position, nodes=20_000).to_json() == found.to_json()
    assert found.best == tuple(m.move for m in found.moves if m.low == max(move.low for move in found.moves))
    assert found.pv[0] == found.best[0]


def test_exact_moves_of_bounds_have_no_guess() -> None:
    rng, seen = random.Random("exact moves"), 0
    for _ in range(12):
        position = Position.parse(dealer.position_line(dealer.endgame(rng, 4, duel.preset("classic"))))
        nodes = analyse(position, want="moves").nodes
        for part in (4, 6, 7):
            found = analyse(position, nodes=max(nodes * part // 8, 1))
            moves = checked(found) if found.kind == "bounds" else []
            seen += any("gain" in move for move in moves)
    assert seen > 5


def test_an_exact_analysis_has_no_guess() -> None:
    found = analyse(Position.parse("4C7D[11:5C6H@1] JS9H3C/QDJH8C/4S2D2H/KS6S5D 1 last=2"), nodes=10**9)
    assert found.kind == "exact"
    assert all(move.guess is None for move in found.moves)


def test_guesses_find_the_best_move_far_more_often_than_chance(solver: seep_ext.Solver) -> None:
    """A thousand positions made for all moves, which solves nothing at four cards a hand."""
    hits = chance = count = 0.0
    for position in endgames(4, 60):
        exact = {text: low for text, low, _, _ in solver.analyse(CLASSIC, position, want="moves").moves}
        found = solver.analyse(CLASSIC, position, nodes=1_000)
        if len(exact) == 1 or not found.guesses:
            continue
        best = max(exact.values())
        guessed = found.moves[found.guesses.index(max(found.guesses))][0]
        hits += exact[guessed] == best
        chance += sum(value == best for value in exact.values()) / len(exact)
        count += 1
    assert count > 30
    assert hits > 1.4 * chance


@pytest.mark.parametrize("name", duel.PRESETS)
def test_whole_deals_are_guessed(name: str, solver: seep_ext.Solver) -> None:
    rules, rng = ruleset(duel.preset(name)), random.Random(f"whole {name}")
    for _ in range(3):
        deal = row(dealer.deal(rng, duel.preset(name)))
        found = solver.analyse(rules, deal, nodes=3_000)
        assert len(found.guesses) == len(found.moves) > 0
        again = solver.analyse(rules, deal, nodes=3_000)
        assert (again.moves, again.guesses, again.nodes) == (found.moves, found.guesses, found.nodes)


def test_a_watcher_sees_bounds_and_nodes_grow(solver: seep_ext.Solver) -> None:
    deal, told = row(dealer.deal(random.Random(1), duel.preset("classic"))), []

    class Enough(Exception):
        pass

    def watch(low: int, high: int, nodes: int, use: int) -> None:
        told.append((low, -high, nodes))
        assert 0 <= use <= 1000
        if len(told) > 5 and nodes > told[0][2]:
            raise Enough

    with pytest.raises(Enough):
        solver.analyse(CLASSIC, deal, watch=watch)
    assert told == sorted(told)
    assert solver.analyse(CLASSIC, endgames(2, 1)[0]).stopped == ""     # the next search is not stopped


def test_ctrl_c_in_a_watcher_leaves_bounds(solver: seep_ext.Solver) -> None:
    def watch(*_: int) -> None:
        raise KeyboardInterrupt

    found = solver.analyse(CLASSIC, row(dealer.deal(random.Random(1), duel.preset("classic"))), watch=watch)
    assert found.stopped == "interrupt"
    assert found.low < found.high
    assert found.guesses


def test_top_on_the_command_line(seep: Seep) -> None:
    rng = random.Random("top")
    line = dealer.position_line(dealer.endgame(rng, 4, duel.preset("classic")))
    every = json.loads(seep("analyse", "--json", line).out)
    for top in (1, 2, len(every["moves"]), 99):
        some = json.loads(seep("analyse", "--json", "--top", str(top), line).out)
        assert some["moves"] == every["moves"][:top]
        assert {**some, "moves": 0, "nodes": 0} == {**every, "moves": 0, "nodes": 0}
        assert some["nodes"] <= every["nodes"]


def test_guesses_are_marked_in_the_table(seep: Seep) -> None:
    shown = seep("analyse", "--nodes", "20000", SEVEN_EACH)
    assert (shown.code, shown.err) == (0, "")
    assert "guess: the gain that a search of a few plays expects; not proven" in shown.out
    assert "guess" in next(line for line in shown.out.splitlines() if line.lstrip().startswith("gain"))
    best = json.loads(seep("best", "--json", "--nodes", "20000", SEVEN_EACH).out)
    assert "guess" not in best
    assert "gain" not in best


def test_tables_of_results_hold_no_guess(seep: Seep, tmp_path: Any) -> None:
    (tmp_path / "one.seep").write_text(SEVEN_EACH)
    out = tmp_path / "out.parquet"
    assert seep("solve", str(tmp_path / "one.seep"), "-o", str(out), "--nodes", "2000", "--quiet").code == 0
    assert pq.read_schema(out).equals(SCHEMA)
    assert "guess" not in str(SCHEMA)
