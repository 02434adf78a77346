"""Which rule an illegal move breaks, in a sentence (rules, sections 3, 4 and 6)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from seep_solver.cards import Card
from seep_solver.check import value_name
from seep_solver.moves import Kind, Move
from seep_solver.position import Hand, House, Position, side_of
from seep_solver.rules import Rules
from seep_solver.sums import covered, splits, subset


@dataclass(slots=True)
class View:
    """A move in its position, as the rules look at it."""

    position: Position
    move: Move
    hand: Hand
    seat: int = field(init=False)
    rules: Rules = field(init=False)
    houses: dict[int, House] = field(init=False)

    def __post_init__(self) -> None:
        self.seat = self.position.turn
        self.rules = self.position.rules
        self.houses = {house.value: house for house in self.position.houses}

    @property
    def card(self) -> Card:
        return self.move.card

    @property
    def left(self) -> list[Card]:
        """The loose cards that the move leaves where they are."""
        return [card for card in self.position.floor if card not in self.move.loose]

    @property
    def target(self) -> int:
        """The value of the house that a house move makes."""
        return self.move.value or 0

    def may_hold(self, value: int) -> bool:
        """Whether a card of that value is, or may be, in the hand after the play."""
        if any(card.rank == value for card in self.hand.cards if card != self.card):
            return True
        unknown = self.hand.unknown - (self.card not in self.hand.cards)
        seen = {card for card in self.position.named() if card.rank == value} | {self.card}
        return unknown > 0 and sum(card.rank == value for card in seen) < 4

    def owns(self, house: House) -> bool:
        """Whether the player owns the house."""
        return self.rules.ownership and self.seat in house.owners

    def side_owns(self, house: House) -> bool:
        """Whether the player or its partner owns the house."""
        return self.rules.ownership and side_of(self.seat) in map(side_of, house.owners)


Rule = Callable[[View], str | None]


def explain(position: Position, move: Move | str) -> str | None:
    """None for a legal move, else a sentence that names the rule it breaks.

    The position must have no faults. Cards of the hand that are not known may be any that were not seen.
    """
    if isinstance(move, str):
        try:
            move = Move.parse(move)
        except ValueError as fault:
            return str(fault)
    if position.hand is None:
        return f"the hand of seat {position.turn}, which is to play, is not known"
    view = View(position, move, position.hand)
    return next((reason for rule in RULES[move.kind] if (reason := rule(view)) is not None), None)


def shown(cards: Iterable[Card]) -> str:
    """Cards as a sentence names them."""
    return " ".join(map(str, sorted(cards)))


def _in_hand(view: View) -> str | None:
    if view.card in view.hand.cards:
        return None
    if view.hand.unknown and view.card not in set(view.position.named()):
        return None
    return f"{view.card} is not in the hand of seat {view.seat}"


def _on_floor(view: View) -> str | None:
    for card in view.move.loose:
        if card in view.position.floor:
            continue
        house = next((house for house in view.position.houses if card in house.cards), None)
        if house is not None:
            return f"{card} lies in the house of {house.value}, which is only taken or raised as a whole"
        return f"{card} does not lie on the floor"
    return None


def _opening(view: View) -> str | None:
    bid, kind = view.position.bid, view.move.kind
    if bid is None:
        return None
    if kind in (Kind.THROW, Kind.CAPTURE):
        if view.card.rank != bid:
            return f"the opening play {kind.value}s only with a card of the bid value {bid}, not {view.card}"
    elif view.target != bid:
        return f"the opening play makes a house of the bid value {bid} only, not of {view.target}"
    return None


def _duty(view: View) -> str | None:
    """After the play a key must be left for every house the player owns."""
    gone = (view.move.raised, view.move.value if view.move.kind is Kind.CAPTURE else None)
    for house in view.position.houses:
        if house.value in gone or not view.owns(house) or view.may_hold(house.value):
            continue
        return (
            f"{view.card} is the last key of the house of {house.value}, which seat {view.seat} owns: "
            "it can only capture that house (ownership = true)"
        )
    return None


def _takes_house(view: View) -> str | None:
    value, rank = view.move.value, view.card.rank
    if value is not None and value != rank:
        return f"{view.card} captures a house of {rank} only, not of {value}"
    if value is not None and value not in view.houses:
        return f"there is no house of {value} on the floor"
    if value is None and rank in view.houses:
        return f"the capture takes too little: the house of {rank} must be taken too"
    return None


def _takes_sets(view: View) -> str | None:
    loose, rank = view.move.loose, view.card.rank
    if not splits(loose, rank):
        return f"{shown(loose)} do not split into sets of {rank}, so {view.card} cannot capture them"
    more = subset(view.left, rank)
    if more is None:
        return None
    if len(more) == 1:
        return f"the capture takes too little: {more[0]}, a card of the same value, must be taken too"
    return f"the capture takes too little: {shown(more)} add up to {rank} as well and must be taken too"


def _takes_most(view: View) -> str | None:
    if view.rules.packing != "most-cards":
        return None
    most = covered(view.position.floor, view.card.rank)
    if len(view.move.loose) == most:
        return None
    return (
        f"packing = most-cards: {view.card} must take as many loose cards as it can, {most}, "
        f"not {len(view.move.loose)}"
    )


def _prey(view: View, card: Card) -> str | None:
    """Something that a card can capture."""
    if card.rank in view.houses:
        return f"the house of {card.rank}"
    found = subset(view.position.floor, card.rank)
    return None if found is None else shown(found)


def _captures_nothing(view: View) -> str | None:
    prey = _prey(view, view.card)
    if prey is None:
        return None
    rule = "" if view.rules.throw_rule == "card" else f"throw_rule = {view.rules.throw_rule}: "
    return f"{rule}{view.card} can capture {prey}, so it may not be thrown"


def _hand_captures_nothing(view: View) -> str | None:
    if view.rules.throw_rule != "hand":
        return None
    for card in view.hand.cards:
        prey = _prey(view, card)
        if prey is not None and view.position.bid in (None, card.rank):
            return (
                f"throw_rule = hand: no card may be thrown while another can capture, and {card} can, {prey}"
            )
    return None


def _fits_no_own_house(view: View) -> str | None:
    if view.rules.throw_rule != "own-house":
        return None
    for house in view.position.houses:
        missing = house.value - view.card.rank
        found = subset(view.position.floor, missing) if missing > 0 else None
        if view.owns(house) and found is not None:
            return (
                f"throw_rule = own-house: {view.card} may not be thrown while it can join the house of "
                f"{house.value}, which seat {view.seat} owns, with {shown(found)}"
            )
    return None


def _last_resort(view: View) -> str | None:
    bid = view.position.bid
    if bid is None or view.rules.opening_throw != "last-resort":
        return None
    for card in view.hand.cards:
        found = subset(view.position.floor, bid - card.rank) if card.rank < bid else None
        if found is not None:
            return (
                "opening_throw = last-resort: the bid card may be thrown only if nothing else can be played, "
                f"and {card} can build {bid} with {shown(found)}"
            )
    return None


def _in_range(view: View) -> str | None:
    rules, value = view.rules, view.target
    if value > rules.house_max:
        return f"house_max = {rules.house_max}: a house of {value} cannot be made"
    if value < rules.house_min:
        return f"house_min = {rules.house_min}: a house of {value} cannot be made"
    return None


def _stands(view: View) -> str | None:
    """Whether the houses that the move names stand, and it names all that take part."""
    move, value = view.move, view.target
    if move.raised is not None and move.raised not in view.houses:
        return f"there is no house of {move.raised} on the floor to raise"
    if move.joins and value not in view.houses:
        return f"there is no house of {value} on the floor to add to"
    if not move.joins and value in view.houses:
        kind = Kind.RAISE if move.raised else Kind.ADD
        named = Move(move.card, kind, move.loose, value, move.raised, True)
        return f"a house of {value} stands already and would be joined: that move is written {named}"
    return None


def _room_for_house(view: View) -> str | None:
    limit = view.rules.max_houses
    number = len(view.houses)
    if not limit or number < limit:
        return None
    return f"max_houses = {limit}: no new house may be built while {number} stand{'s' if number == 1 else ''}"


def _set_adds_up(view: View) -> str | None:
    cards = (view.card, *view.move.loose)
    if splits(cards, view.target):
        return None
    if len(cards) == 1:
        return f"{view.card} alone does not make a set of {view.target}"
    return f"{shown(cards)} do not split into sets of {view.target}"


def _may_raise(view: View) -> str | None:
    """Whether the raised house may be raised by this player, and where it goes."""
    rules, house = view.rules, view.houses[view.move.raised or 0]
    if house.cemented:
        return f"the house of {house.value} is cemented, and only an ordinary house may be raised"
    if not rules.raise_own and view.owns(house):
        return f"raise_own = false: seat {view.seat} owns the house of {house.value} and may not raise it"
    if not rules.raise_partner and not view.owns(house) and view.side_owns(house):
        return f"raise_partner = false: the partner of seat {view.seat} owns the house of {house.value}"
    if not rules.raise_into_cemented and view.move.joins and view.houses[view.target].cemented:
        return (
            f"raise_into_cemented = false: the house of {view.target} is cemented, and no raise may join it"
        )
    return None


def _raise_adds_up(view: View) -> str | None:
    raised, value, loose = view.move.raised or 0, view.target, view.move.loose
    missing = value - raised - view.card.rank
    if missing == 0:
        return None if splits(loose, value) else f"{shown(loose)} do not split into sets of {value}"
    reached = raised + view.card.rank
    if missing < 0 or not loose:
        return f"{view.card} raises the house of {raised} to {reached}, not to {value}"
    if not view.rules.raise_with_floor:
        return (
            f"raise_with_floor = false: {view.card} alone must raise the house of {raised}, and that makes "
            f"{reached}, not {value}"
        )
    if any(splits(set(loose) - set(helping), value) for helping in _helping(loose, missing)):
        return None
    return (
        f"{shown(loose)} cannot be parted into cards that raise the house of {raised} to {value} "
        f"together with {view.card}, and sets of {value}"
    )


def _helping(cards: tuple[Card, ...], missing: int) -> Iterator[tuple[Card, ...]]:
    """Every choice of cards that adds up to what is missing."""
    if missing == 0:
        yield ()
    for at, card in enumerate(cards):
        if card.rank <= missing:
            for more in _helping(cards[at + 1 :], missing - card.rank):
                yield (card, *more)


def _absorbs(view: View) -> str | None:
    """Loose cards that must join: those of the house's value, and under `sets` whatever adds up to it."""
    absorb, value = view.rules.absorb, view.target
    if absorb == "none":
        return None
    for card in view.left:
        if card.rank == value:
            return f"absorb = {absorb}: {card}, left loose beside the house of {value}, must join it"
    found = subset(view.left, value) if absorb == "sets" else None
    if found is None:
        return None
    return f"absorb = sets: {shown(found)}, left loose, add up to {value} and must join the house too"


