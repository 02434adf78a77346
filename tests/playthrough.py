"""A whole game written out: every position, every legal move, the move played, and what it won.

The slow referee deals and plays it from a fixed seed, so the text is the same on every run.
"""

from __future__ import annotations

import random

import dealer
import referee
from referee import State
from referee_text import written

# Of each preset a game in which cards are thrown, captured, built, added to and raised, and seeps are made.
SEEDS = {
    "classic": 3,
    "tabletop": 0,
    "open-house": 5,
    "bid-card": 1,
    "punjabi": 2,
    "classic-2p": 3,
    "bid-card-2p": 0,
    "open-house-2p": 0,
}


def game(preset: str) -> str:
    """The text of the preset's game."""
    seed = f"playthrough {preset} {SEEDS[preset]}"
    rng = random.Random(seed)
    state = dealer.deal(rng, referee.PRESETS[preset])
    parts = [f"# a whole game under {preset}, dealt and played by the slow referee from the seed '{seed}'\n"]
    number = 1
    while not state.finished:
        move = _chosen(rng, state)
        after = referee.play(state, move)
        parts.append(
            f"{number} {referee.write(state)}\n"
            f"legal {' '.join(referee.legal_moves(state))}\n"
            f"play {move}\n"
            f"won {_won(state, after)}\n"
        )
        state, number = after, number + 1
    totals = referee.total(state, 1), referee.total(state, 2)
    parts.append(f"end {referee.write(state)}\ntotals {totals[0]}-{totals[1]}\n")
    return "\n".join(parts)


def _chosen(rng: random.Random, state: State) -> str:
    """A move with any of the interchangeable cards, for the most part no throw."""
    moves = referee.spelled_moves(state)
    active = [move for move in moves if len(move) > 2]
    return rng.choice(active if active and rng.random() < 0.85 else moves)


def _won(before: State, after: State) -> str:
    """The cards that went to a side or, where nobody captured, out of play; and the points of a seep."""
    assert before.taken is not None
    assert after.taken is not None
    said = []
    for side in (1, 2):
        cards = set(after.taken[side - 1]) - set(before.taken[side - 1])
        if cards:
            said.append(f"side {side} {written(tuple(cards))}")
        if after.seeps[side - 1] > before.seeps[side - 1]:
            said.append(f"seep {after.bonus[side - 1] - before.bonus[side - 1]}")
    if gone := set(after.gone) - set(before.gone):
        said.append(f"nobody {written(tuple(gone))}")
    return ", ".join(said) or "-"
