# Where the scoring cards are: what two positions of the same ranks may differ in.
#
#   word    bits            what
#   hands   4 * (r - 1)..   a bit a seat that holds the scoring spade of rank r, seat 1 lowest
#           52-54           where the ten of diamonds is: 1 to 4 a seat, 5 loose, 0 elsewhere
#   rest    7 * slot..      card points of the house
#           49-61           scoring spades on the floor, aces' bit lowest
from seep_ext.types cimport u64
from seep_ext.rules cimport Rules
from seep_ext.state cimport State

cdef struct Pattern:
    u64 hands
    u64 rest

cdef void find_pattern(const Rules *rules, const State *s, Pattern *p) noexcept nogil

# The most by which the values of two positions with the same ranks everywhere can differ, in points.
cdef int distance(const Rules *rules, const Pattern *a, const Pattern *b) noexcept nogil

cdef u64 pattern_key(const Rules *rules, const State *s, const Pattern *p) noexcept nogil
