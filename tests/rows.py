"""Referee positions as rows of the engine: the bridge over which the two are compared."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from functools import cache
from typing import Any

import numpy as np
from referee import Options, State
from referee_state import pile

import seep_ext

RANKS = "A23456789TJQK"
SUITS = "CDHS"
Row = np.ndarray[Any, np.dtype[Any]]


@cache
def ruleset(options: Options) -> seep_ext.RuleSet:
    return seep_ext.RuleSet(asdict(options))


def card_set(cards: Iterable[str]) -> int:
    """The bit set of named cards."""
    return sum(1 << (4 * RANKS.index(card[0]) + SUITS.index(card[1])) for card in cards)


def row(state: State) -> Row:
    """A POSITION row of a referee position; hands that say nothing are empty."""
    out: Row = np.zeros((), seep_ext.POSITION)
    out["loose"] = card_set(state.loose)
    out["turn"], out["last"], out["bid"] = state.turn, state.last or 0, state.bid or 0
    for i, hand in enumerate(state.hands):
        if hand is None:
            continue
        stages = list(hand.stages)
        out["hand"][i] = card_set(hand.cards)
        out["hidden"] += hand.unknown + sum(stage.unknown for stage in stages)
        if i == 0 and state.bid and stages:
            out["rest"] = card_set(stages.pop(0).cards)
        if stages:
            out["second"][i] = card_set(stages.pop(0).cards)
    for house in state.houses:
        out["house"][house.value - 7] = card_set(house.cards)
        out["owner"][house.value - 7] = sum(1 << (seat - 1) for seat in house.owners)
    for side in (1, 2):
        out["points"][side - 1], out["cards"][side - 1] = pile(state, side)
    out["seeps"], out["bonus"] = state.seeps, state.bonus
    return out
