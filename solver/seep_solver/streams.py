"""Random streams: a number for each decision, from nothing but the seed and where the decision stands."""

from __future__ import annotations

from hashlib import blake2b

BID = 0  # the number of the bid among the plays of a deal, which count from 1


def stream(seed: int, *place: int) -> int:
    """64 bits for a decision; `place` is deal, seat and number of the play.

    Who sits in the seat, and what was drawn before, is no part of it: a draw more by one agent moves no other.
    """
    text = ",".join(map(str, (seed, *place)))
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "little")
