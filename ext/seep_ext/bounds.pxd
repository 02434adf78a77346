# Proven bounds of a position's gain from counting alone, no move tried.
from seep_ext.types cimport u32, u64
from seep_ext.rules cimport Rules
from seep_ext.state cimport State

cdef bint may_seep(const Rules *rules, u64 hand, u64 loose, int standing) noexcept nogil

cdef struct Before:         # the position before the one that is bounded
    const State *s
    u64 sums                # what its cards in play can add up to, asked for when it matters; 0 at first

# Bounds of the gain of the side to move; `on` has the techniques in use.
cdef void static_bounds(const Rules *rules, const State *s, Before *before, u32 on,
                        int *low, int *high) noexcept nogil
