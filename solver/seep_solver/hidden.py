"""Analysis of hidden positions: what the seat to play should do, over all that the others may hold.

Few plays from the end each world is solved exactly; before that its moves are valued by playouts, by a search of
some plays, or by a tree over all worlds (docs/strength.md).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from threading import Lock
from typing import TYPE_CHECKING, Any, Final, Literal

from seep_solver import belief
from seep_solver.exact import DEFAULT_HASH_MB, MissingHistory
from seep_solver.notation import NotationError
from seep_solver.packed import from_row, ruleset, to_move_row, to_row

if TYPE_CHECKING:
    from collections.abc import Callable

    from seep_ext import Seen, Seer
    from seep_solver.exact import Analysis
    from seep_solver.position import Position

Method = Literal["auto", "montecarlo", "pimc", "ismcts"]
METHODS: Final[tuple[Method, ...]] = ("auto", "montecarlo", "pimc", "ismcts")
USUAL: Final = "montecarlo"  # what auto plays before worlds are solved
EXACT_LEFT: Final = 16  # plays to come with which worlds are solved
EXACT_WORLDS: Final = 100  # of them, where no limit is given
WORLDS: Final = 2000
PLAYS: Final = {"auto": 8, "montecarlo": 8, "pimc": 4, "ismcts": 4}  # of a playout, or looked ahead
REMEMBERED: Final = 12  # earlier plays that weigh worlds
APART: Final = 1.96  # standard errors of a difference within which two moves are not told apart

_searching = Lock()


@dataclass(frozen=True, slots=True)
class MoveEstimate:
    """A move and its mean gain in points over worlds, with its standard error.

    `diff` is by how much the best move is ahead of it over the same worlds (0 for the best itself) and `diff_err`
    the standard error of that; `worlds` is how many valued it: a move surely behind drops out early.
    """

    move: str
    mean: float
    std_err: float
    diff: float
    diff_err: float
    worlds: int

    @property
    def apart(self) -> bool:
        """Whether it is told apart from the best move, with 95 % confidence."""
        return self.diff > APART * self.diff_err

    def to_json(self) -> dict[str, Any]:
        """The move as an object of the JSON output, keys in order."""
        return {
            "move": self.move,
            "mean": round(self.mean, 3),
            "std_err": round(self.std_err, 3),
            "diff": round(self.diff, 3),
            "diff_err": round(self.diff_err, 3),
            "worlds": self.worlds,
        }


@dataclass(frozen=True, slots=True)
class Estimate:
    """The mean gain of each move over worlds, best first, in points from the side to move.

    `worlds` were searched of `total` that fit what the seat knows; with `every` the means are over all of them and
    no error is due to sampling. `method` says how a world was searched: "exact", or one of METHODS. `effective`: of
    a hundred worlds weighed by earlier plays, how many equally likely ones they are worth (None: none were weighed).
    """

    position: Position
    moves: tuple[MoveEstimate, ...]
    worlds: int
    total: int
    every: bool
    seed: int
    method: str
    effective: float | None
    time_s: float
    stopped: str

    kind: Literal["estimate"] = "estimate"

    @property
    def best(self) -> tuple[str, ...]:
        """The best move, and those that were worth as much in every world."""
        return tuple(move.move for move in self.moves if move.diff == 0 and move.diff_err == 0)

    @property
    def mean(self) -> float:
        """Mean gain of the best move."""
        return self.moves[0].mean if self.moves else 0.0

    @property
    def std_err(self) -> float:
        """Standard error of `mean`."""
        return self.moves[0].std_err if self.moves else 0.0

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

    def to_json(self, *, timings: bool = False, top: int | None = None) -> dict[str, Any]:
        """The estimate as an object of the JSON output, keys in order."""
        out: dict[str, Any] = {
            "id": self.id,
            "position": str(self.position),
            "rules": self.rules,
            "kind": self.kind,
            "to_move": self.to_move,
            "mean": round(self.mean, 3),
            "std_err": round(self.std_err, 3),
            "best": list(self.best),
            "worlds": self.worlds,
            "seed": self.seed,
            "method": self.method,
            "moves": [move.to_json() for move in self.moves[:top]],
            "total": self.total,
            "effective": None if self.effective is None else round(self.effective, 1),
        }
        if timings:
            out["time_s"] = round(self.time_s, 6)
        return {key: value for key, value in out.items() if value is not None}


class Interrupted(KeyboardInterrupt):
    """Ctrl-C struck in the middle of a search over worlds; `estimate` holds what was found by then."""

    def __init__(self, estimate: Estimate) -> None:
        super().__init__("interrupted")
        self.estimate = estimate


@lru_cache(maxsize=1)
def seer(hash_mb: int, threads: int = 1) -> Seer:
    """The process's searcher over worlds, its memory allocated once."""
    from seep_ext import Seer

    return Seer(hash_mb, threads)


