"""What a side's cards and seeps come to at the end of a deal (rules, sections 5 and 6)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from seep_solver.cards import ALL_POINTS
from seep_solver.options import MOST_AMOUNT
from seep_solver.rules import Rules

if TYPE_CHECKING:
    from seep_solver.position import Pair, Position

HALF_THE_CARDS = 26
# After a seep the next card can only be thrown, and the last play of the 48 is none.
MOST_SEEPS = 24
MOST_BONUS = MOST_SEEPS * MOST_AMOUNT


def card_points(rules: Rules, points: int, cards: int) -> int:
    """A side's card points, with the bonus for most cards, or what replaces them when it took everything."""
    most = rules.most_cards if cards > HALF_THE_CARDS else 0
    everything = points == ALL_POINTS[rules.scoring] and most == rules.most_cards
    return rules.all_points if rules.all_points and everything else points + most


def bonuses(rules: Rules, points: int, seeps: int, bonus: int) -> int:
    """A side's bonuses, void with too many seeps or too few card points."""
    if rules.sweep_cap and seeps > rules.sweep_cap:
        return 0
    return bonus if points >= rules.sweep_min_points else 0


def total(rules: Rules, points: int, cards: int, seeps: int, bonus: int) -> int:
    """A side's total for the deal: `points` and `bonus` are raw, as a position gives them."""
    return card_points(rules, points, cards) + bonuses(rules, points, seeps, bonus)


def most_of_a_deal(rules: Rules) -> dict[str, int]:
    """The most points, cards, seeps and bonus of both sides together, by the keys of a position."""
    return {
        "points": ALL_POINTS[rules.scoring],
        "cards": 2 * HALF_THE_CARDS,
        "seeps": MOST_SEEPS,
        "bonus": MOST_BONUS,
    }


@dataclass(frozen=True, slots=True)
class DealScore:
    """How a deal ended, by the deal's own sides: side 1 is the opener's.

    `totals` are each side's total in points; `knocked_out` is the side that loses the match by this deal at
    once, None if none does. With both sides under the knock-out neither is out, for a match has one loser.
    """

    totals: Pair
    knocked_out: int | None = None

    @property
    def margin(self) -> int:
        """Side 1's total less side 2's."""
        return self.totals[0] - self.totals[1]

    @property
    def winner(self) -> int | None:
        """The side with the higher total, None when they are level."""
        return None if not self.margin else 1 if self.margin > 0 else 2

    def swapped(self) -> DealScore:
        """The same deal with the sides named the other way round."""
        out = self.knocked_out
        return DealScore((self.totals[1], self.totals[0]), out if out is None else 3 - out)


def score_deal(rules: Rules, points: Pair, cards: Pair, seeps: Pair, bonus: Pair) -> DealScore:
    """The score of a finished deal; each pair is what side 1 and side 2 took, raw, as a position gives it.

    ValueError for amounts that no deal has.
    """
    pairs = {"points": points, "cards": cards, "seeps": seeps, "bonus": bonus}
    for name, most in most_of_a_deal(rules).items():
        if sum(pairs[name]) > most:
            one, two = pairs[name]
            raise ValueError(f"{name} of {one} and {two}: no deal has more than {most:,} in all")
    if min(*points, *cards, *seeps, *bonus) < 0:
        raise ValueError("points, cards, seeps and bonus of a deal are never below 0")
    for side in (1, 2):
        if bonus[side - 1] and not seeps[side - 1]:
            raise ValueError(f"a bonus of {bonus[side - 1]} for side {side}, which made no seep")
    one, two = (total(rules, points[i], cards[i], seeps[i], bonus[i]) for i in (0, 1))
    counted = points if rules.knockout_counts == "points" else (one, two)
    under = [side for side in (1, 2) if counted[side - 1] < rules.knockout]
    return DealScore((one, two), under[0] if len(under) == 1 else None)


def score_position(position: Position) -> DealScore:
    """The score of a deal that was played to its end; cards still on the floor are those of the side in `last`.

    ValueError while cards are to be played, and where what was won is needed and not told.
    """
    from seep_solver.play import swept_up
    from seep_solver.position import named_missing

    if not position.open or position.cards_left:
        raise ValueError("the deal is not over: expected hands without cards")
    if position.missing:
        raise ValueError(f"{named_missing(position.missing)}: expected what each side won in the deal")
    end = swept_up(position)
    points, cards = end.won()
    return score_deal(position.rules, points, cards, end.seeps, end.bonus)
