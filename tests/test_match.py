"""Scores of deals and matches: examples worked by hand from rules, section 5, and what must hold of any."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seep_solver.cards import ALL_POINTS
from seep_solver.match import Match
from seep_solver.position import Position, side_of
from seep_solver.rules import PRESETS, Rules
from seep_solver.scoring import DealScore, score_deal, score_position

Pair = tuple[int, int]
CLASSIC, OPEN_HOUSE, BID_CARD, PUNJABI = (PRESETS[name] for name in ("classic", "open-house", "bid-card", "punjabi"))
EVEN = (26, 26)


def deal(rules: Rules, points: Pair, seeps: Pair = (0, 0), cards: Pair = EVEN, bonus: Pair | None = None) -> DealScore:
    """A deal whose seeps are worth 50 each unless said."""
    return score_deal(rules, points, cards, seeps, bonus or (50 * seeps[0], 50 * seeps[1]))


def played(rules: Rules, *totals: Pair) -> Match:
    """A match of deals of which only the totals matter, each by the deal's own sides."""
    match = Match(rules)
    for pair in totals:
        match = match.after(DealScore(pair))
    return match


@pytest.mark.parametrize(
    ("preset", "points", "seeps", "cards", "totals", "knocked_out"),
    [
        # 8 card points and a seep: 58, safe where the total counts; a loss where card points do.
        ("classic", (8, 92), (1, 0), EVEN, (58, 92), None),
        ("open-house", (8, 92), (1, 0), EVEN, (8, 92), 1),
        ("bid-card", (8, 92), (1, 0), EVEN, (58, 92), None),
        # 10 + 50 + 50 against 90: 110 to 90, and a loss where 20 card points are the least.
        ("classic", (10, 90), (2, 0), EVEN, (110, 90), None),
        ("open-house", (10, 90), (2, 0), EVEN, (10, 90), 1),
        # Two seeps count, the third voids all three.
        ("open-house", (60, 40), (2, 0), EVEN, (160, 40), None),
        ("open-house", (60, 40), (3, 0), EVEN, (60, 40), None),
        ("open-house", (60, 40), (3, 1), EVEN, (60, 90), None),
        ("classic", (60, 40), (3, 0), EVEN, (210, 40), None),
        # On the line: 9 of the total, 20 card points.
        ("classic", (9, 91), (0, 0), EVEN, (9, 91), None),
        ("classic", (8, 92), (0, 0), EVEN, (8, 92), 1),
        ("tabletop", (92, 8), (0, 0), EVEN, (92, 8), 2),
        ("open-house", (20, 80), (2, 0), EVEN, (120, 80), None),
        ("open-house", (81, 19), (0, 0), EVEN, (81, 19), 2),
        # No knock-out at all.
        ("bid-card", (0, 100), (0, 0), (0, 52), (0, 100), None),
        ("punjabi", (0, 26), (0, 0), EVEN, (0, 26), None),
        # Most cards: 27 of them, nobody at 26 each. Every point card and most cards: 60.
        ("punjabi", (14, 12), (0, 0), (27, 25), (18, 12), None),
        ("punjabi", (14, 12), (0, 0), EVEN, (14, 12), None),
        ("punjabi", (0, 26), (0, 0), (20, 32), (0, 60), None),
        ("punjabi", (0, 26), (0, 0), (27, 25), (4, 26), None),
        ("classic-2p", (8, 92), (0, 0), EVEN, (8, 92), 1),
        ("bid-card-2p", (8, 92), (0, 0), EVEN, (8, 92), None),
        ("open-house-2p", (8, 92), (1, 0), EVEN, (8, 92), 1),
    ],
)
def test_deals_worked_by_hand(
    preset: str, points: Pair, seeps: Pair, cards: Pair, totals: Pair, knocked_out: int | None
) -> None:
    score = deal(PRESETS[preset], points, seeps, cards)
    assert (score.totals, score.knocked_out) == (totals, knocked_out)
    assert score.margin == totals[0] - totals[1]
    assert score.winner == (None if not score.margin else 1 if score.margin > 0 else 2)


def test_a_seep_worth_the_card_played() -> None:
    assert deal(PUNJABI, (14, 12), (2, 1), bonus=(13 + 9, 11)).totals == (36, 23)


def test_both_sides_under_the_knock_out() -> None:
    """One of them alone would lose the match; both cannot, so the deal counts as it is."""
    rules = replace(OPEN_HOUSE, knockout=60)
    both = deal(rules, (45, 55))
    assert both.knocked_out is None
    assert Match(rules).after(both).ahead == -10
    assert deal(rules, (40, 60)).knocked_out == 1


