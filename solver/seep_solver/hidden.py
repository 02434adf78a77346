"""Analysis of hidden positions: what the seat to play should do, over all that the others may hold.

Few plays from the end each world is solved exactly; before that its moves are valued by playouts, by a search of
some plays, or by a tree over all worlds (docs/strength.md).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from threading import Lock
from typing import TYPE_CHECKING, Any, Final, Literal

from seep_solver import belief
from seep_solver.exact import DEFAULT_HASH_MB, HiddenPosition, MissingHistory, analyse, check_limits
from seep_solver.notation import NotationError
from seep_solver.packed import from_row, ruleset, to_move_row, to_row

if TYPE_CHECKING:
    from seep_ext import Seen, Seer
    from seep_solver.exact import Analysis
    from seep_solver.position import Position

Method = Literal["auto", "montecarlo", "pimc", "ismcts"]
METHODS: Final[tuple[Method, ...]] = ("auto", "montecarlo", "pimc", "ismcts")
USUAL: Final = "ismcts"  # what auto plays before worlds are solved
EXACT_LEFT: Final = 16  # plays to come with which worlds are solved
EXACT_WORLDS: Final = 100  # of them, where no limit is given
WORLDS: Final = 2000
PLAYS: Final = {"montecarlo": 8, "pimc": 4, "ismcts": 4}  # of a playout, or looked ahead
MOST_LANES: Final = 64  # threads of one search over worlds
MOST_NAMES: Final = 1 << 20  # more deals than interchangeable cards alone make of one world
RISK: Final = 4  # points where a deck has 100, that a move may lose against best play where plays are predicted
REMEMBERED: Final = 24  # earlier plays that weigh worlds
APART: Final = 1.96  # standard errors of a difference within which two moves are not told apart

_searching = Lock()


@dataclass(frozen=True, slots=True)
class MoveEstimate:
    """A move and its mean gain in points over worlds, with its standard error.

    `diff` is by how much the best move is ahead of it over the same worlds (0 for the best itself) and `diff_err`
    the standard error of that; `worlds` is how many valued it: a move surely behind drops out early. Of one sampled
    world there is no error (None), of none no mean either. A `risky` move may win more of seats that play as
    predicted, but loses too much if they play best after all; it is not among those that are compared.
    """

    move: str
    mean: float | None
    std_err: float | None
    diff: float | None
    diff_err: float | None
    worlds: int
    risky: bool = False

    @property
    def ahead(self) -> float | None:
        """By how much the best move is ahead of it at least, with 95 % confidence; None where that is not known."""
        if self.diff is None or self.diff_err is None:
            return None
        return self.diff - APART * self.diff_err

    @property
    def apart(self) -> bool:
        """Whether it is told apart from the best move, with 95 % confidence, or is too risky."""
        return self.risky or (self.ahead is not None and self.ahead > 0)

    def to_json(self) -> dict[str, Any]:
        """The move as an object of the JSON output, keys in order."""
        figures = {"mean": self.mean, "std_err": self.std_err, "diff": self.diff, "diff_err": self.diff_err}
        told = {key: round(value, 3) for key, value in figures.items() if value is not None}
        return {"move": self.move, **told, "worlds": self.worlds, **({"risky": True} if self.risky else {})}


@dataclass(frozen=True, slots=True)
class Estimate:
    """The mean gain of each move over worlds, best first, in points from the side to move.

    `worlds` were searched of `total` that fit what the seat knows; with `every` the means are over all of them and
    no error is due to sampling. `method` says how a world was searched: "exact", or one of METHODS. `effective`: of
    a hundred worlds weighed by earlier plays, how many equally likely ones they are worth (None: none were weighed).
    `predicted`: seats of the other side that have played as the policy does and are taken to go on so. `facts` are what
    is proven of the other hands.
    """

    position: Position
    moves: tuple[MoveEstimate, ...]
    worlds: int
    total: int
    every: bool
    seed: int
    method: str
    effective: float | None
    predicted: tuple[int, ...]
    time_s: float
    stopped: str
    facts: tuple[belief.Fact, ...] = ()

    kind: Literal["estimate"] = "estimate"

    @property
    def best(self) -> tuple[str, ...]:
        """The best move, and those that were worth as much in every world."""
        ties = (move.move for move in self.moves[1:] if move.diff == 0 and move.diff_err == 0 and not move.risky)
        return (self.moves[0].move, *ties) if self.moves else ()

    @property
    def mean(self) -> float | None:
        """Mean gain of the best move."""
        return self.moves[0].mean if self.moves else 0.0

    @property
    def std_err(self) -> float | None:
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
            "mean": _rounded(self.mean, 3),
            "std_err": _rounded(self.std_err, 3),
            "best": list(self.best),
            "worlds": self.worlds,
            "seed": self.seed,
            "method": self.method,
            "moves": [move.to_json() for move in self.moves[:top]],
            "total": self.total,
            "effective": _rounded(self.effective, 1),
            "predicted": list(self.predicted) or None,
        }
        if timings:
            out["time_s"] = round(self.time_s, 6)
        return {key: value for key, value in out.items() if value is not None}


def _rounded(number: float | None, digits: int) -> float | None:
    return None if number is None else round(number, digits)


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
    """Raise what stands in the way of an estimate: NotationError, HiddenPosition, MissingHistory."""
    if faults := position.faults():
        raise NotationError(faults)
    if None in position.hands:
        raise HiddenPosition(position)
    if position.missing:
        raise MissingHistory(position)


def settled(position: Position, plays: belief.Plays = ()) -> Position | None:
    """The open position, where one world alone fits what the seat to play knows; None for more.

    Interchangeable cards make no worlds: of deals that differ in them alone the first is taken. Raises as `estimate`.
    """
    check(position)
    fitting = belief.deals(position, belief.facts_of(position, plays))
    if fitting.total > MOST_NAMES or fitting.listed(1) is None:
        return None
    return replace(position, hands=from_row(fitting.row(0), position.rules).hands)


def estimate(
    position: Position,
    *,
    plays: belief.Plays = (),
    infer: bool = True,
    method: Method = "auto",
    worlds: int | None = None,
    time: float | None = None,
    seed: int = 1,
    threads: int = 1,
    hash_mb: int = DEFAULT_HASH_MB,
    exact_left: int = EXACT_LEFT,
) -> Analysis | Estimate:
    """Value every move of a hidden position over the worlds that fit what the seat to play knows.

    plays: those of the deal so far, each with the position before it; they prove facts, and under `infer` they weigh
    worlds by how likely a sensible player was to make them, and show whose plays can be predicted. With `exact_left` or
    fewer cards in hands worlds are solved; where all plays of the other side are predicted that tells the risky moves
    alone, and the tree decides between the others. worlds, time (seconds): limits, whichever comes first (default:
    WORLDS, of which EXACT_WORLDS are solved). The same seed and worlds give the same estimate for any number of
    threads. Where one world alone fits it is solved, and an Analysis returned.

    Raises NotationError, HiddenPosition, MissingHistory, belief.NoWorld, ValueError, TooManyMoves, Interrupted.
    """
    check_limits(threads, time=time, worlds=worlds)
    if method not in METHODS:
        raise ValueError(f"method: expected one of {', '.join(METHODS)}, got {method!r}")
    alone = settled(position, plays)
    if alone is not None:
        return analyse(alone, time=time, threads=threads, hash_mb=hash_mb)
    facts = belief.facts_of(position, plays)
    how = USUAL if method == "auto" else method
    boundless = worlds is None and time is None
    seen = look(
        position,
        facts,
        hash_mb=hash_mb,
        threads=min(threads, MOST_LANES),
        method=how,
        worlds=WORLDS if boundless else worlds or 0,
        seconds=time or 0.0,
        seed=seed,
        history=history(plays) if infer else (),
        plays=PLAYS[how],
        late=exact_left,
        solved=EXACT_WORLDS if boundless else worlds or 0,
    )
    found = _estimate(position, seen, seed, facts)
    if seen.stopped == "interrupt":
        raise Interrupted(found)
    return found


def look(position: Position, facts: tuple[belief.Fact, ...], *, hash_mb: int, threads: int = 1, **how: Any) -> Seen:
    """What the process's searcher over worlds sees; `how` is as `Seer.look` takes it. One search at a time."""
    with _searching:
        return seer(hash_mb, threads).look(ruleset(position.rules), **belief.spread(position, facts), risk=RISK, **how)


