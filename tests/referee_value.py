"""Exact values by trying everything, for the slow referee (rules, section 5)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from referee_moves import Move, kinds, legal, named, text
from referee_play import booked, play, settled, turn_of
from referee_state import Hand, Pair, State, pile, standing_margin, standing_total

Memo = dict[tuple[object, ...], int]


def _bare(state: State) -> State:
    """The position without what cannot matter to play from here on."""
    state = replace(state, gone=(), lead=0, id=None)
    if not state.options.adds_up:
        return state
    nothing: Pair = (0, 0)
    return replace(state, points=nothing, cards=nothing, seeps=nothing, bonus=nothing)


def _key(state: State) -> tuple[object, ...]:
    table = (state.loose, state.houses, state.hands, state.turn, state.bid, state.last)
    return (*table, state.points, state.cards, state.seeps, state.bonus)


def _by_kinds(state: State) -> State:
    """The position with each card as the lowest of its kind, and only numbers for what was won."""
    scoring = state.options.scoring

    def hand_kinds(hand: Hand | None) -> Hand:
        if hand is None or hand.unknown:
            raise ValueError("a hidden hand has no exact value")
        return Hand(kinds(hand.cards, scoring), 0, tuple(hand_kinds(stage) for stage in hand.stages))

    first, second = pile(state, 1), pile(state, 2)
    return _bare(replace(
        state,
        loose=kinds(state.loose, scoring),
        houses=tuple(replace(house, cards=kinds(house.cards, scoring)) for house in state.houses),
        hands=tuple(hand_kinds(hand) for hand in state.hands),
        taken=None,
        points=(first[0], second[0]),
        cards=(first[1], second[1]),
    ))


def _margin(state: State, side: int) -> int:
    return standing_total(state, side) - standing_total(state, 3 - side)


def _move_gain(state: State, move: Move, memo: Memo) -> int:
    """What the mover's side gains from a move of a position by kinds, to the end of the deal."""
    side = state.side
    after = booked(state, turn_of(state, move, move.card, move.loose))
    won = _margin(after, side) - _margin(state, side)
    left = _bare(after)
    rest = _gain(left, memo)
    return won + (rest if left.side == side else -rest)


def _gain(state: State, memo: Memo) -> int:
    """The gain of the side to move under best play by both sides."""
    if state.finished:
        return 0
    key = _key(state)
    if key not in memo:
        memo[key] = max(_move_gain(state, move, memo) for move in legal(state))
    return memo[key]


def _move_gains(state: State, memo: Memo) -> dict[str, int]:
    whole = _by_kinds(state)
    gains = {text(move, *named(state, move)): _move_gain(whole, move, memo) for move in legal(whole)}
    return dict(sorted(gains.items(), key=lambda item: (-item[1], item[0])))


def value(state: State) -> int:
    """The gain of the side to move: final margin under best play less the margin the score stands at.

    What was won before counts as the position says, and as nothing where it says nothing.
    """
    if state.finished:
        return standing_margin(settled(state)) - standing_margin(state)
    return _gain(_by_kinds(state), {})


def move_values(state: State) -> dict[str, int]:
    """The gain of each legal move, best first, ties in byte order of the text."""
    return {} if state.finished else _move_gains(state, {})


def best_line(state: State) -> list[str]:
    """The line in which each side plays the first of its best moves, in the order of `move_values`."""
    memo: Memo = {}
    line = []
    while not state.finished:
        move = next(iter(_move_gains(state, memo)))
        line.append(move)
        state = play(state, move)
    return line


def _after(state: State) -> Iterator[State]:
    for move in legal(state):
        yield turn_of(state, move, move.card, move.loose).table


def perft(state: State, depth: int) -> int:
    """Move sequences of that length up to interchangeable cards; one that ends the deal earlier counts 1."""
    memo: Memo = {}

    def count(table: State, left: int) -> int:
        if left == 0 or table.finished:
            return 1
        key = (left, *_key(table))
        if key not in memo:
            memo[key] = sum(count(after, left - 1) for after in _after(table))
        return memo[key]

    return count(_by_kinds(state), depth)
