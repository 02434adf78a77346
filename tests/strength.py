"""Where strength comes from: by phases of the deal, and in endings (docs/strength.md).

    python tests/strength.py phases --pairs 100     # what seeing all hands would add, phase by phase
    python tests/strength.py endings --deals 400    # choices from three cards a hand, held against open hands
"""

from __future__ import annotations

import argparse
import math
import os
from collections.abc import Callable, Iterator
from multiprocessing import get_context
from typing import TypeVar

from seep_solver import PRESETS, analyse
from seep_solver.agents import Agent, agent
from seep_solver.dealing import deal
from seep_solver.game import Game
from seep_solver.moves import Move
from seep_solver.scoring import score_position
from seep_solver.view import View

CLASSIC = PRESETS["classic"]
PHASES = ((37, 48), (25, 36), (17, 24), (1, 16))  # plays to come
ENDING = 12
Task = TypeVar("Task")
Result = TypeVar("Result")


class Seeing(Agent):
    """Plays as one agent, and as `cheat` while the plays to come are within a phase."""

    sees_all = True

    def __init__(self, blind: str, phase: tuple[int, int] | None) -> None:
        self.name = f"{blind} seeing {phase}"
        self._blind, self._cheat, self._phase = agent(blind), agent("cheat"), phase

    def choose(self, view: View, stream: int) -> Move:
        """The move of whichever is due."""
        if self._phase and self._phase[0] <= view.position.cards_left <= self._phase[1]:
            return self._cheat.choose(view, stream)
        return self._blind.choose(view.own(), stream)

    def bid(self, view: View, stream: int) -> int:
        """The bid of the one that does not see."""
        return self._blind.bid(view.own(), stream)


def margin(one: Agent, two: Agent, seed: int, number: int) -> int:
    """The margin of side 1 in a deal."""
    game = Game(deal(CLASSIC, seed, number), seed, number)
    game.bid(one)
    game.play([one, two, one, two])
    totals = score_position(game.position).totals
    return totals[0] - totals[1]


def phase_pair(task: tuple[str, int, int]) -> list[float]:
    """Over one deal, both ways round: the margin over `careful` without seeing, then seeing in each phase."""
    blind, seed, number = task
    other = agent("careful")
    means = []
    for phase in (None, *PHASES):
        player = Seeing(blind, phase)
        means.append((margin(player, other, seed, number) - margin(other, player, seed, number)) / 2)
    return means


def ending_deal(task: tuple[str, str, int, int]) -> list[tuple[bool, float]]:
    """The decisions of an agent in the last plays of a deal: whether the choice is best with open hands, and its loss.

    All seats play by the agent from three cards a hand on; before that by another.
    """
    text, lead_in, seed, number = task
    player, before_that = agent(text), agent(lead_in)
    game = Game(deal(CLASSIC, seed, number), seed, number)
    game.bid(before_that)
    game.play([before_that] * 4, ENDING)
    found = []
    while game.position.cards_left > ENDING - 4:
        before = game.position
        move = game.ask(player)
        if len(before.moves()) > 1:
            gains = {each.move: each.gain or 0 for each in analyse(before, want="moves").moves}
            best = max(gains.values())
            if min(gains.values()) < best:
                found.append((gains[str(move)] == best, float(best - gains[str(move)])))
        game.table.play(move)
        game.plays.append(move)
    return found


def spread(values: list[float]) -> str:
    """Mean and half the 95 % interval."""
    n, mean = len(values), sum(values) / len(values)
    deviation = math.sqrt(sum((value - mean) ** 2 for value in values) / (n - 1))
    return f"{mean:+.2f} ± {1.96 * deviation / math.sqrt(n):.2f}"


def over(work: Callable[[Task], Result], tasks: list[Task]) -> Iterator[Result]:
    """Work on every task, on every core, results in order."""
    with get_context("spawn").Pool(len(os.sched_getaffinity(0))) as pool:
        yield from pool.imap(work, tasks)


def phases(text: str, pairs: int, seed: int) -> None:
    """Print what seeing adds in each phase."""
    rows = list(over(phase_pair, [(text, seed, number) for number in range(1, pairs + 1)]))
    print(f"| plays to come | {text} seeing there, less not seeing, points a deal |\n|---|---|")
    print(f"| never | {spread([row[0] for row in rows])} over careful |")
    for at, (last, first) in enumerate(PHASES, 1):
        print(f"| {first} to {last} | {spread([row[at] - row[0] for row in rows])} |")


def endings(text: str, lead_in: str, deals: int, seed: int) -> None:
    """Print how often choices are best with open hands, and what they lose."""
    tasks = [(text, lead_in, seed, number) for number in range(deals)]
    found = [each for deal in over(ending_deal, tasks) for each in deal]
    best = sum(right for right, _ in found) / len(found)
    print(f"{text} after {lead_in}: {len(found):,} decisions that matter, {best:.1%} best with open hands, "
          f"loss {spread([loss for _, loss in found])} a decision")


def main() -> None:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("phases", "endings"))
    parser.add_argument("--agent", default="auto:time=0,worlds=300,solved=60")
    parser.add_argument("--lead-in", help="endings: who plays until then (default: the agent)")
    parser.add_argument("--pairs", type=int, default=100)
    parser.add_argument("--deals", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    if args.what == "phases":
        phases(args.agent, args.pairs, args.seed)
    else:
        endings(args.agent, args.lead_in or args.agent, args.deals, args.seed)


if __name__ == "__main__":
    main()