@pytest.mark.parametrize(
    ("points", "cards", "seeps", "bonus", "said"),
    [
        ((60, 41), EVEN, (0, 0), (0, 0), "points of 60 and 41: no deal has more than 100 in all"),
        ((60, 40), (27, 26), (0, 0), (0, 0), "cards of 27 and 26: no deal has more than 52 in all"),
        ((60, -1), EVEN, (0, 0), (0, 0), "never below 0"),
        ((60, 40), EVEN, (0, 0), (0, -50), "never below 0"),
        ((60, 40), EVEN, (13, 12), (0, 0), "seeps of 13 and 12: no deal has more than 24 in all"),
        ((60, 40), EVEN, (24, 0), (12_001, 0), "bonus of 12001 and 0: no deal has more than 12,000 in all"),
        ((60, 40), EVEN, (0, 1), (30, 50), "a bonus of 30 for side 1, which made no seep"),
    ],
)
def test_deals_that_cannot_be(points: Pair, cards: Pair, seeps: Pair, bonus: Pair, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        score_deal(CLASSIC, points, cards, seeps, bonus)


def test_a_finished_position_is_scored() -> None:
    end = Position.parse("- -/-/-/- 1 points=60/40 cards=30/22 seeps=1/0 last=2")
    assert score_position(end) == DealScore((110, 40))
    loose = Position.parse("4S5D -/-/-/- 2 points=4/92 cards=10/40 last=1")
    assert score_position(loose) == DealScore((8, 92), knocked_out=1)
    nobodys = Position.parse("4S5D -/-/-/- 2 taken=-/-")
    assert score_position(nobodys).totals == (0, 0)


def test_only_a_finished_position_has_a_score() -> None:
    with pytest.raises(ValueError, match="the deal is not over"):
        score_position(Position.parse("4C6CTC 2CTD/3C5D/7H8C/9CQD 1"))
    with pytest.raises(ValueError, match="the deal is not over"):
        score_position(Position.parse("- -/*/-/- 1"))
    with pytest.raises(ValueError, match="points is missing"):
        score_position(Position.parse("- -/-/-/- 1 rules=open-house"))


def test_a_lead_runs_on_from_deal_to_deal() -> None:
    """64-36 leaves a lead of 28; a deal lost by 18 leaves 10 of it."""
    first = played(CLASSIC, (64, 36))
    assert (first.lead, first.opener, first.dealer) == (28, 1, 4)  # the dealer's side is behind: it deals again
    second = first.after(DealScore((41, 59)))
    assert (second.lead, second.ahead, second.totals) == (10, 10, (105, 95))
    assert (second.winner, second.ended) == (None, None)


def test_the_lead_is_seen_from_the_opener_of_the_next_deal() -> None:
    """Side 2 opens the next deal, so what it is ahead is a lead and what it is behind is not."""
    match = played(CLASSIC, (36, 64))
    assert (match.opener, match.dealer, match.ahead, match.lead) == (2, 1, -28, 28)
    assert match.seat(2) == 1
    assert match.seat(1) == 4
    assert [match.chair(match.seat(chair)) for chair in (1, 2, 3, 4)] == [1, 2, 3, 4]
    # Side 2 opens from chair 2 and wins by 20 more: its own 48.
    assert match.after(DealScore((60, 40))).ahead == -48
    position = Position.parse(f"- -/-/-/- 1 lead={match.lead}")
    assert position.lead == 28


def test_baazi_by_a_lead_of_100() -> None:
    assert played(CLASSIC, (150, 51)).winner is None
    won = played(CLASSIC, (150, 50))
    assert (won.winner, won.ended, won.ahead) == (1, "lead", 100)
    with pytest.raises(ValueError, match="the match has ended"):
        won.after(DealScore((50, 50)))
    level = won.again()
    assert (level.lead, level.totals, level.played, level.winner, level.won) == (0, (0, 0), 0, None, (1, 0))
    with pytest.raises(ValueError, match="has not ended"):
        level.again()


def test_baazi_of_the_30_point_game_by_a_lead_of_30() -> None:
    assert played(PUNJABI, (40, 11)).winner is None
    assert played(PUNJABI, (40, 10)).winner == 1
    assert played(PUNJABI, (10, 40)).winner == 2
    satthi = Match(PUNJABI).after(deal(PUNJABI, (26, 0), cards=(40, 12)))
    assert (satthi.winner, satthi.ahead) == (1, 60)


def test_a_knock_out_loses_whatever_the_lead() -> None:
    ahead = played(CLASSIC, (150, 60))
    assert (ahead.lead, ahead.winner) == (90, None)
    lost = ahead.after(deal(CLASSIC, (8, 92)))
    assert (lost.winner, lost.ended) == (2, "knockout")
    assert lost.again().won == (0, 1)
    # A deal opened by side 2: the knock-out is by the deal's sides, the winner by the match's.
    other = played(CLASSIC, (40, 60))
    assert other.opener == 2
    assert other.after(deal(CLASSIC, (8, 92))).winner == 1


def test_card_points_that_are_safe_here_lose_the_match_there() -> None:
    seep, seeps = ((8, 92), (1, 0)), ((10, 90), (2, 0))
    for rules, outcomes in {CLASSIC: (None, None), OPEN_HOUSE: (2, 2), BID_CARD: (None, None)}.items():
        assert tuple(Match(rules).after(deal(rules, *each)).winner for each in (seep, seeps)) == outcomes


def test_quick_classic_and_baazi_matches_of_open_house() -> None:
    quick = replace(OPEN_HOUSE, deals=1)
    assert (played(quick, (60, 40)).winner, played(quick, (60, 40)).ended) == (1, "deals")
    five = replace(OPEN_HOUSE, deals=5)
    four = played(five, (150, 40), (150, 40), (50, 50), (50, 50))
    assert (four.ended, four.played, abs(four.ahead)) == (None, 4, 220)  # a lead of 100 ends no fixed match
    last = four.after(DealScore((30, 70)))
    assert (last.ended, last.played, last.winner) == ("deals", 5, 1)
    assert four.after(deal(five, (19, 81))).ended == "knockout"
    assert played(OPEN_HOUSE, (150, 50)).ended == "lead"


def test_a_fixed_number_of_deals_may_end_level() -> None:
    level = played(replace(CLASSIC, deals=1), (50, 50))
    assert (level.winner, level.ended) == (None, "deals")
    assert level.again().won == (0, 0)


def test_a_total_is_another_target_than_a_lead() -> None:
    rules = replace(CLASSIC, target="total", lead=150, next_opener="turn")
    near = played(rules, (149, 51))
    assert (near.winner, near.ahead) == (None, 98)
    # Chair 2 opens the second deal, so its first number goes to side 2.
    assert near.after(DealScore((98, 0))).ended is None
    assert near.after(DealScore((98, 1))).winner == 1
    assert near.after(DealScore((99, 0))).winner == 2
    assert near.after(DealScore((99, 1))).ended is None  # both at 150
    assert (played(rules, (149, 149)).ended, played(rules, (150, 150)).ended) == (None, None)
    assert (played(rules, (150, 160)).winner, played(rules, (150, 160)).ended) == (2, "total")
    assert played(replace(rules, target="lead"), (160, 150)).ended is None


@pytest.mark.parametrize(
    ("rule", "totals", "openers"),
    [
        # running: the dealer's side, which is side 2 while chair 1 opens, deals again while behind or level.
        ("running", [(50, 50)], [1]),
        ("running", [(60, 40)], [1]),
        ("running", [(40, 60)], [2]),
        ("running", [(40, 60), (40, 60)], [2, 2]),  # the opener's side 2 lost by as much: level, and the dealer stays
        ("running", [(40, 60), (39, 61)], [2, 3]),
        ("running", [(60, 40), (45, 55), (45, 55), (45, 55)], [1, 1, 1, 2]),
        # deal: the opener opens again after a deal that its side won or tied, whatever the score.
        ("deal", [(50, 50), (60, 40), (40, 60), (60, 40), (40, 60), (40, 60), (49, 51)], [1, 1, 2, 2, 3, 4, 1]),
        ("turn", [(60, 40), (40, 60), (50, 50), (60, 40), (60, 40)], [2, 3, 4, 1, 2]),
    ],
)
def test_who_opens_next(rule: str, totals: list[Pair], openers: list[int]) -> None:
    match, seen = Match(replace(CLASSIC, next_opener=rule)), []
    for pair in totals:
        match = match.after(DealScore(pair))
        seen.append(match.opener)
    assert seen == openers


@pytest.mark.parametrize("name", PRESETS)
def test_who_opens_in_each_preset(name: str) -> None:
    rules = PRESETS[name]
    won, lost = played(rules, (15, 11)), played(rules, (11, 15))
    assert (won.opener, lost.opener) == (1, 2)
    behind = played(rules, (20, 10), (10, 15))  # lost, yet ahead in the match
    assert behind.opener == (2 if rules.next_opener == "deal" else 1)
    assert behind.dealer == (behind.opener - 2) % rules.players + 1


@pytest.mark.parametrize(
    ("rule", "last", "opener"),
    [
        # Chair 1 opens, so side 2 deals: it has lost the baazi and deals again, or has won it and the next opens.
        ("running", (150, 40), 1),
        ("running", (40, 150), 2),
        ("deal", (150, 40), 1),
        ("deal", (40, 150), 2),
        ("turn", (150, 40), 2),
    ],
)
def test_who_opens_after_a_baazi(rule: str, last: Pair, opener: int) -> None:
    """It goes by the score that ended the baazi, not by the level one of the new."""
    over = Match(replace(CLASSIC, next_opener=rule)).after(DealScore(last))
    assert over.ended == "lead"
    assert (over.again().opener, over.again().lead) == (opener, 0)


def test_who_opens_after_a_knock_out() -> None:
    """Side 1 leads by 80 and is knocked out: it is still the dealer's side that is behind, and deals again."""
    lost = played(CLASSIC, (150, 62)).after(deal(CLASSIC, (8, 16)))
    assert (lost.ended, lost.winner, lost.ahead) == ("knockout", 2, 80)
    assert lost.again().opener == 1


def test_two_players_take_turns_by_the_same_rules() -> None:
    match = played(PRESETS["classic-2p"], (40, 60))
    assert (match.opener, match.dealer, match.lead) == (2, 1, 20)
    assert (match.seat(2), match.seat(1)) == (1, 2)
    match = match.after(DealScore((30, 70)))
    assert (match.opener, match.lead, match.ahead) == (1, 20, 20)


def test_a_chair_that_is_not_there() -> None:
    with pytest.raises(ValueError, match="no chair 3: expected 1 to 2"):
        Match(PRESETS["classic-2p"], opener=3)


RULES = st.builds(
    replace,
    st.sampled_from(list(PRESETS.values())),
    knockout=st.integers(0, 60),
    knockout_counts=st.sampled_from(("total", "points")),
    target=st.sampled_from(("lead", "total")),
    lead=st.integers(0, 300),
    deals=st.integers(0, 4),
    next_opener=st.sampled_from(("running", "deal", "turn")),
    most_cards=st.integers(0, 9),
    sweep_cap=st.integers(0, 3),
    sweep_min_points=st.integers(0, 30),
)


@st.composite
def amounts(draw: st.DrawFn, rules: Rules) -> tuple[Pair, Pair, Pair, Pair]:
    """What the two sides took in a deal: points, cards, seeps, bonus."""
    every = ALL_POINTS[rules.scoring]
    points, cards = draw(st.integers(0, every)), draw(st.integers(0, 52))
    left = draw(st.integers(0, every - points)) if draw(st.booleans()) else every - points
    seeps = draw(st.integers(0, 4)), draw(st.integers(0, 4))
    return (points, left), (cards, 52 - cards), seeps, (50 * seeps[0], 13 * seeps[1])


@given(st.data())
@settings(max_examples=300, deadline=None)
def test_swapping_the_sides_of_a_deal_mirrors_its_score(data: st.DataObject) -> None:
    rules = data.draw(RULES)
    parts = data.draw(amounts(rules))
    score = score_deal(rules, *parts)
    mirrored = score_deal(rules, *((two, one) for one, two in parts))
    assert mirrored == score.swapped()
    assert mirrored.swapped() == score
    assert mirrored.margin == -score.margin


@given(st.data())
@settings(max_examples=300, deadline=None)
def test_a_match_holds_its_laws_and_the_same_match_one_chair_on_mirrors_it(data: st.DataObject) -> None:
    rules = data.draw(RULES)
    one, two = Match(rules, opener=1), Match(rules, opener=2)
    for _ in range(data.draw(st.integers(1, 8))):
        score = score_deal(rules, *data.draw(amounts(rules)))
        before, one, two = one, one.after(score), two.after(score)
        held = before.lead + score.margin  # as side 1 of the deal just played sees it
        assert one.lead == (held if side_of(one.opener) == side_of(before.opener) else -held)
        assert one.opener in (before.opener, before.opener % rules.players + 1)
        assert two.opener == one.opener % rules.players + 1
        assert two.totals == (one.totals[1], one.totals[0])
        assert (two.lead, two.ended, two.played) == (one.lead, one.ended, one.played)
        assert two.winner == (one.winner and 3 - one.winner)
        assert one.seat(one.opener) == 1
        if rules.deals:
            assert (one.ended == "deals") == (one.played == rules.deals and score.knocked_out is None)
        if one.ended:
            assert one.winner is not None or (one.ended == "deals" and one.ahead == 0)
            break
        assert score.knocked_out is None
        if rules.target == "lead" and not rules.deals:
            assert abs(one.ahead) < max(rules.lead, 1)
