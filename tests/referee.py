"""The slow referee: the whole of the rules in plain Python, obviously right before quick.

It shares no code with the engine and is what the engine is tested against. Everything to import is here;
the concepts have a module each, `referee_cards` to `referee_laws`.
"""

from __future__ import annotations

from referee_laws import broken_laws
from referee_options import PRESETS, Options, preset_of, resolve
from referee_play import legal_moves, play, spelled_moves, total
from referee_state import Hand, House, State, standing_margin
from referee_text import parse, write
from referee_value import best_line, move_values, perft, value

__all__ = [
    "PRESETS",
    "Hand",
    "House",
    "Options",
    "State",
    "best_line",
    "broken_laws",
    "legal_moves",
    "move_values",
    "parse",
    "perft",
    "play",
    "preset_of",
    "resolve",
    "spelled_moves",
    "standing_margin",
    "total",
    "value",
    "write",
]
