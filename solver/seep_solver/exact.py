"""Exact analysis of open positions: position in, proven values out."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from threading import Lock
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from seep_solver.notation import NotationError
from seep_solver.packed import ruleset, to_row, to_rows
from seep_solver.position import named_missing

if TYPE_CHECKING:
    from numpy import int16, uint64
    from numpy.typing import NDArray

    from seep_ext import Found, Solver
    from seep_solver.position import Position

DEFAULT_HASH_MB = 64
MOST_THREADS = 256  # of one search
MOST_MOVES = 1 << 16  # of one position, that the engine lists
Want = Literal["all", "moves", "best", "value"]
Watch = Callable[[int, int, int, int], object]  # low, high, nodes, thousandths of the table in use


class HiddenPosition(ValueError):
    """A position with cards that are not known: its value depends on where they are."""

    field = "hands"

    def __init__(self, position: Position) -> None:
        if None in position.hands:
            self.hint = "write how many cards it holds, such as x4, for an estimate by seep analyse or seep best"
            super().__init__("nothing is said of a hand: expected its cards or their number")
            return
        self.hint = "seep analyse and seep best estimate hidden positions"
        what = "the position is hidden" if position.hidden else "a hand is not written out"
        super().__init__(f"{what}: expected every card of every hand")


class MissingHistory(ValueError):
    """Under the position's rules what was won before matters to the value, and the position does not say it."""

    def __init__(self, position: Position) -> None:
        missing = position.missing
        self.field = missing[0]
        self.hint = f"add {' and '.join(f'{key}=A/B' for key in missing)}, or taken=CARDS/CARDS"
        if position.rules.sweep_cap and position.seeps == (0, 0):
            self.hint += "; seeps=A/B too if there was a seep"
        super().__init__(
            f"{named_missing(missing)}: expected what each side won before, which matters "
            f"under the rules {position.rules.name}"
        )


class Interrupted(KeyboardInterrupt):
    """Ctrl-C struck in the middle of a search; `analysis` holds the bounds proven by then."""

    def __init__(self, analysis: Analysis) -> None:
        super().__init__("interrupted")
        self.analysis = analysis


@dataclass(frozen=True, slots=True)
class MoveValue:
    """A move with its proven gain in points for the side to move: `gain` where exact, else low <= gain <= high.

    `pv` is the line of best play, starting with the move. `guess`, where a search was stopped and the move is not
    exact, is what the move may be worth, from a search of some plays: within the bounds, but not proven.
    """

    move: str
    gain: int | None
    low: int
    high: int
    pv: tuple[str, ...]
    guess: int | None = None

    def to_json(self) -> dict[str, Any]:
        """The move as an object of the JSON output, keys in order."""
        exact = {"gain": self.gain} if self.gain is not None else {}
        guess = {"guess": self.guess} if self.guess is not None else {}
        return {"move": self.move, **exact, "low": self.low, "high": self.high, **guess, "pv": list(self.pv)}


@dataclass(frozen=True, slots=True)
class Analysis:
    """The proven value of a position in points, from the side to move.

    `kind` is "exact", or "bounds" when a limit (`stopped`: "nodes", "time" or "interrupt") struck first; `gain` and
    `margin` are None then, and low <= gain <= high. `best` holds all ties (of bounds: the moves whose low is
    highest), `moves` every move (or as many as asked for), best first; of bounds, in the order of their guesses where
    there are any. Of an analysis for one best move only, `moves` is empty.
    """

    position: Position
    kind: Literal["exact", "bounds"]
    gain: int | None
    margin: int | None
    low: int
    high: int
    best: tuple[str, ...]
    pv: tuple[str, ...]
    moves: tuple[MoveValue, ...]
    nodes: int
    time_s: float
    stopped: str

    @property
    def id(self) -> str | None:
        """The name of the position."""
        return self.position.id

    @property
    def rules(self) -> str:
        """The name of the rules."""
        return self.position.rules.name

    @property
    def to_move(self) -> int:
        """The seat to play."""
        return self.position.turn

    def to_json(self, *, timings: bool = False) -> dict[str, Any]:
        """The analysis as an object of the JSON output, keys in order."""
        out: dict[str, Any] = {
            "id": self.id,
            "position": str(self.position),
            "rules": self.position.rules.name,
            "kind": self.kind,
            "to_move": self.to_move,
            "gain": self.gain,
            "margin": self.margin,
            "low": self.low,
            "high": self.high,
            "best": list(self.best),
            "pv": list(self.pv),
            "moves": [move.to_json() for move in self.moves],
            "nodes": self.nodes,
        }
        if timings:
            out["time_s"] = round(self.time_s, 6)
        return {key: value for key, value in out.items() if value is not None}


class Batch(NamedTuple):
    """Values of many positions, arrays of one length; gains in points from the side to move."""

    gain: NDArray[int16]
    nodes: NDArray[uint64]


# One search at a time: the process's solver holds one table and one position, whichever thread asks.
searching = Lock()


