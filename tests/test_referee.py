"""The slow referee against what the rules page works out by hand, and against its own plainest reading."""

from __future__ import annotations

import random
from typing import Any

import dealer
import pytest
import referee
from referee import PRESETS, Options, State, legal_moves, parse, play, total, value, write
from referee_cards import DECK, kind, points
from worked import worked

EXAMPLE_DEAL = (
    "7CTHQCKD 3H7H9HQS+3D5H5S6C6H8D8SJH/2C4C5C6D7D8C9C9STCJCQDQH/ACADAH2D2S3S6S8HTSJDKCKH/"
    "AS2H3C4D4H4S5D7S9DTDJSKS 1 bid=12 taken=-/-"
)
EXAMPLE_PLAYS = """
QSxQC 2C+7C=9 TSxTH KSxKD 9Hx[9] 5C 6S+5C=11 JSx[11] 7H 7Dx7H 2D 2Hx2D JH JCxJH 8H AS+8H=9
8D 9Sx[9] 3S+8D=11 4S 3D 4Cx4S JDx[11] 3Cx3D 3H 6D+3H=9 2S 9D+[9]=9 8S TCx2S8S KC TD
5S 9Cx[9] KHxKC 5Dx5S 5H QD AC 7S 6CxAC5H QHxQD AD 4D 6H 8CxAD7S AH 4Hx4D
"""


def classic(**differences: Any) -> dict[str, Any]:
    return {**PRESETS["classic"], **differences}


@pytest.mark.parametrize(("name", "preset", "position", "rank", "moves"), list(worked()))
def test_worked_position(name: str, preset: str, position: str, rank: str, moves: list[str]) -> None:
    state = parse(position, PRESETS[preset])
    assert [move for move in legal_moves(state) if move[0] == rank] == moves


def test_example_game() -> None:
    state = parse(EXAMPLE_DEAL)
    for move in EXAMPLE_PLAYS.split():
        assert not referee.broken_laws(state)
        state = play(state, move)
    assert len(EXAMPLE_PLAYS.split()) == 48
    assert state.finished
    assert (total(state, 1), total(state, 2), state.seeps) == (76, 324, (1, 5))
    assert not referee.broken_laws(state)


@pytest.mark.parametrize("preset", PRESETS)
def test_laws_of_whole_games(preset: str) -> None:
    for seed, sensible in ((1, True), (2, True), (3, False)):
        states = list(dealer.random_game(random.Random(seed), PRESETS[preset], sensible))
        assert len(states) == 49
        for state in states:
            assert not referee.broken_laws(state), write(state)
            assert parse(write(state)) == state


def test_laws_under_random_rules() -> None:
    for seed in range(15):
        rng = random.Random(seed)
        for state in dealer.random_game(rng, dealer.random_options(rng)):
            assert not referee.broken_laws(state), write(state)


def small(rng: random.Random, each: int, options: Options) -> State:
    kind_of_position = rng.randrange(3)
    if kind_of_position == 0:
        return dealer.scattered(rng, options, each, loose_most=5, stage=rng.randint(0, 1))
    if kind_of_position == 1:
        return dealer.endgame(rng, each, options, history=rng.choice(("taken", "points", "none")))
    return dealer.small_opening(rng, options, each)


def by_final_totals(state: State) -> int:
    """The margin of the whole deal for side 1, by playing out every line with the cards as they are."""
    if state.finished:
        return total(state, 1) - total(state, 2)
    ends = [by_final_totals(play(state, move)) for move in legal_moves(state)]
    return max(ends) if state.side == 1 else min(ends)


def test_values_are_final_margins_less_standing_margins() -> None:
    for seed in range(120):
        rng = random.Random(seed)
        options = dealer.random_options(rng)
        each = 1 if options.players == 4 else 2
        state = small(rng, each, options)
        sign = 1 if state.side == 1 else -1
        assert value(state) + referee.standing_margin(state) == sign * by_final_totals(state), write(state)
        gains = referee.move_values(state)
        assert sorted(gains) == legal_moves(state)
        assert max(gains.values()) == value(state)
        for move, gain in gains.items():
            after = by_final_totals(play(state, move))
            assert gain + referee.standing_margin(state) == sign * after


