"""The published rule systems, each as its differences from `classic` (rules, section 7)."""

from __future__ import annotations

from typing import Final

from seep_solver.options import Value

_OPEN_HOUSE: Final[dict[str, Value]] = {
    "max_houses": 2,
    "ownership": False,
    "raise_own": True,
    "absorb": "none",
    "opening_sweep": "normal",
    "sweep_cap": 2,
    "sweep_min_points": 20,
    "knockout": 20,
    "knockout_counts": "points",
}
_BID_CARD: Final[dict[str, Value]] = {
    "raise_partner": False,
    "raise_into_cemented": False,
    "throw_rule": "own-house",
    "opening_sweep": "bid",
    "knockout": 0,
    "next_opener": "deal",
}

DIFFERENCES: Final[dict[str, dict[str, Value]]] = {
    "classic": {},
    "tabletop": {"opening_throw": "last-resort"},
    "open-house": _OPEN_HOUSE,
    "bid-card": _BID_CARD,
    "punjabi": {
        "scoring": 30,
        "sweep": "card",
        "opening_sweep": "normal",
        "most_cards": 4,
        "all_points": 60,
        "knockout": 0,
        "lead": 30,
    },
    "classic-2p": {"players": 2, "second_hands": "reserve"},
    "bid-card-2p": {**_BID_CARD, "players": 2, "second_hands": "redeal"},
    "open-house-2p": {**_OPEN_HOUSE, "players": 2, "second_hands": "redeal"},
}