def _key(view: View) -> str | None:
    value = view.target
    standing = view.houses.get(value)
    if (standing is not None and view.side_owns(standing)) or view.may_hold(value):
        return None
    why = " (ownership = false: at every house move)" if not view.rules.ownership else ""
    held = "no other card of that value" if view.card.rank == value else f"no {value_name(value)}"
    return f"a house move to {value} needs a key left in the hand{why}, and seat {view.seat} holds {held}"


COMMON: tuple[Rule, ...] = (_in_hand, _on_floor)
HOUSE_MOVE: tuple[Rule, ...] = (*COMMON, _opening, _in_range, _stands)
HOUSE_AFTER: tuple[Rule, ...] = (_absorbs, _duty, _key)
RULES: dict[Kind, tuple[Rule, ...]] = {
    Kind.THROW: (
        *COMMON,
        _opening,
        _duty,
        _captures_nothing,
        _hand_captures_nothing,
        _fits_no_own_house,
        _last_resort,
    ),
    Kind.CAPTURE: (*COMMON, _opening, _takes_house, _takes_sets, _takes_most),
    Kind.BUILD: (*HOUSE_MOVE, _set_adds_up, _room_for_house, *HOUSE_AFTER),
    Kind.ADD: (*HOUSE_MOVE, _set_adds_up, *HOUSE_AFTER),
    Kind.RAISE: (*HOUSE_MOVE, _may_raise, _raise_adds_up, *HOUSE_AFTER),
}