def count_by_text(state: State, depth: int) -> int:
    """Move sequences, by playing the text of every listed move."""
    if depth == 0 or state.finished:
        return 1
    return sum(count_by_text(play(state, move), depth - 1) for move in legal_moves(state))


def test_perft_and_spelling() -> None:
    for seed in range(40):
        rng = random.Random(seed)
        state = dealer.scattered(rng, dealer.random_options(rng), rng.randint(1, 3), loose_most=6)
        assert referee.perft(state, 0) == 1
        assert referee.perft(state, 2) == count_by_text(state, 2)
        spelled = referee.spelled_moves(state)
        assert len(spelled) == len(set(spelled))
        assert set(legal_moves(state)) <= set(spelled)
        for move in spelled:
            play(state, move)


def test_best_line_ends_where_the_value_says() -> None:
    for seed in range(20):
        state = dealer.endgame(random.Random(seed), 2, PRESETS["classic"])
        end = state
        for move in referee.best_line(state):
            end = play(end, move)
        margin = total(end, state.side) - total(end, 3 - state.side)
        assert margin == value(state) + referee.standing_margin(state)


def test_card_points_and_kinds() -> None:
    assert sum(points(card, 100) for card in DECK) == 100
    assert sum(points(card, 30) for card in DECK) == 26
    lowest = {"4H": "4C", "4S": "4S", "AS": "AC", "TH": "TC", "TD": "TD", "TS": "TS"}
    assert {card: kind(card, 100) for card in lowest} == lowest
    lowest = {"3S": "3C", "2S": "2S", "9S": "9S", "AS": "AC", "TD": "TD", "TS": "TC"}
    assert {card: kind(card, 30) for card in lowest} == lowest


@pytest.mark.parametrize(
    ("line", "options", "move", "bonus"),
    [
        ("9H 9CTC/3C4C/5C6C/7C8C 1", classic(), "9Cx9H", (50, 0)),
        ("9H 9CTC/3C4C/5C6C/7C8C 1", classic(sweep="card"), "9Cx9H", (9, 0)),
        ("9H 9C9DTCTH+3H/3C/5C/7C 1 bid=9 taken=-/-", classic(), "9Cx9H", (25, 0)),
        ("9H 9C9DTCTH+3H/3C/5C/7C 1 bid=9 taken=-/-", classic(opening_sweep="bid"), "9Cx9H", (9, 0)),
        ("9H 9C9DTCTH+3H/3C/5C/7C 1 bid=9 taken=-/-", classic(opening_sweep="normal"), "9Cx9H", (50, 0)),
        ("9H 9C9DTCTH+3H/3C/5C/7C 1 bid=9 taken=-/-", PRESETS["punjabi"], "9Cx9H", (9, 0)),
        ("9H -/-/-/9C 4", classic(), "9Cx9H", (0, 0)),
        ("9H -+3C/9C+4C 2", PRESETS["classic-2p"], "9Cx9H", (0, 50)),
        ("9H -/9C 2", PRESETS["classic-2p"], "9Cx9H", (0, 0)),
    ],
)
def test_seep(line: str, options: dict[str, Any], move: str, bonus: tuple[int, int]) -> None:
    after = play(parse(line, options), move)
    assert after.bonus == bonus
    assert after.seeps == (int(bonus[0] > 0), int(bonus[1] > 0))


def test_a_worthless_seep_is_a_seep() -> None:
    after = play(parse("9H 9CTC/3C4C/5C6C/7C8C 1", classic(sweep=0, sweep_cap=1)), "9Cx9H")
    assert (after.seeps, after.bonus) == ((1, 0), (0, 0))
    assert write(after).endswith("seeps=1/0 bonus=0/0 last=1")


