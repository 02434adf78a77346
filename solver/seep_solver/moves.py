"""Moves: what they are, how they are read and written, and which of them a position allows."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import combinations, product
from typing import TYPE_CHECKING, Final

from seep_solver.cards import CARD, KINDS, Card, matched
from seep_solver.faults import NotationError, quoted

if TYPE_CHECKING:
    from seep_solver.position import Position

LONGEST: Final = 400
FORMS: Final = "expected a move such as 9H, KSx5H8D, 9Hx[9], 5C+6H=11 or 2C+[9]=11"

_TARGET = re.compile(r"\s*=\s*([0-9]{1,2})\s*")
_INGREDIENT = re.compile(rf"{CARD.pattern}|\[\s*([0-9]{{1,2}})\s*\]")
_BETWEEN = re.compile(r"[\s+,.()]*")


class Kind(Enum):
    """The ways of playing a card, in the engine's order."""

    THROW = "throw"
    CAPTURE = "capture"
    BUILD = "build"
    ADD = "add"
    RAISE = "raise"


class IllegalMove(ValueError):
    """A move that a position does not allow: the rule it breaks, and the moves that are legal."""

    def __init__(self, move: str, reason: str, alternatives: Sequence[str]) -> None:
        super().__init__(f"{quoted(move)} is not legal: {reason}")
        self.move = move
        self.reason = reason
        self.alternatives = tuple(alternatives)


@dataclass(frozen=True, slots=True)
class Move:
    """One play of a card.

    `loose` are the loose cards taken or put in; `value` is the value of the house that is taken or made (None
    for a throw, and for a capture of loose cards); `raised` is the value of the house that is raised; `joins`
    says that the house `value` stood already.
    """

    card: Card
    kind: Kind
    loose: tuple[Card, ...] = ()
    value: int | None = None
    raised: int | None = None
    joins: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "loose", tuple(sorted(self.loose)))

    @classmethod
    def parse(cls, text: str) -> Move:
        """Reads a move in any form of the notation, ingredients in any order; ValueError for what is none."""
        if len(text) > LONGEST:
            raise _unread(text, f"a move of {len(text)} characters")
        words = text.strip()
        first = CARD.match(words)
        if first is None:
            raise _unread(text, FORMS)
        card, rest = matched(first), words[first.end() :].strip()
        if not rest:
            return cls(card, Kind.THROW)
        if rest[0] in "xX×":
            return _capture(text, card, rest[1:])
        if rest[0] in "+=[":
            return _house_move(text, card, rest)
        raise _unread(text, FORMS)

    def __str__(self) -> str:
        loose = "".join(map(str, self.loose))
        if self.kind is Kind.THROW:
            return str(self.card)
        if self.kind is Kind.CAPTURE:
            return f"{self.card}x{loose}{f'[{self.value}]' if self.value else ''}"
        raised = f"[{self.raised}]" if self.raised else ""
        joined = f"[{self.value}]" if self.joins else ""
        return f"{self.card}+{loose}{raised}{joined}={self.value}"


def _unread(text: str, reason: str) -> ValueError:
    return ValueError(f"cannot read the move {quoted(text)}: {reason}")


def _ingredients(text: str, words: str) -> tuple[list[Card], list[int]]:
    """The cards and the values of the houses that a move names, each once."""
    cards: list[Card] = []
    houses: list[int] = []
    at = _end(_BETWEEN, words, 0)
    while at < len(words):
        match = _INGREDIENT.match(words, at)
        if match is None:
            raise _unread(text, f"expected a card or a house such as [11], found {quoted(words[at:])}")
        if match[3]:
            houses.append(int(match[3]))
        else:
            cards.append(matched(match))
        at = _end(_BETWEEN, words, match.end())
    for named in (cards, houses):
        if len(set(named)) < len(named):
            raise _unread(text, "a card or house stands twice in it")
    return cards, houses


def _end(pattern: re.Pattern[str], words: str, at: int) -> int:
    match = pattern.match(words, at)
    return match.end() if match else at


