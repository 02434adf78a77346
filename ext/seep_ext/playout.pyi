"""Playouts."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from seep_ext.rules import RuleSet

def playouts(
    rules: RuleSet, positions: NDArray[Any], seed: int, plays: int = -1, each: int = 1
) -> NDArray[np.float32]:
    """What the side to move won in playouts of each POSITION row, of shape (n, each).

    plays: after so many the outlook judges, below 0 the deal is played out.
    """
