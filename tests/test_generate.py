"""Positions for study: legal, as asked for, each once, and the same whatever the number of processes."""

from __future__ import annotations

import gc
import json
import os
import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from conftest import ROOT
from referee import State, broken_laws, move_values, parse
from referee_cards import values
from sights import grade, greedy, makes_seep

import seep_ext
from seep_ext import KeySet, TooManyMoves
from seep_solver import PRESETS, Position, generate
from seep_solver.candidates import Find, Looked, Source
from seep_solver.dealt import Dealt
from seep_solver.exact import check
from seep_solver.game import Game
from seep_solver.in_order import WorkError, in_order
from seep_solver.inputs import positions
from seep_solver.packed import ruleset, to_row
from seep_solver.position_files import WRITERS
from seep_solver.position_key import position_key
from seep_solver.record import Deal, load
from seep_solver.recorded import Recorded
from seep_solver.rules import Rules
from seep_solver.sought import Sought, Span

CLASSIC = PRESETS["classic"]
ANY = Sought()
GAME = ROOT / "positions" / "rules" / "example_game.sgn"


def dealt(sought: Sought = ANY, cards: int = 2, rules: Rules = CLASSIC, seed: int = 1, turn: int = 1) -> Dealt:
    return Dealt(rules, seed, cards, turn, sought)


def found(source: Source, count: int | None) -> list[Find]:
    """What a run in this process finds."""
    finds: list[Find] = []
    generate.Run(source, count, finds.extend).work()
    return finds


def first(source: Dealt, deals: int) -> list[Find]:
    """What the first deals hold, the same positions not left out."""
    return source.look((1, deals)).finds


def state(find: Find) -> State:
    """A position as the referee reads it."""
    read = parse(find.line)
    return replace(read, points=read.points or (0, 0), cards=read.cards or (0, 0))


@pytest.mark.parametrize("name", PRESETS)
def test_positions_are_legal_and_can_be_solved(name: str) -> None:
    rules = PRESETS[name]
    for cards in (1, 2, 5, 11):
        for turn in range(1, rules.players + 1):
            for find in first(dealt(rules=rules, cards=cards, turn=turn), 6):
                position = Position.parse(find.line)
                assert str(position) == find.line
                check(position)
                assert (position.rules, position.turn) == (rules, turn)
                sizes = [hand.size for hand in position.hands if hand]
                assert sizes == [cards - 1] * (turn - 1) + [cards] * (rules.players - turn + 1)
                assert find.key == position_key(position)
                assert position.taken is None
                assert broken_laws(parse(find.line)) == []


def test_what_was_won_is_told_where_it_matters() -> None:
    assert not any("points=" in find.line for find in first(dealt(), 20))
    for name in ("punjabi", "open-house"):
        lines = [find.line for find in first(dealt(rules=PRESETS[name]), 50)]
        assert all(" points=" in line and " cards=" in line for line in lines)
        assert any(" seeps=" in line and " bonus=" in line for line in lines)


def test_ids_name_the_deal() -> None:
    assert [find.id for find in first(dealt(seed=7), 3)] == ["7-1", "7-2", "7-3"]
    assert dealt(seed=7).look((3, 1)).finds == first(dealt(seed=7), 3)[2:]


def test_seeds_and_players_differ() -> None:
    lines = [{find.line for find in first(dealt(seed=seed), 50)} for seed in (1, 2)]
    assert not lines[0] & lines[1]
    others = [first(replace(dealt(), players=players), 20) for players in ("random", "greedy", "mixed:greedy/random")]
    texts = [[find.line for find in each] for each in (first(dealt(), 20), *others)]
    assert len(set(map(str, texts))) == 4
    for find in others[1]:
        check(Position.parse(find.line))


@pytest.mark.parametrize("ending", [".seep", ".csv", ".jsonl", ".parquet"])
def test_bytes_are_the_same_on_every_run(tmp_path: Path, ending: str) -> None:
    written = []
    for jobs in (1, 2):
        out = tmp_path / f"{jobs}{ending}"
        tally = generate.generate(dealt(), out, 3000, jobs=jobs if ending == ".parquet" else 1)
        assert (tally.kept, tally.stopped, tally.gave_up) == (3000, False, False)
        written.append(out.read_bytes())
    assert written[0] == written[1]
    assert sorted(path.name for path in tmp_path.iterdir()) == [f"1{ending}", f"2{ending}"]
    items = list(positions([str(tmp_path / f"1{ending}")]))
    finds = found(dealt(), 3000)
    assert [item.name for item in items] == [find.id for find in finds]
    assert [item.text.split(" id=")[0] for item in items] == [find.line for find in finds]


