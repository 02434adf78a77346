"""The position after a move: cards moved, seeps counted, hands taken up, and the end of the deal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from seep_solver.cards import Card, worth
from seep_solver.moves import Kind, Move
from seep_solver.position import Hands, House, Pair, Position, side_of, taken_up
from seep_solver.rules import Rules


@dataclass(slots=True)
class _Table:
    """The part of a position that a play changes."""

    position: Position
    floor: set[Card]
    houses: dict[int, House]
    won: list[Card]
    seep: int | None = None


def after(position: Position, move: Move) -> Position:
    """The position after a legal move; that it is legal is not checked.

    The card may be one of the hand's unknown ones. After the last play what lies on the floor goes to the
    side that captured last, and to nobody if there is none.
    """
    table = _Table(position, set(position.floor), {house.value: house for house in position.houses}, [])
    hands = _hands_after(position, move.card)
    last_play = not any(hand is None or hand.left for hand in hands) and not position.stage_left_out
    if move.kind is Kind.THROW:
        table.floor.add(move.card)
    elif move.kind is Kind.CAPTURE:
        _capture(table, move, last_play)
    else:
        _house_move(table, move)
    last = position.side if move.kind is Kind.CAPTURE else position.last
    changed = _with_won(_with_seep(_begun(position), table.seep), position.side, table.won)
    changed = replace(
        changed,
        floor=tuple(table.floor),
        houses=tuple(table.houses.values()),
        hands=hands,
        turn=position.turn % position.rules.players + 1,
        bid=None,
        last=last,
    )
    return swept_up(changed) if last_play else changed


def _hands_after(position: Position, card: Card) -> Hands:
    hands = list(position.hands)
    hand = position.hand
    if hand is not None:
        if card in hand.cards:
            hand = replace(hand, cards=tuple(other for other in hand.cards if other != card))
        else:
            hand = replace(hand, unknown=hand.unknown - 1)
        if position.stage_left_out:
            others = max(other.size for other in hands[1:] if other)
            hand = replace(hand, unknown=hand.unknown + others - hand.size - 1)
        hands[position.turn - 1] = hand.joined() if position.bid is not None else hand
    return taken_up(tuple(hands))


def _capture(table: _Table, move: Move, last_play: bool) -> None:
    house = table.houses.pop(move.value) if move.value is not None else None
    table.floor -= set(move.loose)
    table.won = [move.card, *move.loose, *(house.cards if house else ())]
    if not table.floor and not table.houses and not last_play:
        table.seep = seep_bonus(table.position.rules, table.position.bid, move.card)


def seep_bonus(rules: Rules, bid: int | None, card: Card) -> int:
    """What a seep with `card` is worth; `bid` is set for the opening play (rules, section 6)."""
    bonus: int | str = rules.sweep
    if bid is not None and rules.opening_sweep != "normal":
        bonus = bid if rules.opening_sweep == "bid" else rules.opening_sweep
    return bonus if isinstance(bonus, int) else card.rank


def _house_move(table: _Table, move: Move) -> None:
    assert move.value is not None
    seat = table.position.turn
    raised = table.houses.pop(move.raised) if move.raised is not None else None
    house = table.houses.get(move.value, House(move.value, ()))
    table.floor -= set(move.loose)
    owners = house.owners
    if table.position.rules.ownership and side_of(seat) not in map(side_of, owners):
        owners = (*owners, seat)
    added = (move.card, *move.loose, *(raised.cards if raised else ()))
    table.houses[move.value] = House(move.value, house.cards + added, owners)


def _begun(position: Position) -> Position:
    """Before the opening play nothing was won; once it is made, rules that ask for it must be told so."""
    if position.bid is None or position.taken is not None:
        return position
    return replace(position, points=position.points or (0, 0), cards=position.cards or (0, 0), bid=None)


def _with_seep(position: Position, bonus: int | None) -> Position:
    if bonus is None:
        return position
    side = position.side
    return replace(position, seeps=_added(position.seeps, side, 1), bonus=_added(position.bonus, side, bonus))


def _added(pair: Pair, side: int, amount: int) -> Pair:
    return (pair[0] + amount, pair[1]) if side == 1 else (pair[0], pair[1] + amount)


def _with_won(position: Position, side: int, won: Sequence[Card]) -> Position:
    """The cards go to the pile of the side; where piles are not known, they are counted and gone."""
    if not won:
        return position
    if position.taken is not None:
        one, two = position.taken
        piles = ((*one, *won), two) if side == 1 else (one, (*two, *won))
        return replace(position, taken=piles)
    rules, points, cards = position.rules, position.points, position.cards
    if points is not None or rules.adds_up:
        points = _added(points or (0, 0), side, worth(won, rules.scoring))
    if cards is not None or rules.adds_up:
        cards = _added(cards or (0, 0), side, len(won))
    return replace(position, points=points, cards=cards, gone=(*position.gone, *won))


def swept_up(position: Position) -> Position:
    """The end of a deal: the floor goes to the side that captured last."""
    left = [*position.floor, *(card for house in position.houses for card in house.cards)]
    empty = replace(position, floor=(), houses=())
    if position.last is None:
        return replace(empty, gone=(*empty.gone, *left))
    return _with_won(empty, position.last, left)
