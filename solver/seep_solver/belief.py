"""What a seat knows of the cards that it does not see: how many lie where, and what owners and plays prove.

A house owner holds a key (rules, section 3); the opener held a card of its bid (section 4); a house move that
needed a key proves one. Each is a `Fact`; the worlds of a hidden position are the deals in which all are true.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from seep_solver.cards import CARDS, RANKS
from seep_solver.moves import Kind, Move
from seep_solver.packed import bits, ruleset, to_row
from seep_solver.position import Hand, Position, side_of

if TYPE_CHECKING:
    from seep_ext import Deals

PLACES = 7  # of unseen cards: the hands, the opener's next stage, two second hands
NEXT_STAGE, SECOND = 4, 5
HIDDEN = "hands"  # the field of a position that tells of unseen cards

Plays = Sequence[tuple[Position, Move]]
Known = dict[tuple[int, int], "Fact"]


@dataclass(frozen=True, slots=True)
class Fact:
    """A seat holds a card of a rank, or none (`holds` false), in the hand that it plays from; `why` says who told."""

    seat: int
    rank: int
    holds: bool
    why: str

    def __str__(self) -> str:
        what = f"a card of rank {RANKS[self.rank - 1]}" if self.holds else f"no card of rank {RANKS[self.rank - 1]}"
        return f"seat {self.seat} holds {what} ({self.why})"


class NoWorld(ValueError):
    """No deal of the unseen cards fits what the position and the plays say; `facts` are those that clash."""

    field = HIDDEN

    def __init__(self, facts: Sequence[Fact], unseen: int) -> None:
        """`unseen`: the cards, a bit each."""
        self.facts = tuple(facts)
        held = Counter(fact.rank for fact in facts if fact.holds)
        left = Counter(card.rank for card in CARDS if bits([card]) & unseen)
        told = [*map(str, facts), *(_left(rank, left[rank]) for rank in held if left[rank] < held[rank])]
        super().__init__(f"no deal of the {unseen.bit_count()} unseen cards fits: {'; '.join(told)}")
        self.hint = "see which cards are in taken=, gone= or on the floor, and who owns which house"


def _left(rank: int, count: int) -> str:
    """How many cards of a rank are unseen: too few."""
    name = RANKS[rank - 1]
    return f"no {name} is unseen" if not count else f"{count} of rank {name} {'is' if count == 1 else 'are'} unseen"


def facts_of(position: Position, plays: Plays = ()) -> tuple[Fact, ...]:
    """All that is proven of hands other than that of the seat to play; `plays` are those of the deal so far.

    Each play stands with the position before it, of which only what all have seen is looked at.
    """
    known: Known = {}
    for before, move in plays:
        _see_owners(known, before, "owned")
        known.pop((before.turn, move.card.rank), None)
        _learn(known, before, move)
        _forget(known, before)
    _see_owners(known, position, "owns")
    return tuple(known[key] for key in sorted(known) if key[0] != position.turn)


def _see_owners(known: Known, position: Position, verb: str) -> None:
    """Owners hold keys, and still do when another has taken the house."""
    for house in position.houses:
        for seat in house.owners:
            known[seat, house.value] = Fact(seat, house.value, True, f"it {verb} house {house.value}")


def _forget(known: Known, before: Position) -> None:
    """After a play with which cards are taken up nobody is known to lack a rank."""
    held = [hand.size for hand in before.hands if hand is not None]
    if sum(held) == 1 and len(held) == len(before.hands):
        for key in [key for key, fact in known.items() if not fact.holds]:
            del known[key]


def _learn(known: Known, before: Position, move: Move) -> None:
    """What a play proves of the hand that it leaves."""
    seat, rules = before.turn, before.rules
    if before.bid is not None and move.card.rank != before.bid:
        known[seat, before.bid] = Fact(seat, before.bid, True, f"it bid {before.bid}")
    if move.kind in (Kind.BUILD, Kind.ADD, Kind.RAISE) and move.value is not None:
        owners = [seat for house in before.houses if house.value == move.value for seat in house.owners]
        if not rules.ownership or side_of(seat) not in map(side_of, owners):
            known[seat, move.value] = Fact(seat, move.value, True, f"its play {move} needed a key")
    if rules.throw_rule == "hand" and move.kind is Kind.THROW and before.bid is None:
        for rank in _taking(before):
            known[seat, rank] = Fact(seat, rank, False, f"it threw {move.card} where that captures")


def _taking(position: Position) -> list[int]:
    """Ranks whose cards capture something from the floor."""
    sums = {0}
    for card in position.floor:
        sums |= {total + card.rank for total in sums if total + card.rank <= 13}
    return sorted((sums - {0}) | {house.value for house in position.houses})


def since_taken_up(plays: Plays) -> Plays:
    """The plays after which no seat has taken up further cards, and not the opening play."""
    first = 0
    for number, (before, _) in enumerate(plays):
        held = [hand.size for hand in before.hands if hand is not None]
        if before.bid is not None or (sum(held) == 1 and any(hand and hand.stages for hand in before.hands)):
            first = number + 1
    return plays[first:]


def filled_out(position: Position) -> Position:
    """The position with the opener's next stage, if that was left out, as so many unknown cards."""
    if not position.stage_left_out:
        return position
    opener, *others = position.hands
    assert opener is not None
    missing = max(hand.size for hand in others if hand) - opener.size
    return replace(position, hands=(replace(opener, stages=(Hand(unknown=missing), *opener.stages)), *others))