def test_leftovers() -> None:
    piles = parse("4S7D -/-/-/9C 4 taken=2C2D/3C3D last=1")
    assert write(play(piles, "9C")) == "- -/-/-/- 1 taken=2C2D4S7D9C/3C3D last=1"
    numbers = parse("4S7D -/-/-/9C 4 points=1/2 cards=2/2 last=2")
    assert write(play(numbers, "9C")) == "- -/-/-/- 1 gone=4S7D9C points=1/6 cards=2/5 last=2"
    nobodys = parse("4S7D -/-/-/9C 4 taken=-/-")
    assert write(play(nobodys, "9C")) == "- -/-/-/- 1 taken=-/- gone=4S7D9C"
    own_last = parse("4S5D9H -/-/-/9C 4 taken=-/-")
    assert write(play(own_last, "9Cx4S5D9H")) == "- -/-/-/- 1 taken=-/4S5D9C9H last=2"
    houses = parse("3S[9:4S5D] -/-/-/TC 4 taken=-/- last=1", classic(ownership=False))
    assert play(houses, "TC").taken == (("3S", "4S", "5D", "TC"), ())


def test_a_finished_position_read_with_a_floor() -> None:
    state = parse("4S5D -/-/-/- 2 taken=2S/- last=1")
    assert (total(state, 1), total(state, 2)) == (6, 0)
    assert referee.standing_margin(state) == -2
    assert value(state) == -4
    assert legal_moves(state) == []


@pytest.mark.parametrize(
    ("keys", "options", "totals"),
    [
        ("points=8/40 seeps=1/0", classic(), (58, 40)),
        ("points=10/90 seeps=2/0", classic(sweep_cap=2, sweep_min_points=20), (10, 90)),
        ("points=20/80 seeps=2/0", classic(sweep_cap=2, sweep_min_points=20), (120, 80)),
        ("points=60/40 seeps=3/0", classic(sweep_cap=2), (60, 40)),
        ("points=60/40 cards=27/25", classic(most_cards=4), (64, 40)),
        ("points=60/40 cards=26/26", classic(most_cards=4), (60, 40)),
        ("points=26/0 cards=27/25", PRESETS["punjabi"], (60, 0)),
        ("points=26/0 cards=25/27", PRESETS["punjabi"], (26, 4)),
        ("points=26/0 cards=26/26", PRESETS["punjabi"], (26, 0)),
        ("points=26/0 cards=1/27", {**PRESETS["punjabi"], "most_cards": 0}, (60, 0)),
        ("points=26/0 cards=27/25 seeps=1/0 bonus=7/0", PRESETS["punjabi"], (67, 0)),
    ],
)
def test_totals(keys: str, options: dict[str, Any], totals: tuple[int, int]) -> None:
    state = parse(f"- -/-/-/- 1 {keys}", options)
    assert (total(state, 1), total(state, 2)) == totals


@pytest.mark.parametrize(
    ("line", "options", "gain"),
    [
        # Two cards more make a majority, or do not.
        ("9HKH 9C/2C/3D/4H 1 points=0/0 cards=25/20 last=2", classic(most_cards=4), 4),
        ("9HKH 9C/2C/3D/4H 1 points=0/0 cards=10/20 last=2", classic(most_cards=4), 0),
        # The third seep voids the bonuses of two.
        ("9H 9C/2C/3D/4H 1 points=30/0 seeps=2/0", classic(sweep_cap=2), -100),
        # Four points more bring the bonus to life.
        ("4C 4S/9C/KD/QD 1 points=4/0 seeps=1/0", classic(sweep_min_points=8, sweep=50), 104),
    ],
)
def test_values_where_totals_do_not_add_up(line: str, options: dict[str, Any], gain: int) -> None:
    assert value(parse(line, options)) == gain


