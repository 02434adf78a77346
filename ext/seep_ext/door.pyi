"""The door for Python: positions and moves as numpy rows, moves listed, played and counted."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from seep_ext.rules import RuleSet

POSITION: np.dtype[np.void]
"""A position, every card named. Sets of cards are bit sets over 4 * (rank - 1) + suit, suits in the order C D H S.

hand (4), loose, rest (the opener's next stage), second (2: two players' second hands), house (7: the cards of the
houses 7..13) are uint64; owner (7: a bit a seat), turn (1..4), last (side that captured last, 0 nobody), bid (0: play
is under way), points, cards, seeps (2: what each side won), hidden (cards in hands that are not known) uint8; bonus
(2) uint16.
"""

MOVE: np.dtype[np.void]
"""A move: loose uint64 (bit set), card, kind (0 throw, 1 capture, 2 build, 3 add, 4 raise), value (target of a house
move; house taken by a capture, or 0), raised (value of the raised house, or 0), joins (the house stood already)."""

class TooManyMoves(ValueError):
    """A position has more legal moves than the engine lists."""

def legal_moves(rules: RuleSet, position: Any) -> NDArray[np.void]:
    """Every legal move, one of each interchangeable kind with the lowest suits, sorted by notation.

    Raises TooManyMoves for a floor so crowded that the list would pass 65,536 moves.
    """

def texts(moves: Any) -> list[str]:
    """The notation of MOVE rows."""

def play(rules: RuleSet, position: Any, move: Any) -> np.void:
    """The position after a legal move, as a POSITION row; any of several interchangeable cards may be named.

    After the last play the leftovers still lie on the floor. Raises ValueError for a move that is not legal.
    """

def perft(rules: RuleSet, position: Any, depth: int) -> int:
    """Number of sequences of `depth` plays up to interchangeable cards; one that ends the deal earlier counts once.

    Raises TooManyMoves for a floor too crowded.
    """

def audit(rules: RuleSet, position: Any) -> int:
    """Play and take back every legal move, recounting keys and comparing all bytes; the number of moves.

    Raises AssertionError where the engine's own books do not balance.
    """
