"""The legal moves of a turn, for the slow referee (rules, sections 3 and 4).

A move is held by kinds of cards: each card stands as the lowest card it is interchangeable with.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from referee_cards import Cards, entries, kind, maximal_unions, minus, ordered, rank, values
from referee_state import House, State


@dataclass(frozen=True, slots=True)
class Move:
    """A turn, by kinds: `how` is throw, capture or house; `value` that of the house captured or moved to."""

    card: str
    how: str
    loose: Cards = ()
    value: int = 0
    raised: int = 0
    joins: bool = False


def kinds(cards: Iterable[str], scoring: int) -> Cards:
    """The kinds of some cards, in written order, as often as they come."""
    return ordered(kind(card, scoring) for card in cards)


def partner(seat: int, players: int) -> int | None:
    """The seat across, with four players."""
    return (seat + 1) % 4 + 1 if players == 4 else None


def own_side_owns(state: State, house: House) -> bool:
    """Whether the mover or its partner is among the owners."""
    return state.turn in house.owners or partner(state.turn, state.options.players) in house.owners


def captures(state: State, card: str) -> list[Move]:
    """What the card may capture, the bid of an opening play looked at, the duty not."""
    x = rank(card)
    if state.bid not in (None, x):
        return []
    loose = kinds(state.loose, state.options.scoring)
    equals = tuple(other for other in loose if rank(other) == x)
    house = state.house(x)
    unions = maximal_unions(minus(loose, equals), x)
    if state.options.packing == "most-cards":
        most = max(len(union) for union in unions)
        unions = tuple(union for union in unions if len(union) == most)
    moves = [Move(card, "capture", ordered(equals + union), x if house else 0) for union in unions]
    return [move for move in moves if move.loose or move.value]


def may_be_raised(state: State, house: House) -> bool:
    """Whether the mover may raise this house, wherever to."""
    options = state.options
    if house.cemented:
        return False
    if state.turn in house.owners and not options.raise_own:
        return False
    return partner(state.turn, options.players) not in house.owners or options.raise_partner


def holds_key(state: State, card: str, value: int) -> bool:
    """Whether the mover holds a card of the value after playing the card."""
    return value in values(minus(kinds(state.hand.cards, state.options.scoring), [card]))


def house_moves(state: State, card: str) -> Iterator[Move]:
    """Builds, adds and raises with the card; key, limit and bid looked at, the duty not."""
    options = state.options
    loose = kinds(state.loose, options.scoring)
    for value in range(options.house_min, options.house_max + 1):
        if state.bid not in (None, value):
            continue
        standing = state.house(value)
        if not (standing and own_side_owns(state, standing)) and not holds_key(state, card, value):
            continue
        missing = value - rank(card)
        full = options.max_houses and len(state.houses) >= options.max_houses
        if missing >= 0 and (standing or not full):
            for chosen in entries(loose, missing, value, options.absorb):
                if standing or chosen:
                    yield Move(card, "house", chosen, value, joins=standing is not None)
        if standing and standing.cemented and not options.raise_into_cemented:
            continue
        for house in state.houses:
            lacking = missing - house.value
            if house.value == value or not may_be_raised(state, house):
                continue
            if lacking == 0 or (lacking > 0 and options.raise_with_floor):
                for chosen in entries(loose, lacking, value, options.absorb):
                    yield Move(card, "house", chosen, value, house.value, standing is not None)


def owners_after(state: State, move: Move) -> tuple[int, ...]:
    """The owners of the house that a house move leaves."""
    if not state.options.ownership:
        return ()
    standing = state.house(move.value)
    if standing is None:
        return (state.turn,)
    if own_side_owns(state, standing):
        return standing.owners
    return tuple(sorted({*standing.owners, state.turn}))


def keeps_duty(state: State, move: Move) -> bool:
    """Whether the mover still holds a key for every house that it owns after the move."""
    owned = {house.value for house in state.houses if state.turn in house.owners}
    if move.how == "capture":
        owned.discard(move.value)
    if move.how == "house":
        owned.discard(move.raised)
        if state.turn in owners_after(state, move):
            owned.add(move.value)
    return all(holds_key(state, move.card, value) for value in owned)


def takes_or_houses(state: State, card: str) -> list[Move]:
    """All legal moves of the card but throws."""
    moves = [*captures(state, card), *house_moves(state, card)]
    return [move for move in moves if keeps_duty(state, move)]


def may_throw(state: State, card: str) -> bool:
    """Whether the card may be thrown."""
    options = state.options
    hand = sorted(set(kinds(state.hand.cards, options.scoring)))
    if state.bid not in (None, rank(card)) or captures(state, card):
        return False
    if options.throw_rule == "hand":
        others = [move for other in hand for move in captures(state, other)]
        if any(keeps_duty(state, move) for move in others):
            return False
    if options.throw_rule == "own-house":
        for move in takes_or_houses(state, card):
            house = state.house(move.value)
            adds = move.how == "house" and move.joins and not move.raised
            if adds and house and state.turn in house.owners:
                return False
    last_resort = state.bid is not None and options.opening_throw == "last-resort"
    if last_resort and any(takes_or_houses(state, other) for other in hand):
        return False
    return keeps_duty(state, Move(card, "throw"))


def moves_of(state: State, card: str) -> list[Move]:
    """All legal moves of one kind of card in the hand of the mover."""
    moves = takes_or_houses(state, card)
    if may_throw(state, card):
        moves.append(Move(card, "throw"))
    return moves


def legal(state: State) -> list[Move]:
    """All legal moves, one of each interchangeable kind."""
    hand = set(kinds(state.hand.cards, state.options.scoring))
    return [move for card in ordered(hand) for move in moves_of(state, card)]


def text(move: Move, card: str, loose: Iterable[str]) -> str:
    """A move as it is written, with these very cards (notation, "A move")."""
    cards = "".join(ordered(loose))
    if move.how == "throw":
        return card
    if move.how == "capture":
        return f"{card}x{cards}" + (f"[{move.value}]" if move.value else "")
    names = sorted({value for value in (move.raised, move.value if move.joins else 0) if value})
    return f"{card}+{cards}" + "".join(f"[{value}]" for value in names) + f"={move.value}"


def lowest(wanted: Iterable[str], zone: Cards, scoring: int) -> Cards:
    """The lowest cards of the zone that are of the kinds wanted."""
    left = ordered(zone)
    found = []
    for name in wanted:
        card = next(card for card in left if kind(card, scoring) == name)
        left = minus(left, [card])
        found.append(card)
    return ordered(found)


def named(state: State, move: Move) -> tuple[str, Cards]:
    """The lowest cards of hand and floor that make the move: the card played, the loose cards."""
    scoring = state.options.scoring
    (card,) = lowest([move.card], state.hand.cards, scoring)
    return card, lowest(move.loose, state.loose, scoring)


