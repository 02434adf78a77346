"""What many positions look like: counts to choose them by."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from seep_ext.rules import RuleSet

SURVEY: np.dtype[np.void]
"""Of a position, all uint8: left (cards in hands and later stages), loose (cards), houses, cemented (houses), seep (1:
the seat to play can make one)."""

def survey(rules: RuleSet, positions: Any) -> NDArray[np.void]:
    """A SURVEY row for each POSITION row; where the moves are too many to list, no seep is seen."""
