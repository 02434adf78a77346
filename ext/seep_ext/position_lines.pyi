"""Canonical lines of many positions at once."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from seep_ext.rules import RuleSet

def lowest_suits(rules: RuleSet, positions: Any) -> NDArray[np.void]:
    """POSITION rows without later stages, with interchangeable cards renamed to the lowest suits in reading order."""

def position_lines(rules: RuleSet, positions: Any, named: str) -> list[str]:
    """The canonical lines of open POSITION rows without later stages, as far as values depend on it.

    What was won before is written where totals do not add up. `named` is what stands in ``rules=``; with "" that
    key is left out.
    """
