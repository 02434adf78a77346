"""Agents by name: what texts are read, what they are called, and how the plain ones play."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from seep_solver import PRESETS, Move, Position
from seep_solver.agents import AGENTS, Agent, AgentError, AgentKind, Parameter, agent, usual_bid
from seep_solver.dealing import biddable, deal
from seep_solver.mixed_agent import Mixed
from seep_solver.plain_agents import points_at_once
from seep_solver.view import View, bidding

THREE = AgentKind(
    "three",
    "an agent with a parameter of each sort",
    "plain_agents.Random",
    (
        Parameter("time", "seconds a move", 0.5, least=0.001),
        Parameter("worlds", "how many", 60, least=1),
        Parameter("way", "how", "flat", words=("flat", "tree")),
    ),
)


class Told(Agent):
    """Keeps what it was made with."""

    def __init__(self, name: str, **values: object) -> None:
        self.name, self.values = name, values

    def choose(self, view: View, stream: int) -> Move:
        return view.moves[0]


@pytest.fixture
def three(monkeypatch: pytest.MonkeyPatch) -> None:
    import seep_solver.plain_agents

    monkeypatch.setattr(seep_solver.plain_agents, "Told", Told, raising=False)
    monkeypatch.setitem(AGENTS, "three", AgentKind("three", "for tests", "plain_agents.Told", THREE.parameters))


@pytest.mark.parametrize("name", AGENTS)
def test_every_agent_is_made_by_its_name(name: str) -> None:
    made = agent(name)
    assert made.name == name
    assert isinstance(made.sees_all, bool)
    assert len(AGENTS[name].summary) > 10
    assert all(parameter.meaning for parameter in AGENTS[name].parameters)


@pytest.mark.usefixtures("three")
@pytest.mark.parametrize(
    ("text", "name", "values"),
    [
        ("three", "three", (0.5, 60, "flat")),
        ("three:time=0.10", "three:time=0.1", (0.1, 60, "flat")),
        ("three:way=tree,worlds=5,time=2", "three:time=2,worlds=5,way=tree", (2.0, 5, "tree")),
        ("three:worlds=60", "three", (0.5, 60, "flat")),
    ],
)
def test_parameters(text: str, name: str, values: tuple[object, ...]) -> None:
    made = agent(text)
    assert isinstance(made, Told)
    assert made.name == name
    assert tuple(made.values.values()) == values
    assert agent(name).name == name


@pytest.mark.usefixtures("three")
@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ("gredy", 'no agent "gredy" (did you mean greedy?)', "the agents are random, greedy"),
        ("", 'no agent ""', "mixed"),
        ("greedy:time=1", 'greedy takes no "time=1"', "greedy takes no parameters"),
        ("greedy:", "nothing stands behind the colon", None),
        ("three:tiem=1", 'three takes no "tiem=1" (did you mean time?)', "time=, worlds=, way="),
        ("three:time", 'three takes no "time"', "time="),
        ("three:time=0", "three: time=0: expected a number from 0.001", None),
        ("three:time=inf", "time=inf: expected", None),
        ("three:worlds=1.5", "worlds=1.5: expected a whole number from 1 to 1,000,000,000", None),
        ("three:worlds=1000000001", "worlds=1000000001: expected a whole number from 1 to 1,000,000,000", None),
        ("three:time=1e10", "time=1e10: expected a number from 0.001 to 1,000,000,000", None),
        ("three:way=up", "way=up: expected flat or tree", None),
        ("three:worlds=1,worlds=2", "worlds stands twice", None),
        ("mixed:greedy", "expected two agents or more", "mixed:greedy/random"),
        ("mixed", "expected two agents or more", "mixed:greedy/random"),
        ("mixed:greedy@0/random", 'is "0": expected a number above 0', "behind @"),
        ("mixed:greedy@x/random", 'is "x": expected a number above 0', "behind @"),
        ("mixed:greedy/mixed:random", "within a mixture", "mixed:greedy/random"),
        ("mixed:greedy/nobody", 'no agent "nobody"', "the agents are"),
        ("montecarlo:time=0", "montecarlo:time=0: expected a limit", None),
    ],
)
def test_texts_that_name_no_agent(text: str, message: str, hint: str | None) -> None:
    with pytest.raises(AgentError, match=re.escape(message)) as caught:
        agent(text)
    if hint:
        assert hint in str(caught.value.hint)


@pytest.mark.usefixtures("three")
@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("mixed:greedy/random", "mixed:greedy/random"),
        ("mixed:greedy@2/random@2", "mixed:greedy/random"),
        ("mixed:greedy@0.90/random@0.1", "mixed:greedy@0.9/random@0.1"),
        ("mixed:greedy@3/random", "mixed:greedy@3/random@1"),
        ("mixed:three:time=0.1@2/random", "mixed:three:time=0.1@2/random@1"),
    ],
)
def test_mixtures(text: str, name: str) -> None:
    assert agent(text).name == name
    assert agent(name).name == name


class Looks(Told):
    """Sees all hands, and remembers what it saw."""

    sees_all = True
    seen: Position | None = None

    def choose(self, view: View, stream: int) -> Move:
        self.seen = view.position
        return view.moves[0]


class Blind(Looks):
    """The same without seeing all."""

    sees_all = False


def test_in_a_mixture_each_sees_what_is_its_own() -> None:
    both = Looks("looks"), Blind("blind")
    mixture = Mixed(both, (1, 1))
    assert mixture.sees_all
    position = Position.parse("4C6CTC 2CTD/3C5D/7H8C/9CQD 1")
    for stream in range(20):
        mixture.choose(View(position), stream)
    assert both[0].seen == position
    assert both[1].seen == position.seen_by(1)


def test_weights_are_how_often() -> None:
    mixture = Mixed((Told("first"), Blind("second")), (3, 1))
    view = View(Position.parse("4C6CTC 2CTD/3C5D/7H8C/9CQD 1"))
    picked = Counter(mixture._picked(view, stream)[0].name for stream in range(2000))
    assert 1400 < picked["first"] < 1600


@pytest.mark.parametrize(
    ("line", "move", "points"),
    [
        ("4S[11:5C6H@1] JS9H3C/QDJH8C/4D2D2H/KS6S5D 1", "JSx[11]", 11),
        ("[11:5S6H@1] JS9H3C/QDJH8C/4D2D2H/KS6C5D 1", "JSx[11]", 11 + 5 + 50),
        ("4S6C TSJC/3C5D/7H8C/9CQD 1", "TSx4S6C", 10 + 4 + 50),
        ("4S6C TSJC/3C5D/7H8C/9CQD 1", "JC", 0),
        ("4S -/-/4H/- 3", "4Hx4S", 4),
        ("4S6C TSJC/3C5D/7H8C/9CQD 1 rules=punjabi", "TSx4S6C", 10),
    ],
)
def test_points_at_once(line: str, move: str, points: int) -> None:
    position = Position.parse(line)
    assert points_at_once(position, Move.parse(move)) == points
    gained = position.play(move).totals[0] - position.totals[0]
    assert gained == points


def test_greedy_takes_the_most_and_breaks_ties_by_the_stream() -> None:
    greedy = agent("greedy")
    assert str(greedy.choose(View(Position.parse("4S6C TSJC/3C5D/7H8C/9CQD 1")), 1)) == "TSx4S6C"
    view = View(Position.parse("4S 8C9C/3C5D/7H8D/9DQD 1"))
    assert {str(greedy.choose(view, stream)) for stream in range(20)} == {"8C", "9C"}


@pytest.mark.parametrize(("hand", "bid"), [("9C9DKH2C", 9), ("9CTDKH2C", 13), ("9C9DKHKC", 13), ("AC2D3H9C", 9)])
def test_the_usual_bid(hand: str, bid: int) -> None:
    assert usual_bid(Position.parse(f"- {hand}/x4/x4/x4 1")) == bid


@pytest.mark.parametrize("preset", PRESETS)
def test_random_bids_anything_it_may(preset: str) -> None:
    start = deal(PRESETS[preset], 5, 1)
    bids = {agent("random").bid(bidding(start), stream) for stream in range(60)}
    assert bids == set(biddable(start))


def test_deals_hold_a_card_to_bid_and_every_card_once() -> None:
    for name, rules in PRESETS.items():
        for number in range(1, 40):
            start = deal(rules, 11, number)
            assert biddable(start), name
            assert sorted(start.named()) == list(range(52))
            assert replace_bid(start).faults() == []


def replace_bid(start: Position) -> Position:
    from dataclasses import replace

    return replace(start, bid=biddable(start)[0])
