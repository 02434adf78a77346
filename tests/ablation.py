"""What each technique of the search is worth (`make ablation`): nodes and time with it switched off.

Every technique of the engine is switched off in turn over fixed positions; each run is paired with one of all
techniques on. All values must be equal. The table goes into docs/engine.md between its markers.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from textwrap import fill

import dealer
import duel
import referee
from make_positions import full_hands
from referee import State
from rows import row, ruleset

import seep_ext
from seep_ext.engine import TECHNIQUES

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs/engine.md"
ENUM = ROOT / "ext/seep_ext/techniques.pxd"
MARKED = re.compile(r"(?<=<!-- ablation -->\n).*?(?=<!-- /ablation -->)", re.DOTALL)
MEANING = re.compile(r"= 1 << (\d+)\s+# (.+)$", re.MULTILINE)
NODES = 10_000_000      # a position may take; what it then took counts, and the ratio is a least one
CLASSIC = {4: 40, 5: 20, 6: 4}      # cards a hand -> positions
MIXED = {4: 4, 2: 7}                # players -> cards a hand of the suite of all presets
MIXED_EACH = 4                      # positions under each preset
NOTE = (
    "Ratios of nodes and time to those with nothing switched off, over sums. Positions, every hand full: {counts} "
    "(4 cards a hand, two players 7). Time: the least of {rounds} runs of each position, in turn with all on. "
    "`>`: a position struck the limit of {nodes:,} nodes."
)


@dataclass(frozen=True, slots=True)
class Suite:
    """Positions that are measured together."""

    name: str
    states: list[State]


@dataclass(frozen=True, slots=True)
class Total:
    """What a suite took: `values` has None where the limit struck, `seconds` the least of all runs of each position."""

    values: list[int | None]
    nodes: int
    seconds: list[float]

    @property
    def struck(self) -> bool:
        return None in self.values

    def again(self, other: Total) -> Total:
        """With what another run over the suite took; values and nodes are the same in each."""
        return Total(self.values, self.nodes, list(map(min, self.seconds, other.seconds)))


def classic(cards: int) -> Suite:
    rng = random.Random(f"ablation {cards}")
    return Suite(f"{cards} cards", [full_hands(rng, "classic", cards) for _ in range(CLASSIC[cards])])


def mixed() -> Suite:
    rng = random.Random("ablation")
    return Suite("all presets", [
        full_hands(rng, name, MIXED[duel.preset(name).players])
        for name in referee.PRESETS for _ in range(MIXED_EACH)])


def measure(solver: seep_ext.Solver, suite: Suite) -> Total:
    found = [solver.analyse(ruleset(state.options), row(state), want="value", nodes=NODES) for state in suite.states]
    values = [None if each.stopped else each.low for each in found]
    return Total(values, sum(each.nodes for each in found), [each.seconds for each in found])


def check(name: str, suite: Suite, whole: Total, without: Total) -> None:
    for state, value, other in zip(suite.states, whole.values, without.values, strict=True):
        if other is not None and value is not None and other != value:
            sys.exit(f"values differ: {value}, without {name} {other}, of {dealer.position_line(state)}")


def meanings() -> dict[int, str]:
    """Of each technique's bit, as the engine's enum tells it."""
    return {1 << int(place): what for place, what in MEANING.findall(ENUM.read_text(encoding="utf-8"))}


def line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |\n"


def ratios(name: str, all_on: seep_ext.Solver, suites: list[Suite], rounds: int) -> list[str]:
    """Nodes and time without a technique over those with all, a pair of cells a suite."""
    solver, cells = seep_ext.Solver(64, without=(name,)), []
    for suite in suites:
        whole, without = measure(all_on, suite), measure(solver, suite)
        check(name, suite, whole, without)
        for _ in range(1, rounds):
            whole, without = whole.again(measure(all_on, suite)), without.again(measure(solver, suite))
        more = "> " if without.struck else ""
        cells += [f"{more}{without.nodes / whole.nodes:.2f}", f"{more}{sum(without.seconds) / sum(whole.seconds):.2f}"]
    return cells


def all_on_row(all_on: seep_ext.Solver, suites: list[Suite], rounds: int) -> list[str]:
    """Nodes and milliseconds a position, a pair of cells a suite."""
    cells = []
    for suite in suites:
        total = measure(all_on, suite)
        for _ in range(rounds):
            total = total.again(measure(all_on, suite))
        count = len(suite.states)
        cells += [f"{total.nodes / count:,.0f}", f"{1000 * sum(total.seconds) / count:.1f} ms"]
    return cells


def table(suites: list[Suite], rounds: int) -> str:
    meaning, all_on = meanings(), seep_ext.Solver(64)
    headings = [f"{suite.name}: {what}" for suite in suites for what in ("nodes", "time")]
    text = line(["without", "which is to", *headings])
    text += line(["---", "---", *["---:"] * (2 * len(suites))])
    text += line(["nothing", "(what a position takes)", *all_on_row(all_on, suites, rounds)])
    for name, bit in TECHNIQUES.items():
        text += line([f"`{name}`", meaning.get(bit, ""), *ratios(name, all_on, suites, rounds)])
        print(text.splitlines()[-1], flush=True)
    counts = ", ".join(f"{suite.name} {len(suite.states)}" for suite in suites)
    return f"{text}\n{fill(NOTE.format(counts=counts, rounds=rounds, nodes=NODES), 120)}\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cards", type=int, nargs="+", default=[4, 5], choices=CLASSIC,
                        help="a hand, of the classic suites (default: 4 5)")
    parser.add_argument("--rounds", type=int, default=5, help="pairs of runs (default: 5)")
    options = parser.parse_args()
    text = table([*(classic(cards) for cards in options.cards), mixed()], options.rounds)
    page = PAGE.read_text(encoding="utf-8")
    assert MARKED.search(page), f"{PAGE}: no markers"
    PAGE.write_text(MARKED.sub(lambda _: text, page), encoding="utf-8")


if __name__ == "__main__":
    main()