def history(plays: belief.Plays) -> list[tuple[Any, Any]]:
    """Earlier plays as the engine takes them, the last REMEMBERED of those that weigh worlds."""
    return [(to_row(before), to_move_row(move)) for before, move in belief.since_taken_up(plays)[-REMEMBERED:]]


def _estimate(position: Position, seen: Seen, seed: int, facts: tuple[belief.Fact, ...]) -> Estimate:
    return Estimate(
        position=position,
        moves=tuple(_move(seen, *row) for row in seen.moves),
        worlds=seen.worlds,
        total=seen.total,
        every=seen.all,
        seed=seed,
        method=seen.method,
        effective=seen.effective,
        predicted=seen.predicted,
        time_s=seen.seconds,
        stopped=seen.stopped,
        facts=facts,
    )


def _move(
    seen: Seen,
    text: str,
    mean: float,
    err: float | None,
    diff: float,
    diff_err: float | None,
    worlds: int,
    risky: bool,
) -> MoveEstimate:
    """A move, without figures that so few worlds do not give."""
    if seen.all:
        return MoveEstimate(text, mean, err, diff, diff_err, seen.worlds)
    if not seen.worlds:
        return MoveEstimate(text, None, None, None, None, 0, risky)
    return MoveEstimate(text, mean, err, diff, diff_err, worlds, risky)
