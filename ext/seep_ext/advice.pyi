"""What the policy plays, and which bid its playouts make most of."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from seep_ext.rules import RuleSet

def advise(
    rules: RuleSet,
    position: NDArray[Any],
    unseen: int,
    room: Sequence[int],
    policy: str,
    seed: int,
    paid: float = 1.0,
) -> int:
    """The place, in the order of `legal_moves`, of the move that a policy makes; `seed` decides between equal ones.

    position, unseen, room: as `Deals` takes them. paid: the share of a capturing card's own points that the expected
    reply counts. Raises TooManyMoves; ValueError where the unseen cards do not fill
    the places.
    """

def bid_values(
    rules: RuleSet, hand: int, values: Sequence[int], worlds: int, seed: int
) -> NDArray[np.float64]:
    """What the opener's side wins by each bid of `values`, the mean of playouts over `worlds` deals: an array.

    hand: the opener's first four cards as a bit set. All bids are tried on the same deals.
    """
