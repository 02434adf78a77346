"""What plays prove of hands: against the slow referee over whole games, true of the real hands, and what clashes."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest
from dealer import deal, position_line, random_options
from referee import play
from referee_facts import Facts, learnt, nothing, seen_in
from referee_options import PRESETS, Options, resolve
from referee_state import State

from seep_solver import Hand, Move, Position, Rules
from seep_solver.belief import Fact, NoWorld, deals, facts_of, filled_out, since_taken_up
from seep_solver.cards import CARDS
from seep_solver.moves import Kind
from seep_solver.options import BY_NAME
from seep_solver.view import NOBODY, Seen

GAMES = 3


def rules_of(options: Options) -> Rules:
    return Rules(name="ours", **{name: getattr(options, name) for name in BY_NAME})


def some_options(name: str, rng: random.Random) -> Options:
    if name == "random":
        return random_options(rng)
    base, _, extra = name.partition("+")
    return resolve({**PRESETS[base], "throw_rule": "hand"} if extra else PRESETS[base])


def games(name: str) -> Iterator[tuple[State, Position, Seen, Facts]]:
    """Every position of some games: the referee's, ours, the plays so far, and what the referee has learnt of them."""
    rng = random.Random(name)
    for _ in range(GAMES):
        state = deal(rng, some_options(name, rng))
        position = Position.parse(position_line(state), rules=rules_of(state.options))
        plays: list[tuple[Position, Move]] = []
        known = nothing(state.options.players)
        while position.cards_left:
            yield state, position, tuple(plays), seen_in(known, state)
            move = chosen(position, rng)
            plays.append((position.seen_by(NOBODY), move))
            known, state, position = learnt(known, state, str(move)), play(state, str(move)), position.play(move)


def chosen(position: Position, rng: random.Random) -> Move:
    """Most of the time a house move or a capture, where there is one."""
    moves = position.moves()
    active = [move for move in moves if move.kind is not Kind.THROW]
    return rng.choice(active if active and rng.random() < 0.85 else moves)


NAMES = [*PRESETS, "classic+hand", "open-house+hand", "classic-2p+hand", "punjabi+hand", "random"]


@pytest.mark.parametrize("name", NAMES)
def test_facts_are_those_of_the_referee(name: str) -> None:
    proved = 0
    for _, position, plays, true in games(name):
        seen = facts_of(position.seen_by(position.turn), plays)
        held = {(fact.seat, fact.rank) for fact in seen if fact.holds}
        lacking = {(fact.seat, fact.rank) for fact in seen if not fact.holds}
        others = [seat for seat in true.held if seat != position.turn]
        assert held == {(seat, rank) for seat in others for rank in true.held[seat]}
        assert lacking == {(seat, rank) for seat in others for rank in true.lacks[seat]}
        proved += len(seen)
    assert proved > 20


@pytest.mark.parametrize("name", NAMES)
def test_facts_are_true_and_leave_the_true_deal(name: str) -> None:
    for _, position, plays, _ in games(name):
        seen = position.seen_by(position.turn)
        facts = facts_of(seen, plays)
        for fact in facts:
            hand = position.hands[fact.seat - 1]
            assert hand is not None
            assert any(card.rank == fact.rank for card in hand.cards) == fact.holds, str(fact)
        assert deals(seen, facts).total >= 1


def test_a_key_outlives_its_house() -> None:
    position = Position.parse("[9:4C5D@1] 9C9DTD/9H3D8D/4D4H7D/5C5H6D 1")
    plays = []
    for move in ("9C+[9]=9", "9Hx[9]"):
        plays.append((position.seen_by(NOBODY), Move.parse(move)))
        position = position.play(move)
    assert [(fact.seat, fact.rank, fact.why) for fact in facts_of(position, plays)] == [(1, 9, "it owned house 9")]


def clashing(houses: str, hands: str, unseen: set[str]) -> Position:
    """A position in which just these cards are unseen."""
    shown = Position.parse(f"{houses} {hands} 4")
    gone = tuple(card for card in CARDS if str(card) not in unseen and card not in set(shown.named()))
    return replace(shown, gone=gone)


def test_no_world_names_the_facts_that_clash_and_no_others() -> None:
    position = clashing("[9:4D5D@12][13:2D5HAD5C@3]", "x2/x2/x2/KC2C", {"9C", "KD", "3C", "4C", "QC", "QH"})
    with pytest.raises(NoWorld) as caught:
        deals(position)
    assert [(fact.seat, fact.rank) for fact in caught.value.facts] == [(1, 9), (2, 9)]
    assert str(caught.value) == (
        "no deal of the 6 unseen cards fits: seat 1 holds a card of rank 9 (it owns house 9); "
        "seat 2 holds a card of rank 9 (it owns house 9); 1 of rank 9 is unseen"
    )
    assert caught.value.hint
    for left_out in caught.value.facts:
        assert deals(position, [fact for fact in facts_of(position) if fact != left_out]).total


def test_no_world_says_that_no_card_of_the_rank_is_unseen() -> None:
    with pytest.raises(NoWorld, match=r"seat 2 holds a card of rank K \(it owns house 13\); no K is unseen$"):
        deals(clashing("[13:2D5HAD5C@2]", "x/x/x/2C", {"3C", "4C", "QC"}))


def test_more_facts_than_room_clash() -> None:
    position = clashing("-", "x/x/x/KC", {"9C", "TC", "JC"})
    facts = [Fact(1, rank, True, "told") for rank in (9, 10, 11)]
    with pytest.raises(NoWorld) as caught:
        deals(position, facts)
    assert len(caught.value.facts) == 2


def test_cards_that_are_known_deny_a_fact() -> None:
    position = clashing("-", "9D/x/x/KC", {"TC", "JC"})
    for fact in (Fact(1, 9, False, "told"), Fact(1, 8, True, "told")):
        with pytest.raises(NoWorld) as caught:
            deals(position, [Fact(2, 10, True, "told"), fact])
        assert caught.value.facts == (fact,)
    assert deals(position, [Fact(1, 9, True, "told")]).total == 2


def test_an_opening_stage_left_out_is_filled() -> None:
    short = Position.parse("4C5D6H7S 9C9DKH2S/x12/x12/x12 1 bid=9")
    whole = filled_out(short)
    assert whole.hands[0] == replace(short.hands[0], stages=(Hand(unknown=8),))  # type: ignore[type-var]
    assert deals(short).total == deals(whole).total


def test_plays_before_cards_were_taken_up_weigh_nothing() -> None:
    for name in ("classic", "classic-2p"):
        for _, position, plays, _ in games(name):
            kept = since_taken_up(plays)
            assert list(kept) == list(plays)[len(plays) - len(kept):]
            assert all(before.bid is None for before, _ in kept)
            stages = {tuple(bool(hand and hand.stages) for hand in before.hands) for before, _ in kept}
            assert len(stages | {tuple(bool(hand and hand.stages) for hand in position.hands)}) == 1 or not kept
