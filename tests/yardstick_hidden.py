"""How much methods of choosing a move lose against the equilibrium of tiny hidden endings (`make yardstick-hidden`).

Prints a Markdown table for two players under `classic-2p` and one for four under `classic`. Positions come from a
fixed seed; those in which no move is better than another are left out. `equilibrium_regret.py` says what a regret is.
"""

from __future__ import annotations

import argparse
import random
import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from choosers import CHOOSERS, Chooser, chances
from equilibrium_regret import Judge
from equilibrium_seep import label
from tiny_endings import tiny_ending

from seep_solver import Position

ALIKE = 0.005       # points: regrets that are as good as equal
SHAPES = ("1+1", "1+2", "2+1", "2+2")       # two players: cards a hand + cards a stage
MOST_CARDS = 6      # four players, all hands together: an equilibrium takes a second, with 8 cards minutes


@dataclass(slots=True)
class Score:
    """What one method lost: a position each."""

    regrets: list[float] = field(default_factory=list)
    optimal: list[float] = field(default_factory=list)
    rules: list[float] = field(default_factory=list)
    positions: list[Position] = field(default_factory=list)

    @property
    def worst(self) -> Position:
        """The position in which most was lost."""
        return self.positions[self.regrets.index(max(self.regrets))]

    def row(self, name: str) -> str:
        """The row of the table."""
        count = len(self.regrets)
        half = 1.96 * statistics.stdev(self.regrets) / count**0.5 if count > 1 else 0.0
        return (
            f"| {name} | {count} | {plain(statistics.mean(self.regrets))} ± {half:.2f} "
            f"| {100 * statistics.mean(self.optimal):.0f} % | {max(self.regrets):.1f} "
            f"| {plain(statistics.mean(self.rules))} |"
        )


def plain(points: float) -> str:
    """Points with two decimals, and no minus before nothing."""
    return f"{round(points, 2) + 0.0:.2f}"


def two_players(rng: random.Random, shapes: Sequence[str]) -> Iterator[Position]:
    """Endings of two players while the second hands are face down, in these sizes by turns."""
    while True:
        for shape in shapes:
            cards, stage = shape.split("+")
            yield tiny_ending(rng, "classic-2p", int(cards), int(stage))


def four_players(rng: random.Random, most: int) -> Iterator[Position]:
    """Endings of four players with one or two cards a hand, two in that of the seat to play, so many in all."""
    while True:
        position = tiny_ending(rng, "classic", 2)
        if position.cards_left <= most:
            yield position


def choice_of(chooser: Chooser, position: Position) -> dict[str, float]:
    """What a method chooses, moves named by kinds."""
    found: dict[str, float] = {}
    for move, chance in chances(chooser(position)).items():
        name = label(move, position.rules.scoring)
        found[name] = found.get(name, 0.0) + chance
    return found


def judge(judged: Judge, regrets: dict[str, float], chooser: Chooser, score: Score) -> None:
    """Add one position to the score of a method."""
    ending, least = judged.ending, min(regrets.values())
    choices = {hand: choice_of(chooser, ending.seen_with(hand)) for hand in ending.hands}
    chosen = choices[ending.hand]
    score.positions.append(ending.position)
    score.regrets.append(judged.regret(chosen))
    score.optimal.append(sum(chance for move, chance in chosen.items() if regrets[move] <= least + ALIKE))
    score.rules.append(judged.rule_regret(choices))


def table(title: str, positions: Iterator[Position], count: int, methods: list[str]) -> dict[str, Score]:
    """Judge the methods on so many positions in which the choice matters, and print what they lose."""
    scores = {name: Score() for name in methods}
    alike = lots = 0
    for position in positions:
        judged = Judge(position)
        regrets = judged.regrets()
        if max(regrets.values()) <= ALIKE:
            alike += 1
            continue
        lots += min(regrets.values()) > ALIKE
        for name, score in scores.items():
            judge(judged, regrets, CHOOSERS[name], score)
        count -= 1
        if not count:
            break
    print(f"\n{title}: {lots} positions in which only drawing lots loses nothing; {alike} left out.\n")
    print("| method | positions | mean regret | optimal moves | worst | of the rule |")
    print("|---|---|---|---|---|---|")
    for name, score in scores.items():
        print(score.row(name), flush=True)
    return scores


def show_worst(scores: dict[str, Score]) -> None:
    """The position in which each method lost most, with the regret of each move."""
    for name, score in scores.items():
        print(f"\n{name}: {score.worst}")
        for move, regret in sorted(Judge(score.worst).regrets().items(), key=lambda item: item[1]):
            print(f"  {move} {plain(regret)}")


def main() -> None:
    """Judge the methods that are asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--two", type=int, default=100, help="positions of two players")
    parser.add_argument("--four", type=int, default=30, help="positions of four players")
    parser.add_argument("--shapes", nargs="+", default=SHAPES, metavar="HAND+STAGE", help="sizes of two players")
    parser.add_argument("--most", type=int, default=MOST_CARDS, help="cards of four players together, 5 to 8")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--methods", nargs="*", default=list(CHOOSERS), choices=list(CHOOSERS))
    parser.add_argument("--show-worst", action="store_true", help="the position in which each method lost most")
    given = parser.parse_args()
    scores = []
    if given.two:
        positions = two_players(random.Random(given.seed), given.shapes)
        scores.append(table("Two players", positions, given.two, given.methods))
    if given.four:
        positions = four_players(random.Random(given.seed), given.most)
        scores.append(table("Four players", positions, given.four, given.methods))
    for each in scores if given.show_worst else ():
        show_worst(each)


if __name__ == "__main__":
    main()