def deals(position: Position, facts: Iterable[Fact] | None = None) -> Deals:
    """The deals that fit; `facts` are those of the position alone where they are not given.

    Raises NoWorld.
    """
    from seep_ext import Deals

    known = facts_of(position) if facts is None else tuple(facts)
    told = spread(position, known)
    if denied := [fact for fact in known if _denied(position, fact)]:
        raise NoWorld(denied[:1], told["unseen"])
    found = Deals(ruleset(position.rules), **told)
    if not found.total:
        raise NoWorld(_clash(position, known), told["unseen"])
    return found


def _denied(position: Position, fact: Fact) -> bool:
    """Whether the cards of a hand that are known tell that a fact is not true."""
    hand = position.hands[fact.seat - 1]
    assert hand is not None
    among = any(card.rank == fact.rank for card in hand.cards)
    return hand.known and not among if fact.holds else among


def spread(position: Position, facts: Iterable[Fact]) -> dict[str, Any]:
    """A hidden position as the engine's `Deals` takes it: row, unseen cards, room, needs and lacks by place."""
    position = filled_out(position)
    room, needs, lacks = [0] * PLACES, [0] * PLACES, [0] * PLACES
    for seat, hand in enumerate(position.hands):
        if hand is None:
            raise ValueError(f"nothing is said of the hand of seat {seat + 1}: expected its cards or their number")
        room[seat] = hand.unknown
        stages = list(hand.stages)
        if stages and seat == 0 and position.bid is not None:
            room[NEXT_STAGE] = stages.pop(0).unknown
        if stages:
            room[SECOND + seat] = stages[0].unknown
    for fact in facts:
        (needs if fact.holds else lacks)[fact.seat - 1] |= 1 << fact.rank
    unseen = bits(CARDS) & ~bits(position.named())
    if unseen.bit_count() != sum(room):
        raise ValueError(f"{unseen.bit_count()} cards are unseen, and there is room for {sum(room)} in the hands")
    return {"position": to_row(position), "unseen": unseen, "room": room, "needs": needs, "lacks": lacks}


def _clash(position: Position, facts: Sequence[Fact]) -> list[Fact]:
    """A smallest set of facts that cannot all be true: none of them could be left out."""
    from seep_ext import Deals

    clashing = list(facts)
    for fact in facts:
        fewer = [other for other in clashing if other is not fact]
        if not Deals(ruleset(position.rules), **spread(position, fewer)).total:
            clashing = fewer
    return clashing
