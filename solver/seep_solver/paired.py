"""The mean of pairs of games, and how well it is known."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

NORMAL: Final = 1.959964  # 97.5 % of a normal distribution lie below
# The same for Student's distribution with 1 to 4 degrees of freedom; from 5 on the series below is right to 0.0003.
FEW: Final = (12.7062, 4.3027, 3.1824, 2.7764)


def quantile(freedom: int) -> float:
    """The 97.5 % quantile of Student's distribution with so many degrees of freedom, 1 or more.

    From the fifth on by the expansion at the normal quantile (Abramowitz and Stegun, 26.7.5).
    """
    if freedom <= len(FEW):
        return FEW[freedom - 1]
    z = NORMAL
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + sum((term / float(freedom**power) for power, term in enumerate(terms, 1)), 0.0)


@dataclass(frozen=True, slots=True)
class Estimate:
    """The mean of some numbers, their standard deviation, and the half width of its 95 % interval.

    The last two are None where there are fewer than two numbers.
    """

    count: int
    mean: float
    deviation: float | None
    half: float | None

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95 % interval of the mean."""
        return None if self.half is None else (self.mean - self.half, self.mean + self.half)


def estimate(numbers: Sequence[float]) -> Estimate:
    """The estimate from numbers that were drawn independently; ValueError where there are none."""
    count = len(numbers)
    if not count:
        raise ValueError("no numbers: a mean needs one at least")
    mean = math.fsum(numbers) / count
    if count == 1:
        return Estimate(1, mean, None, None)
    deviation = math.sqrt(math.fsum((number - mean) ** 2 for number in numbers) / (count - 1))
    return Estimate(count, mean, deviation, quantile(count - 1) * deviation / math.sqrt(count))
