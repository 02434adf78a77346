"""Hidden positions to test on: those of positions/hidden, and open ones as their seat to play sees them."""

from __future__ import annotations

from dataclasses import replace

from conftest import ROOT

from seep_solver import Position
from seep_solver.cards import CARDS

FILE = ROOT / "positions" / "hidden" / "hidden.seep"


def hidden(preset: str, which: str) -> Position:
    """A position of positions/hidden: `which` is the number of cards in its hands, or "deal"."""
    lines = FILE.read_text(encoding="utf-8").splitlines()
    return Position.parse(next(line for line in lines if line.endswith(f"id=hidden-{preset}-{which}")))


def as_seen(position: Position) -> Position:
    """As its seat to play sees it; every card that lies nowhere, or was won, is out of play."""
    table = {*position.floor, *(card for house in position.houses for card in house.cards)}
    held = {card for hand in position.hands if hand for part in (hand, *hand.stages) for card in part.cards}
    gone = tuple(card for card in CARDS if card not in table | held)
    points, cards = position.won()
    known = {} if position.rules.adds_up else {"points": points, "cards": cards}
    bare = replace(position, taken=None, points=None, cards=None, seeps=(0, 0), bonus=(0, 0))
    return replace(bare, gone=gone, **known).seen_by(position.turn)  # type: ignore[arg-type]
