"""The exact solver as Python sees it: one table and one search, used for position after position."""

from collections.abc import Callable, Iterable
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from seep_ext.rules import RuleSet

TECHNIQUES: dict[str, int]
"""What a search can do without: names to bits."""

class Found:
    """What an analysis proved: bounds in points, from the side to move.

    low, high: of the position. moves: (text, low, high, line) of each move, best first, ties in byte order; a line
    starts with its move. guesses: of a search that was stopped, what each move may be worth, within its bounds but not
    proven; moves are in the order of them then. Else empty. nodes: positions visited, without those for guesses and
    for the lines of moves after the first. seconds: for all of it, without start-up. stopped: "", or the limit that
    struck: "nodes", "time", "interrupt".
    """

    low: int
    high: int
    moves: list[tuple[str, int, int, list[str]]]
    guesses: list[int]
    nodes: int
    seconds: float
    stopped: str

class Solver:
    """An exact solver with a transposition table of `hash_mb` megabytes, empty to each position.

    threads: of one search, 1 to 256; no value changes by it, node counts are the same on every run with 1. without:
    names of TECHNIQUES to do without; no value changes by it. Raises ValueError for a number out of range or an
    unknown name, MemoryError.
    """

    def __init__(self, hash_mb: int = 64, threads: int = 1, without: Iterable[str] = ()) -> None: ...
    def analyse(
        self,
        rules: RuleSet,
        position: Any,
        *,
        want: Literal["all", "moves", "best", "value"] = "all",
        top: int = 0,
        nodes: int = 0,
        seconds: float = 0.0,
        watch: Callable[[int, int, int, int], object] | None = None,
    ) -> Found:
        """Prove the values of a position whose cards are all known.

        want: "all" values every move and finds the lines; "moves" does so with the line of the best move alone;
        "best" proves the value and the first move, in byte order of the text, that reaches it; "value" the value
        alone. top: with "all" and "moves", how many of the best moves are valued, 0 for every one; all ties of the
        best are found out. nodes, seconds: limits, 0 for none; when one strikes, or Ctrl-C, the bounds so far are
        returned, and for "all" and "best" a guess of each move. watch(low, high, nodes, use) is called some twenty
        times a second, with the bounds and nodes so far and the thousandths of the table in use. Raises TooManyMoves
        for a floor too crowded to list, and what `watch` raises.
        """

    def values(
        self, rules: RuleSet, positions: Any, *, nodes: int = 0
    ) -> tuple[NDArray[np.int16], NDArray[np.int16], NDArray[np.uint64]]:
        """Values of many positions: POSITION rows in; arrays (low, high, nodes) out.

        Gains from the side to move; low == high where proven, which is everywhere without a node limit (for each
        position; 0: none). The interpreter's lock is released. Raises TooManyMoves, KeyboardInterrupt.
        """
