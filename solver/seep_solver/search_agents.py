"""Agents that search: `careful` at sight, `montecarlo`, `pimc`, `ismcts` and the default over worlds, `cheat`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from seep_solver import belief
from seep_solver.agents import Agent, AgentError, usual_bid
from seep_solver.dealing import biddable
from seep_solver.hidden import USUAL, history, look, seer
from seep_solver.packed import bits, ruleset, to_row

if TYPE_CHECKING:
    from seep_solver.moves import Move
    from seep_solver.position import Position
    from seep_solver.view import View

HASH_MB = 16
BID_WORLDS = 400
NOWHERE = [0] * belief.PLACES


class Careful(Agent):
    """Plays by a policy of the engine, one play ahead."""

    policy = "careful"

    def __init__(self, name: str, paid: float = 1.0) -> None:
        self.name = name
        self._paid = paid

    def choose(self, view: View, stream: int) -> Move:
        """The move that the policy likes best."""
        from seep_ext import advise

        rules, told = ruleset(view.position.rules), belief.spread(view.position, ())
        at = advise(rules, told["position"], told["unseen"], told["room"], self.policy, stream, self._paid)
        return view.moves[at]


class Wary(Careful):
    """The same by the policy that playouts use for the own side."""

    policy = "wary"


class Auto(Agent):
    """Searches worlds by the default method, and solves them from `exact` plays before the end."""

    method = USUAL

    def __init__(
        self, name: str, *, time: float, worlds: int, exact: int, solved: int, plays: int, infer: str, bids: str
    ) -> None:
        if not time and not worlds:
            raise AgentError(f"{name}: expected a limit, time= or worlds= above 0")
        self.name = name
        self._time, self._worlds, self._exact, self._solved, self._plays = time, worlds, exact, solved, plays
        self._infer, self._bids = infer, bids

    def choose(self, view: View, stream: int) -> Move:
        """The move with the highest mean."""
        position = view.position
        seen = look(
            position,
            belief.facts_of(position, view.plays),
            hash_mb=HASH_MB,
            method=self.method,
            worlds=self._worlds,
            seconds=self._time,
            seed=stream,
            history=() if self._infer == "never" else history(view.plays),
            predict=self._infer == "always",
            plays=self._plays,
            late=self._exact,
            solved=self._solved,
        )
        return _named(view, seen.moves[0][0])

    def bid(self, view: View, stream: int) -> int:
        """The bid that playouts make most of."""
        return best_bid(view.position, stream) if self._bids == "playouts" else usual_bid(view.position)


class MonteCarlo(Auto):
    """Playouts by the policy."""

    method = "montecarlo"


class Pimc(Auto):
    """Worlds searched with all cards seen."""

    method = "pimc"


class Ismcts(Auto):
    """One tree over all worlds."""

    method = "ismcts"


class Cheat(Agent):
    """Sees all hands: alpha-beta of some plays with the outlook, exact from `exact` plays before the end."""

    sees_all = True

    def __init__(self, name: str, *, plays: int, exact: int) -> None:
        self.name = name
        self._plays, self._exact = plays, exact

    def choose(self, view: View, stream: int) -> Move:
        """The best move on the true hands."""
        method = "exact" if view.position.cards_left <= self._exact else "pimc"
        rules, row = ruleset(view.position.rules), to_row(view.position)
        seen = seer(HASH_MB).look(rules, row, 0, NOWHERE, NOWHERE, NOWHERE, method=method, worlds=1, plays=self._plays)
        return _named(view, seen.moves[0][0])


def best_bid(position: Position, stream: int) -> int:
    """The value whose bid wins most in playouts over deals of the cards that the opener does not see."""
    from seep_ext import bid_values

    values = biddable(position)
    if len(values) == 1:
        return values[0]
    hand = position.hands[0]
    assert hand is not None
    means = bid_values(ruleset(position.rules), bits(hand.cards), values, BID_WORLDS, stream)
    return values[max(range(len(values)), key=lambda at: means[at])]


def _named(view: View, text: str) -> Move:
    return next(move for move in view.moves if str(move) == text)
