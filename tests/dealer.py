"""Seeded random rules and positions to hold the engine against the referee, and to test laws on.

Everything comes from the `random.Random` that is passed in: the same seed gives the same positions. States
carry their options; `position_line` writes them, without `rules=` where the options are no preset.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from referee_cards import DECK, Cards, minus, ordered, rank
from referee_moves import Move, legal, named
from referee_options import Options, resolve
from referee_play import booked, turn_of
from referee_state import Hand, House, Pair, State, pile, side_of, worth
from referee_text import write

Rules = Mapping[str, Any] | Options

# What taking every point of the 30-point game may be worth: less than the 26 points themselves, as much, or more.
ALL_POINTS = (1, 12, 20, 25, 26, 27, 60)


def position_line(state: State) -> str:
    """The position in notation; options that are no preset must travel beside it."""
    return write(state)


def random_options(rng: random.Random) -> Options:
    """A random set of options that rules, section 6, allows: about half of the fields as in `classic`."""
    players = rng.choice((4, 4, 2))
    scoring = rng.choice((100, 30))
    house_min, house_max = sorted((rng.randint(7, 13), rng.randint(7, 13)))
    ownership = rng.random() < 0.75
    wild: dict[str, Any] = {
        "house_min": house_min,
        "house_max": house_max,
        "max_houses": rng.randint(1, 4),
        "raise_own": True,
        "raise_partner": False,
        "raise_into_cemented": False,
        "raise_with_floor": True,
        "absorb": rng.choice(("cards", "none")),
        "packing": "most-cards",
        "throw_rule": rng.choice(("hand", "own-house") if ownership else ("hand",)),
        "opening_throw": "last-resort",
        "sweep": rng.choice((0, 1, 10, "card")),
        "opening_sweep": rng.choice((0, 5, "bid", "normal")),
        "sweep_cap": rng.randint(1, 3),
        "sweep_min_points": rng.choice((1, 3, 5, 13, 20, 40)),
        "most_cards": rng.choice((1, 4, 11)),
        "all_points": rng.choice(ALL_POINTS) if scoring == 30 else 0,
    }
    chosen = {name: choice for name, choice in wild.items() if rng.random() < 0.4}
    if "house_min" in chosen or "house_max" in chosen:
        chosen |= {"house_min": house_min, "house_max": house_max}
    second = rng.choice(("reserve", "redeal")) if players == 2 else "none"
    return resolve(
        Options(players=players, scoring=scoring, ownership=ownership, second_hands=second, **chosen)
    )


def deal(rng: random.Random, options: Rules) -> State:
    """A whole deal before its opening play: bid named, floor up, every card known."""
    options = resolve(options)
    while True:
        pack = rng.sample(DECK, 52)
        first = pack[:4]
        bids = sorted({rank(card) for card in first} & set(range(options.house_min, options.house_max + 1)))
        if bids:
            break
    floor, rest = pack[4:8], pack[8:]
    hands = [Hand(ordered(first), 0, (Hand(ordered(rest[:8])),))]
    for seat in range(1, options.players):
        hands.append(Hand(ordered(rest[12 * seat - 4:12 * seat + 8])))
    if options.players == 2:
        hands = [
            replace(hand, stages=(*hand.stages, Hand(ordered(rest[20 + 12 * seat:32 + 12 * seat]))))
            for seat, hand in enumerate(hands)
        ]
    return State(ordered(floor), (), tuple(hands), 1, options, bid=rng.choice(bids), taken=((), ()))


def _chosen(rng: random.Random, state: State, sensible: bool) -> Move:
    moves = legal(state)
    active = [move for move in moves if move.how != "throw"]
    return rng.choice(active if active and sensible and rng.random() < 0.85 else moves)


def random_game(rng: random.Random, options: Rules, sensible: bool = True) -> Iterator[State]:
    """Every position of a random game, the deal first, the finished one last.

    Sensible play prefers captures and house moves to throws most of the time.
    """
    state = deal(rng, options)
    yield state
    while not state.finished:
        move = _chosen(rng, state, sensible)
        state = booked(state, turn_of(state, move, *named(state, move)))
        yield state


def cards_left(state: State) -> int:
    """Cards in all hands and later stages."""
    hands = [hand for hand in state.hands if hand is not None]
    return sum(hand.size + sum(stage.size for stage in hand.stages) for hand in hands)


def forget(state: State, history: str) -> State:
    """The position with what was won before known as "taken" piles, as "points" or as "none"."""
    if history == "taken":
        return state
    if history == "none":
        return replace(state, taken=None, seeps=(0, 0), bonus=(0, 0))
    first, second = pile(state, 1), pile(state, 2)
    return replace(state, taken=None, points=(first[0], second[0]), cards=(first[1], second[1]))


def endgame(
    rng: random.Random, cards_each: int, options: Rules, sensible: bool = True, history: str = "taken"
) -> State:
    """A position of a random game whose seat to play holds so many cards, in any place of the trick.

    With two players these are the second hands. Not more than 12 cards (11 of them after the opening play).
    """
    options = resolve(options)
    left = cards_each * options.players - rng.randrange(options.players)
    for state in random_game(rng, options, sensible):
        if cards_left(state) == left and state.bid is None:
            return forget(state, history)
    raise ValueError(f"no position of a game has {cards_each} cards a hand")


def _sizes(rng: random.Random, players: int, turn: int, cards_each: int) -> list[int]:
    """Hand sizes that are in step: those from TURN on are full, some last ones may have played."""
    full = rng.randint(1, players)
    return [cards_each - ((seat - turn) % players >= full) for seat in range(1, players + 1)]


def _set_of(rng: random.Random, pack: Cards, value: int) -> Cards:
    """Some cards of the pack that add to the value, at random; none if the dice say so."""
    left, found = value, []
    for card in rng.sample(pack, len(pack)):
        if rank(card) <= left and (rank(card) < value or rng.random() < 0.3):
            left -= rank(card)
            found.append(card)
    return tuple(found) if left == 0 else ()


def _owners(rng: random.Random, hands: list[Cards], value: int) -> tuple[int, ...]:
    keepers = [seat for seat, hand in enumerate(hands, 1) if value in map(rank, hand)]
    rng.shuffle(keepers)
    first = keepers[:1]
    others = [seat for seat in keepers if first and side_of(seat) != side_of(first[0])]
    return tuple(sorted(first + (others[:1] if rng.random() < 0.4 else [])))


def draw_houses(
    rng: random.Random, options: Options, hands: list[Cards], pack: Cards, most: int
) -> tuple[tuple[House, ...], Cards]:
    """Random houses whose owners hold keys, and the pack without their cards."""
    houses = []
    span = range(options.house_min, options.house_max + 1)
    for value in sorted(rng.sample(span, min(len(span), rng.randint(0, most)))):
        owners = _owners(rng, hands, value) if options.ownership else ()
        inside: Cards = ()
        for _ in range(rng.choice((1, 1, 1, 2, 2, 3))):
            one = _set_of(rng, minus(pack, inside), value)
            inside += one
        if len(inside) >= 2 and (owners or not options.ownership):
            houses.append(House(value, ordered(inside), owners))
            pack = minus(pack, inside)
    return tuple(houses), pack


def _piles(rng: random.Random, options: Options, pack: Cards) -> tuple[Cards, Cards, Cards]:
    """The cards that each side has won, and those out of play: at random, or near what the options ask for."""
    most = len(pack)
    cut = rng.randint(0, most)
    end = rng.randint(cut, most) if rng.random() < 0.3 else most
    if options.most_cards and rng.random() < 0.6:
        cut, end = min(most, rng.randint(22, 27)), most     # to 26 cards, or past them
    if options.all_points and rng.random() < 0.5:
        scoring = sorted(pack, key=lambda card: -worth((card,), options))
        pack, end = tuple(scoring), most                    # one side has all the points won so far
    first, second = ordered(pack[:cut]), ordered(pack[cut:end])
    if rng.random() < 0.5:
        first, second = second, first
    return first, second, ordered(pack[end:])


def draw_won(rng: random.Random, state: State, pack: Cards) -> State:
    """Random piles and seeps, known as cards or as numbers; often so that little is wanting to a bonus."""
    first, second, gone = _piles(rng, state.options, pack)
    seeps: Pair = (rng.randint(0, 3), rng.randint(0, 3)) if rng.random() < 0.5 else (0, 0)
    each = rng.choice((1, 10, 50))
    state = replace(state, seeps=seeps, bonus=(seeps[0] * each, seeps[1] * each))
    if rng.random() < 0.5:
        return replace(state, taken=(first, second), gone=gone)
    options = state.options
    return replace(
        state,
        points=(worth(first, options), worth(second, options)),
        cards=(len(first), len(second)),
    )


def scattered(
    rng: random.Random,
    options: Rules,
    cards_each: int,
    *,
    loose_most: int = 10,
    houses_most: int = 3,
    stage: int = 0,
    won: bool | None = None,
) -> State:
    """Legal input that no game need reach: random floor, houses with keys held, hands in step.

    `stage` cards more a seat for two players' second hands. `won`: whether piles and seeps are told; unless
    said, where totals do not add up.
    """
    options = resolve(options)
    turn = rng.randint(1, options.players)
    pack: Cards = tuple(rng.sample(DECK, 52))
    hands = []
    for size in _sizes(rng, options.players, turn, cards_each):
        hands.append(ordered(pack[:size]))
        pack = pack[size:]
    stages: list[tuple[Hand, ...]] = [()] * options.players
    if stage and options.players == 2:
        stages = [(Hand(ordered(pack[:stage])),), (Hand(ordered(pack[stage:2 * stage])),)]
        pack = pack[2 * stage:]
    houses, pack = draw_houses(rng, options, hands, pack, houses_most)
    barred = {house.value for house in houses} if options.absorb != "none" else set()
    loose = [card for card in pack[:rng.randint(0, loose_most)] if rank(card) not in barred]
    state = State(
        ordered(loose),
        houses,
        tuple(Hand(hand, 0, later) for hand, later in zip(hands, stages, strict=True)),
        turn,
        options,
        last=rng.choice((None, 1, 2)),
    )
    told = not options.adds_up if won is None else won
    return draw_won(rng, state, minus(pack, loose)) if told else state


def small_opening(rng: random.Random, options: Rules, cards_each: int) -> State:
    """An opening position with a bid and small hands: the opener holds part of its cards as its next stage.

    Two players have second hands of one or two cards.
    """
    options = resolve(options)
    span = range(options.house_min, options.house_max + 1)
    while True:
        pack = tuple(rng.sample(DECK, 52))
        first = rng.randint(1, cards_each)
        bids = sorted({rank(card) for card in pack[:first]} & set(span))
        if bids:
            break
    at = cards_each
    hands = [Hand(ordered(pack[:first]), 0, (Hand(ordered(pack[first:at])),) if first < at else ())]
    for _ in range(options.players - 1):
        hands.append(Hand(ordered(pack[at:at + cards_each])))
        at += cards_each
    if options.players == 2 and hands[0].stages:
        more = rng.randint(1, 2)
        for seat in (0, 1):
            later = Hand(ordered(pack[at:at + more]))
            hands[seat] = replace(hands[seat], stages=(*hands[seat].stages, later))
            at += more
    floor = ordered(pack[at:at + rng.randint(0, 5)])
    return State(floor, (), tuple(hands), 1, options, bid=rng.choice(bids), taken=((), ()))
