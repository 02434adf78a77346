"""A number for a position up to what its value depends on, so that equal positions meet."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from hashlib import blake2b

from seep_solver.cards import lowest
from seep_solver.notation import write
from seep_solver.position import Position
from seep_solver.rules import Rules
from seep_solver.settings import canonical_json

NAMES_IT = frozenset({"id", "lead"})  # keys that no value depends on
THE_PAST = NAMES_IT | {"taken", "points", "cards", "seeps", "bonus"}  # nor on these where totals add up

OUT_OF_PLAY = THE_PAST | {"gone"}  # nor on these where every hand is known


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
    left_out = NAMES_IT
    if position.rules.adds_up and position.open:
        left_out = OUT_OF_PLAY
    elif position.rules.adds_up:
        left_out, position = THE_PAST, _with_all_gone(position)
    new = lowest(position.named(), position.rules.scoring)
    return f"{write(position, new, left_out)}\n{_options(position.rules)}"


def _with_all_gone(position: Position) -> Position:
    """All cards out of play in one list."""
    piles = (position.gone, *(position.taken or ()))
    return replace(position, taken=None, gone=tuple({card for pile in piles for card in pile}))


@lru_cache(maxsize=64)
def _options(rules: Rules) -> str:
    return canonical_json(rules.options())
