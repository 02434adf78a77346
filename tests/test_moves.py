"""Moves: read in every form, written in one, found in a position, played."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import islice

import pytest
from dealer import position_line, random_game, random_options
from hypothesis import given, settings
from hypothesis import strategies as st

import seep_ext
from seep_solver import packed
from seep_solver.cards import CARDS, card
from seep_solver.moves import IllegalMove, Kind, Move, spelled_out
from seep_solver.play import after
from seep_solver.position import Position
from seep_solver.rules import PRESETS, Rules

FORMS = [
    ("9H", "9H"),
    (" 9h ", "9H"),
    ("10♥", "TH"),
    ("KSx5H6C7D8S", "KSx5H6C7D8S"),
    ("ksx8s.7d,6c 5h", "KSx5H6C7D8S"),
    ("K♠×8♠5♥", "KSx5H8S"),
    ("JSx4C7D[11]", "JSx4C7D[11]"),
    ("JSx[11]7D4C", "JSx4C7D[11]"),
    ("9Hx[9]", "9Hx[9]"),
    ("9HX[ 9 ]", "9Hx[9]"),
    ("5C+6H=11", "5C+6H=11"),
    ("7C+8S5H6D=13", "7C+5H6D8S=13"),
    ("7C+(6D)+(5H8S) = 13", "7C+5H6D8S=13"),
    ("JD+[11]=11", "JD+[11]=11"),
    ("5C+6H[11]=11", "5C+6H[11]=11"),
    ("5C+[11]6H=11", "5C+6H[11]=11"),
    ("2C+[9]=11", "2C+[9]=11"),
    ("2C+3H8D[9]=11", "2C+3H8D[9]=11"),
    ("2C+8D[9]3H=11", "2C+3H8D[9]=11"),
    ("2C+[9][11]=11", "2C+[9][11]=11"),
    ("2C+[11]+[9]=11", "2C+[9][11]=11"),
]


@pytest.mark.parametrize(("typed", "text"), FORMS)
def test_moves_are_read_generously_and_written_one_way(typed: str, text: str) -> None:
    move = Move.parse(typed)
    assert str(move) == text
    assert Move.parse(text) == move


def test_the_parts_of_a_move() -> None:
    assert Move.parse("9H") == Move(card("9H"), Kind.THROW)
    assert Move.parse("JSx4C[11]") == Move(card("JS"), Kind.CAPTURE, (card("4C"),), 11)
    assert Move.parse("5C+6H=11") == Move(card("5C"), Kind.BUILD, (card("6H"),), 11)
    assert Move.parse("JD+[11]=11") == Move(card("JD"), Kind.ADD, (), 11, joins=True)
    assert Move.parse("2C+[9][11]=11") == Move(card("2C"), Kind.RAISE, (), 11, 9, joins=True)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "expected a move such as"),
        ("x", "expected a move such as"),
        ("9H8H", "expected a move such as"),
        ("9Hx", "what is captured"),
        ("9Hx[9][10]", "one house at most"),
        ("9Hx8Z", 'found "8Z"'),
        ("5C+6H", "ends in = and the value"),
        ("5C+6H=", "ends in = and the value"),
        ("5C+6H=١١", "ends in = and the value"),
        ("5C+=11", "put together with"),
        ("5C+6H6H=11", "stands twice"),
        ("2C+[9][10]=11", "one house at most is raised"),
        ("bid 11", "expected a move such as"),
        ("K" * 100_000, "100000 characters"),
        ("\x00", "expected a move such as"),
    ],
)
def test_what_is_no_move_is_refused(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match="cannot read the move") as caught:
        Move.parse(text)
    assert reason in str(caught.value)
    assert str(caught.value).isprintable()


@given(st.text("ACDHS2345678910TJQKx+[]= .()♠", max_size=30))
@settings(deadline=None)
def test_whatever_is_read_as_a_move_is_written_and_read_again(text: str) -> None:
    try:
        move = Move.parse(text)
    except ValueError:
        return
    assert Move.parse(str(move)) == move


def test_interchangeable_cards_are_understood_and_kept() -> None:
    position = Position.parse("4D4H 9C9DKC/2C2D2H/3C3D3H/5C5D5H 1")
    assert [str(move) for move in position.moves()][:1] == ["9C"]
    assert position.play("9d").hand == position.hands[1]
    capture = Position.parse("4D4H7C 4CJCKC/2C2D2H/3C3D3H/5C5D5H 1")
    assert "JCx4D7C" in map(str, capture.moves())
    assert str(capture.play("JCx7C4H").floor) == str((card("4D"),))


def test_a_card_that_is_alike_but_elsewhere_is_not_understood() -> None:
    with pytest.raises(IllegalMove, match="9H is not in the hand of seat 1"):
        Position.parse("4D 9C9DKC/9H2D2H/3C3D3H/5C5D5H 1").play("9H")


def test_an_illegal_move_tells_why_and_what_is_legal() -> None:
    position = Position.parse("4C6CTC 2CTD/3C5D/7H8C/9CQD 1")
    with pytest.raises(IllegalMove) as caught:
        position.play("TDxTC")
    assert caught.value.alternatives == tuple(map(str, position.moves()))
    assert (
        caught.value.reason
        == "the capture takes too little: 4C 6C add up to 10 as well and must be taken too"
    )
    assert caught.value.move == "TDxTC"
    with pytest.raises(ValueError, match="cannot read the move"):
        position.play("TD-TC")


def test_moves_of_a_hand_that_is_not_known_are_refused() -> None:
    with pytest.raises(ValueError, match="hand of seat 1, which is to play, is not known"):
        Position.parse("4C */2C/3C/5C 1").moves()


def test_hidden_positions_list_moves_and_play() -> None:
    position = Position.parse("4C6CTC 2CTD/*/*/x2 1")
    assert "TDx4C6CTC" in map(str, position.moves())
    played = position.play("TDx4C6CTC")
    assert str(played) == "- 2C/*/*/x2 2 gone=4C6CTCTD points=6/0 cards=4/0 seeps=1/0 bonus=50/0 last=1"


def test_spelled_out_moves_name_every_choice() -> None:
    position = Position.parse("4C4D4H7S JCJD/2C2D/3C3D/5C5D 1")
    shown = [str(move) for move in spelled_out(position)]
    assert shown == sorted(shown)
    assert [text for text in shown if "x" in text] == [
        f"{jack}x{four}7S" for jack in ("JC", "JD") for four in ("4C", "4D", "4H")
    ]  # fmt: skip
    assert len(position.moves()) < len(shown)


def test_a_finished_position_has_no_moves() -> None:
    assert Position.parse("4C -/-/-/- 1").moves() == []


LAST = "4C {floor}-/-/-/9C 4 {keys}"


@pytest.mark.parametrize(
    ("line", "move", "line_after"),
    [
        ("4C -/-/-/9C 4 taken=AC/2C last=1", "9C", "- -/-/-/- 1 taken=AC4C9C/2C last=1"),
        ("4C -/-/-/9C 4 taken=AC/2C", "9C", "- -/-/-/- 1 taken=AC/2C gone=4C9C"),
        ("4C -/-/-/9C 4 last=2", "9C", "- -/-/-/- 1 gone=4C9C cards=0/2 last=2"),
        ("4S -/-/-/4C 4 last=1", "4Cx4S", "- -/-/-/- 1 gone=4C4S points=0/4 cards=0/2 last=2"),
        ("4C[9:4D5D] -/-/-/QC 4 rules=open-house taken=-/AC last=2", "QC",
         "- -/-/-/- 1 rules=open-house taken=-/AC4C4D5DQC last=2"),
        ("9D -/-/KC/9C 3 taken=-/-", "KC", "9DKC -/-/-/9C 4 taken=-/-"),
        ("9D -/-/9C/KC 3 taken=-/-", "9Cx9D", "- -/-/-/KC 4 taken=9C9D/- seeps=1/0 bonus=50/0 last=1"),
        ("9D -/-/9C/KC 3 rules=punjabi", "9Cx9D",
         "- -/-/-/KC 4 rules=punjabi gone=9C9D seeps=1/0 bonus=9/0 last=1"),
        ("9D -/-/9C/KC 3 rules=punjabi points=0/3", "9Cx9D",
         "- -/-/-/KC 4 rules=punjabi gone=9C9D points=0/3 seeps=1/0 bonus=9/0 last=1"),
        ("9D 9C+2C/KC+3C 1 rules=classic-2p", "9Cx9D",
         "- -+2C/KC+3C 2 rules=classic-2p gone=9C9D cards=2/0 seeps=1/0 bonus=50/0 last=1"),
        ("9D -+2C/9C+3C 2 rules=classic-2p", "9Cx9D",
         "- 2C/3C 1 rules=classic-2p gone=9C9D cards=0/2 seeps=0/1 bonus=0/50 last=2"),
        ("4C 4D9C+5C6C/7C7D7H7S/8C8D8H8S/KCKDKHKS 1 bid=9 taken=-/-", "9C",
         "4C9C 4D5C6C/7C7D7H7S/8C8D8H8S/KCKDKHKS 2 taken=-/-"),
        ("4C5C 4D9C+5D6C/7C7D7H7S/8C8D8H8S/KCKDKHKS 1 bid=9 taken=-/-", "9Cx4C5C",
         "- 4D5D6C/7C7D7H7S/8C8D8H8S/KCKDKHKS 2 taken=4C5C9C/- seeps=1/0 bonus=25/0 last=1"),
        ("4C5C 4D9C+5D6C/7C7D7H7S/8C8D8H8S/KCKDKHKS 1 rules=bid-card bid=9 taken=-/-", "9Cx4C5C",
         "- 4D5D6C/7C7D7H7S/8C8D8H8S/KCKDKHKS 2 rules=bid-card taken=4C5C9C/- seeps=1/0 bonus=9/0 last=1"),
        ("3C[9:4C5C@2] 2CJC/9C9D/7C7D/8C8D 1", "2C+[9]=11", "3C[11:2C4C5C@1] JC/9C9D/7C7D/8C8D 2"),
        ("[9:4C5C@2] 9C9S/9D9H/7C7D/8C8D 1", "9C+[9]=9", "[9:4C5C9C@12] 9S/9D9H/7C7D/8C8D 2"),
        ("[9:4C5C@3] 9C9S/2D2H/7C9D/8C8D 1", "9C+[9]=9", "[9:4C5C9C@3] 9S/2D2H/7C9D/8C8D 2"),
    ],
)  # fmt: skip
def test_the_position_after_a_move(line: str, move: str, line_after: str) -> None:
    position = Position.parse(line)
    assert str(position.play(move)) == line_after
    assert position == Position.parse(line)


def _games(seed: int, count: int) -> list[Position]:
    """Positions of random games under presets and random options, with what was won known and not known."""
    rng = random.Random(seed)
    found = []
    for _ in range(count):
        options = random_options(rng) if rng.random() < 0.6 else PRESETS[rng.choice(list(PRESETS))].options()
        states = list(random_game(rng, options))
        fields = (
            options
            if isinstance(options, dict)
            else {name: getattr(options, name) for name in Rules().options()}
        )
        rules = Rules(name="ours", **fields)
        for state in islice(states, rng.randrange(4), None, 4):
            position = Position.parse(position_line(state), rules=rules)
            found.append(position if rng.random() < 0.7 or position.bid else replace(position, taken=None))
    return [position for position in found if position.cards_left]


@pytest.mark.parametrize("seed", range(4))
def test_play_agrees_with_the_engine(seed: int) -> None:
    rng = random.Random(seed)
    for position in _games(seed, 6):
        move = rng.choice(spelled_out(position) if len(position.moves()) < 50 else position.moves())
        played = after(position, move)
        rules = packed.ruleset(position.rules)
        row = seep_ext.play(rules, packed.to_row(position), packed.to_move_row(move))
        if played.cards_left == 0:
            continue
        expected = packed.to_row(played)[0]
        names = [name for name in expected.dtype.names or () if name not in ("points", "cards")]
        assert [name for name in names if (row[name] != expected[name]).any()] == [], f"{position} {move}"
        if position.taken is not None:
            points, cards = played.won()
            known = replace(played, taken=None, points=points, cards=cards)
            assert packed.from_row(row, position.rules) == known


def test_rows_and_moves_survive_packing() -> None:
    for position in _games(9, 6):
        plain = replace(position, taken=None, gone=())
        if plain.rules.adds_up:
            assert packed.from_row(packed.to_row(plain)[0], position.rules) == plain
        for move in position.moves():
            assert packed.from_move_row(packed.to_move_row(move)[0]) == move
    assert packed.cards_of(packed.bits(CARDS)) == CARDS
