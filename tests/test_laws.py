"""The laws at the end of rules, section 8, on random whole games of every preset played through the API.

Each law is written here anew on positions, and the referee's own are held on the text of some of them.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import dealer
import pytest
import referee

from seep_solver.cards import ALL_POINTS, CARDS, worth
from seep_solver.moves import Kind
from seep_solver.options import BY_NAME
from seep_solver.position import House, Position, side_of
from seep_solver.rules import PRESETS, Rules
from seep_solver.scoring import score_position

GAMES = 24  # of each preset


def deal(rng: random.Random, rules: Rules) -> Position:
    """A whole deal before its opening play."""
    line = dealer.position_line(dealer.deal(rng, rules.options()))
    return Position.parse(line, rules=rules)


def game(rng: random.Random, position: Position, *, sensible: bool) -> Iterator[Position]:
    """Every position of a random game, the finished one last."""
    yield position
    while position.cards_left:
        moves = position.moves()
        active = [move for move in moves if move.kind is not Kind.THROW] if sensible and rng.random() < 0.85 else []
        position = position.play(rng.choice(active or moves))
        yield position


def holds(position: Position, seat: int, value: int) -> bool:
    hand = position.hands[seat - 1]
    return hand is not None and any(card.rank == value for card in hand.cards)


def broken_by_house(position: Position, house: House) -> Iterator[str]:
    rules = position.rules
    if not rules.house_min <= house.value <= rules.house_max:
        yield "its value is not allowed"
    if len(house.cards) < 2 or not parts(tuple(card.rank for card in house.cards), house.value):
        yield "it does not split into sets of its value"
    if rules.absorb != "none" and any(card.rank == house.value for card in position.floor):
        yield "a card of its value lies loose beside it"
    if bool(house.owners) != rules.ownership:
        yield "it has no owner, or one though houses have none"
    if len(set(map(side_of, house.owners))) < len(house.owners):
        yield "two owners of a side"
    if not all(holds(position, seat, house.value) for seat in house.owners):
        yield "an owner holds no key"


def parts(ranks: tuple[int, ...], value: int) -> bool:
    """Whether the ranks part into sets that each add up to the value: card by card into one set or another."""

    def put(left: tuple[int, ...], sets: tuple[int, ...]) -> bool:
        if not left:
            return set(sets) <= {value}
        first, rest = left[0], left[1:]
        for at, total in enumerate(sets):
            if total + first <= value and put(rest, (*sets[:at], total + first, *sets[at + 1 :])):
                return True
        return (len(sets) + 1) * value <= sum(ranks) and put(rest, (*sets, first))

    return sum(ranks) % value == 0 and put(tuple(sorted(ranks, reverse=True)), ())


def broken(position: Position) -> Iterator[str]:
    """Every law that does not hold."""
    named = list(position.named())
    if sorted(named) != list(CARDS):
        yield "not 52 cards, each once"
    if worth(named, position.rules.scoring) != ALL_POINTS[position.rules.scoring]:
        yield "card points do not add up"
    values = [house.value for house in position.houses]
    if len(set(values)) < len(values):
        yield "two houses of a value"
    for house in position.houses:
        yield from (f"house of {house.value}: {law}" for law in broken_by_house(position, house))
    if position.cards_left and not position.moves():
        yield "no legal move"
    if not position.cards_left and (position.houses or position.floor):
        yield "something is left on the floor at the end"


def hold_to_the_laws(rng: random.Random, rules: Rules, *, sensible: bool) -> None:
    """Play one game, and look at every position of it."""
    played = list(game(rng, deal(rng, rules), sensible=sensible))
    assert len(played) == 49
    for plays, position in enumerate(played):
        assert not list(broken(position)), position
        assert not position.faults(), position
        assert position.turn == plays % rules.players + 1
        if rng.random() < 0.15:
            assert not referee.broken_laws(referee.parse(str(position), rules.options())), position
    end = played[-1]
    assert score_position(end).totals == end.totals
    points, cards = end.won()
    if end.last is not None:
        assert (sum(points), sum(cards)) == (ALL_POINTS[rules.scoring], 52)


@pytest.mark.parametrize("name", PRESETS)
def test_laws_of_whole_games(name: str) -> None:
    rng = random.Random(f"laws {name}")
    for number in range(GAMES):
        hold_to_the_laws(rng, PRESETS[name], sensible=number % 3 > 0)


def test_laws_under_random_rules() -> None:
    rng = random.Random("laws of random rules")
    for number in range(GAMES):
        options = dealer.random_options(rng)
        rules = Rules(name="ours", **{name: getattr(options, name) for name in BY_NAME})
        hold_to_the_laws(rng, rules, sensible=number % 3 > 0)


@pytest.mark.parametrize("name", [name for name, rules in PRESETS.items() if rules.ownership])
def test_ownership_leaves_no_house_for_the_last_play_to_sweep_up(name: str) -> None:
    """Before the last play a house may stand only if that play captures it."""
    rng, rules = random.Random(f"houses {name}"), PRESETS[name]
    for _ in range(6):
        *_, before, _ = game(rng, deal(rng, rules), sensible=True)
        for move in before.moves():
            assert {house.value for house in before.houses} <= {move.value}


def test_parting_into_sets() -> None:
    assert parts((4, 5, 9, 3, 3, 3), 9)
    assert not parts((4, 5, 8), 9)
    assert not parts((7, 7, 4), 9)
    assert parts((8, 7, 1, 2), 9)
