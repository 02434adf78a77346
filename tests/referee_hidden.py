"""A hidden ending as a game of the sequence form, the slow way: every card named, played by the referee to the end.

The plain twin of `equilibrium_seep`: no kinds, no exact values from where all is known. Both must have one value.
"""

from __future__ import annotations

from dataclasses import replace

from equilibrium_tree import Game
from referee_play import play, spelled_moves
from referee_state import Hand, State, side_of, standing_margin
from referee_worlds import filled, hidden_of, worlds


def nobody_sees(state: State) -> State:
    """The position with no card of any hand or stage named."""

    def unseen(hand: Hand | None) -> Hand | None:
        return hand and Hand((), hand.size, tuple(Hand((), stage.size) for stage in hand.stages))

    return replace(state, hands=tuple(unseen(hand) for hand in state.hands))


def plain_game(state: State) -> Game:
    """The game of a position, whatever it says of the hands."""
    game = Game.empty([1 if side_of(seat) == state.side else -1 for seat in range(1, len(state.hands) + 1)])
    bare = nobody_sees(state)
    hidden = hidden_of(bare)
    whole = [filled(bare, hidden, world) for world in worlds(hidden)]
    for deal in whole:
        _play(game, deal, 1 / len(whole), state, (0,) * len(state.hands), ((),) * len(state.hands))
    return game


def _play(
    game: Game,
    now: State,
    chance: float,
    start: State,
    sequences: tuple[int, ...],
    seen: tuple[tuple[object, ...], ...],
) -> None:
    """Go on from a position; `seen` is for each seat its hand at every move that was made, and the move."""
    if now.finished:
        margin = standing_margin(replace(now, turn=start.turn)) - standing_margin(start)
        game.end(sequences, chance * margin)
        return
    seat = now.turn - 1
    moves = spelled_moves(now)
    spot = game.decisions[seat].spot((seen[seat], now.hand.cards), sequences[seat], moves)
    for move, sequence in zip(moves, spot.sequences, strict=True):
        later = (*sequences[:seat], sequence, *sequences[seat + 1:])
        known = tuple(
            (*past, hand and hand.cards, move) for past, hand in zip(seen, now.hands, strict=True)
        )
        _play(game, play(now, move), chance, start, later, known)
