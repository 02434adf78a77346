"""Ratings of several agents in points a deal, from matches of each against each over the same deals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from seep_solver.paired import Estimate, estimate


@dataclass(frozen=True, slots=True)
class Rating:
    """What an agent wins a deal against the average of the field, itself among it."""

    agent: str
    points: Estimate


def ratings(agents: Sequence[str], deals: Sequence[Sequence[float]]) -> list[Rating]:
    """Least squares ratings, in the order of the agents.

    A deal has the pair mean of each match, for its first agent, matches in the order of `combinations`. The
    ratings r, adding up to 0, make the squares of (mean of i against j) - (r_i - r_j) least. As every match has
    every deal, r_i is the mean over all agents j of i's means against j (0 against itself), and the rating over
    the deals is the mean of that over each: their scatter gives the interval, however the matches of one deal
    hang together.
    """
    own: list[list[float]] = [[] for _ in agents]
    for means in deals:
        won = [0.0] * len(agents)
        for (one, other), mean in zip(combinations(range(len(agents)), 2), means, strict=True):
            won[one] += mean
            won[other] -= mean
        for rated, points in zip(own, won, strict=True):
            rated.append(points / len(agents))
    return [Rating(name, estimate(points)) for name, points in zip(agents, own, strict=True)]