@pytest.mark.parametrize(
    ("line", "options", "rank", "moves"),
    [
        ("3C4C5C6C 9C9D/*/*/* 1", classic(packing="most-cards"), "9", "9C+3C4C5C6C=9 9Cx3C4C5C6C"),
        ("2C3C5C6C 4CJC/*/*/* 1", classic(packing="most-cards"), "J", "JCx2C3C6C"),
        ("5C9C 4C9DKC/*/*/* 1", classic(absorb="cards"), "4", "4C 4C+5C9C=9 4C+9C=13"),
        ("3C6C9C 9D9H/*/*/* 1", classic(absorb="cards"), "9", "9D+3C6C9C=9 9D+9C=9 9Dx3C6C9C"),
        ("7C 2C7D/*/*/* 1", classic(throw_rule="hand"), "2", ""),
        ("7C 2C7D/*/*/* 1", classic(), "2", "2C"),
        ("AC[9:AH8C@2] ADJC/*/*/* 1", classic(raise_with_floor=True), "A", "AD+AC[9]=11 ADxAC"),
        ("KC[9:AC8C@1] 2C9CJC/*/*/* 1", classic(raise_own=True), "2", "2C 2C+[9]=11"),
        ("AC8C[11:2C9C@2] KCKDTC9D/*/*/* 1", classic(max_houses=1), "T", "TC"),
        ("[9:AC8C@2][11:ADTC@4] 2CJC/*/*/* 1", classic(max_houses=1), "2", "2C 2C+[9][11]=11"),
        ("[9:AC8C@2] 2CJC/*/*/* 1", classic(max_houses=1), "2", "2C 2C+[9]=11"),
        ("3C 4C7C/*/*/* 1", classic(house_min=7), "4", "4C 4C+3C=7"),
        ("2C5C 4D6C7CJC/*/*/* 1 bid=11", classic(opening_throw="last-resort"), "J", ""),
        ("2C3C 4C5CTHJC/*/*/* 1 bid=11", classic(opening_throw="last-resort"), "J", "JC"),
        ("2C3C 4C5CTHJC/*/*/* 1 bid=11", classic(), "J", "JC"),
    ],
)
def test_option(line: str, options: dict[str, Any], rank: str, moves: str) -> None:
    assert [move for move in legal_moves(parse(line, options)) if move[0] == rank] == moves.split()


@pytest.mark.parametrize(
    "differences",
    [
        {"house_min": 12, "house_max": 10},
        {"throw_rule": "own-house", "ownership": False},
        {"players": 2},
        {"second_hands": "redeal"},
        {"all_points": 60},
        {"most_cards": -1},
        {"absorb": "some"},
        {"ownership": 1},
    ],
)
def test_refused_options(differences: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"."):
        referee.resolve(classic(**differences))


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        (
            "10D4♠[12:QDQH@32][9:8cAH@1] 9cx10/*/x/- 1",
            "4STD[9:AH8C@1][12:QDQH@23] 9Cx10/*/x/- 1",
        ),
        (
            "- AS9C3D2H+x8/x12/x12/x12 1 rules=classic bid=9 taken=-/- lead=0",
            "- AS2H3D9C+x8/x12/x12/x12 1 bid=9 taken=-/-",
        ),
        (
            "[9:AC8C@2] 9C/- 1 rules=open-house-2p points=0/0",
            "[9:AC8C] 9C/- 1 rules=open-house-2p points=0/0",
        ),
        (
            "- 9C/3C/4C/5C 1 points=0/0 cards=4/0 seeps=1/0 lead=-12 id=e1",
            "- 9C/3C/4C/5C 1 cards=4/0 seeps=1/0 bonus=50/0 lead=-12 id=e1",
        ),
    ],
)
def test_reading_and_writing(text: str, canonical: str) -> None:
    assert write(parse(text)) == canonical
    assert write(parse(canonical)) == canonical


def test_illegal_moves_are_refused() -> None:
    state = parse("3C3S6C[9:AC8C@2] 9C9DQC/*/*/* 1")
    play(state, "9D+3C6C[9]=9")
    for move in ("9S", "9C", "9C+6C=12", "9Cx3C", "9Cx3C6C", "9Cx3C3C6C[9]", "9C+3C6C=9", "x", ""):
        with pytest.raises(ValueError, match=r"."):
            play(state, move)
