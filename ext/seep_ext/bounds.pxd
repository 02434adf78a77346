# Proven bounds of a position's gain from counting alone, no move tried.
from seep_ext.types cimport u64
from seep_ext.rules cimport Rules
from seep_ext.state cimport State

cdef int points_left(const Rules *rules, const State *s) noexcept nogil
cdef bint may_seep(const Rules *rules, u64 hand, u64 loose, int standing) noexcept nogil

# Bounds of the gain of the side to move; `rest` is the card points that nobody has won yet.
cdef void static_bounds(const Rules *rules, const State *s, int rest, int *low, int *high) noexcept nogil
