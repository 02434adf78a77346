"""Positions that play reaches: one of each deal of a seed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final

from seep_solver.agents import Agent, agent
from seep_solver.candidates import Find, Looked
from seep_solver.dealing import HAND, deal
from seep_solver.game import Game
from seep_solver.notation import rules_name
from seep_solver.packed import ruleset, to_rows
from seep_solver.position import CLASSIC, Position
from seep_solver.rules import Rules
from seep_solver.settings import canonical_json
from seep_solver.sought import Choice, Sought, chosen

if TYPE_CHECKING:
    from numpy.typing import NDArray

NOISE: Final = 0.1  # of the usual player: the share of bids and plays that are drawn at random
RANDOM: Final = "random"  # the agent that the compiled player is when all is drawn
FEW, MANY = 16, 1024  # deals in a task; many are over in a fraction of a second where nothing is searched


def most_cards(rules: Rules, turn: int) -> int:
    """The most cards in the hand of the seat to play, past the opening play; two players': in second hands."""
    return HAND - (rules.players == 4 and turn == 1)


@dataclass(frozen=True, slots=True)
class Dealt:
    """One position of each deal of a seed: the one in which seat `turn` is to play and holds `cards` cards.

    All seats are played by the agent `players`, or by a quick player at sight that draws a tenth of its plays at
    random. A path of rules is written as it starts from `folder` (None: the current one).
    """

    rules: Rules
    seed: int
    cards: int
    turn: int
    sought: Sought
    players: str | None = None
    folder: Path | None = None
    endless: ClassVar[bool] = True

    @property
    def left(self) -> int:
        """Cards in all hands: the seats before `turn` have played once more."""
        return self.cards * self.rules.players - self.turn + 1

    def tasks(self) -> Iterator[tuple[int, int]]:
        """Ranges of deals: the first, counted from 1, and how many."""
        most = FEW if self.sought.searches or self._agents else MANY
        first, count = 1, FEW
        while True:
            yield first, count
            first, count = first + count, min(2 * count, most)

    def look(self, task: tuple[int, int]) -> Looked:
        """Play deals and choose."""
        first, count = task
        rows = self._played(first, count) if self._agents else self._reached(first, count)
        choices = list(chosen(self.rules, rows, self.sought, self.left))
        return Looked(count, self._finds(rows, choices, first))

    @property
    def _agents(self) -> bool:
        return self.players not in (None, RANDOM)

    def _reached(self, first: int, count: int) -> NDArray[Any]:
        from seep_ext import reached

        noise = NOISE if self.players is None else 1.0
        return reached(ruleset(self.rules), self.seed, first, count, self.left, noise)

    def _played(self, first: int, count: int) -> NDArray[Any]:
        seats = [_seated(self.players or "", seat) for seat in range(1, self.rules.players + 1)]
        return to_rows(self._end_of(number, seats) for number in range(first, first + count))

    def _end_of(self, number: int, seats: list[Agent]) -> Position:
        from seep_ext import TooManyMoves

        game = Game(deal(self.rules, self.seed, number), self.seed, number)
        game.bid(seats[0])
        with suppress(TooManyMoves):  # the deal stays where it is, and is not looked at
            game.play(seats, self.left)
        return game.position

    def _finds(self, rows: NDArray[Any], choices: list[Choice], first: int) -> list[Find]:
        from seep_ext import lowest_suits, position_lines

        rules, named = ruleset(self.rules), _named(self.rules, self.folder)
        kept = rows[[choice.place for choice in choices]]
        lines = position_lines(rules, kept, named)
        keys = map(_Key(self.rules), position_lines(rules, lowest_suits(rules, kept), named))
        return [
            Find(line, f"{self.seed}-{first + choice.place}", key, choice.grade)
            for line, key, choice in zip(lines, keys, choices, strict=True)
        ]


@cache
def _seated(text: str, seat: int) -> Agent:
    """An agent of the seat's own, so that partners share nothing."""
    return agent(text)


def _named(rules: Rules, folder: Path | None) -> str:
    """The word behind ``rules=``, "" where a line needs none."""
    return "" if rules == CLASSIC else rules_name(rules if folder is None else rules.seen_from(folder))


class _Key:
    """The `position_key` of canonical lines that hold the lowest suits and nothing that no value hangs on."""

    def __init__(self, rules: Rules) -> None:
        self._options = f"\n{canonical_json(rules.options())}".encode()

    def __call__(self, line: str) -> int:
        digest = blake2b(line.encode() + self._options, digest_size=8).digest()
        return int.from_bytes(digest, "little")
