"""A sequential test: play until the pairs say which of two strengths is the likelier, and no longer.

Wald's sequential probability ratio test of the mean of normal numbers, the unknown variance replaced by that of
the sample (the generalized test, as it is used to test chess engines; docs/arena.md has the sources).
"""

from __future__ import annotations

import math
from typing import Final, Literal

Verdict = Literal["accept H0", "accept H1", "undecided"]

ERROR: Final = 0.05  # the chance to accept the wrong hypothesis, for either
BOUND: Final = math.log((1 - ERROR) / ERROR)
LEAST_PAIRS: Final = 20  # before that the variance of the sample is too rough


class Sprt:
    """The test of H0, the mean is `s0` points, against H1, it is `s1`; pairs come in by `add`, in their order.

    `verdict` is final once it is not ``undecided``, and `count` stays at the pair that brought it.
    """

    def __init__(self, s0: float, s1: float) -> None:
        if not (math.isfinite(s0) and math.isfinite(s1) and s0 < s1):
            raise ValueError(f"S0,S1 is {s0:g},{s1:g}: expected two numbers, the first below the second")
        self.s0, self.s1 = s0, s1
        self.count = 0
        self.verdict: Verdict = "undecided"
        self._mean = self._squares = 0.0  # running mean and sum of squared deviations (Welford)

    @property
    def ratio(self) -> float:
        """The logarithm of the likelihood ratio, 0 while all numbers are equal."""
        if not self._squares:
            return 0.0
        variance = self._squares / (self.count - 1)
        return self.count * (self.s1 - self.s0) * (2 * self._mean - self.s0 - self.s1) / (2 * variance)

    def add(self, mean: float) -> None:
        """Take in the mean of the next pair; nothing changes after the verdict."""
        if self.verdict != "undecided":
            return
        self.count += 1
        before = mean - self._mean
        self._mean += before / self.count
        self._squares += before * (mean - self._mean)
        if self.count >= LEAST_PAIRS and abs(self.ratio) >= BOUND:
            self.verdict = "accept H1" if self.ratio > 0 else "accept H0"
