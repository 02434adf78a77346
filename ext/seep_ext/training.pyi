"""What weights are fitted to: contests between policies, and deals played by looking ahead on all cards."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from seep_ext.rules import RuleSet

def policy(name: str) -> NDArray[np.float32]:
    """The weights of a policy, "careful" or "wary", in the order of the struct Care."""

def duel(rules: RuleSet, seed: int, first: int, count: int, a: Any, b: Any) -> NDArray[np.float64]:
    """By how much the policy of weights `a` beats that of `b`, in points: an array of `count` deals from number
    `first` on, each the mean of two games with sides swapped.
    """

def foreseen_deals(
    rules: RuleSet, seed: int, first: int, count: int, plays: int, noise: float
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Deals in which every seat looks `plays` plays ahead on all cards, but for a share `noise` of random plays.

    What the outlook looks at before each play, of shape (count, 48, features), and what the side to play won from
    there on more than the other, of shape (count, 48).
    """
