"""What a search of some plays sees, in plain Python over the referee: to hold grades against."""

from __future__ import annotations

from referee import State, legal_moves, play, write
from referee_state import standing_total

Memo = dict[tuple[str, int], int]


def margin(state: State) -> int:
    return standing_total(state, 1) - standing_total(state, 2)


def seen(state: State, plays: int, memo: Memo) -> int:
    """Side 1's margin after so many plays, both sides doing their best to have it so."""
    if not plays or state.finished:
        return margin(state)
    key = write(state), plays
    if key not in memo:
        best = max if state.side == 1 else min
        memo[key] = best(seen(play(state, move), plays - 1, memo) for move in legal_moves(state))
    return memo[key]


def stands_out(state: State, move: str, plays: int, memo: Memo) -> bool:
    """Whether within so many plays the move wins more than any other."""
    sign = 1 if state.side == 1 else -1
    won = {other: sign * seen(play(state, other), plays - 1, memo) for other in legal_moves(state)}
    return all(won[move] > won[other] for other in won if other != move)


def grade(state: State, move: str) -> int:
    """The least number of plays from which on the move stands out."""
    memo: Memo = {}
    plays = sum(hand.size for hand in state.hands if hand is not None)
    while plays and stands_out(state, move, plays, memo):
        plays -= 1
    return plays + 1


def makes_seep(state: State) -> bool:
    """Whether the seat to play can make a seep."""
    return any(sum(play(state, move).seeps) > sum(state.seeps) for move in legal_moves(state))


def greedy(state: State) -> set[str]:
    """The moves that win most at once, seeps counted, whatever conditions hang on bonuses."""
    side = state.side - 1
    won = {}
    for move in legal_moves(state):
        after = play(state, move)
        mine = (after.points or (0, 0))[side] - (state.points or (0, 0))[side]
        if "x" not in move:
            mine = 0
        won[move] = mine + after.bonus[side] - state.bonus[side]
    return {move for move in won if won[move] == max(won.values())}
