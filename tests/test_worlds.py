"""The worlds of a hidden position: counted, numbered, listed and drawn as the slow referee has them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from math import comb, factorial, prod, sqrt

import pytest
from dealer import position_line, scattered, small_opening
from hiding import as_seen, hidden
from referee import parse
from referee_cards import DECK, rank
from referee_options import PRESETS as OPTIONS
from referee_options import Options, resolve
from referee_state import worth
from referee_text import write
from referee_worlds import Hidden, World, filled, hidden_of, random_hidden, worlds

from seep_ext import Deals
from seep_solver import PRESETS, Hand, Position
from seep_solver.belief import PLACES, Fact, deals
from seep_solver.cards import CARDS, card
from seep_solver.packed import bits, from_row, ruleset, to_row

CLASSIC = resolve(OPTIONS["classic"])
WIDE = 4  # standard deviations of a chi-square that seeds which stay the same may be off


def engine_deals(problem: Hidden) -> Deals:
    """A problem of the referee as the engine takes it: zone by zone at seats 1 to 4, whatever the rules of play."""
    needs, lacks, room = [0] * PLACES, [0] * PLACES, [0] * PLACES
    for at, zone in enumerate(problem.zones):
        room[at] = zone.size
        needs[at] = sum(1 << each for each in zone.required)
        lacks[at] = sum(1 << each for each in zone.forbidden)
    known = [Hand(tuple(map(card, zone.known))) for zone in problem.zones] + [Hand()] * (4 - len(problem.zones))
    row = to_row(Position((), (), tuple(known), 1))
    return Deals(ruleset(PRESETS["classic"]), row, bits(map(card, problem.unseen)), room, needs, lacks)


def told_by_known_cards(problem: Hidden) -> bool:
    """Whether the known cards alone tell that no world fits: the engine is not asked then."""
    for zone in problem.zones:
        ranks = set(map(rank, zone.known))
        if zone.forbidden & ranks or not (zone.size or zone.required <= ranks):
            return True
    return False


def small_problems(seed: int, count: int) -> Iterator[Hidden]:
    rng = random.Random(seed)
    while count:
        problem = random_hidden(rng, 7)
        if told_by_known_cards(problem):
            assert not list(worlds(problem))
        else:
            yield problem
            count -= 1


def dealt(found: Deals, number: int, problem: Hidden) -> World:
    """The world that a deal of the engine is."""
    hands = found.row(number)["hand"]
    named = [{str(each) for each in CARDS if int(hand) >> each & 1} for hand in hands]
    return tuple(frozenset(cards - set(zone.known)) for cards, zone in zip(named, problem.zones, strict=False))


def kinds(cards: Iterable[str], rules: Options) -> tuple[tuple[tuple[int, int], int], ...]:
    """Cards with interchangeable ones as one."""
    return tuple(sorted(Counter((rank(each), worth((each,), rules)) for each in cards).items()))


def off(seen: Iterable[int], expected: float) -> float:
    """By how many standard deviations the chi-square of counts that should be equal is off."""
    counts = list(seen)
    free = len(counts) - 1
    return (sum((count - expected) ** 2 / expected for count in counts) - free) / sqrt(2 * free)


# Problems of a few cards


def test_small_problems_have_the_worlds_of_the_referee() -> None:
    impossible = 0
    for problem in small_problems(1, 400):
        found, true = engine_deals(problem), list(worlds(problem))
        assert found.total == len(true)
        assert {dealt(found, number, problem) for number in range(found.total)} == set(true)
        impossible += not true
    assert 40 < impossible < 360


def test_listed_worlds_are_deals_up_to_interchangeable_cards() -> None:
    merged = 0
    for problem in small_problems(2, 300):
        found = engine_deals(problem)
        groups = Counter(tuple(kinds(cards, CLASSIC) for cards in world) for world in worlds(problem))
        listed = found.listed(10_000)
        assert listed is not None
        weights, words = listed
        assert sorted(weights) == sorted(groups.values())
        assert weights.sum() == found.total
        assert len({tuple(row) for row in words.tolist()}) == len(groups)
        if groups:
            assert found.listed(len(groups)) is not None
        if len(groups) > 1:
            assert found.listed(len(groups) - 1) is None
        merged += len(groups) < found.total
    assert merged > 20


def test_a_number_past_the_last_is_no_deal() -> None:
    found = deals(hidden("classic", "02"))
    for number in (-1, found.total):
        with pytest.raises((IndexError, ValueError, OverflowError)):
            found.row(number)


def test_cards_must_fill_the_places() -> None:
    row = to_row(Position((), (), (Hand(),) * 4, 1))
    with pytest.raises(ValueError, match="do not fill"):
        Deals(ruleset(PRESETS["classic"]), row, 7, [1, 1, 0, 0, 0, 0, 0], [0] * PLACES, [0] * PLACES)


# Positions


def agree(position: Position) -> int:
    """The deals of a position are the referee's; how many."""
    state = parse(str(position))
    assert position.faults() == []
    problem = hidden_of(state)
    found = deals(position)
    true = {write(filled(state, problem, world)).split()[1] for world in worlds(problem)}
    assert found.total == len(true)
    hands = (replace(position, hands=from_row(found.row(number), position.rules).hands)
             for number in range(found.total))  # fmt: skip
    assert {str(each).split()[1] for each in hands} == true
    return found.total


