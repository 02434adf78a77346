"""A match: deals added up until a side has won (rules, section 5 and the last options of section 6).

A match is looked at between deals only: a lead that is reached in mid-deal and lost again wins nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from seep_solver.position import CLASSIC, Pair, side_of
from seep_solver.rules import Rules
from seep_solver.scoring import DealScore

Ending = Literal["lead", "total", "knockout", "deals"]


@dataclass(frozen=True, slots=True)
class Match:
    """Where a match stands between two deals; a new one is `Match(rules)`.

    Players keep their chairs, numbered in order of play from 1; side 1 of the match has the odd chairs. A
    deal has its opener in seat 1 whatever the chair, so its sides may be the other way round than the match's.
    `opener` is the chair that opens the next deal, `totals` each side's sum of the deals `played`, `winner` the
    side that has won. `ended` is by what; with a fixed number of deals a match may end and nobody win. `won`
    counts the baazis that each side won before this one.
    """

    rules: Rules = CLASSIC
    opener: int = 1
    totals: Pair = (0, 0)
    played: int = 0
    winner: int | None = None
    ended: Ending | None = None
    won: Pair = (0, 0)

    def __post_init__(self) -> None:
        if not 1 <= self.opener <= self.rules.players:
            raise ValueError(f"no chair {self.opener}: expected 1 to {self.rules.players}")

    @property
    def dealer(self) -> int:
        """The chair that deals the next deal: the one before the opener."""
        return (self.opener - 2) % self.rules.players + 1

    @property
    def ahead(self) -> int:
        """By how many points side 1 of the match leads."""
        return self.totals[0] - self.totals[1]

    @property
    def lead(self) -> int:
        """The lead as side 1 of the next deal, the opener's, sees it: the key `lead` of a position."""
        return self.ahead if side_of(self.opener) == 1 else -self.ahead

    def seat(self, chair: int) -> int:
        """Where that chair sits in the next deal."""
        return (chair - self.opener) % self.rules.players + 1

    def chair(self, seat: int) -> int:
        """Which chair sits in that seat in the next deal."""
        return (seat + self.opener - 2) % self.rules.players + 1

    def after(self, deal: DealScore) -> Match:
        """The match after one more deal; ValueError if it has ended."""
        if self.ended:
            raise ValueError("the match has ended: no deal is due")
        own = deal if side_of(self.opener) == 1 else deal.swapped()
        totals = self.totals[0] + own.totals[0], self.totals[1] + own.totals[1]
        after = replace(self, totals=totals, played=self.played + 1)
        winner, ended = _outcome(after, own.knocked_out)
        return replace(after, winner=winner, ended=ended, opener=_next_opener(after, own))

    def again(self) -> Match:
        """The next baazi, once this one has ended: the score is level again.

        Who opens it was settled by the score that ended this one, as between any two deals (rules, section 5).
        ValueError while a match goes on.
        """
        if not self.ended:
            raise ValueError("the match has not ended")
        one, two = self.won
        return Match(self.rules, self.opener, won=(one + (self.winner == 1), two + (self.winner == 2)))


def _outcome(match: Match, knocked_out: int | None) -> tuple[int | None, Ending | None]:
    """Who has won by the score as it is, and by what."""
    rules = match.rules
    leader = None if not match.ahead else 1 if match.ahead > 0 else 2
    if knocked_out is not None:
        return 3 - knocked_out, "knockout"
    if rules.deals:
        return (leader, "deals") if match.played >= rules.deals else (None, None)
    # Of two sides that reach the total by one deal the higher has won; on level totals play goes on.
    reached = max(match.totals) if rules.target == "total" else abs(match.ahead)
    if leader is None or reached < rules.lead:
        return None, None
    return leader, "total" if rules.target == "total" else "lead"


def _next_opener(match: Match, deal: DealScore) -> int:
    """The chair that opens next; the match's opener is still that of the deal just played."""
    opener, ahead, rule = side_of(match.opener), match.ahead, match.rules.next_opener
    dealers_lead = -ahead if opener == 1 else ahead
    stays = {"running": dealers_lead <= 0, "deal": deal.winner in (opener, None), "turn": False}[rule]
    return match.opener if stays else match.opener % match.rules.players + 1
