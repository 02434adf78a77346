# What each side won before, kept where totals do not add up (rules, section 5): caps, floors, majorities.
from seep_ext.types cimport i16, u64
from seep_ext.rules cimport Rules

cdef struct Won:
    i16 points[2]
    i16 cards[2]
    i16 seeps[2]
    i16 bonus[2]

cdef struct Left:           # what is still to be won
    int points              # card points
    int cards
    int seeps[2]            # a side makes at most so many more

cdef int standing_margin(const Rules *rules, const Won *won) noexcept nogil
cdef int credit(const Rules *rules, Won *won, int side, int points, int cards, int seeps, int bonus) noexcept nogil

# A key of what the rest of the deal may still depend on: nothing that is decided is in it.
cdef u64 won_key(const Rules *rules, const Won *won, const Left *left) noexcept nogil
cdef void won_words(const Rules *rules, const Won *won, const Left *left, u64 *words) noexcept nogil

# The most a side's total can be at the end, when `lost` of the card points left are not for it and its seeps to come
# bring at most `bonus`.
cdef int best_end(const Rules *rules, const Won *won, const Left *left, int side, int lost, int bonus) noexcept nogil

# The least that it can be, when `sure` card points are the side's.
cdef int worst_end(const Rules *rules, const Won *won, const Left *left, int side, int sure) noexcept nogil