def check(position: Position) -> None:
    """Raise what stands in the way of an analysis: NotationError, MissingHistory, ValueError."""
    if faults := position.faults():
        raise NotationError(faults)
    if position.missing:
        raise MissingHistory(position)


def estimate(
    position: Position,
    *,
    plays: belief.Plays = (),
    infer: bool = True,
    method: Method = "auto",
    worlds: int | None = None,
    time: float | None = None,
    seed: int = 0,
    threads: int = 1,
    hash_mb: int = DEFAULT_HASH_MB,
    exact_left: int = EXACT_LEFT,
) -> Analysis | Estimate:
    """Value every move of a hidden position over the worlds that fit what the seat to play knows.

    plays: those of the deal so far, each with the position before it; they prove facts, and under `infer` they weigh
    worlds by how likely a sensible player was to make them. worlds, time (seconds): limits, whichever comes first
    (default: WORLDS, or EXACT_WORLDS where they are solved). The same seed and worlds give the same estimate for any
    number of threads. Where one world alone fits it is solved, and an Analysis returned.

    Raises NotationError, MissingHistory, belief.NoWorld, ValueError, TooManyMoves, Interrupted.
    """
    check(position)
    facts = belief.facts_of(position, plays)
    fitting = belief.deals(position, facts)
    if fitting.total == 1:
        return _one_world(position, fitting.row(0), time, threads, hash_mb)
    late = position.cards_left <= exact_left
    how = "exact" if late else USUAL if method == "auto" else method
    if worlds is None and time is None:
        worlds = EXACT_WORLDS if late else WORLDS
    with _searching:
        seen = seer(hash_mb, threads).look(
            ruleset(position.rules),
            **belief.spread(position, facts),
            method=how,
            worlds=worlds or 0,
            seconds=time or 0.0,
            seed=seed,
            history=history(plays) if infer else (),
            plays=PLAYS.get(how, 0),
        )
    found = _estimate(position, seen, seed, how)
    if seen.stopped == "interrupt":
        raise Interrupted(found)
    return found


def _one_world(position: Position, row: Any, time: float | None, threads: int, hash_mb: int) -> Analysis:
    """The analysis of the one deal that fits."""
    from dataclasses import replace

    from seep_solver.exact import analyse

    dealt = from_row(row, position.rules)
    opened = replace(position, hands=dealt.hands)
    return analyse(opened, time=time, threads=threads, hash_mb=hash_mb)


def history(plays: belief.Plays) -> list[tuple[Any, Any]]:
    """Earlier plays as the engine takes them, the last REMEMBERED of those that weigh worlds."""
    return [(to_row(before), to_move_row(move)) for before, move in belief.since_taken_up(plays)[-REMEMBERED:]]


def _estimate(position: Position, seen: Seen, seed: int, method: str) -> Estimate:
    return Estimate(
        position=position,
        moves=tuple(MoveEstimate(*row) for row in seen.moves),
        worlds=seen.worlds,
        total=seen.total,
        every=seen.all,
        seed=seed,
        method=method,
        effective=seen.effective,
        time_s=seen.seconds,
        stopped=seen.stopped,
    )
