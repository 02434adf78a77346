"""The arena: agents meet over the same deals, each deal played twice with the sides swapped."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Any, Final

from seep_solver.agents import Agent, agent
from seep_solver.dealing import HAND, deal
from seep_solver.game import Game
from seep_solver.notation import write
from seep_solver.position import Pair
from seep_solver.rules import Rules
from seep_solver.scoring import score_position

LEAD_IN: Final = "careful"
GameRow = dict[str, Any]
Games = tuple[GameRow, GameRow]


@dataclass(frozen=True, slots=True)
class Contest:
    """Who meets over which deals; two equal ones have the same games.

    Every two `agents` are a match. With `cards` the agent `lead_in` plays all seats until each holds so many
    cards, and the contestants take over. With `timings` games tell the seconds of each decision.
    """

    agents: tuple[str, ...]
    rules: Rules
    seed: int
    cards: int | None = None
    lead_in: str = LEAD_IN
    timings: bool = False

    @property
    def matches(self) -> list[tuple[str, str]]:
        """Who meets whom."""
        return list(combinations(self.agents, 2))

    def values(self) -> dict[str, Any]:
        """All that can change a game or a row, by name; the options of the rules stand apart."""
        lead_in = {"cards": self.cards, "lead_in": self.lead_in if self.cards is not None else None}
        return {"agents": " ".join(self.agents), "rules": self.rules.name, **lead_in, "timings": self.timings}


def most_cards(rules: Rules) -> int:
    """The most cards a hand with which an ending can begin."""
    return HAND * (2 if rules.players == 2 else 1) - 1


def play_pair(contest: Contest, meeting: int) -> Games:
    """Both games of a meeting: in the first A is side 1, which opens.

    Meetings are numbered from 0 over all deals and matches, the matches of a deal next to each other; deals,
    and so pairs, count from 1.
    """
    at, match = divmod(meeting, len(contest.matches))
    number = at + 1
    begun = Game(deal(contest.rules, contest.seed, number), contest.seed, number)
    if contest.cards is not None:
        leaders = _seated((contest.lead_in,), contest.rules.players)
        begun.bid(leaders[0])
        begun.play(leaders, contest.cards * contest.rules.players)
    a, b = contest.matches[match]
    return _played(contest, begun.copy(), (a, b), number, 1), _played(contest, begun.copy(), (a, b), number, 2)


def _played(contest: Contest, game: Game, who: tuple[str, str], number: int, side: int) -> GameRow:
    """The row of a game in which A plays `side`."""
    seats = _seated(who if side == 1 else who[::-1], contest.rules.players)
    taken_over = len(game.plays) + 1
    if contest.cards is None:
        game.bid(seats[0])
    game.play(seats)
    row: GameRow = {"pair": number, "game": side, "seed": contest.seed, "a": who[0], "b": who[1], "a_side": side}
    row |= {"rules": contest.rules.name, "taken_over": taken_over, **_told(game, side)}
    if contest.timings:
        row |= _by_agent("seconds", game.seconds, side)
    return row


def _told(game: Game, side: int) -> GameRow:
    """What a row tells of the cards, the plays and the outcome."""
    final = game.position
    points, cards = final.won()
    totals = score_position(final).totals
    floor, hands, *_ = write(game.start).split()
    row: GameRow = {
        "deal": f"{floor} {hands}",
        "bid": game.start.bid,
        "plays": [str(move) for move in game.plays],
        "margin": totals[side - 1] - totals[2 - side],
    }
    for name, pair in (("total", totals), ("points", points), ("cards", cards), ("seeps", final.seeps)):
        row |= _by_agent(name, pair, side)
    decisions: Pair = len(game.seconds[0]), len(game.seconds[1])
    return row | _by_agent("decisions", decisions, side)


def _by_agent(name: str, pair: tuple[Any, Any], side: int) -> GameRow:
    return {f"{name}_a": pair[side - 1], f"{name}_b": pair[2 - side]}


def _seated(sides: tuple[str, ...], players: int) -> list[Agent]:
    """An agent for each seat, of its own, so that partners share nothing."""
    return [_agent(sides[(seat - 1) % len(sides)], seat) for seat in range(1, players + 1)]


@cache
def _agent(text: str, seat: int) -> Agent:
    return agent(text)