def test_searched_positions_are_the_same_whatever_the_jobs(tmp_path: Path) -> None:
    source = dealt(Sought(puzzles=True), cards=3)
    outs = [tmp_path / name for name in ("1.parquet", "2.parquet")]
    for jobs, out in enumerate(outs, 1):
        generate.generate(source, out, 40, graded=True, jobs=jobs)
    assert outs[0].read_bytes() == outs[1].read_bytes()
    table = pq.read_table(outs[0])
    assert table.column_names == ["id", "position", "grade"]
    assert [tuple(row.values()) for row in table.to_pylist()] == [(f.id, f.line, f.grade) for f in found(source, 40)]


def test_a_deal_with_too_many_moves_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    def crowded(game: Game, *_: object) -> None:
        raise TooManyMoves

    monkeypatch.setattr(Game, "play", crowded)
    assert first(replace(dealt(), players="greedy"), 3) == []


def test_more_goes_on_where_less_ends() -> None:
    assert found(dealt(), 100) == found(dealt(), 200)[:100]


class Again:
    """The deals of a source, then the same and some more."""

    endless = False

    def tasks(self) -> Iterator[Any]:
        yield from ((1, 30), (11, 30))

    def look(self, task: Any) -> Looked:
        return dealt().look(task)


def test_no_position_comes_twice() -> None:
    finds: list[Find] = []
    tally = generate.Run(Again(), None, finds.extend).work()
    assert (tally.looked, tally.kept, tally.twice) == (60, 40, 20)
    assert finds == first(dealt(), 40)


def test_key_set() -> None:
    rng, keys, told = random.Random(3), KeySet(), set()
    for _ in range(20_000):
        key = rng.choice((0, rng.randrange(2**64), rng.randrange(5000), rng.randrange(64) << 58))
        assert keys.add(key) == (key not in told)
        told.add(key)
    assert len(keys) == len(told)


@pytest.mark.parametrize("name", ["classic", "open-house", "bid-card-2p"])
def test_what_positions_look_like(name: str) -> None:
    every = first(dealt(cards=3, rules=PRESETS[name]), 400)

    def kept(sought: Sought) -> list[str]:
        return [find.line for find in first(dealt(sought, cards=3, rules=PRESETS[name]), 400)]

    states = {find.line: state(find) for find in every}
    houses = {line: len(each.houses) for line, each in states.items()}
    cemented = {
        line: sum(sum(values(house.cards)) > house.value for house in each.houses) for line, each in states.items()
    }
    assert kept(Sought(houses=Span(1, 1))) == [line for line in states if houses[line] == 1]
    assert kept(Sought(houses=Span(1, None))) == [line for line in states if houses[line]]
    assert kept(Sought(cemented=Span(1, 2))) == [line for line in states if 1 <= cemented[line] <= 2]
    assert kept(Sought(loose=Span(2, 3))) == [line for line in states if 2 <= len(states[line].loose) <= 3]
    both = Sought(houses=Span(0, 0), loose=Span(4, None))
    assert kept(both) == [line for line in states if not houses[line] and len(states[line].loose) >= 4]
    seeps = kept(Sought(seep_possible=True))
    assert seeps == [line for line in states if makes_seep(states[line])]
    assert seeps


def test_the_last_play_makes_no_seep() -> None:
    last = replace(dealt(Sought(seep_possible=True), cards=1), turn=4)
    assert first(last, 300) == []


def test_span() -> None:
    assert [Span.read(text) for text in ("2", "1-3", "1-", "0")] == [Span(2, 2), Span(1, 3), Span(1, None), Span(0, 0)]
    for text in ("", "-1", "3-1", "one", "1-2-3", "1.5"):
        with pytest.raises(ValueError, match=f"^{text}$"):
            Span.read(text)


@pytest.mark.parametrize("name", ["classic", "punjabi", "open-house-2p"])
def test_best_moves_are_as_asked_for(name: str) -> None:
    rules = PRESETS[name]
    gains = {find.line: list(move_values(state(find)).values()) for find in first(dealt(rules=rules), 60)}
    for sought, ahead in ((Sought(unique_best=True), 1), (Sought(swing=1), 1), (Sought(swing=12), 12)):
        kept = [find.line for find in first(dealt(sought, rules=rules), 60)]
        assert kept == [line for line, worth in gains.items() if len(worth) > 1 and worth[0] - worth[1] >= ahead]
        assert kept


@pytest.mark.parametrize(("name", "deals"), [("classic", 100), ("open-house", 60), ("punjabi", 100)])
def test_puzzles_and_their_grades(name: str, deals: int) -> None:
    rules = PRESETS[name]
    puzzles = {find.line: find.grade for find in first(dealt(Sought(puzzles=True), rules=rules), deals)}
    meant = {}
    for find in first(dealt(rules=rules), deals):
        here = state(find)
        worth = move_values(here)
        best = [move for move in worth if worth[move] == max(worth.values())]
        if len(best) == 1 < len(worth) and best[0] not in greedy(here):
            meant[find.line] = grade(here, best[0])
    assert puzzles == meant
    assert puzzles