@pytest.mark.parametrize("preset", PRESETS)
def test_hidden_positions_have_the_worlds_of_the_referee(preset: str) -> None:
    agree(hidden(preset, "02"))
    rng = random.Random(sum(map(ord, preset)))
    options = OPTIONS[preset]
    two = PRESETS[preset].players == 2
    for _ in range(12):
        state = scattered(rng, options, 2, stage=rng.randint(0, 2), won=False)
        agree(as_seen(Position.parse(position_line(state))))
    for _ in range(4):
        state = small_opening(rng, options, 3 if two else 2)
        agree(as_seen(Position.parse(position_line(state))))


# Whole deals


def multinomial(*sizes: int) -> int:
    return factorial(sum(sizes)) // prod(map(factorial, sizes))


def rooms(position: Position) -> list[int]:
    """Unseen cards of each hand and stage."""
    parts = [part for hand in position.hands if hand for part in (hand, *hand.stages)]
    return [part.unknown for part in parts if part.unknown]


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("which", ["deal", "10", "06"])
def test_without_facts_deals_are_multinomial(preset: str, which: str) -> None:
    position = hidden(preset, which)
    assert deals(position, ()).total == multinomial(*rooms(position))


@pytest.mark.parametrize("preset", ["classic", "open-house", "punjabi", "classic-2p"])
def test_one_fact_is_counted_by_inclusion_and_exclusion(preset: str) -> None:
    position = hidden(preset, "10")
    seat = next(at for at, hand in enumerate(position.hands, 1) if hand and hand.unknown)
    size, *others = rooms(position)
    unseen = [each for each in CARDS if each not in set(position.named())]
    for number in range(1, 14):
        alike = sum(each.rank == number for each in unseen)
        without = comb(len(unseen) - alike, size) * multinomial(*others)
        if without:
            assert deals(position, [Fact(seat, number, False, "")]).total == without
        if alike:
            holding = multinomial(size, *others) - without
            assert deals(position, [Fact(seat, number, True, "")]).total == holding


def test_numbers_of_a_whole_deal_give_deals_in_which_the_facts_are_true() -> None:
    position = hidden("classic", "08")
    facts = [Fact(2, 11, True, ""), Fact(3, 13, True, ""), Fact(3, 1, False, ""), Fact(4, 2, False, "")]
    found = deals(position, facts)
    rng = random.Random(5)
    seen = set()
    for number in [0, found.total - 1, *(rng.randrange(found.total) for _ in range(300))]:
        hands = from_row(found.row(number), position.rules).hands
        opened = replace(position, hands=hands)
        assert sorted(opened.named()) == list(CARDS)
        assert opened.faults() == []
        assert all(any(each.rank == fact.rank for each in opened.hands[fact.seat - 1].cards) == fact.holds  # type: ignore[union-attr]
                   for fact in facts)  # fmt: skip
        seen.add(hands)
    assert len(seen) > 290


# Draws

FACTS: dict[str, Callable[[Position], list[Fact] | None]] = {
    "owners": lambda position: None,
    "none": lambda position: [],
    "one": lambda position: [Fact(1 + position.turn % position.rules.players, highest_unseen(position), True, "")],
}


def highest_unseen(position: Position) -> int:
    named = set(position.named())
    return max(each.rank for each in CARDS if each not in named)


@pytest.mark.parametrize("facts", FACTS)
@pytest.mark.parametrize("preset", ["classic", "tabletop", "open-house", "bid-card", "punjabi", "bid-card-2p"])
def test_every_deal_is_drawn_as_often(preset: str, facts: str) -> None:
    state = scattered(random.Random(9), OPTIONS[preset], 2, stage=2, won=False)
    position = as_seen(Position.parse(position_line(state)))
    found = deals(position, FACTS[facts](position))
    rows = Counter({found.row(at).tobytes(): 0 for at in range(found.total)})
    assert len(rows) == found.total > 5
    rows.update(found.drawn(3, at).tobytes() for at in range(40 * found.total))
    assert len(rows) == found.total
    assert abs(off(rows.values(), 40)) < WIDE


def test_every_card_is_drawn_to_each_hand_as_often_as_it_has_room() -> None:
    position = hidden("classic", "deal")
    found = deals(position)
    number = 3000
    held: Counter[tuple[int, int]] = Counter()
    for at in range(number):
        row = found.drawn(1, at)
        for place, cards in enumerate([int(row["rest"]), *map(int, row["hand"][1:])]):
            held.update((place, each) for each in CARDS if cards >> each & 1)
    unseen = [each for each in CARDS if each not in set(position.named())]
    for place, room in enumerate([8, 12, 12, 12]):
        assert abs(off([held[place, each] for each in unseen], number * room / len(unseen))) < WIDE


def test_draws_depend_on_the_seed_and_the_number_alone() -> None:
    position = hidden("classic", "08")
    one, other = deals(position), deals(position)
    assert one.drawn(4, 17).tobytes() == other.drawn(4, 17).tobytes()
    assert len({one.drawn(seed, at).tobytes() for seed in range(20) for at in range(20)}) == 400


def test_the_deck_is_the_same() -> None:
    assert [str(each) for each in CARDS] == sorted(DECK, key=lambda each: (rank(each), "CDHS".index(each[1])))
