"""Playing a move by the slow referee: table, piles and seeps after it (rules, sections 3 to 5)."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace
from itertools import combinations, product

from referee_cards import Cards, kind, minus, ordered, rank
from referee_moves import Move, kinds, legal, named, owners_after, text
from referee_state import Hand, House, Pair, State, floor_cards, standing_total, worth
from referee_text import cards, plain

_MOVE = re.compile(r"([^x+\[=]+)(?:(x|\+)([^\[=]*)((?:\[\d+\])*)(?:=(\d+))?)?")


def legal_moves(state: State) -> list[str]:
    """Every legal move, one of each interchangeable kind with the lowest suits, in ASCII order."""
    if state.finished:
        return []
    return sorted(text(move, *named(state, move)) for move in legal(state))


def _picks(wanted: Cards, zone: Cards, scoring: int) -> list[Cards]:
    """Every choice of cards of the zone that are of the kinds wanted."""
    each = []
    for name, number in Counter(wanted).items():
        alike = [card for card in zone if kind(card, scoring) == name]
        each.append(list(combinations(alike, number)))
    return [tuple(card for group in groups for card in group) for groups in product(*each)]


def spelled_moves(state: State) -> list[str]:
    """Every legal move with every choice of interchangeable cards, in ASCII order."""
    scoring = state.options.scoring
    found = []
    for move in [] if state.finished else legal(state):
        for (card,) in _picks((move.card,), state.hand.cards, scoring):
            found += [text(move, card, loose) for loose in _picks(move.loose, state.loose, scoring)]
    return sorted(found)


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn played: the table after it, who won which cards, and the bonus if it was a seep."""

    table: State
    won: Cards
    bonus: int | None
    leftovers: Cards


def _take_up(hands: tuple[Hand | None, ...]) -> tuple[Hand | None, ...]:
    """When every hand is empty each seat takes up its next stage."""
    if any(hand is None or hand.size for hand in hands):
        return hands
    return tuple(hand and _joined(hand) for hand in hands)


def _joined(hand: Hand) -> Hand:
    """The hand with its next stage in it, if it has one."""
    if not hand.stages:
        return hand
    stage = hand.stages[0]
    return Hand(ordered(hand.cards + stage.cards), hand.unknown + stage.unknown, hand.stages[1:])


def _hands_after(state: State, card: str) -> tuple[Hand | None, ...]:
    hands = list(state.hands)
    own = replace(state.hand, cards=minus(state.hand.cards, [card]))
    hands[state.turn - 1] = own if state.bid is None else _joined(own)
    return _take_up(tuple(hands))


def _houses_after(state: State, move: Move, card: str, loose: Cards) -> tuple[House, ...]:
    kept = [house for house in state.houses if house.value not in (move.value, move.raised)]
    if move.how == "throw":
        return state.houses
    if move.how == "house":
        old = [house for house in state.houses if house.value in (move.value, move.raised)]
        inside = ordered((card, *loose, *(other for house in old for other in house.cards)))
        kept.append(House(move.value, inside, owners_after(state, move)))
    return tuple(sorted(kept, key=lambda house: house.value))


def _bonus(state: State, card: str) -> int:
    """What a seep made with this card is worth."""
    later = rank(card) if state.options.sweep == "card" else state.options.sweep
    if state.bid is None or state.options.opening_sweep == "normal":
        return int(later)
    return state.bid if state.options.opening_sweep == "bid" else int(state.options.opening_sweep)


def turn_of(state: State, move: Move, card: str, loose: Cards) -> Turn:
    """Play a legal move with these very cards, looking only at the table."""
    captured = move.how == "capture"
    left = minus(state.loose, loose)
    table = replace(
        state,
        loose=ordered((*left, card)) if move.how == "throw" else left,
        houses=_houses_after(state, move, card, loose),
        hands=_hands_after(state, card),
        turn=state.turn % state.options.players + 1,
        bid=None,
        last=state.side if captured else state.last,
    )
    won: Cards = ()
    if captured:
        house = state.house(move.value)
        won = (card, *loose, *(house.cards if house else ()))
    if table.finished:
        return Turn(replace(table, loose=(), houses=()), won, None, floor_cards(table))
    swept = captured and not floor_cards(table)
    return Turn(table, won, _bonus(state, card) if swept else None, ())


def _plus(pair: Pair, side: int, more: int) -> Pair:
    return (pair[0] + more, pair[1]) if side == 1 else (pair[0], pair[1] + more)


def _give(state: State, side: int | None, won: Cards) -> State:
    """Move cards off the floor to a side's pile, or out of play if nobody captured."""
    if not won:
        return state
    if side is None:
        return replace(state, gone=ordered(state.gone + won))
    if state.taken is not None:
        piles = list(state.taken)
        piles[side - 1] = ordered(piles[side - 1] + won)
        return replace(state, taken=(piles[0], piles[1]))
    return replace(
        state,
        gone=ordered(state.gone + won),
        points=_plus(state.points or (0, 0), side, worth(won, state.options)),
        cards=_plus(state.cards or (0, 0), side, len(won)),
    )


def booked(state: State, turn: Turn) -> State:
    """The table after a turn, with what was won in the books."""
    after = _give(turn.table, state.side, turn.won)
    if turn.bonus is not None:
        after = replace(
            after,
            seeps=_plus(after.seeps, state.side, 1),
            bonus=_plus(after.bonus, state.side, turn.bonus),
        )
    return _give(after, after.last, turn.leftovers)


def play(state: State, move_text: str) -> State:
    """The position after a move, written with any of the interchangeable cards; ValueError if illegal.

    The last play leaves an empty floor: leftovers go to the side that captured last, else to `gone`.
    """
    match = _MOVE.fullmatch(move_text.strip())
    if match is None or state.finished:
        raise ValueError(f"no move here: {move_text!r}")
    first, sign, inside, houses, target = match.groups()
    played, loose = cards(plain(first)), cards(inside or "-")
    scoring = state.options.scoring
    if len(played) != 1 or played[0] not in state.hand.cards or set(loose) - set(state.loose):
        raise ValueError(f"cards not in hand or on the floor: {move_text!r}")
    wanted = kind(played[0], scoring) + (sign or "") + "".join(kinds(loose, scoring)) + (houses or "")
    wanted += f"={target}" if target else ""
    for move in legal(state):
        if text(move, move.card, move.loose) == wanted and len(set(loose)) == len(loose):
            return booked(state, turn_of(state, move, played[0], loose))
    raise ValueError(f"not legal: {move_text!r}")


def total(state: State, side: int) -> int:
    """A side's total; in a finished position cards still on the floor count for the side in `last`."""
    return standing_total(settled(state), side)


def settled(state: State) -> State:
    if not state.finished:
        return state
    return _give(replace(state, loose=(), houses=()), state.last, floor_cards(state))