@lru_cache(maxsize=1)
def solver(hash_mb: int, threads: int = 1) -> Solver:
    """The process's solver: its table is allocated once and is empty to each position."""
    from seep_ext import Solver

    return Solver(hash_mb, threads)


def check(position: Position) -> None:
    """Raise what stands in the way of an analysis: NotationError, HiddenPosition or MissingHistory."""
    if faults := position.faults():
        raise NotationError(faults)
    if not position.open:
        raise HiddenPosition(position)
    if position.missing:
        raise MissingHistory(position)


def check_limits(threads: int, **limits: float | None) -> None:
    """Raise ValueError for threads or limits (by name; None: no limit) that no search can have."""
    if not 1 <= threads <= MOST_THREADS:
        raise ValueError(f"threads: expected 1 to {MOST_THREADS}, got {threads}")
    for name, limit in limits.items():
        if limit is not None and not 0 < limit < 2**63:
            raise ValueError(f"{name}: expected a number above 0, got {limit}")


def _moves(found: Found, exact: bool) -> tuple[MoveValue, ...]:
    guesses = found.guesses if not exact and found.guesses else [None] * len(found.moves)
    return tuple(
        MoveValue(text, low, low, high, tuple(line))
        if low == high
        else MoveValue(text, None, low, high, tuple(line), guess)
        for (text, low, high, line), guess in zip(found.moves, guesses, strict=True)
    )


def _done(found: Found, want: Want, top: int | None) -> bool:
    """All that was asked for is proven: the value, the moves to report, all ties of the best."""
    if found.low < found.high:
        return False
    if want in ("best", "value"):
        return True
    wanted = all(low == high for _, low, high, _ in found.moves[:top])
    return wanted and all(low == found.low or high < found.low for _, low, high, _ in found.moves)


def analysis_of(position: Position, found: Found, want: Want, top: int | None) -> Analysis:
    """What the engine has found of a position, as people name it."""
    done = _done(found, want, top)
    moves = _moves(found, done)
    highest = max((move.low for move in moves), default=0)
    best = [move for move in moves if move.low == highest]
    if want == "best":
        best = best[:1]
    return Analysis(
        position=position,
        kind="exact" if done else "bounds",
        gain=found.low if done else None,
        margin=found.low + position.standing if done else None,
        low=found.low,
        high=found.high,
        best=tuple(move.move for move in best),
        pv=best[0].pv if best else (),
        moves=moves[:top] if want in ("all", "moves") else (),
        nodes=found.nodes,
        time_s=found.seconds,
        stopped="" if done else found.stopped,
    )


def analyse(
    position: Position,
    *,
    time: float | None = None,
    nodes: int | None = None,
    top: int | None = None,
    threads: int = 1,
    hash_mb: int = DEFAULT_HASH_MB,
    want: Want = "all",
    watch: Watch | None = None,
) -> Analysis:
    """Prove the value of every move of an open position.

    time (seconds) and nodes are limits; when one strikes, the bounds proven by then are returned, with guesses of the
    moves that are not exact. top: how many moves to report; no more is proven of the others than that they are not
    among them. want: "all" moves, each with its line of play; "moves", all with the line of the best alone and without
    guesses; the "best" one alone; or the "value" alone. hash_mb: size of the transposition table in megabytes; it
    changes no value. watch is called some twenty times a second with the bounds and nodes so far and the thousandths
    of the table in use. Raises NotationError for a position with faults,
    HiddenPosition, MissingHistory, TooManyMoves (a ValueError) for a floor too crowded to list its moves, and
    Interrupted on Ctrl-C.
    """
    check_limits(threads, time=time, nodes=nodes, top=top)
    check(position)
    row = to_row(position)
    with searching:
        found = solver(hash_mb, threads).analyse(
            ruleset(position.rules),
            row,
            want=want,
            top=min(top or 0, MOST_MOVES),
            nodes=nodes or 0,
            seconds=time or 0.0,
            watch=watch,
        )
    analysis = analysis_of(position, found, want, top)
    if found.stopped == "interrupt":
        raise Interrupted(analysis)
    return analysis


def solve_batch(positions: Iterable[Position], *, hash_mb: int = DEFAULT_HASH_MB) -> Batch:
    """Exact gains of many open positions, as numpy arrays: gain int16 and nodes uint64, in order.

    The engine works without the interpreter's lock. Raises as `analyse` does; KeyboardInterrupt on Ctrl-C.
    """
    import numpy as np

    listed = list(positions)
    gain, nodes = np.zeros(len(listed), np.int16), np.zeros(len(listed), np.uint64)
    by_rules: dict[Any, list[int]] = {}
    for i, position in enumerate(listed):
        check(position)
        by_rules.setdefault(position.rules, []).append(i)
    for rules, places in by_rules.items():
        rows = to_rows(listed[i] for i in places)
        with searching:
            gain[places], _, nodes[places] = solver(hash_mb).values(ruleset(rules), rows)
    return Batch(gain, nodes)
