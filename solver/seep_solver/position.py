"""A position: floor, houses, hands, whose turn it is, and what was won so far."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from seep_solver.cards import Card, worth
from seep_solver.rules import PRESETS, Rules

if TYPE_CHECKING:
    from seep_solver.faults import Fault
    from seep_solver.moves import Move

Pair = tuple[int, int]
CLASSIC = PRESETS["classic"]


def side_of(seat: int) -> int:
    """Side 1 for seats 1 and 3, side 2 for seats 2 and 4."""
    return 2 - seat % 2


@dataclass(frozen=True, slots=True)
class House:
    """A house on the floor: its value, its cards, and its owners (none where houses have no owners)."""

    value: int
    cards: tuple[Card, ...]
    owners: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "cards", tuple(sorted(self.cards)))
        object.__setattr__(self, "owners", tuple(sorted(set(self.owners))))

    @property
    def cemented(self) -> bool:
        """Whether it holds two sets or more."""
        return sum(card.rank for card in self.cards) > self.value


@dataclass(frozen=True, slots=True)
class Hand:
    """What a seat holds: known cards, a number of unknown ones, and the stages it takes up later."""

    cards: tuple[Card, ...] = ()
    unknown: int = 0
    stages: tuple[Hand, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "cards", tuple(sorted(self.cards)))
        stages = tuple(self.stages)
        while stages and not stages[-1].size:
            stages = stages[:-1]
        object.__setattr__(self, "stages", stages)

    @property
    def size(self) -> int:
        """Number of cards held now."""
        return len(self.cards) + self.unknown

    @property
    def left(self) -> int:
        """Number of cards still to play, those of later stages too."""
        return self.size + sum(stage.size for stage in self.stages)

    @property
    def known(self) -> bool:
        """Whether every card held now is named."""
        return not self.unknown

    def joined(self) -> Hand:
        """The hand after it has taken up its next stage."""
        if not self.stages:
            return self
        stage, *later = self.stages
        return Hand(self.cards + stage.cards, self.unknown + stage.unknown, tuple(later))


Hands = tuple[Hand | None, ...]


def taken_up(hands: Hands) -> Hands:
    """The hands after the next stages were taken up, if nobody holds a card."""
    if any(hand is None or hand.size for hand in hands) or not any(hand and hand.stages for hand in hands):
        return hands
    return tuple(hand and hand.joined() for hand in hands)


@dataclass(frozen=True, slots=True)
class Position:
    """One moment of a deal; every part is kept in the canonical order, so positions compare by value.

    `hands` has None for a hand of which nothing is said; `points` and `cards` are None where `taken` tells
    them or nothing is known; `last` is the side that captured last; `lead` the match score as side 1 sees it.
    `source` is the line it was read from, if it was, and `found` the faults of that.
    """

    floor: tuple[Card, ...]
    houses: tuple[House, ...]
    hands: Hands
    turn: int
    rules: Rules = CLASSIC
    bid: int | None = None
    taken: tuple[tuple[Card, ...], tuple[Card, ...]] | None = None
    gone: tuple[Card, ...] = ()
    points: Pair | None = None
    cards: Pair | None = None
    seeps: Pair = (0, 0)
    bonus: Pair = (0, 0)
    last: int | None = None
    lead: int = 0
    id: str | None = None
    source: str | None = field(default=None, init=False, repr=False, compare=False)
    found: tuple[Fault, ...] | None = field(default=None, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.id is not None and (not self.id or any(map(str.isspace, self.id))):
            raise ValueError(f"an id is a name without spaces, not {self.id!r}")
        if not isinstance(self.rules, Rules):
            raise TypeError(f"rules: expected Rules, got {type(self.rules).__name__}; Rules.named takes a name")
        for name, value in _normal(self).items():
            object.__setattr__(self, name, value)

    @classmethod
    def parse(
        cls,
        text: str,
        *,
        rules: Rules | str | None = None,
        relative_to: Path | None = None,
        line: int | None = None,
    ) -> Position:
        """Reads one line of notation; `rules` (or their name, as `Rules.named` takes it) override what it says.

        `relative_to` is the folder that a path of rules starts from, `line` the line's number for messages.
        Raises NotationError, with all faults, for a line that cannot be read; RulesError for a name of no rules.
        A line that can be read but breaks a rule becomes a position, and `faults` tells.
        """
        from seep_solver.notation import parse

        position, found = parse(text, rules=rules, relative_to=relative_to, line=line)
        object.__setattr__(position, "source", text)
        object.__setattr__(position, "found", found)
        return position

    def __str__(self) -> str:
        """The canonical line.

        A path of rules starts from the current folder. Rules that are neither a preset nor from a file are called
        ``own:NAME``: such a line is read back only with the rules beside it, `Position.parse(line, rules=...)`.
        """
        from seep_solver.notation import write

        return write(self)

    def faults(self) -> list[Fault]:
        """Every rule that the position breaks; columns are those of the line it was read from, if it was."""
        from seep_solver.notation import faults_of

        return faults_of(self) if self.found is None else list(self.found)

    def moves(self) -> list[Move]:
        """The legal moves: of interchangeable cards the lowest suits, sorted by text.

        Raises NotationError for a position with faults, ValueError where the hand to play is not known.
        """
        from seep_solver.moves import legal

        return legal(self)

    def play(self, move: Move | str) -> Position:
        """The position after a legal move; IllegalMove (a ValueError) for any other."""
        from seep_solver.moves import find
        from seep_solver.play import after

        return after(self, find(self, move))

    @property
    def hidden(self) -> bool:
        """Whether some card is written as unknown."""
        return any(part.unknown for part in self._parts())

    @property
    def open(self) -> bool:
        """Whether every card of every hand is named, so that the position can be analysed exactly."""
        if None in self.hands or self.hidden:
            return False
        return self.bid is None or not self.stage_left_out

    @property
    def stage_left_out(self) -> bool:
        """Whether the opener's next stage was not written though the other hands are longer."""
        opener, others = self.hands[0], [hand for hand in self.hands[1:] if hand]
        if self.bid is None or opener is None or opener.stages or not others:
            return False
        return opener.size < max(hand.size for hand in others)

    @property
    def cards_left(self) -> int:
        """Cards still to be played, in hands and stages; a hand written `*` counts as none."""
        return sum(hand.left for hand in self.hands if hand)

    @property
    def hand(self) -> Hand | None:
        """The hand of the seat to play."""
        return self.hands[self.turn - 1]

    @property
    def side(self) -> int:
        """The side to play, 1 or 2."""
        return side_of(self.turn)

    def won(self) -> tuple[Pair, Pair]:
        """Card points and number of cards that each side won so far; 0 where nothing is known."""
        if self.taken is not None:
            one, two = self.taken
            scoring = self.rules.scoring
            return (worth(one, scoring), worth(two, scoring)), (len(one), len(two))
        return self.points or (0, 0), self.cards or (0, 0)

    @property
    def missing(self) -> tuple[str, ...]:
        """Keys that say what was won before, absent though the rules make it matter.

        Before the opening play nothing can have been won, so nothing is missing. Seeps are never missing: a
        position that tells of none has none.
        """
        if self.taken is not None or self.bid is not None:
            return ()
        return tuple(key for key in self.rules.needs if getattr(self, key) is None)

    @property
    def totals(self) -> Pair:
        """What each side's total stands at: the deal as if it ended now (rules, section 5)."""
        from seep_solver.scoring import total

        points, cards = self.won()
        one, two = (total(self.rules, points[i], cards[i], self.seeps[i], self.bonus[i]) for i in (0, 1))
        return one, two

    @property
    def standing(self) -> int:
        """The margin that the score stands at, from the side to play."""
        one, two = self.totals
        return one - two if self.side == 1 else two - one

    def seen_by(self, seat: int) -> Position:
        """As that seat sees it: the other hands, and whatever is taken up later, become counts."""

        def seen(number: int, hand: Hand | None) -> Hand | None:
            if hand is None:
                return None
            stages = tuple(Hand(unknown=stage.size) for stage in hand.stages)
            return replace(hand, stages=stages) if number == seat else Hand(unknown=hand.size, stages=stages)

        return replace(self, hands=tuple(seen(number, hand) for number, hand in enumerate(self.hands, 1)))

    def named(self) -> Iterator[Card]:
        """Every card that is named, in reading order."""
        yield from self.floor
        for house in self.houses:
            yield from house.cards
        for part in self._parts():
            yield from part.cards
        for pile in self.taken or ():
            yield from pile
        yield from self.gone

    def _parts(self) -> Iterator[Hand]:
        for hand in self.hands:
            if hand is not None:
                yield hand
                yield from hand.stages


def named_missing(keys: Sequence[str]) -> str:
    """Keys as a message says that they are not there."""
    return f"{' and '.join(keys)} {'is' if len(keys) == 1 else 'are'} missing"


def _normal(position: Position) -> dict[str, object]:
    """The canonical form of the fields that can be given in more than one."""
    houses = position.houses
    if not position.rules.ownership:
        houses = tuple(replace(house, owners=()) if house.owners else house for house in houses)
    taken = position.taken and tuple(tuple(sorted(pile)) for pile in position.taken)
    fields: dict[str, object] = {
        "floor": tuple(sorted(position.floor)),
        "houses": tuple(sorted(houses, key=lambda house: (house.value, house.cards))),
        "hands": tuple(position.hands) if position.bid is not None else taken_up(tuple(position.hands)),
        "taken": taken,
        "gone": tuple(sorted(position.gone)),
    }
    if position.taken is not None:
        unsaid: tuple[Pair, Pair] = position.won()
    elif position.rules.adds_up or position.bid is not None:
        unsaid = (0, 0), (0, 0)
    else:
        return fields
    if position.points == unsaid[0]:
        fields["points"] = None
    if position.cards == unsaid[1]:
        fields["cards"] = None
    return fields
