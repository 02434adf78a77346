"""The referee of worlds and of facts, against cases counted by hand and against whole random games."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import pairwise
from math import comb

import pytest
from dealer import random_game, random_options
from referee import legal_moves, parse, play
from referee_cards import DECK, minus, ordered, rank
from referee_facts import Facts, facts, learnt, nothing
from referee_options import PRESETS, resolve
from referee_state import Hand, State, floor_cards
from referee_worlds import Hidden, Zone, count, filled, hidden_of, random_hidden, worlds

SOME = ("9C", "9D", "KC")


def zone(size: int, known: tuple[str, ...] = (), needs: set[int] | None = None, bars: set[int] | None = None) -> Zone:
    return Zone(1, 0, size, known, frozenset(needs or ()), frozenset(bars or ()))


def lines(hidden: Hidden) -> list[str]:
    return sorted("/".join("".join(ordered(cards)) or "-" for cards in world) for world in worlds(hidden))


def hidden_line(floor: str, hands: str, turn: int, unseen: str, rest: str = "") -> State:
    """A position in which just these cards are unseen: whatever is not shown is gone."""
    shown = parse(f"{floor} {hands} {turn} gone={unseen} {rest}")
    named = [*floor_cards(shown), *shown.gone]
    for hand in shown.hands:
        named += hand.cards if hand else ()
    return replace(shown, gone=minus(DECK, named))


# Worlds


def test_free_zones_are_counted_by_choices() -> None:
    assert count(Hidden((zone(2), zone(3), zone(1)), DECK[:6])) == comb(6, 2) * comb(4, 3)
    assert count(Hidden((), ())) == 1


def test_a_required_rank_may_lie_among_known_cards() -> None:
    assert lines(Hidden((zone(1, needs={9}), zone(2)), SOME)) == ["9C/9DKC", "9D/9CKC"]
    assert count(Hidden((zone(1, known=("9H",), needs={9}), zone(2)), SOME)) == 3


def test_a_forbidden_rank_bars_known_cards_too() -> None:
    assert lines(Hidden((zone(1, bars={9}), zone(2)), SOME)) == ["KC/9C9D"]
    assert count(Hidden((zone(1, known=("9H",), bars={9}), zone(2)), SOME)) == 0


def test_impossible_worlds() -> None:
    assert count(Hidden((zone(1, needs={9, 13}), zone(2)), SOME)) == 0
    assert count(Hidden((zone(1, needs={13}), zone(2, needs={13})), SOME)) == 0
    assert count(Hidden((zone(3, needs={9}, bars={9}),), SOME)) == 0


def test_zones_must_fit() -> None:
    with pytest.raises(ValueError, match="do not fill"):
        Hidden((zone(1),), SOME)


def test_an_owner_holds_a_key_now_and_not_later() -> None:
    state = hidden_line("[9:4C5C@2]", "2C+x/x+x", 1, "9C9DKC", "rules=classic-2p")
    zones = hidden_of(state).zones
    assert [(each.seat, each.stage, each.size) for each in zones] == [(1, 0, 0), (1, 1, 1), (2, 0, 1), (2, 1, 1)]
    assert lines(hidden_of(state)) == ["-/9C/9D/KC", "-/9D/9C/KC", "-/KC/9C/9D", "-/KC/9D/9C"]


def test_facts_narrow_the_worlds() -> None:
    state = hidden_line("-", "2C/x/x/x", 1, "9C9DKC")
    assert count(hidden_of(state)) == 6
    assert count(hidden_of(state, held={3: {13}})) == 2
    assert count(hidden_of(state, lacks={2: {9}})) == 2
    assert count(hidden_of(state, held={3: {13}}, lacks={2: {9}})) == 0


def test_filled_gives_open_positions() -> None:
    state = hidden_line("4C", "2C/x/x/x", 1, "9C9DKC")
    hidden = hidden_of(state)
    hands = {filled(state, hidden, world).hands for world in worlds(hidden)}
    assert len(hands) == 6
    assert (Hand(("2C",)), Hand(("9C",)), Hand(("9D",)), Hand(("KC",))) in hands


def test_random_problems_are_of_every_sort() -> None:
    rng = random.Random(5)
    counts = []
    for _ in range(200):
        hidden = random_hidden(rng, 7)
        found = list(worlds(hidden))
        assert len(set(found)) == len(found)
        free = count(Hidden(tuple(replace(each, required=frozenset(), forbidden=frozenset())
                                  for each in hidden.zones), hidden.unseen))
        assert len(found) <= free
        counts.append((len(hidden.zones), len(found) == 0, 0 < len(found) < free))
    assert {zones for zones, _, _ in counts} == {1, 2, 3, 4}
    assert sum(none for _, none, _ in counts) > 20
    assert sum(some for _, _, some in counts) > 20


# Facts


def after(start: str, *moves: str) -> Facts:
    state, known = parse(start), nothing(len(parse(start).hands))
    for move in moves:
        known = learnt(known, state, move)
        state = play(state, move)
    return known


OPENING = "4C5D 9C9DKH2S+3C/3D3H/3S4D/4H4S 1 bid=9"


def test_the_opener_holds_its_bid_card_until_it_plays_one() -> None:
    assert facts([], parse(OPENING)).held[1] == {9}
    assert after(OPENING, "9Cx4C5D").held[1] == set()


def test_an_opening_house_move_leaves_a_key() -> None:
    start = OPENING.replace("4C5D", "4C7D")
    assert after(start, "2S+7D=9").held[1] == {9}
    assert after(start, "2S+7D=9", "3D").held[1] == {9}


def test_capturing_the_own_house_ends_the_fact() -> None:
    start = "[9:4C5D@1] 9C2C/3C3D/4D4H/5C5H 1"
    assert facts([], parse(start)).held[1] == {9}
    assert after(start, "9Cx[9]").held[1] == set()
    assert after(start, "2C").held[1] == {9}


def test_the_last_owner_keeps_the_key_that_it_was_left_with() -> None:
    start = "[9:4C5D@2] 9C2C/9D3D/4D4H/5C5H 1"
    assert after(start, "9Cx[9]").held[2] == {9}
    assert after(start, "9Cx[9]", "9D").held[2] == set()


def test_adding_a_key_to_the_own_house_proves_another() -> None:
    assert after("[9:4C5D@1] 9C9D/3C3D/4D4H/5C5H 1", "9C+[9]=9").held[1] == {9}


def test_a_partners_house_asks_for_no_key() -> None:
    start = "[9:4C5D@3] 9C2C/3C3D/9D4H/5C5H 1"
    assert after(start, "9C+[9]=9").held == {1: set(), 2: set(), 3: {9}, 4: set()}


def test_a_raise_proves_the_higher_key() -> None:
    known = after("[9:4C5D@2] 2CJC/9D3D/4D4H/5C5H 1", "2C+[9]=11")
    assert known.held[1] == {11}
    assert known.held[2] == {9}


def test_without_owners_every_house_move_proves_a_key() -> None:
    start = "[9:4C5D] 9C9D/3C3D/4D4H/5C5H 1 rules=open-house"
    assert after(start, "9C+[9]=9").held[1] == {9}


def test_a_throw_under_throw_rule_hand() -> None:
    hand = resolve({**PRESETS["classic"], "throw_rule": "hand"})
    state = parse("3C5D[9:4C5C@2] 2CQC/9D3D/4D4H/6C6H 1", hand)
    assert facts([(state, "QC")]).lacks[1] == {3, 5, 8, 9}
    assert facts([(replace(state, options=resolve({})), "QC")]).lacks[1] == set()


def test_nothing_is_lacking_when_cards_are_taken_up() -> None:
    hand = resolve({**PRESETS["classic-2p"], "throw_rule": "hand"})
    state = parse("3C 2C+3D/2D+3H 1", hand)
    record = [(state, "2C")]
    assert facts(record).lacks[1] == {3}
    record.append((play(state, "2C"), "2Dx2C"))
    assert facts(record).lacks[1] == set()


@pytest.mark.parametrize("name", [*PRESETS, "hand", "random"])
def test_facts_are_true_of_the_hands(name: str) -> None:
    rng = random.Random(sum(map(ord, name)))
    proved = 0
    for _ in range(2):
        options = resolve({"throw_rule": "hand"} if name == "hand" else PRESETS[name] if name in PRESETS
                          else random_options(rng))
        states = list(random_game(rng, options))
        known = nothing(options.players)
        for before, now in pairwise(states):
            known = learnt(known, before, _move_between(before, now))
            for seat, hand in enumerate(now.hands, 1):
                ranks = {rank(card) for card in hand.cards} if hand else set()
                assert known.held[seat] <= ranks
                assert not known.lacks[seat] & ranks
            proved += sum(map(len, (*known.held.values(), *known.lacks.values())))
    assert proved > 0


def _move_between(before: State, now: State) -> str:
    """The move that was played."""
    return next(move for move in legal_moves(before) if play(before, move) == now)
