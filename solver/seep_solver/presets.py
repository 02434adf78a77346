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

# What each preset is, and what the document that it comes from says in its own points.
ABOUT: Final[dict[str, str]] = {
    "classic": "the North Indian 100-point game (Pagat's page and the online rules drawn from it)",
    "tabletop": "a table guide to the same game",
    "open-house": "an app's game: two houses at most, and a house belongs to no one",
    "bid-card": "another app's game: the opener's first card is its bid",
    "punjabi": "the 30-point game (Pagat's page); provisional",
    "classic-2p": "the two-player form of classic",
    "bid-card-2p": "the two-player form of bid-card",
    "open-house-2p": "the two-player form of open-house; provisional",
}
SAYS: Final[dict[str, tuple[str, ...]]] = {
    "classic": (
        "a seep is 50 points, 25 with the opening play; under 9 points in a deal, bonuses counted, loses the "
        "baazi, and a lead of 100 wins it; the same dealer deals again while its side is behind or level",
    ),
    "tabletop": ("the opener may throw the bid card only if it can make no house and capture nothing",),
    "open-house": (
        "a key is asked for at every house move; loose cards may stay beside a house; every seep is 50, but "
        "with a third seep, or under 20 card points, a side's bonuses are void; under 20 card points loses",
        "three kinds of match: quick (deals = 1), classic (deals = 5), baazi (deals = 0)",
        'its "you must catch if a catch is available" is read card by card; throw_rule = hand is the other '
        "reading",
    ),
    "bid-card": (
        "a partner's house is not raised, and no raise joins a cemented house; a card that fits a house of "
        "one's own is not thrown; an opening seep is worth the bid; no knock-out; the opener opens again "
        "after a deal that its side won or tied",
        "it deals so that a card to bid is always there, and the bid is a card; for play that is the same",
        "some of its tables allow two houses at most: max_houses = 2",
        'its "adding cards" to raise is read as one card; raise_with_floor is the other reading',
    ),
    "punjabi": (
        "TD is 12 points, 9S 9, 2S and each ace 1, most cards 4; a seep is worth the card played; all 30 "
        "points count 60 (satthi); no knock-out; a lead of 30 wins",
        "its finer points are our reading: an opening seep is worth what any is, and nobody has most cards "
        "at 26-26",
    ),
    "classic-2p": (
        "twelve more cards a player lie face down from the start, and are taken up when the first are played",
    ),
    "bid-card-2p": ("twelve more cards a player are dealt when the first are played",),
    "open-house-2p": ("twelve more cards a player are dealt when the first are played; that is our reading",),
}
