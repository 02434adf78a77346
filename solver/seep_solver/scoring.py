"""What a side's cards and seeps come to at the end of a deal (rules, sections 5 and 6)."""

from __future__ import annotations

from seep_solver.cards import ALL_POINTS
from seep_solver.rules import Rules

HALF_THE_CARDS = 26


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
