"""The options of the rules, resolved for the engine (rules, section 6)."""
import hashlib
import json

from seep_ext.cards cimport fill_deck


class UnplayedOption(ValueError):
    """An option has a value that the engine does not play."""

    def __init__(self, option, value):
        super().__init__(f"{option} = {value!r} is not played yet")
        self.option = option
        self.value = value


ABSORBS = {"sets": ABSORB_SETS, "cards": ABSORB_CARDS, "none": ABSORB_NONE}
THROWS = {"card": THROW_CARD, "hand": THROW_HAND, "own-house": THROW_OWN_HOUSE}


def worded(option, value, words):
    """The number for a word, or the number itself where numbers are allowed."""
    if isinstance(value, str):
        if value not in words:
            raise UnplayedOption(option, value)
        return words[value]
    return int(value)


cdef class RuleSet:
    """Options in the engine's form: `options` holds every field of the rules' table."""

    def __init__(self, options):
        cdef Rules *c = &self.c
        self.options = dict(options)
        if options["scoring"] not in (100, 30):
            raise UnplayedOption("scoring", options["scoring"])
        if options["players"] not in (4, 2):
            raise UnplayedOption("players", options["players"])
        if not 7 <= options["house_min"] <= options["house_max"] <= 13:
            raise UnplayedOption("house_min", options["house_min"])
        fill_deck(&c.deck, options["scoring"])
        c.scoring = options["scoring"] == 30
        c.players = options["players"]
        c.house_min = options["house_min"]
        c.house_max = options["house_max"]
        c.max_houses = options["max_houses"]
        c.ownership = options["ownership"]
        c.raise_own = options["raise_own"]
        c.raise_partner = options["raise_partner"]
        c.raise_into_cemented = options["raise_into_cemented"]
        c.raise_with_floor = options["raise_with_floor"]
        c.absorb = worded("absorb", options["absorb"], ABSORBS)
        c.most_cards_packing = worded("packing", options["packing"], {"maximal": 0, "most-cards": 1})
        c.throw_rule = worded("throw_rule", options["throw_rule"], THROWS)
        c.throw_last_resort = worded("opening_throw", options["opening_throw"], {"card": 0, "last-resort": 1})
        c.sweep = worded("sweep", options["sweep"], {"card": SWEEP_CARD})
        c.opening_sweep = worded(
            "opening_sweep", options["opening_sweep"], {"bid": OPENING_BID, "normal": OPENING_NORMAL})
        c.sweep_cap = options["sweep_cap"]
        c.sweep_min_points = options["sweep_min_points"]
        c.most_cards = options["most_cards"]
        c.all_points = options["all_points"]
        c.tracks = bool(c.sweep_cap or c.sweep_min_points or c.most_cards or c.all_points)
        c.holds = c.players == 4 and c.house_max == 13 and not c.max_houses and c.throw_rule != THROW_HAND
        text = json.dumps(self.options, sort_keys=True).encode()
        c.salt = int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), "little")
