"""Search over the worlds of a hidden position."""

from collections.abc import Sequence
from typing import Any

from numpy.typing import NDArray

from seep_ext.rules import RuleSet

METHODS: dict[str, int]
"""Names of methods of valuing a world."""

class Seen:
    """What a search over worlds found, in points, from the side to move.

    moves: (text, mean, std_err, diff, diff_err, worlds, risky) of each move, best first; diff is by how much the first
    is ahead of it and diff_err the standard error of that, over the worlds that valued both; risky moves, which lose
    too much where predicted seats play best after all, stand last. worlds: how many were searched; total: how many
    there are; all: whether the means are over every one of them. method: by which a world was valued. effective: of a
    hundred worlds that were weighed by earlier plays, how many equally likely ones they are worth; None where nothing
    was weighed. predicted: seats of the other side that the tree took to play by the policy. seconds: for all of it.
    stopped: "", or the limit that struck: "time", "interrupt".
    """

    moves: list[tuple[str, float, float | None, float, float | None, int, bool]]
    worlds: int
    total: int
    all: bool
    method: str
    effective: float | None
    predicted: tuple[int, ...]
    seconds: float
    stopped: str

class Seer:
    """Searches hidden positions with `threads` threads, exact ones on a table of `hash_mb` megabytes."""

    def __init__(self, hash_mb: int = 64, threads: int = 1) -> None: ...
    def look(
        self,
        rules: RuleSet,
        position: NDArray[Any],
        unseen: int,
        room: Sequence[int],
        needs: Sequence[int],
        lacks: Sequence[int],
        *,
        method: str,
        worlds: int = 0,
        seconds: float = 0.0,
        seed: int = 0,
        history: Sequence[tuple[NDArray[Any], NDArray[Any]]] = (),
        predict: bool = True,
        plays: int = 0,
        late: int = 0,
        solved: int = 0,
        risk: float = 0.0,
    ) -> Seen:
        """Value every move over worlds.

        position, unseen, room, needs, lacks: as `Deals` takes them. worlds, seconds: limits, 0 for none (one must be
        given). history: earlier plays that weigh the worlds, (POSITION row before it, MOVE row) of each in order, none
        before cards were taken up last. predict: whether seats that played by the policy are taken to go on so. plays:
        of a playout, or looked ahead. late: plays to come from which on up to `solved` worlds are solved instead (0:
        any number). If the method is "ismcts" and all plays of the other side are predicted, that takes half the
        seconds and tells which moves are risky, more than `risk` points where a deck has 100 behind the best; the tree
        decides between the others, its playouts to the end. The same seed and worlds give the same result. Raises
        ValueError where no deal fits, TooManyMoves for more than 512 moves.
        """
