"""Bounds from counting where they say most: loose cards and houses that one side alone can take, totals near the edge.

Positions are drawn so that the sides hold few ranks in common; values with bounds must be those of the search without
them, and now and then the referee's.
"""

from __future__ import annotations

import random

import dealer
import duel
import pytest
import referee
from referee import Options, State
from referee_cards import DECK, minus, ordered, rank
from referee_options import resolve
from referee_state import Hand
from rows import row, ruleset

from seep_ext import Solver
from seep_solver import Position, Rules, analyse

BOUNDLESS = ("bounds", "clearing", "holds", "patterns", "children", "last-plays", "guess")
QUICK = 100_000             # nodes: what takes more without bounds is not compared


def holding_rules(rng: random.Random) -> Options:
    """Rules under which a side can hold things, with totals that often do not add up."""
    ownership = rng.random() < 0.75
    draws: dict[str, tuple[object, ...]] = {
        "scoring": (100, 100, 30),
        "absorb": ("sets", "cards", "none"),
        "packing": ("maximal", "most-cards"),
        "raise_with_floor": (False, False, True),
        "raise_own": (False, True),
        "raise_partner": (False, True),
        "raise_into_cemented": (False, True),
        "house_min": (7, 8, 9, 10, 13),
        "sweep": (50, 50, 0, 7, "card"),
        "sweep_cap": (0, 0, 1, 2, 3),
        "sweep_min_points": (0, 0, 5, 20),
        "most_cards": (0, 0, 4, 50),
        "all_points": (0, 0, 12, 26, 60),
    }
    throws = {"throw_rule": ("card", "own-house") if ownership else ("card",)}
    chosen = {name: rng.choice(values) for name, values in (draws | throws).items()}
    if chosen["scoring"] == 100:
        chosen["all_points"] = 0
    return resolve(Options(ownership=ownership, **chosen))  # type: ignore[arg-type]


def parted(rng: random.Random, options: Options, cards: int) -> State:
    """A position of up to `cards` cards a hand, each side mostly with ranks of its own."""
    turn, full = rng.randint(1, 4), rng.randint(1, 4)
    sides = [set(rng.sample(range(1, 14), rng.randint(3, 9))) for _ in range(2)]
    pack, hands = rng.sample(DECK, 52), []
    for seat in range(4):
        size = cards - ((seat + 1 - turn) % 4 >= full)
        pack.sort(key=lambda card: rank(card) not in sides[seat % 2])
        hands.append(ordered(pack[:size]))
        pack = pack[size:]
    rng.shuffle(pack)
    houses, rest = dealer.draw_houses(rng, options, hands, tuple(pack), rng.choice((0, 1, 2, 3)))
    standing = {house.value for house in houses} if options.absorb != "none" else set()
    loose = [card for card in rest if rank(card) not in standing and rank(card) in sides[0] | sides[1]]
    loose = loose[: rng.randint(0, 6)]
    state = State(ordered(loose), houses, tuple(Hand(hand) for hand in hands), turn, options, rng.choice((None, 1, 2)))
    return state if options.adds_up else dealer.draw_won(rng, state, minus(rest, loose))


def compare(state: State, bounded: Solver, boundless: Solver) -> None:
    plain = boundless.analyse(ruleset(state.options), row(state), nodes=QUICK)
    if not plain.stopped:
        found = bounded.analyse(ruleset(state.options), row(state))
        assert found.moves == plain.moves, (dealer.position_line(state), state.options)


@pytest.mark.parametrize("seed", range(8))
def test_what_a_side_can_hold(seed: int) -> None:
    rng = random.Random(f"holds {seed}")
    bounded, boundless = Solver(4), Solver(4, without=BOUNDLESS)
    for i in range(120):
        options = holding_rules(rng)
        for _ in range(5):
            compare(parted(rng, options, rng.choice((2, 2, 3, 3, 4))), bounded, boundless)
        if i % 10 == 0:
            state = parted(rng, options, 2)
            found = bounded.analyse(ruleset(options), row(state))
            assert {move[0]: move[1] for move in found.moves} == referee.move_values(state)


@pytest.mark.parametrize("seed", range(4))
def test_openings_with_cards_to_come(seed: int) -> None:
    """The opener's next stage is in play as soon as the opening play is made."""
    rng = random.Random(f"openings {seed}")
    bounded, boundless = Solver(4), Solver(4, without=BOUNDLESS)
    for name in duel.PRESETS:
        options = duel.preset(name)
        for _ in range(100):
            compare(dealer.small_opening(rng, options, rng.choice((2, 3))), bounded, boundless)


LINES = [
    ("TC KD+2S/4SQD/8H8S/JCKC 1 bid=13 taken=-/-", {}, -64),
    ("TSKH QD+3H3S/AS9SKD/5C6DKC/4H5S9D 1 bid=12 taken=-/-", {}, -76),
    ("8D8STHQD JS+2H3S/3H7CKD/3D6H8C/7HTSQC 1 bid=11 taken=-/-", {}, -26),
    (
        "5C[13:AC2H4C6C@3] 3S4D7S/5S9D9S/TCKCKS/5DJDJS 4 points=31/20 cards=22/13 seeps=3/1 bonus=150/50",
        {"packing": "most-cards", "sweep_cap": 1},
        -49,
    ),
    (
        "2C7H8C8D9H AS7S/JSQS/8STS/JCJDQD 4 points=12/39 cards=18/20 seeps=1/0 bonus=50/0",
        {"house_min": 8, "ownership": False, "sweep_cap": 1, "sweep_min_points": 20},
        19,
    ),
    ("KC[13:6C7C@1] KS/2C/3C/4C 2 last=2", {"absorb": "none"}, -13),
]


@pytest.mark.parametrize(("line", "options", "gain"), LINES)
def test_known_edges(line: str, options: dict[str, object], gain: int) -> None:
    """Edges of the proofs: cards to come, a cap that the other side may pass, a key for two items."""
    position = Position.parse(line, rules=Rules(name="own", **options))  # type: ignore[arg-type]
    assert analyse(position, want="value").gain == gain
