"""The options and presets of rules, sections 6 and 7, copied out by hand for the slow referee."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Options:
    """One table's rules; the defaults are `classic`. Fields as in rules, section 6."""

    players: int = 4
    scoring: int = 100
    house_min: int = 9
    house_max: int = 13
    max_houses: int = 0
    ownership: bool = True
    raise_own: bool = False
    raise_partner: bool = True
    raise_into_cemented: bool = True
    raise_with_floor: bool = False
    absorb: str = "sets"
    packing: str = "maximal"
    throw_rule: str = "card"
    opening_throw: str = "card"
    sweep: int | str = 50
    opening_sweep: int | str = 25
    sweep_cap: int = 0
    sweep_min_points: int = 0
    most_cards: int = 0
    all_points: int = 0
    knockout: int = 9
    knockout_counts: str = "total"
    target: str = "lead"
    lead: int = 100
    deals: int = 0
    next_opener: str = "running"
    second_hands: str = "none"

    @property
    def adds_up(self) -> bool:
        """Whether a total is a plain sum, so that what was won before cannot matter to play."""
        return not (self.sweep_cap or self.sweep_min_points or self.most_cards or self.all_points)


_OPEN_HOUSE: dict[str, Any] = {
    "max_houses": 2, "ownership": False, "raise_own": True, "absorb": "none", "opening_sweep": "normal",
    "sweep_cap": 2, "sweep_min_points": 20, "knockout": 20, "knockout_counts": "points",
}
_BID_CARD: dict[str, Any] = {
    "raise_partner": False, "raise_into_cemented": False, "throw_rule": "own-house", "opening_sweep": "bid",
    "knockout": 0, "next_opener": "deal",
}
_PUNJABI: dict[str, Any] = {
    "scoring": 30, "sweep": "card", "opening_sweep": "normal", "most_cards": 4, "all_points": 60,
    "knockout": 0, "lead": 30,
}
_DIFFERENCES: dict[str, dict[str, Any]] = {
    "classic": {},
    "tabletop": {"opening_throw": "last-resort"},
    "open-house": _OPEN_HOUSE,
    "bid-card": _BID_CARD,
    "punjabi": _PUNJABI,
    "classic-2p": {"players": 2, "second_hands": "reserve"},
    "bid-card-2p": {**_BID_CARD, "players": 2, "second_hands": "redeal"},
    "open-house-2p": {**_OPEN_HOUSE, "players": 2, "second_hands": "redeal"},
}
PRESETS: dict[str, dict[str, Any]] = {
    name: asdict(Options(**differences)) for name, differences in _DIFFERENCES.items()
}

_WORDS: dict[str, tuple[object, ...]] = {
    "players": (4, 2),
    "scoring": (100, 30),
    "house_min": tuple(range(7, 14)),
    "house_max": tuple(range(7, 14)),
    "max_houses": tuple(range(8)),
    "ownership": (True, False),
    "raise_own": (True, False),
    "raise_partner": (True, False),
    "raise_into_cemented": (True, False),
    "raise_with_floor": (True, False),
    "absorb": ("sets", "cards", "none"),
    "packing": ("maximal", "most-cards"),
    "throw_rule": ("card", "hand", "own-house"),
    "opening_throw": ("card", "last-resort"),
    "knockout_counts": ("total", "points"),
    "target": ("lead", "total"),
    "next_opener": ("running", "deal", "turn"),
    "second_hands": ("none", "reserve", "redeal"),
}
_MIXED: dict[str, tuple[str, ...]] = {"sweep": ("card",), "opening_sweep": ("bid", "normal")}


def resolve(options: Mapping[str, Any] | Options) -> Options:
    """An Options of a full or partial mapping; ValueError for what rules, section 6, refuses."""
    found = options if isinstance(options, Options) else Options(**options)
    for field, value in asdict(found).items():
        if field in _WORDS:
            good = any(value == word and type(value) is type(word) for word in _WORDS[field])
        else:
            good = value in _MIXED.get(field, ()) or (type(value) is int and value >= 0)
        if not good:
            raise ValueError(f"{field} = {value!r}")
    if found.house_min > found.house_max:
        raise ValueError("house_min > house_max")
    if found.throw_rule == "own-house" and not found.ownership:
        raise ValueError("throw_rule = own-house without ownership")
    if (found.second_hands == "none") is (found.players == 2):
        raise ValueError("second_hands does not fit players")
    if found.all_points and found.scoring == 100:
        raise ValueError("all_points under 100-point scoring")
    return found


def preset_of(options: Options) -> str:
    """The name of the preset with these very options, or an empty string."""
    return next((name for name, fields in PRESETS.items() if fields == asdict(options)), "")
