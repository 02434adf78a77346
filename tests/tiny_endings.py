"""Seeded hidden endings so small that their equilibrium can be computed."""

from __future__ import annotations

import random
from dataclasses import replace

from dealer import scattered
from referee_cards import DECK, minus
from referee_options import PRESETS
from referee_state import State
from referee_text import all_cards, write

from seep_solver import Position


def tiny_ending(rng: random.Random, preset: str, cards_each: int, stage: int = 0, loose_most: int = 6) -> Position:
    """An ending as the seat to play sees it, which has two moves or more; what no hand holds is out of play.

    The seat to play holds `cards_each` cards, others as many or one less; two players have `stage` cards each that
    they take up later.
    """
    rules = PRESETS[preset]
    while True:
        state = scattered(rng, rules, cards_each, loose_most=loose_most, houses_most=2, stage=stage, won=False)
        position = _seen(state)
        if not position.faults() and len(position.moves()) > 1:
            return position


def _seen(state: State) -> Position:
    whole = replace(state, gone=minus(DECK, all_cards(state)))
    position = Position.parse(write(whole))
    return position.seen_by(position.turn)
