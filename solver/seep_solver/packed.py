"""Positions, rules and moves in the engine's form, and back; `seep_ext` is met here."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from seep_solver.cards import CARDS, Card
from seep_solver.moves import Kind, Move
from seep_solver.position import Hand, House, Position
from seep_solver.rules import Rules

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from seep_ext import RuleSet

LOWEST_HOUSE, HOUSES = 7, 7
KINDS = tuple(Kind)


@lru_cache(maxsize=64)
def ruleset(rules: Rules) -> RuleSet:
    """The rules as the engine reads them; UnplayedOption names an option that it does not play."""
    from seep_ext import RuleSet

    return RuleSet(rules.options())


def bits(cards: Iterable[Card]) -> int:
    """A set of cards as the engine writes it, a bit a card."""
    return sum([1 << card for card in cards])


def cards_of(bits: int) -> tuple[Card, ...]:
    """The cards of a bit set."""
    cards = []
    while bits:
        lowest = bits & -bits
        cards.append(CARDS[lowest.bit_length() - 1])
        bits ^= lowest
    return tuple(cards)


def to_row(position: Position) -> NDArray[Any]:
    """One POSITION row, an array of shape (1,). Cards that are not known are counted, not held.

    The position must have no faults: a row has no room for them.
    """
    return to_rows([position])


def to_rows(positions: Iterable[Position]) -> NDArray[Any]:
    """A POSITION row for each position."""
    import numpy as np

    from seep_ext import POSITION

    listed = list(positions)
    rows = np.zeros(len(listed), POSITION)
    for at, position in enumerate(listed):
        rows[at] = _row(position)  # what lies between the columns stays zero
    return rows


def _row(position: Position) -> tuple[Any, ...]:
    """The values of a row, in the order of POSITION."""
    houses, owners = [0] * HOUSES, [0] * HOUSES
    for house in position.houses:
        houses[house.value - LOWEST_HOUSE] = bits(house.cards)
        owners[house.value - LOWEST_HOUSE] = sum(1 << (seat - 1) for seat in house.owners)
    hidden = int(position.stage_left_out)
    hands, rest, second = [0] * 4, 0, [0] * 2
    for seat, hand in enumerate(position.hands):
        if hand is None:
            # Cards of a hand of which nothing is said: some, so that no play passes for the last of the deal.
            hidden += 1
            continue
        hidden += hand.unknown
        hands[seat] = bits(hand.cards)
        if hand.stages:
            hidden += sum(stage.unknown for stage in hand.stages)
            stages = list(hand.stages)
            if seat == 0 and position.bid is not None:
                rest = bits(stages.pop(0).cards)
            if stages:
                second[seat] = bits(stages[0].cards)
    moment = position.turn, position.last or 0, position.bid or 0
    points, cards = position.won()
    won = points, cards, position.seeps
    return hands, bits(position.floor), rest, second, houses, position.bonus, owners, *moment, *won, hidden


def from_row(row: Any, rules: Rules) -> Position:
    """The position that a row holds, all its cards named; who took which card it does not say."""
    houses = [
        House(
            at + LOWEST_HOUSE,
            cards_of(int(cards)),
            tuple(s for s in range(1, 5) if int(row["owner"][at]) >> s - 1 & 1),
        )
        for at, cards in enumerate(row["house"])
        if cards
    ]
    return Position(
        floor=cards_of(int(row["loose"])),
        houses=tuple(houses),
        hands=tuple(_hand(row, seat) for seat in range(rules.players)),
        turn=int(row["turn"]),
        rules=rules,
        bid=int(row["bid"]) or None,
        points=_pair(row["points"]),
        cards=_pair(row["cards"]),
        seeps=_pair(row["seeps"]),
        bonus=_pair(row["bonus"]),
        last=int(row["last"]) or None,
    )


def _hand(row: Any, seat: int) -> Hand:
    stages = [Hand(cards_of(int(row["second"][seat])))] if seat < 2 else []
    if seat == 0 and row["bid"]:
        stages.insert(0, Hand(cards_of(int(row["rest"]))))
    return Hand(cards_of(int(row["hand"][seat])), stages=tuple(stages))


def _pair(pair: Any) -> tuple[int, int]:
    return int(pair[0]), int(pair[1])


def moves(position: Position) -> list[Move]:
    """The legal moves as the engine lists them; TooManyMoves where the floor is too crowded to list them."""
    from seep_ext import legal_moves

    return [from_move_row(row) for row in legal_moves(ruleset(position.rules), to_row(position))]


def from_move_row(row: Any) -> Move:
    """The move that a MOVE row holds."""
    loose, card, kind, value, raised, joins = row.item()  # in the order of MOVE
    return Move(CARDS[card], KINDS[kind], cards_of(loose), value or None, raised or None, bool(joins))


def to_move_row(move: Move) -> NDArray[Any]:
    """One MOVE row, an array of shape (1,)."""
    import numpy as np

    from seep_ext import MOVE

    rows = np.zeros(1, MOVE)
    rows["card"], rows["kind"], rows["loose"] = int(move.card), KINDS.index(move.kind), bits(move.loose)
    rows["value"], rows["raised"], rows["joins"] = move.value or 0, move.raised or 0, move.joins
    return rows
