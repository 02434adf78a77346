"""What the plays of a game prove of the hands, for the slow referee: ranks a seat holds, ranks it lacks.

Only what every player sees is used: the floor, the houses, the bid and the moves, never the hands of the record.

- Bid: the opener holds a card of the bid's value before its opening play.
- Owner: it holds a key of its house (duty), and still holds it when another has taken or raised the house.
- House move that asked for a key: the mover holds a card of the house's value after the play.
- A card of a rank is played: that the seat holds one is no longer known, unless one of the above says so.
- Throw under `throw_rule = hand`: no card in the hand captures anything, so the mover lacks every rank that would.
  (Duty never forbids a capture: a card that captures takes the house of its own value, and ends that duty.)
  In the opening play only the bid's rank may capture, and the card thrown is of that rank, so nothing is learnt.
- Cards are taken up (the opener's rest, second hands): no rank is known to be lacking any more.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from referee_cards import RANKS, has_set
from referee_cards import rank as rank_of
from referee_moves import own_side_owns
from referee_state import State

Ranks = dict[int, frozenset[int]]
ALL_RANKS = range(1, len(RANKS) + 1)


@dataclass(frozen=True, slots=True)
class Facts:
    """For each seat, ranks of which it holds a card in the hand now held, and ranks of which it holds none."""

    held: Ranks
    lacks: Ranks


def nothing(players: int) -> Facts:
    """No fact about any seat."""
    none: Ranks = {seat: frozenset() for seat in range(1, players + 1)}
    return Facts(none, none)


def seen_in(known: Facts, state: State) -> Facts:
    """The facts, with what the table shows: the bid before the opening play, and the owners of houses."""
    held = {seat: ranks | _keys(state, seat) for seat, ranks in known.held.items()}
    if state.bid is not None:
        held[state.turn] |= {state.bid}
    return Facts(held, known.lacks)


def learnt(known: Facts, before: State, move: str) -> Facts:
    """The facts after a move, from those that were known before it."""
    known = seen_in(known, before)
    held, lacks = dict(known.held), dict(known.lacks)
    seat, played = before.turn, rank_of(move[:2])
    held[seat] = (held[seat] - {played}) | _proved(before, move)
    if move == move[:2] and before.options.throw_rule == "hand" and before.bid is None:
        lacks[seat] |= {rank for rank in ALL_RANKS if would_capture(before, rank)}
    for other in _taking_up(before):
        lacks[other] = frozenset()
    return Facts(held, lacks)


def facts(record: Iterable[tuple[State, str]], now: State | None = None) -> Facts:
    """What a game proves up to its last move: pairs of the position before a move, and the move as written.

    `now` is the position after it, which shows its bid and owners too; without moves it is all there is.
    """
    known: Facts | None = None
    for before, move in record:
        known = learnt(known or nothing(before.options.players), before, move)
    if now is not None:
        known = seen_in(known or nothing(now.options.players), now)
    if known is None:
        raise ValueError("neither a move nor a position")
    return known


def would_capture(state: State, rank: int) -> bool:
    """Whether a card of the rank captures something of this floor."""
    equal = any(rank_of(card) == rank for card in state.loose)
    return equal or state.house(rank) is not None or has_set(state.loose, rank)


def _keys(state: State, seat: int) -> frozenset[int]:
    return frozenset(house.value for house in state.houses if seat in house.owners)


def _proved(before: State, move: str) -> frozenset[int]:
    """Ranks that the mover must hold after the move: keys of houses still its own, and of the one it moved to."""
    seat = before.turn
    still = set(_keys(before, seat))
    if "x" in move:
        still.discard(rank_of(move[:2]))
    if "=" not in move:
        return frozenset(still)
    value = int(move.split("=")[1])
    named = {int(part.split("]")[0]) for part in move.split("[")[1:]}
    still -= named - {value}
    standing = before.house(value)
    if standing is None or not own_side_owns(before, standing):
        still.add(value)
    return frozenset(still)


def _taking_up(before: State) -> list[int]:
    """Seats that take up a stage after this play."""
    hands = [hand for hand in before.hands if hand is not None]
    if before.bid is not None:
        return [before.turn]
    last = sum(hand.size for hand in hands) == 1 and len(hands) == len(before.hands)
    return [seat for seat, hand in enumerate(hands, 1) if hand.stages] if last else []
