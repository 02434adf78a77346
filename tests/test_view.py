"""Hidden means hidden: what a seat cannot see never reaches its agent, and so never changes what it plays."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256

import pytest

from seep_solver import PRESETS, Card, Move, Position
from seep_solver.agents import AGENTS, Agent, agent
from seep_solver.dealing import biddable, deal
from seep_solver.game import Game
from seep_solver.position import Hand
from seep_solver.rules import Rules
from seep_solver.view import View, bidding

# Agents that think by the clock, with parameters under which they do not.
SEARCHERS = ("auto", "montecarlo", "pimc", "ismcts")
STEADY = {name: f"{name}:time=0,worlds=20,solved=3,plays=2,exact=8" for name in SEARCHERS}
BLIND = [STEADY.get(name, name) for name in AGENTS] + ["mixed:greedy/random"]
ASKED_AT = (47, 42, 37, 31, 26, 15, 6)  # cards left


class Leaky(Agent):
    """Chooses by all that it is shown: whatever is not hidden from it changes its choice."""

    name = "leaky"

    def choose(self, view: View, stream: int) -> Move:
        return random.Random(digest(view)).choice(view.moves)

    def bid(self, view: View, stream: int) -> int:
        return random.Random(digest(view)).choice(biddable(view.position))


class Peeking(Leaky):
    """The same with every hand open to it."""

    sees_all = True


def digest(view: View) -> int:
    shown = [str(view.position), *(f"{position} {move}" for position, move in view.plays)]
    return int(sha256(" ".join(shown).encode()).hexdigest(), 16)


def redealt(position: Position, rng: random.Random, *, floor: bool = False) -> Position:
    """The cards that the seat to play cannot see, with `floor` those too, dealt anew at random."""
    held = [(number == position.turn, hand) for number, hand in enumerate(position.hands, 1) if hand]
    unseen = [card for own, hand in held if not own for card in hand.cards]
    unseen += [card for _, hand in held for stage in hand.stages for card in stage.cards]
    unseen += position.floor if floor else ()
    rng.shuffle(unseen)

    def drawn(cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(unseen.pop() for _ in cards)

    def new(own: bool, hand: Hand) -> Hand:
        stages = tuple(Hand(drawn(stage.cards)) for stage in hand.stages)
        return Hand(hand.cards if own else drawn(hand.cards), stages=stages)

    hands = tuple(new(own, hand) for own, hand in held)
    return replace(position, hands=hands, floor=drawn(position.floor) if floor else position.floor)


def swapped(position: Position, rng: random.Random) -> Position | None:
    """Other hidden cards with which owners still hold their keys; None where the seat can infer them all."""
    for _ in range(200):
        other = redealt(position, rng)
        if other != position and not other.faults():
            return other
    return None


def games(rules: Rules, count: int = 4) -> Iterator[Game]:
    """Games stopped in the middle, where more cards than the seat's own are left."""
    for number in range(1, count + 1):
        game = Game(deal(rules, 7, number), 7, number)
        seats = [agent("mixed:greedy/random")] * rules.players
        game.bid(seats[0])
        yield game
        for left in ASKED_AT:
            game.play(seats, left)
            yield game


def changed(player: Agent, rules: Rules) -> int:
    """How often the choice moves when the hidden cards do."""
    rng = random.Random(3)
    moved = asked = 0
    for game in games(rules):
        true, other = game.position, swapped(game.position, rng)
        if other is not None and len(game.table.view().moves) > 1:
            before = game.ask(player)
            game.table.position = other
            moved += game.ask(player) != before
            game.table.position = true  # the plays so far may not fit the other
            asked += 1
    assert asked > 10
    return moved


def rebid(player: Agent, rules: Rules) -> int:
    """How often the bid moves when the floor and all cards but the opener's four do."""
    rng = random.Random(4)
    count = 0
    for number in range(1, 30):
        start = deal(rules, 8, number)
        other = redealt(start, rng, floor=True)
        bids = [player.bid(bidding(each, everything=player.sees_all), number) for each in (start, other)]
        count += bids[0] != bids[1]
    return count


@pytest.mark.parametrize("name", BLIND)
@pytest.mark.parametrize("preset", ["classic", "open-house", "classic-2p"])
def test_hidden_cards_change_nothing(name: str, preset: str) -> None:
    player = agent(name)
    if not player.sees_all:
        assert changed(player, PRESETS[preset]) == 0
        assert rebid(player, PRESETS[preset]) == 0


def test_the_seat_that_looks_is_caught() -> None:
    assert changed(Leaky(), PRESETS["classic"]) == rebid(Leaky(), PRESETS["classic"]) == 0
    assert changed(Peeking(), PRESETS["classic"]) > 0
    assert rebid(Peeking(), PRESETS["classic"]) > 0


def test_a_view_that_leaks_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Position, "seen_by", lambda position, seat: position)
    assert changed(Leaky(), PRESETS["classic"]) > 0
    assert rebid(Leaky(), PRESETS["classic"]) > 0


@pytest.mark.parametrize("preset", PRESETS)
def test_what_a_view_shows(preset: str) -> None:
    for game in games(PRESETS[preset], 1):
        position, view = game.position, game.table.view()
        assert view.position == position.seen_by(position.turn)
        assert view.position.hand is not None
        assert view.position.hand.known
        assert view.position.faults() == []
        assert [move for _, move in view.plays] == game.plays
        assert not any(hand.cards for seen, _ in view.plays for hand in seen.hands if hand)
        assert [seen.turn for seen, _ in view.plays[:5]] == [at % position.rules.players + 1 for at in range(5)][
            : len(view.plays)
        ]
        assert list(view.moves) == position.moves()
        assert game.table.view(everything=True).position == position
        assert game.table.view(everything=True).own() == view


def test_before_the_bid_the_floor_is_face_down() -> None:
    start = deal(PRESETS["classic"], 1, 1)
    view = bidding(start)
    assert view.bid_due
    assert view.position.floor == ()
    assert [hand.cards for hand in view.position.hands if hand] == [start.hands[0].cards, (), (), ()]  # type: ignore[union-attr]
    assert bidding(start, everything=True).position == start
    assert bidding(start, everything=True).own() == view


def test_a_table_goes_on_by_itself() -> None:
    game = next(games(PRESETS["classic"]))
    other = game.copy()
    other.play([agent("greedy")] * 4)
    assert game.plays == []
    assert game.table.view().plays == ()
    assert len(other.plays) == 48