def _capture(text: str, card: Card, words: str) -> Move:
    cards, houses = _ingredients(text, words)
    if len(houses) > 1:
        raise _unread(text, "a card captures one house at most")
    if not cards and not houses:
        raise _unread(text, "expected what is captured after the x")
    return Move(card, Kind.CAPTURE, tuple(cards), houses[0] if houses else None)


def _house_move(text: str, card: Card, words: str) -> Move:
    ingredients, equals, target = words.rpartition("=")
    match = _TARGET.fullmatch(equals + target)
    if match is None:
        raise _unread(text, "a house move ends in = and the value of the house")
    value = int(match[1])
    cards, houses = _ingredients(text, ingredients)
    raised = [house for house in houses if house != value]
    if len(raised) > 1:
        raise _unread(text, "one house at most is raised")
    if raised:
        return Move(card, Kind.RAISE, tuple(cards), value, raised[0], value in houses)
    if houses:
        return Move(card, Kind.ADD, tuple(cards), value, joins=True)
    if not cards:
        raise _unread(text, "expected what the card is put together with after the +")
    return Move(card, Kind.BUILD, tuple(cards), value)


def legal(position: Position) -> list[Move]:
    """The legal moves, one of each interchangeable kind with the lowest suits, sorted by text.

    Raises NotationError for a position with faults, ValueError where the hand to play is not known, and the
    engine's TooManyMoves for a floor with more moves than can be listed.
    """
    from seep_solver.packed import moves

    faults = position.faults()
    if faults:
        raise NotationError(faults)
    if position.hand is None or not position.hand.known:
        raise ValueError(f"the hand of seat {position.turn}, which is to play, is not known")
    return moves(position)


def find(position: Position, move: Move | str) -> Move:
    """The legal move that is meant, with the cards that are named; IllegalMove if there is none.

    A text that is no move at all is a ValueError, a position with faults a NotationError.
    """
    from seep_solver.explain import explain

    wanted = Move.parse(move) if isinstance(move, str) else move
    allowed = legal(position)
    scoring = position.rules.scoring
    if _at_hand(position, wanted) and _key(wanted, scoring) in {_key(other, scoring) for other in allowed}:
        return wanted
    reason = explain(position, wanted) or "these rules do not allow it here"
    raise IllegalMove(str(move), reason, [str(other) for other in allowed])


def _at_hand(position: Position, move: Move) -> bool:
    hand = position.hand
    return hand is not None and move.card in hand.cards and set(move.loose) <= set(position.floor)


def _key(move: Move, scoring: int) -> tuple[object, ...]:
    """Equal for moves that differ by interchangeable cards only."""
    kinds = KINDS[scoring]
    loose = sorted(kinds[card] for card in move.loose)
    return move.kind, kinds[move.card], tuple(loose), move.value, move.raised, move.joins


def spelled_out(position: Position) -> list[Move]:
    """The legal moves with every choice among interchangeable cards, sorted by text."""
    scoring = position.rules.scoring
    hand = position.hand
    held = hand.cards if hand else ()
    moves = [
        Move(card, move.kind, loose, move.value, move.raised, move.joins)
        for move in legal(position)
        for card in _alike(move.card, held, scoring)
        for loose in _choices(move.loose, position.floor, scoring)
    ]
    return sorted(moves, key=str)


def _alike(card: Card, among: Sequence[Card], scoring: int) -> list[Card]:
    kinds = KINDS[scoring]
    return [other for other in among if kinds[other] == kinds[card]]


def _choices(loose: Sequence[Card], floor: Sequence[Card], scoring: int) -> Iterator[tuple[Card, ...]]:
    """Every way of taking cards of the same kinds from the floor."""
    kinds = KINDS[scoring]
    wanted: dict[tuple[int, int], list[Card]] = {}
    for card in loose:
        wanted.setdefault(kinds[card], []).append(card)
    choices = [combinations(_alike(cards[0], floor, scoring), len(cards)) for cards in wanted.values()]
    for chosen in product(*choices):
        yield tuple(card for cards in chosen for card in cards)
