"""An agent that is one of several at each decision: ``mixed:greedy/random``, ``mixed:greedy@0.9/random@0.1``."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

from seep_solver.agents import MIXED, Agent, AgentError, agent
from seep_solver.faults import quoted
from seep_solver.moves import Move
from seep_solver.streams import stream as stream_of
from seep_solver.view import View

HOW = "as mixed:greedy/random or mixed:greedy@0.9/random@0.1: agents, with a weight behind @ where not all are alike"


class Mixed(Agent):
    """At each decision the stream picks one of the parts, as often as its weight says."""

    def __init__(self, parts: Sequence[Agent], weights: Sequence[float]) -> None:
        alike = len(set(weights)) == 1
        told = [part.name + ("" if alike else f"@{weight:g}") for part, weight in zip(parts, weights, strict=True)]
        self.name = f"{MIXED}:{'/'.join(told)}"
        self.sees_all = any(part.sees_all for part in parts)
        self._parts, self._weights = tuple(parts), tuple(weights)

    def choose(self, view: View, stream: int) -> Move:
        """The move of the part that is picked."""
        part, view, stream = self._picked(view, stream)
        return part.choose(view, stream)

    def bid(self, view: View, stream: int) -> int:
        """The bid of the part that is picked."""
        part, view, stream = self._picked(view, stream)
        return part.bid(view, stream)

    def _picked(self, view: View, stream: int) -> tuple[Agent, View, int]:
        """A part, what it may see, and a stream of its own."""
        at = random.Random(stream).choices(range(len(self._parts)), self._weights)[0]
        part = self._parts[at]
        return part, view if part.sees_all == self.sees_all else view.own(), stream_of(stream, at)


def mixed(text: str) -> Mixed:
    """The agent of the parts in `text`; AgentError if it is none."""
    parts = text.split("/")
    if len(parts) < 2:
        raise AgentError(f"{quoted(f'{MIXED}:{text}')} is no mixture: expected two agents or more", HOW)
    read = [_part(each) for each in parts]
    return Mixed([part for part, _ in read], [weight for _, weight in read])


def _part(text: str) -> tuple[Agent, float]:
    named, at, typed = text.partition("@")
    if named.partition(":")[0] == MIXED:
        raise AgentError(f"{quoted(text)} within a mixture: expected an agent that is none", HOW)
    try:
        weight = float(typed) if at else 1.0
    except ValueError:
        weight = 0.0
    if not 0 < weight < math.inf:
        raise AgentError(f"the weight of {quoted(text)} is {quoted(typed)}: expected a number above 0", HOW)
    return agent(named), weight
