# Sums and packings of the loose cards.
#
# A *v-set* is a set of cards that add up to v. What a turn takes or joins is always a set J of loose cards that,
# together with the card played (`first`, its capture value; 0 for a capture, whose card adds nothing), splits into
# v-sets, such that no v-set remains among the loose cards outside J. The grouping of J into sets does not matter, so
# it is never enumerated: the packings are found by what they leave, J = loose - left, for every `left` without a
# v-set, and one test whether J splits.
#
# The same floors come up again and again in a search, so short answers are remembered in a small one-way table; they
# are the same whether remembered or listed again.
from seep_ext.types cimport u16, u32, u64
from seep_ext.cards cimport Deck
from seep_ext.rules cimport Absorb

cdef enum:
    MEMO_SIZE = 4096
    MOST_PACKINGS = 1 << 16     # of one card and one value
    KNOWN_BITS = 12
    KNOWN_MOST = 6              # answers of more packings are not remembered

cdef struct Floor:              # the loose cards of one position
    u64 loose
    int total                   # sum of their capture values
    u16 sums                    # bit t is set when some of them add up to t, t <= 13

cdef struct Memo:               # multisets of ranks known not to split, with the v in the top bits
    u64 fails[4096]

cdef struct Answer:             # one answer, a cache line
    u64 loose
    u32 asked                   # value, first, absorb and scoring, packed; never 0
    u32 n
    u64 joined[6]               # KNOWN_MOST

cdef struct Packer:             # scratch of one thread
    Memo memo
    bint remembers
    Answer known[4096]          # 1 << KNOWN_BITS
    u64 room[65536]             # MOST_PACKINGS

cdef void fill_floor(const Deck *deck, u64 loose, Floor *floor) noexcept nogil
cdef int packings(const Deck *deck, const Floor *floor, Packer *packer, int v, int first, Absorb absorb,
                  u64 **joined) noexcept nogil

cdef inline bint reaches(const Floor *floor, int v) noexcept nogil:
    """Some of the loose cards add up to v."""
    return floor.sums >> v & 1
