"""Following the plays of a deal: each checked by the rules, hidden cards filled in as plays show them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from seep_solver.cards import Card
from seep_solver.explain import explain
from seep_solver.faults import Fault
from seep_solver.moves import Move
from seep_solver.play import after
from seep_solver.position import Hand, Position

SHOWN = 12


@dataclass(frozen=True, slots=True)
class PlayFault(Fault):
    """An illegal play: its number, counted from 1 in the deal, and what was legal instead."""

    number: int = 0
    alternatives: tuple[str, ...] = ()


def positions(start: Position, plays: Sequence[Move]) -> Iterator[Position]:
    """The position before each play and after the last, with the hidden cards that later plays show."""
    position = start
    for number, move in enumerate(plays):
        yield completed(position, plays[number:])
        position = after(position, move)
    yield position


def completed(position: Position, plays: Sequence[Move]) -> Position:
    """A position with the hidden cards of hands named as far as the plays to come show them for certain."""
    if not position.hidden:
        return position
    named = set(position.named())
    hands = list(position.hands)
    players = position.rules.players
    for seat, hand in enumerate(hands):
        if hand is not None:
            cards = [move.card for move in plays[(seat + 1 - position.turn) % players :: players]]
            opening = position.bid is not None and seat == 0
            hands[seat] = _filled(hand, [card for card in cards if card not in named], cards, opening)
    return replace(position, hands=tuple(hands))


def _filled(hand: Hand, new: Sequence[Card], cards: Sequence[Card], opening: bool) -> Hand:
    """`hand` with new cards in place of unknown ones, each in the stage from which it is played."""
    parts = [hand, *hand.stages]
    fresh = set(new)
    if opening and len(parts) > 1:
        # Past the opening play the first two stages are one hand: which of them held a card is not known,
        # unless the other has no room for it.
        first, joined = cards[:1], cards[1 : parts[0].size + parts[1].size]
        parts[0] = _named(parts[0], [card for card in first if card in fresh])
        room = parts[1] if parts[1].unknown and not parts[0].unknown else parts[0]
        if not (parts[0].unknown and parts[1].unknown):
            parts[parts.index(room)] = _named(room, [card for card in joined if card in fresh])
        at, done = parts[0].size + parts[1].size, 2
    else:
        parts[0] = _named(parts[0], [card for card in cards[: hand.size] if card in fresh])
        at, done = hand.size, 1
    for stage in range(done, len(parts)):
        size = parts[stage].size
        parts[stage] = _named(parts[stage], [card for card in cards[at : at + size] if card in fresh])
        at += size
    return Hand(parts[0].cards, parts[0].unknown, tuple(parts[1:]))


def _named(hand: Hand, cards: Sequence[Card]) -> Hand:
    """`hand` with cards in place of as many unknown ones; as it is, if it has no room for them."""
    if len(cards) > hand.unknown:
        return hand
    return replace(hand, cards=(*hand.cards, *cards), unknown=hand.unknown - len(cards))


def reason_against(position: Position, move: Move) -> str | None:
    """Why a play is illegal, None if it is legal."""
    if not position.cards_left:
        return "the deal is over"
    return explain(position, move)


def alternatives(position: Position) -> tuple[str, ...]:
    """The legal moves, where the hand to play is known and they can be listed."""
    from seep_ext import TooManyMoves, UnplayedOption
    from seep_solver.packed import moves

    if position.hand is None or not position.hand.known or not position.cards_left:
        return ()
    try:
        return tuple(map(str, moves(position)))
    except (TooManyMoves, UnplayedOption):
        return ()


def told(moves: Sequence[str]) -> str | None:
    """Legal moves as a hint names them."""
    if not moves:
        return None
    more = f" and {len(moves) - SHOWN} more" if len(moves) > SHOWN else ""
    return f"legal here: {' '.join(moves[:SHOWN])}{more}"