def test_grades_of_three_cards() -> None:
    for find in first(dealt(Sought(puzzles=True), cards=3), 30)[:1]:
        here = state(find)
        assert find.grade == grade(here, next(iter(move_values(here))))


def test_grades_are_of_legal_moves() -> None:
    position = Position.parse("4D -/-/4H/9S 3")
    rules, row = ruleset(position.rules), to_row(position)
    assert seep_ext.grade(rules, row, "4Hx4D") == 1
    with pytest.raises(ValueError, match="not a legal move: 9S"):
        seep_ext.grade(rules, row, "9S")
    level = to_row(Position.parse("- 5C9C/7D8C/7H8D/9DTC 1"))
    assert seep_ext.grade(rules, level, "5C") == 9


def test_positions_of_a_record() -> None:
    deal = load(GAME).deals[0]
    every = found(Recorded((deal,), 1, None, None, ANY), None)
    assert [find.line for find in every] == [str(position) for position in deal.positions() if position.cards_left]
    assert [find.id for find in every] == [f"1-{play}" for play in range(1, 49)]
    for find in every:
        assert find.key == position_key(Position.parse(find.line))
    of_five = found(Recorded((deal,), 1, 5, None, ANY), None)
    assert [find.id for find in of_five] == ["1-29", "1-30", "1-31", "1-32"]
    assert [find.id for find in found(Recorded((deal,), 1, 5, 3, ANY), None)] == ["1-31"]
    assert found(Recorded((deal,), 1, 11, None, ANY), None)[0].id == "1-5"
    swings = found(Recorded((deal,), 1, 3, None, Sought(swing=5)), None)
    for find in swings:
        worth = list(move_values(parse(find.line)).values())
        assert worth[0] - worth[1] >= 5


def test_each_position_of_a_record_comes_once() -> None:
    deal = load(GAME).deals[0]
    begun = Deal(deal.start, deal.plays[:5])
    tally = generate.Run(Recorded((begun, deal), 1, None, None, ANY), None, lambda finds: None).work()
    assert (tally.looked, tally.kept, tally.twice) == (54, 48, 6)
    unbid = Deal(replace(deal.start, bid=None))
    assert found(Recorded((unbid,), 1, None, None, ANY), None) == []


def test_it_gives_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(generate, "GIVE_UP", 500)
    out = tmp_path / "none.seep"
    tally = generate.generate(dealt(Sought(houses=Span(6, None))), out, 10)
    assert (tally.kept, tally.gave_up, tally.stopped) == (0, True, False)
    assert tally.looked >= 500
    assert list(tmp_path.iterdir()) == []


def test_a_run_that_fails_leaves_nothing(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    class Failing(Again):
        def look(self, task: Any) -> Looked:
            if task[0] > 1:
                raise ValueError("no more")
            return super().look(task)

    for ending in WRITERS:
        with pytest.raises(WorkError, match="ValueError: no more"):
            generate.generate(Failing(), tmp_path / f"made{ending}", 50)
    gc.collect()
    assert capfd.readouterr().err == ""
    assert list(tmp_path.iterdir()) == []


def test_rules_of_ones_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "ours.toml").write_text('base = "classic"\nsweep = 10\n', encoding="utf-8")
    rules = Rules.load("rules/ours.toml")
    out = Path("made/ours.seep")
    out.parent.mkdir()
    generate.generate(replace(dealt(rules=rules), folder=out.parent), out, 5)
    items = list(positions([str(out)]))
    assert "rules=../rules/ours.toml" in items[0].text
    assert [item.position().rules for item in items] == [rules] * 5


def double(number: int) -> int:
    if number < 0:
        raise ValueError("below zero")
    if number == 99:
        os._exit(3)
    return 2 * number


def shuffled() -> Iterator[int]:
    yield from [5, 1, 4] * 20


@pytest.mark.parametrize("jobs", [1, 2])
def test_results_come_in_order(jobs: int) -> None:
    assert list(in_order(double, shuffled(), jobs)) == [10, 2, 8] * 20
    assert list(in_order(double, iter([]), jobs)) == []
    with pytest.raises(WorkError, match="ValueError: below zero"):
        list(in_order(double, iter([1, -1, 2]), jobs))


def test_a_process_that_dies_is_told() -> None:
    with pytest.raises(WorkError, match="exit code 3"):
        list(in_order(double, iter([1, 99, 2]), 2))


def test_json_lines(tmp_path: Path) -> None:
    out = tmp_path / "puzzles.jsonl"
    generate.generate(dealt(Sought(puzzles=True)), out, 3, graded=True)
    rows = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert [list(row) for row in rows] == [["id", "position", "grade"]] * 3
