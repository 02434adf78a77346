# The options of the rules as the engine reads them. Words became small numbers, in the order of the rules' table.
from seep_ext.types cimport i16, u64
from seep_ext.cards cimport Deck

cdef enum Absorb:
    ABSORB_SETS         # all v-cards and a maximal union of v-sets must join
    ABSORB_CARDS        # v-cards must join, unions of v-sets may
    ABSORB_NONE         # both may

cdef enum ThrowRule:
    THROW_CARD          # the card itself captures nothing
    THROW_HAND          # no card in the hand can legally capture
    THROW_OWN_HOUSE     # as card, and no legal move adds the card to a house that the mover owns

cdef enum:
    SWEEP_CARD = -1         # `sweep`: the capture value of the card played
    OPENING_BID = -1        # `opening_sweep`: the bid value
    OPENING_NORMAL = -2     # `opening_sweep`: as `sweep`

cdef struct Rules:
    Deck deck
    int scoring                 # 0: 100 points, 1: 30
    int players
    int house_min, house_max
    int max_houses              # 0: no limit
    bint ownership
    bint raise_own, raise_partner, raise_into_cemented, raise_with_floor
    Absorb absorb
    bint most_cards_packing     # of the maximal unions only those with the most cards are captures
    ThrowRule throw_rule
    bint throw_last_resort      # opening: the bid card is thrown only if nothing else is possible
    int sweep, opening_sweep
    int sweep_cap, sweep_min_points
    int most_cards, all_points
    bint tracks                 # totals do not add up: what was won before matters
    bint holds                  # a side can keep a key to its last turn (see bounds)
    u64 salt                    # a hash of the options: keys of different rules never meet

cdef class RuleSet:
    cdef Rules c
    cdef readonly object options
