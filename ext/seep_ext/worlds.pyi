"""The deals that fit a hidden position."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from seep_ext.rules import RuleSet

class Deals:
    """The deals that fit a hidden position: a POSITION row without its unseen cards, those as a bit set, and arrays of
    seven for the places 0-3 (hands), 4 (the opener's next stage), 5-6 (second hands): `room` for so many unseen cards,
    ranks (bit r) of which the place is known to hold a card (`needs`) or none (`lacks`).

    Raises ValueError where the unseen cards do not fill the places.
    """

    def __init__(
        self,
        rules: RuleSet,
        position: NDArray[Any],
        unseen: int,
        room: Sequence[int],
        needs: Sequence[int],
        lacks: Sequence[int],
    ) -> None: ...
    @property
    def total(self) -> int:
        """How many deals of the named cards fit."""

    def row(self, number: int) -> np.void:
        """The deal with a number from 0 to total - 1, as a POSITION row; each number is another deal."""

    def drawn(self, seed: int, number: int) -> np.void:
        """The deal that a search draws as its `number`-th, as a POSITION row."""

    def listed(self, most: int) -> tuple[NDArray[np.float64], NDArray[np.uint64]] | None:
        """Weights of all worlds, those that differ in interchangeable cards alone as one, and the words of their zones:
        arrays of shape (n,) and (n, 4); None for more than `most`."""
