"""Positions as text: what is written is read back, what is read has one canonical form."""

from __future__ import annotations

import pickle
import random
from pathlib import Path

import pytest
from dealer import position_line, random_game, random_options
from hypothesis import given, settings
from hypothesis import strategies as st
from referee_play import total

from seep_solver.cards import CARDS, Card, lowest
from seep_solver.faults import NotationError
from seep_solver.notation import write
from seep_solver.position import Hand, House, Position
from seep_solver.rules import PRESETS, Rules

EXAMPLE = "4C7D[11:5C6H@1] 3C9HJS/8CJHQD/2D2H4S/5D6SKS 1 last=2"
SYMBOLS = str.maketrans("CDHS", "♣♦♥♠")


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Any position that can be written, whether or not it breaks a rule."""
    rules = PRESETS[draw(st.sampled_from(sorted(PRESETS)))]
    pack = list(draw(st.permutations(CARDS)))

    def some(most: int) -> tuple[Card, ...]:
        count = draw(st.integers(0, most))
        taken, pack[:] = pack[:count], pack[count:]
        return tuple(taken)

    def hand(stages: int) -> Hand:
        later = tuple(hand(0) for _ in range(draw(st.integers(0, stages))))
        return Hand(some(5), draw(st.integers(0, 12)), later)

    def pair(most: int) -> tuple[int, int]:
        return draw(st.integers(0, most)), draw(st.integers(0, most))

    houses = []
    for value in draw(st.sets(st.integers(7, 13), max_size=3)):
        owners = draw(st.sets(st.integers(1, rules.players), max_size=2))
        houses.append(House(value, some(4), tuple(owners)))
    hands = tuple(hand(2) if draw(st.booleans()) else None for _ in range(rules.players))
    return Position(
        floor=some(6),
        houses=tuple(houses),
        hands=hands,
        turn=draw(st.integers(1, rules.players)),
        rules=rules,
        bid=draw(st.none() | st.integers(9, 13)),
        taken=(some(6), some(6)) if draw(st.booleans()) else None,
        gone=some(3),
        points=pair(50) if draw(st.booleans()) else None,
        cards=pair(26) if draw(st.booleans()) else None,
        seeps=pair(2),
        bonus=pair(100),
        last=draw(st.none() | st.integers(1, 2)),
        lead=draw(st.integers(-500, 500)),
        id=draw(st.none() | st.text("abcXYZ019-_=/.", min_size=1)),
    )


@given(positions())
@settings(deadline=None)
def test_what_is_written_is_read_back(position: Position) -> None:
    again = Position.parse(str(position))
    assert again == position
    assert hash(again) == hash(position)
    assert str(again) == str(position)


@given(positions(), st.randoms(use_true_random=False))
@settings(deadline=None)
def test_every_way_of_writing_has_one_canonical_form(position: Position, rng: random.Random) -> None:
    line = str(position)
    words = [word.lower() if rng.random() < 0.5 else word for word in line.split()[:3]]
    keys = line.split()[3:]
    rng.shuffle(keys)
    if rng.random() < 0.5:
        words[:2] = [word.replace("T", "10").replace("t", "10").translate(SYMBOLS) for word in words[:2]]
    typed = "  ".join(words) + "\t" + " ".join(keys) + "\r\n"
    assert str(Position.parse(typed)) == line


@pytest.mark.parametrize("preset", PRESETS)
def test_every_position_of_a_random_game_is_written_as_the_referee_writes_it(preset: str) -> None:
    rules = PRESETS[preset]
    for state in random_game(random.Random(preset), rules.options()):
        line = position_line(state)
        position = Position.parse(line, rules=rules)
        assert position.faults() == []
        assert str(position).replace(f" rules={preset}", "") == line.replace(f" rules={preset}", "")
        assert Position.parse(str(position)) == position


def test_positions_of_random_rules_have_no_faults() -> None:
    rng = random.Random(5)
    for _ in range(10):
        options = random_options(rng)
        rules = Rules(name="ours", **{name: getattr(options, name) for name in Rules().options()})
        for state in random_game(rng, options):
            position = Position.parse(position_line(state), rules=rules)
            assert position.faults() == [], str(position)
            assert position.totals == (total(state, 1), total(state, 2)), str(position)


@pytest.mark.parametrize(
    ("typed", "line"),
    [
        ("4C7D[11:5C6H@1] JS9H3C/QDJH8C/4S2D2H/KS6S5D 1 last=2", EXAMPLE),
        ("[11:5C6H@1]7D,4C 9H.JS3C/QDJH8C/4S2D2H/KS6S5D 1 last=2", EXAMPLE),
        ("4c7♦️[11:5♣6♥@1] js9h3c/qdjh8c/4s2d2h/ks6s5d 1 last=2", EXAMPLE),
        ("\ufeff" + EXAMPLE, EXAMPLE),
        (EXAMPLE + " rules=Classic lead=0 seeps=0/0 points=0/0", EXAMPLE),
        ("- -/-/-/- 1 taken=-/-", "- -/-/-/- 1 taken=-/-"),
        ("- -/-/-/- 1", "- -/-/-/- 1"),
        ("- AC/2C/3C/4C 1 taken=5SKC/9D points=5/0 cards=2/1", "- AC/2C/3C/4C 1 taken=5SKC/9D"),
        ("- AC/2C/3C/4C 1 points=5/0 cards=0/0", "- AC/2C/3C/4C 1 points=5/0"),
        ("- AC/2C/3C/4C 1 rules=punjabi cards=0/0", "- AC/2C/3C/4C 1 rules=punjabi cards=0/0"),
        ("- AC/2C/3C/4C 1 seeps=2/1", "- AC/2C/3C/4C 1 seeps=2/1 bonus=100/50"),
        ("- AC/2C/3C/4C 1 seeps=1/0 bonus=0/0", "- AC/2C/3C/4C 1 seeps=1/0 bonus=0/0"),
        ("- AC/x/x1/x0 1", "- AC/x/x/- 1"),
        ("- AC/2Cx11/*/x12 1 lead=-30 id=x=1", "- AC/2Cx11/*/x12 1 lead=-30 id=x=1"),
        ("[9:4C5C@1] 9C/2C/3C/4D 1 rules=open-house", "[9:4C5C] 9C/2C/3C/4D 1 rules=open-house"),
        ("4C[10:AC9C@1][9:AD8C@2] TC/9D/2C/3C 1", "4C[9:AD8C@2][10:AC9C@1] TC/9D/2C/3C 1"),
        ("[9:AC8C@42] 2C/9D/3C/9C 1", "[9:8CAC@24] 2C/9D/3C/9C 1".replace("8CAC", "AC8C")),
        ("3C 9C9DJCKC 1 bid=9", "3C 9C9DJCKC/*/*/* 1 bid=9"),
        ("3C 9C9DJCKC+*/*/*/* 1 bid=9", "3C 9C9DJCKC/*/*/* 1 bid=9"),
        (
            "3C 9CJC+x8+x12/x12+x12 1 bid=9 rules=classic-2p",
            "3C 9CJC+x8+x12/x12+x12 1 rules=classic-2p bid=9",
        ),
        ("- -+AC/-+2C 1 rules=classic-2p", "- AC/2C 1 rules=classic-2p"),
        ("- -/AC+- 2 rules=classic-2p", "- -/AC 2 rules=classic-2p"),
    ],
)
def test_canonical_forms(typed: str, line: str) -> None:
    position = Position.parse(typed)
    assert str(position) == line
    assert Position.parse(line) == position


def test_a_position_read_under_other_rules_takes_them_on() -> None:
    position = Position.parse(EXAMPLE, rules=PRESETS["open-house"])
    assert str(position) == "4C7D[11:5C6H] 3C9HJS/8CJHQD/2D2H4S/5D6SKS 1 rules=open-house last=2"


@pytest.mark.parametrize("name", ["ours.toml", "our table.toml", "50%.toml", "%20.toml"])
def test_rules_of_ones_own_are_written_back_as_they_were_named(
    tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path(name).write_text("sweep = 25\n")
    rules = Rules.named(name)
    position = Position.parse("- AC/2C/3C/4C 1 seeps=1/0", rules=rules)
    line = str(position)
    assert len(line.split()) == 6
    assert Position.parse(line) == Position.parse(line, relative_to=tmp_path) == position
    assert position.bonus == (25, 0)
    assert f"rules={name} " in line or "%" in line


def test_open_and_hidden_positions_know_that_they_are() -> None:
    assert Position.parse(EXAMPLE).open
    hidden = Position.parse("- AC/x/*/x 1")
    assert (hidden.open, hidden.hidden, hidden.cards_left) == (False, True, 3)
    unsaid = Position.parse("- AC/*/*/* 1")
    assert (unsaid.open, unsaid.hidden) == (False, False)
    assert not Position.parse("- 9C/2C3C/4C5C/6C7C 1 bid=9").open


def test_a_seat_sees_its_own_cards_only() -> None:
    deal = Position.parse("3C4D 9C+2C3D/5C5D/6C6D/7C7D 1 bid=9 taken=-/-")
    assert str(deal.seen_by(1)) == "3C4D 9C+x2/x2/x2/x2 1 bid=9 taken=-/-"
    assert str(deal.seen_by(3)) == "3C4D x+x2/x2/6C6D/x2 1 bid=9 taken=-/-"


def test_the_score_of_a_position() -> None:
    position = Position.parse("- AC/2C/3C/4C 1 taken=5SKC/9STD seeps=1/0 bonus=50/0 last=1")
    assert position.won() == ((5, 15), (2, 2))
    assert position.totals == (55, 15)
    assert position.standing == 40
    assert Position.parse(str(position).replace("4C 1", "4C 2")).standing == -40


def test_bonuses_that_are_void_do_not_stand() -> None:
    line = "- AC/2C/3C/4C 1 rules=open-house points=30/19 seeps=3/1 bonus=150/50"
    assert Position.parse(line).totals == (30, 19)
    assert Position.parse(line.replace("30/19", "30/20").replace("3/1", "2/1")).totals == (180, 70)


def test_what_must_be_told_is_missed() -> None:
    assert Position.parse("- AC/2C/3C/4C 1").missing == ()
    assert Position.parse("- AC/2C/3C/4C 1 rules=punjabi").missing == ("points", "cards")
    assert Position.parse("- AC/2C/3C/4C 1 rules=punjabi cards=0/0").missing == ("points",)
    assert Position.parse("- AC/2C/3C/4C 1 rules=punjabi taken=-/-").missing == ()


def test_interchangeable_cards_take_the_lowest_suits() -> None:
    position = Position.parse("4H4S[9:5D4D@2] 4CAS/9HAH/TSTH/3STD 1 gone=TC")
    assert write(position, lowest(position.named(), 100)) == "4C4S[9:4D5C@2] AC4H/AD9C/TCTS/3STD 1 gone=TH"


@given(st.text() | st.text("ACDHS234567890TJQKx[]@:/+-*= .,♠", max_size=60))
@settings(deadline=None, max_examples=300)
def test_garbage_is_refused_with_faults(text: str) -> None:
    try:
        position = Position.parse(text)
    except NotationError as fault:
        refused = fault
    else:
        assert Position.parse(str(position)) == position
        return
    assert refused.faults
    assert all(fault.column >= 1 and fault.message.isprintable() for fault in refused.faults)


@given(st.integers(0, len(EXAMPLE)), st.integers(0, 3), st.text(max_size=3))
@settings(deadline=None, max_examples=300)
def test_a_damaged_line_is_read_or_refused(at: int, cut: int, text: str) -> None:
    try:
        position = Position.parse(EXAMPLE[:at] + text + EXAMPLE[at + cut :])
    except NotationError as fault:
        refused = fault
    else:
        assert all(fault.column >= 1 for fault in position.faults())
        assert Position.parse(str(position)) == position
        return
    assert refused.faults


@pytest.mark.parametrize(
    "text", ["9" * 1_000_000, "4C " * 300_000, "[" * 9_990, "x" * 9_000, "+" * 9_000 + " + 1"]
)
def test_huge_lines_are_refused_at_once_with_short_messages(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        Position.parse(text)
    assert len(caught.value.faults) <= 100
    assert all(len(fault.message) < 300 and len(fault.text) < 100 for fault in caught.value.faults)


def test_positions_survive_pickling() -> None:
    position = Position.parse(EXAMPLE + " rules=open-house id=p1")
    again = pickle.loads(pickle.dumps(position))
    assert (again, str(again), again.faults()) == (position, str(position), position.faults())


def test_an_id_with_spaces_is_refused() -> None:
    with pytest.raises(ValueError, match="without spaces"):
        Position((), (), (None, None, None, None), 1, id="a b")
