"""Means with intervals, the sequential test, ratings: against tables, simulations and sums by hand."""

from __future__ import annotations

import random
import statistics

import pytest

from seep_solver.paired import estimate, quantile
from seep_solver.ratings import ratings
from seep_solver.sprt import BOUND, LEAST_PAIRS, Sprt


# Any table of Student's distribution.
@pytest.mark.parametrize(
    ("freedom", "value"),
    [(1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (5, 2.571), (9, 2.262), (30, 2.042), (120, 1.980)],
)
def test_quantiles(freedom: int, value: float) -> None:
    assert quantile(freedom) == pytest.approx(value, abs=1e-3)


def test_estimates() -> None:
    found = estimate([1.0, 2.0, 4.0, 5.0])
    assert (found.count, found.mean) == (4, 3.0)
    assert found.deviation == pytest.approx(statistics.stdev([1, 2, 4, 5]))
    assert found.half == pytest.approx(3.182 * statistics.stdev([1, 2, 4, 5]) / 2, abs=1e-3)
    assert found.half is not None
    assert found.interval == pytest.approx((3 - found.half, 3 + found.half))
    assert estimate([2.5]).interval is None
    with pytest.raises(ValueError, match="no numbers"):
        estimate([])


@pytest.mark.parametrize("count", [4, 40])
def test_intervals_hold_the_mean_as_often_as_they_say(count: int) -> None:
    dice = random.Random(5)
    held = 0
    for _ in range(2000):
        interval = estimate([dice.gauss(3, 23) for _ in range(count)]).interval
        assert interval is not None
        held += interval[0] <= 3 <= interval[1]
    assert 0.935 < held / 2000 < 0.965


def settled(mean: float, dice: random.Random, s0: float = 0, s1: float = 8) -> Sprt:
    """The test of pairs as an arena has them, played to its end."""
    sprt = Sprt(s0, s1)
    while sprt.verdict == "undecided":
        sprt.add(round(2 * dice.gauss(mean, 23)) / 2)
    return sprt


def test_the_ratio_is_that_of_the_formula() -> None:
    dice = random.Random(1)
    sprt, numbers = Sprt(1, 5), [dice.gauss(3, 20) for _ in range(15)]
    for number in numbers:
        sprt.add(number)
    mean, variance = statistics.fmean(numbers), statistics.variance(numbers)
    assert sprt.ratio == pytest.approx(15 * (5 - 1) * (2 * mean - 1 - 5) / (2 * variance))
    assert pytest.approx(2.944, abs=1e-3) == BOUND


def test_errors_are_as_rare_as_stated() -> None:
    dice = random.Random(2)
    ends = {mean: [settled(mean, dice) for _ in range(1000)] for mean in (0.0, 8.0)}
    wrong = sum(end.verdict == "accept H1" for end in ends[0.0]), sum(end.verdict == "accept H0" for end in ends[8.0])
    assert max(wrong) <= 65  # 5 %, and two deviations of chance
    pairs = statistics.fmean(end.count for end in ends[0.0])
    # Wald: the mean length is (0.95 * 2.944 - 0.05 * 2.944) * 2 var / (s1 - s0)^2, without what the last pair adds.
    assert 0.9 * 2.65 * 2 * 23**2 / 64 < pairs < 1.4 * 2.65 * 2 * 23**2 / 64


def test_far_from_both_it_is_soon_settled() -> None:
    dice = random.Random(3)
    for _ in range(20):
        assert settled(40, dice).verdict == "accept H1"
        end = settled(-40, dice)
        assert (end.verdict, end.count) == ("accept H0", LEAST_PAIRS)


def test_nothing_is_settled_without_scatter_or_after_the_verdict() -> None:
    sprt = Sprt(0, 5)
    for _ in range(100):
        sprt.add(0.0)
    assert (sprt.verdict, sprt.ratio, sprt.count) == ("undecided", 0.0, 100)
    end = settled(40, random.Random(4))
    count, ratio = end.count, end.ratio
    end.add(-1000)
    assert (end.count, end.ratio, end.verdict) == (count, ratio, "accept H1")


@pytest.mark.parametrize(("s0", "s1"), [(5, 5), (5, 0), (float("nan"), 1), (0, float("inf"))])
def test_hypotheses_that_are_none(s0: float, s1: float) -> None:
    with pytest.raises(ValueError, match="the first below the second"):
        Sprt(s0, s1)


def test_ratings_by_hand() -> None:
    # One deal: A beats B by 6 and C by 12, B beats C by 3. r_A = (6 + 12) / 3, r_B = (-6 + 3) / 3, r_C = -15 / 3.
    found = ratings(["A", "B", "C"], [[6, 12, 3]])
    assert [rating.points.mean for rating in found] == [6, -1, -5]
    assert [rating.agent for rating in found] == ["A", "B", "C"]


def test_ratings_are_those_of_least_squares() -> None:
    import numpy as np

    dice = random.Random(6)
    deals = [[dice.gauss(0, 20) for _ in range(6)] for _ in range(15)]
    found = ratings("ABCD", deals)
    pairs = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]
    rows = [[(at == i) - (at == j) for at in range(4)] for i, j in pairs] * 15 + [[1, 1, 1, 1]]
    values = [mean for deal in deals for mean in deal] + [0.0]
    solution = np.linalg.lstsq(np.array(rows, float), np.array(values), rcond=None)[0]
    assert [rating.points.mean for rating in found] == pytest.approx(solution.tolist())


def test_ratings_of_two_are_half_the_difference() -> None:
    means = [3.0, -1.0, 10.0, 4.5]
    one, other = ratings(["A", "B"], [[mean] for mean in means])
    half = estimate(means)
    assert one.points.mean == -other.points.mean == pytest.approx(half.mean / 2)
    assert one.points.half == other.points.half == pytest.approx((half.half or 0) / 2)
