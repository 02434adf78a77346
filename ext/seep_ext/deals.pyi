"""Deals, and positions reached by play."""

from typing import Any

from numpy.typing import NDArray

from seep_ext.rules import RuleSet

def reached(rules: RuleSet, seed: int, first: int, count: int, left: int, noise: float = 0.0) -> NDArray[Any]:
    """Positions with `left` plays to come, one of each deal from number `first` on, as POSITION rows.

    Every seat plays by the policy `careful`; a share `noise` of the bids and plays is drawn at random. A row depends on
    the rules, the seed, its deal's number, left and noise alone. Where moves are too many to list play stops early.
    """
