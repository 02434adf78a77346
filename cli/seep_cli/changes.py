"""What a set of rules changes at the table, in a few words for each option that is not as in classic."""

from __future__ import annotations

from typing import Final

from seep_solver.rules import PRESETS, Rules, Value

# What is said of one value of an option, and else of any ("{}" is the value).
OF_VALUE: Final[dict[tuple[str, Value], str]] = {
    ("max_houses", 1): "one house at most",
    ("max_houses", 2): "two houses at most",
    ("absorb", "cards"): "only cards of its value must join a house",
    ("absorb", "none"): "no loose card must join a house",
    ("throw_rule", "hand"): "no throw while any card in hand captures",
    ("throw_rule", "own-house"): "no throw of a card that fits an own house",
    ("sweep", "card"): "a seep is worth the card played",
    ("opening_sweep", "bid"): "an opening seep is worth the bid",
    ("opening_sweep", "normal"): "an opening seep is worth what any is",
    ("sweep_cap", 1): "no bonuses with more than one seep",
    ("sweep_min_points", 1): "no bonuses without a card point",
}
OF_ANY: Final[dict[str, str]] = {
    "scoring": "{}-point scoring",
    "house_min": "houses from {}",
    "house_max": "houses up to {}",
    "max_houses": "{} houses at most",
    "ownership": "houses have no owners",
    "raise_own": "own houses may be raised",
    "raise_partner": "a partner's house is not raised",
    "raise_into_cemented": "no raise joins a cemented house",
    "raise_with_floor": "loose cards may help a raise",
    "packing": "captures take as many cards as they can",
    "opening_throw": "the bid card is thrown only as a last resort",
    "sweep": "a seep is worth {}",
    "opening_sweep": "an opening seep is worth {}",
    "sweep_cap": "no bonuses with more than {} seeps",
    "sweep_min_points": "no bonuses under {} card points",
    "most_cards": "most cards count {}",
    "all_points": "all points count {}",
}
OF_OWNERS: Final = {"raise_own", "raise_partner"}
OF_OPENING: Final = {"opening_throw", "opening_sweep"}


def changes(rules: Rules, *, opening: bool) -> list[str]:
    """The changes that bear on the deal in hand; those of the opening play only when it is due (`opening`).

    Nothing is said of the match, nor of what anybody sees: how many play, and who holds second hands.
    """
    idle = set() if opening else OF_OPENING
    if not rules.ownership:
        idle = idle | OF_OWNERS
    elif rules.players == 2:
        idle = idle | {"raise_partner"}
    said = []
    for name, value in rules.differences(PRESETS["classic"]).items():
        words = OF_VALUE.get((name, value)) or OF_ANY.get(name)
        if words and name not in idle:
            said.append(words.format(value))
    return said
