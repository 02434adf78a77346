"""Make the files of positions/ anew (`make positions`), from fixed seeds.

Positions come from the referee's random games in which captures and house moves are preferred to throws. Values come
from the engine; where the referee can reach them (up to three cards a hand) it must agree, move by move, or nothing
is written.

Endgames too hard for a quick suite are left out by the engine's node count, so a change of the search may exchange a
few of the hardest; all else is the same on every run.
"""

from __future__ import annotations

import csv
import random
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import dealer
import duel
import referee
from referee import State
from rows import row, ruleset

import seep_ext
from seep_solver import Position, analyse

PLACE = Path(__file__).parent.parent / "positions"
REFEREE_CARDS = 3
QUICK_NODES = 600_000       # a position of the shipped endgames takes no more for its value
# Players -> cards a hand -> positions of the bench suite under each preset; nothing is left out. Two players hold more
# cards than four where as many plays are left: their trees grow faster with each card, so they stop at 18 plays.
BENCH = {4: {3: 12, 4: 12, 5: 8, 6: 3}, 2: {6: 12, 7: 12, 8: 8, 9: 3}}
OTHERS = [name for name in duel.PRESETS if name != "classic"]


def distinct(name: str, cards: int, count: int, seed: str) -> Iterator[State]:
    """So many endgames of a preset with that many cards for the seat to play."""
    rng = random.Random(f"{seed} {name} {cards}")
    seen: set[str] = set()
    while len(seen) < count:
        state = dealer.endgame(rng, cards, duel.preset(name))
        line = dealer.position_line(state)
        if line not in seen and quick(state):
            seen.add(line)
            yield state


def quick(state: State) -> bool:
    found = seep_ext.Solver(64).analyse(ruleset(state.options), row(state), want="value", nodes=QUICK_NODES)
    return found.stopped == ""


def solved(name: str, state: State, cards: int) -> list[object]:
    """A row of a table of endgames."""
    position = Position.parse(dealer.position_line(state))
    analysis = analyse(position)
    checked_by = "engine"
    if cards <= REFEREE_CARDS:
        values = referee.move_values(state)
        assert {move.move: move.gain for move in analysis.moves} == values, position
        checked_by = "referee"
    return [name, str(position), analysis.gain, " ".join(analysis.best), checked_by]


def write_endgames(path: Path, plan: dict[tuple[str, int], int]) -> None:
    with path.open("w", newline="", encoding="utf-8") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(["id", "position", "gain", "best", "checked_by"])
        for (name, cards), count in plan.items():
            for i, state in enumerate(distinct(name, cards, count, "endgames"), 1):
                table.writerow(solved(f"{name}-{cards}-{i:02}", state, cards))


def write_bench(path: Path) -> None:
    head = "# The bench suite: endgames under every preset, every hand full (tests/make_positions.py)\n"
    with path.open("w", encoding="utf-8") as file:
        file.write(head)
        for name in referee.PRESETS:
            for cards, count in BENCH[duel.preset(name).players].items():
                rng = random.Random(f"bench {name} {cards}")
                for i in range(1, count + 1):
                    state = replace(full_hands(rng, name, cards), id=f"bench-{name}-{cards}-{i:02}")
                    file.write(f"{dealer.position_line(state)}\n")


def full_hands(rng: random.Random, name: str, cards: int) -> State:
    """An endgame at the start of a round: every hand has that many cards; what was won before only where it matters."""
    options = duel.preset(name)
    while True:
        state = dealer.endgame(rng, cards, options, history="none" if options.adds_up else "taken")
        if dealer.cards_left(state) == options.players * cards:
            return state


def write_hidden(path: Path) -> None:
    head = "# Hidden positions: what the seat to play sees, by the seeds of tests/make_positions.py\n"
    with path.open("w", encoding="utf-8") as file:
        file.write(head)
        for name in duel.PRESETS:
            rng = random.Random(f"hidden {name}")
            for cards in (2, 4, 6, 8, 10):
                state = dealer.endgame(rng, cards, duel.preset(name))
                seen = Position.parse(dealer.position_line(state)).seen_by(state.turn)
                file.write(f"{seen} id=hidden-{name}-{cards:02}\n")
            deal = Position.parse(dealer.position_line(dealer.deal(rng, duel.preset(name)))).seen_by(1)
            file.write(f"{deal} id=hidden-{name}-deal\n")


def write_perft(path: Path) -> None:
    with path.open("w", newline="", encoding="utf-8") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(["id", "position", "depth", "count", "checked_by"])
        for name in duel.PRESETS:
            rng = random.Random(f"perft {name}")
            for i, cards in enumerate((11, 8, 5, 3), 1):
                deal = dealer.deal(rng, duel.preset(name)) if i == 1 else None
                state = deal or dealer.endgame(rng, cards, duel.preset(name))
                for depth in (1, 2, 4):
                    count = seep_ext.perft(ruleset(state.options), row(state), depth)
                    by_referee = depth <= 2
                    assert not by_referee or referee.perft(state, depth) == count
                    table.writerow([f"{name}-{i}", dealer.position_line(state), depth, count,
                                    "referee" if by_referee else "engine"])


def main() -> None:
    write_endgames(PLACE / "endgames" / "classic.csv",
                   {("classic", 1): 20, ("classic", 2): 40, ("classic", 3): 40, ("classic", 4): 40,
                    ("classic", 5): 16, ("classic", 6): 4})
    write_endgames(PLACE / "endgames" / "presets.csv",
                   {(name, cards): count for name in OTHERS for cards, count in ((1, 4), (2, 8), (3, 4), (4, 4))})
    write_bench(PLACE / "bench" / "bench.seep")
    shutil.copy(PLACE / "bench" / "bench.seep", PLACE.parent / "cli" / "seep_cli" / "bench.seep")
    write_hidden(PLACE / "hidden" / "hidden.seep")
    write_perft(PLACE / "perft" / "perft.csv")


if __name__ == "__main__":
    main()
