"""Where a contest stands: pairs taken in their order, whatever the order in which they end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from seep_solver.arena import Contest, Games
from seep_solver.paired import Estimate, estimate
from seep_solver.position import Pair
from seep_solver.ratings import Rating, ratings
from seep_solver.sprt import Sprt

# What is read of a row.
COLUMNS = ("margin", "points_a", "points_b", "seeps_a", "seeps_b", "decisions_a", "decisions_b")
TIMES = ("seconds_a", "seconds_b")


@dataclass(frozen=True, slots=True)
class Score:
    """A game as A and B ended it: A's margin, and for each of the two card points, seeps, decisions and their times."""

    margin: int
    points: Pair
    seeps: Pair
    decisions: Pair
    seconds: tuple[Sequence[float], Sequence[float]]

    @classmethod
    def of(cls, row: dict[str, Any]) -> Score:
        """What a row tells."""

        def pair(name: str) -> Any:
            return row[f"{name}_a"], row[f"{name}_b"]

        seconds = pair("seconds") if row.get("seconds_a") is not None else ((), ())
        return cls(row["margin"], pair("points"), pair("seeps"), pair("decisions"), seconds)


@dataclass(frozen=True, slots=True)
class MatchResult:
    """A against B: the pair means in points a deal for A, and what is to be made of them."""

    a: str
    b: str
    points: Estimate
    verdict: str


@dataclass(frozen=True, slots=True)
class Times:
    """Seconds a decision: the mean, what 95 % of them did not pass, and the longest."""

    mean: float
    most: float
    worst: float


@dataclass(frozen=True, slots=True)
class AgentResult:
    """An agent over all its games: the share that it won (a level game is half), a deal's points and seeps."""

    agent: str
    games: int
    won: float
    points: float
    seeps: float
    decisions: int
    times: Times | None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a contest has come to after `pairs` deals; `ratings` are there where more than two met."""

    contest: Contest
    pairs: int
    matches: tuple[MatchResult, ...]
    agents: tuple[AgentResult, ...]
    ratings: tuple[Rating, ...] = ()
    sprt: Sprt | None = None


class Standings:
    """The scores of a contest over `pairs` deals, or as many as the sequential test of a single match asks for.

    Only deals that all matches have played, with all deals before them, count: `done` is how many.
    """

    def __init__(self, contest: Contest, pairs: int, sprt: Sprt | None = None) -> None:
        self.contest, self.pairs, self.sprt = contest, pairs, sprt
        self.done = self.prefix = 0
        self._width = len(contest.matches)
        self._scores: dict[int, tuple[Score, Score]] = {}

    @property
    def over(self) -> bool:
        """Whether no more pairs are needed."""
        return self.done >= self.pairs or bool(self.sprt and self.sprt.verdict != "undecided")

    def has(self, meeting: int) -> bool:
        """Whether the meeting was played."""
        return meeting in self._scores

    def add(self, meeting: int, games: Games) -> None:
        """Take in both games of a meeting."""
        self._scores[meeting] = Score.of(games[0]), Score.of(games[1])
        while all(self.prefix * self._width + match in self._scores for match in range(self._width)):
            self.prefix += 1
            if not self.over:
                self.done += 1
                if self.sprt is not None:
                    self.sprt.add(self._mean(self.done - 1, 0))

    def points(self, match: int = 0) -> Estimate:
        """The mean of a match, in points a deal for its first agent; ValueError before the first pair."""
        return estimate([self._mean(deal, match) for deal in range(self.done)])

    def outcome(self) -> Outcome | None:
        """What it comes to; None before the first pair."""
        if not self.done:
            return None
        contest = self.contest
        matches = tuple(self._match(at) for at in range(self._width))
        rated: list[Rating] = []
        if len(contest.agents) > 2:
            deals = [[self._mean(deal, match) for match in range(self._width)] for deal in range(self.done)]
            rated = ratings(contest.agents, deals)
        agents = tuple(self._agent(at) for at in range(len(contest.agents)))
        return Outcome(contest, self.done, matches, agents, tuple(rated), self.sprt)

    def _mean(self, deal: int, match: int) -> float:
        first, second = self._scores[deal * self._width + match]
        return (first.margin + second.margin) / 2

    def _match(self, at: int) -> MatchResult:
        a, b = self.contest.matches[at]
        points = self.points(at)
        return MatchResult(a, b, points, self.sprt.verdict if self.sprt else _by_interval(points))

    def _agent(self, at: int) -> AgentResult:
        """Agent number `at` over all its games."""
        margins: list[int] = []
        points = seeps = decisions = 0
        seconds: list[float] = []
        places = [(match, names.index(at)) for match, names in enumerate(self._pairings()) if at in names]
        for deal in range(self.done):
            for match, own in places:
                for score in self._scores[deal * self._width + match]:
                    margins.append(score.margin if own == 0 else -score.margin)
                    points += score.points[own]
                    seeps += score.seeps[own]
                    decisions += score.decisions[own]
                    seconds += score.seconds[own]
        games = len(margins)
        won = sum(1.0 if margin > 0 else 0.5 if margin == 0 else 0.0 for margin in margins)
        return AgentResult(
            self.contest.agents[at], games, won / games, points / games, seeps / games, decisions, _times(seconds)
        )

    def _pairings(self) -> list[tuple[int, int]]:
        """The matches by the numbers of their agents, which tells two of one name apart."""
        return list(combinations(range(len(self.contest.agents)), 2))


def _by_interval(points: Estimate) -> str:
    """What a 95 % interval says of a match whose length was settled beforehand."""
    low, high = points.interval or (0.0, 0.0)
    return "a better" if low > 0 else "b better" if high < 0 else "undecided"


def _times(seconds: list[float]) -> Times | None:
    if not seconds:
        return None
    seconds = sorted(seconds)
    return Times(sum(seconds) / len(seconds), seconds[-(-len(seconds) * 95 // 100) - 1], seconds[-1])
