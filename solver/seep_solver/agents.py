"""Agents: players that see what their seat sees and choose, named by texts such as ``montecarlo:time=0.1``.

An agent is a class in a module of its own kind and a line in `AGENTS`. Nothing else needs to know of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Final, Protocol

from seep_solver.dealing import biddable
from seep_solver.faults import quoted
from seep_solver.hidden import EXACT_LEFT, PLAYS, USUAL
from seep_solver.moves import Move
from seep_solver.position import Position
from seep_solver.rules import meant
from seep_solver.view import View

Value = int | float | str
MOST: Final = 1_000_000_000  # of any parameter that is a number


class AgentError(ValueError):
    """A text that names no agent; `hint` says what is allowed."""

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.hint = hint


class Agent(Protocol):
    """A player. Its answers depend on the view and the stream alone: an agent keeps nothing between them.

    `name` is its text in canonical form; `sees_all` asks for views with every hand open. `stream` is 64 random
    bits for this decision.
    """

    name: str
    sees_all: bool = False

    def choose(self, view: View, stream: int) -> Move:
        """One of the view's moves."""
        ...

    def bid(self, view: View, stream: int) -> int:
        """A value that a card of the opener's four has; the floor is not seen yet."""
        return usual_bid(view.position)


def usual_bid(position: Position) -> int:
    """The value of which the opener holds most cards, of several the highest.

    With two cards of a value one may build its house or capture it while the other is the key.
    """
    hand = position.hands[0]
    held = Counter(card.rank for card in hand.cards) if hand else Counter[int]()
    return max(biddable(position), key=lambda value: (held[value], value))


@dataclass(frozen=True, slots=True)
class Parameter:
    """What may stand behind the name of an agent: whole numbers, numbers or words, as the default is.

    Numbers are never below `least`, nor above MOST.
    """

    name: str
    meaning: str
    default: Value
    least: float = 0
    words: tuple[str, ...] = ()

    @property
    def allowed(self) -> str:
        """What may stand there, in words."""
        if self.words:
            return " or ".join(self.words)
        what = "a whole number" if isinstance(self.default, int) else "a number"
        return f"{what} from {self.least:g} to {MOST:,}"

    def read(self, text: str) -> Value:
        """The value in a text; ValueError for one that is not allowed."""
        if self.words:
            value: Value = self.words[self.words.index(text)]
        else:
            value = number = int(text) if isinstance(self.default, int) else float(text)
            if not self.least <= number <= MOST:
                raise ValueError
        return value


@dataclass(frozen=True, slots=True)
class AgentKind:
    """An entry of `AGENTS`: ``module.Class`` within this package, made with its whole name and its parameters."""

    name: str
    summary: str
    made_by: str
    parameters: tuple[Parameter, ...] = ()

    def make(self, text: str) -> Agent:
        """The agent with the parameters in `text`, as ``key=value,key=value``; AgentError if it takes them not."""
        given = self._read(text) if text else {}
        told = [(each, given[each.name]) for each in self.parameters if each.name in given]
        named = ",".join(f"{each.name}={_written(value)}" for each, value in told if value != each.default)
        values: dict[str, Value] = {each.name: each.default for each in self.parameters} | given
        module, _, made_by = self.made_by.partition(".")
        make: Any = getattr(import_module(f"seep_solver.{module}"), made_by)
        made: Agent = make(f"{self.name}:{named}" if named else self.name, **values)
        return made

    def _read(self, text: str) -> dict[str, Value]:
        known = {each.name: each for each in self.parameters}
        given: dict[str, Value] = {}
        for word in text.split(","):
            key, equals, typed = word.partition("=")
            if key not in known or not equals:
                raise AgentError(f"{self.name} takes no {quoted(word)}{meant(key, known)}", self._takes(known))
            if key in given:
                raise AgentError(f"{key} stands twice in {quoted(f'{self.name}:{text}')}")
            try:
                given[key] = known[key].read(typed)
            except ValueError:
                message = f"{self.name}: {key}={typed}: expected {known[key].allowed}"
                raise AgentError(message, "seep arena lists what every parameter means") from None
        return given

    def _takes(self, known: Mapping[str, Parameter]) -> str:
        if not known:
            return f"{self.name} takes no parameters"
        return f"{self.name} takes {', '.join(f'{name}=' for name in known)}"


def _written(value: Value) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)


MIXED: Final = "mixed"
MIXED_SUMMARY: Final = "one of several at each decision: mixed:greedy/random, mixed:greedy@0.9/random@0.1"

EXACT: Final = Parameter("exact", "plays to come with which worlds are solved", EXACT_LEFT)


INFER: Final = Parameter(
    "infer", "earlier plays tell nothing, worlds, or all", "always", words=("never", "worlds", "always")
)


def _search(method: str) -> tuple[Parameter, ...]:
    """Parameters of agents that search worlds by a method."""
    return (
        Parameter("time", "seconds a move, 0 for no limit", 0.1),
        Parameter("worlds", "worlds a move, 0 for no limit", 0),
        EXACT,
        Parameter("solved", "worlds solved a move", 100, least=1),
        Parameter("plays", "of a playout, or looked ahead", PLAYS[method], least=1),
        INFER,
        Parameter("bids", "how a bid is chosen", "playouts", words=("usual", "playouts")),
    )


PAID: Final = (Parameter("paid", "share of the capturing card's own points that an expected reply counts", 1.0),)
LOOK: Final = (Parameter("plays", "looked ahead", 4, least=1), EXACT)

AGENTS: Final[dict[str, AgentKind]] = {
    kind.name: kind
    for kind in (
        AgentKind("random", "any legal move, each as likely", "plain_agents.Random"),
        AgentKind("greedy", "the most points at once, seeps counted", "plain_agents.Greedy"),
        AgentKind("careful", "one play ahead, wary of what the next seat may win", "search_agents.Careful", PAID),
        AgentKind("wary", "the same with weights fitted by play, of more that a play changes", "search_agents.Wary"),
        AgentKind("auto", "the default of seep analyse, over worlds", "search_agents.Auto", _search(USUAL)),
        AgentKind("montecarlo", "playouts over worlds", "search_agents.MonteCarlo", _search("montecarlo")),
        AgentKind("pimc", "worlds searched some plays deep, all hands seen", "search_agents.Pimc", _search("pimc")),
        AgentKind("ismcts", "one tree over all worlds", "search_agents.Ismcts", _search("ismcts")),
        AgentKind("cheat", "sees all hands, and searches some plays deep", "search_agents.Cheat", LOOK),
    )
}


def names() -> list[str]:
    """What an agent's text may begin with."""
    return [*AGENTS, MIXED]


def agent(text: str) -> Agent:
    """The agent that a text names: ``NAME``, ``NAME:key=value,key=value`` or ``mixed:AGENT/AGENT``.

    AgentError, with what is allowed as its hint, for any other text.
    """
    name, colon, rest = text.strip().partition(":")
    if name == MIXED:
        from seep_solver.mixed_agent import mixed

        return mixed(rest)
    if name not in AGENTS:
        raise AgentError(f"no agent {quoted(text)}{meant(name, names())}", f"the agents are {', '.join(names())}")
    if colon and not rest:
        raise AgentError(f"nothing stands behind the colon of {quoted(text)}", AGENTS[name]._takes({}))
    return AGENTS[name].make(rest)
