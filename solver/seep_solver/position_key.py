"""A number for a position up to what its value depends on, so that equal positions meet."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from hashlib import blake2b
from typing import Any

from seep_solver.position import Position
from seep_solver.rules import Rules
from seep_solver.settings import canonical_json


def position_key(position: Position) -> int:
    """The first 8 bytes, little-endian, of BLAKE2b-64 over `key_text` in UTF-8."""
    return int.from_bytes(blake2b(key_text(position).encode(), digest_size=8).digest(), "little")


def key_text(position: Position) -> str:
    """The text that is hashed: positions with equal texts have equal values under equal play.

    First the canonical line, with `rules=` as it stands there, but

    - without `id` and `lead`;
    - where totals add up (no sweep_cap, sweep_min_points, most_cards, all_points) without what was won
      before: no `taken`, `points`, `cards`, `seeps`, `bonus`. `gone` is left out where every hand is known,
      for no card out of play can change such a position; elsewhere it lists all cards out of play, taken or
      gone, for they say what is unseen. `last` stays: the cards left over at the end go by it. Where totals
      do not add up everything stays;
    - with interchangeable cards renamed: reading from left to right, the first met of a kind takes the lowest
      suit of that kind (in the order C D H S), the next the next; then every list is sorted again.

    Then a line feed, and the options of the rules as JSON with sorted keys and no spaces.
    """
    kept = replace(position, id=None, lead=0, **_without_the_past(position))
    return f"{kept.lowest_suits()}\n{_options(position.rules)}"


def _without_the_past(position: Position) -> dict[str, Any]:
    if not position.rules.adds_up:
        return {}
    piles = () if position.open else (position.gone, *(position.taken or ()))
    out_of_play = tuple(sorted({card for pile in piles for card in pile}))
    won = {"taken": None, "points": None, "cards": None, "seeps": (0, 0), "bonus": (0, 0)}
    return {**won, "gone": out_of_play}


@lru_cache(maxsize=64)
def _options(rules: Rules) -> str:
    return canonical_json(rules.options())
