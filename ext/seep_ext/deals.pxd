# Deals of the 52 named cards, and positions that play by the policy reaches.
from seep_ext.types cimport u64
from seep_ext.names cimport Named
from seep_ext.rules cimport Rules

# Put cards in random order.
cdef void shuffle(u64 *stream, int *cards, int n) noexcept nogil

# A fresh deal before the opening play, with the bid made (rules, section 4): of the values that the opener's cards
# have, that of the most cards, then the highest.
cdef void start_deal(const Rules *rules, u64 *stream, Named *named) noexcept nogil
