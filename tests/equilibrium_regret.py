"""What a choice of a move in a hidden ending loses against an equilibrium.

*Value*: what the side to play is sure of, before the pool is dealt (`equilibrium_seep`): by the LP for two players,
by the lots over joint plans for two sides of two.

*Regret* of a choice with one hand: the seat to play is bound to make this choice whenever it holds this hand, and
the other side knows; with its other hands, and later, its side plays as is best then. What that takes off the value,
divided by the chance of the hand, is the regret: points lost on a deal with this hand. It is never negative, it is 0
for what an equilibrium does with the hand, and it does not depend on which equilibrium an algorithm happens to find,
as a comparison with one fixed opponent would (it is at least that comparison with any equilibrium opponent). Where an
equilibrium must draw lots, every single move has a regret above 0.

*Regret of the rule*: the same with the choices of all hands at once, so what a player loses a deal who always
chooses the first move this way, against an opponent who knows it.
"""

from __future__ import annotations

from collections.abc import Mapping

from equilibrium_seep import Ending, ending
from equilibrium_team import joint_plans
from equilibrium_tree import Game, told
from equilibrium_two import solve, two_players

from seep_solver import Position

Chances = Mapping[str, float]
CLOSE = 1e-4    # points between the bounds of a value


def value_of(game: Game) -> float:
    """What the side that is paid is sure of."""
    if len(game.signs) == 2:
        return solve(two_players(game)).value
    found = joint_plans(game)
    if found.high - found.low > CLOSE:
        raise ArithmeticError(f"no equilibrium: the value lies between {found.low} and {found.high}")
    return found.value


class Judge:
    """The regrets of choices in one position; moves are named by kinds."""

    def __init__(self, position: Position) -> None:
        self.ending: Ending = ending(position)
        self.value = value_of(self.ending.game)
        self._known: dict[object, float] = {}

    def regret(self, chances: Chances) -> float:
        """The regret of a choice with the hand of the position."""
        hand = self.ending.hand
        return self._loss({hand: chances}) / self.ending.hands[hand]

    def regrets(self) -> dict[str, float]:
        """The regret of each single move."""
        return {move: self.regret({move: 1.0}) for move in self.ending.moves(self.ending.hand)}

    def rule_regret(self, choices: Mapping[str, Chances]) -> float:
        """The regret of the rule that chooses so with each hand."""
        if set(choices) != set(self.ending.hands):
            raise ValueError("expected a choice for every hand")
        return self._loss(choices)

    def _loss(self, choices: Mapping[str, Chances]) -> float:
        key = tuple(sorted((hand, tuple(sorted(chances.items()))) for hand, chances in choices.items()))
        if key not in self._known:
            spots = {self.ending.spot(hand): chances for hand, chances in choices.items()}
            bound = told(self.ending.game, self.ending.position.turn, spots)
            self._known[key] = self.value - value_of(bound)
        return self._known[key]
