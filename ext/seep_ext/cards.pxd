# Zones: sets of cards in which interchangeable cards are counted, not named.
#
# A zone (a hand, the loose cards) is a 64-bit word with a nibble for each rank, aces lowest:
#
#   bits of a nibble     rank without a scoring card     rank with scoring cards
#   0-1                  number of cards, 0-4            number of plain cards, 0-3
#   2                    (third bit of the number)       the scoring spade
#   3                    0                               the ten of diamonds
#
# So adding and removing cards is integer addition, and equal positions are equal words. Which ranks
# have scoring cards comes from the rules. A *kind* is the bit at which one of its cards is added:
# 4 * (rank - 1) + slot, slot 0 plain, 2 scoring spade, 3 ten of diamonds.
from seep_ext.types cimport u8, u64, lowest_bit, zeros_above

cdef enum:
    RANKS = 13
    KINDS = 52          # room for every (rank, slot); at most 26 are in use

# What the scoring makes of cards; filled once for each scoring.
cdef struct Deck:
    u64 plain           # bits of a zone that count plain cards
    u64 spades          # bits that stand for a scoring spade
    u64 diamonds        # the bit of the ten of diamonds
    u8 worth[13][16]    # card points of a nibble, by rank - 1
    u8 size[13][16]     # number of cards of a nibble, by rank - 1
    u8 total            # card points in the deck, 100 or 26
    u8 kind[52]         # kind of a named card, by 4 * (rank - 1) + suit (C D H S)

cdef void fill_deck(Deck *deck, int scoring) noexcept nogil

cdef inline int rank_of(int kind) noexcept nogil:
    return (kind >> 2) + 1

cdef inline u64 one(int kind) noexcept nogil:
    return <u64>1 << kind

cdef inline int nibble(u64 zone, int rank) noexcept nogil:
    return <int>(zone >> (4 * (rank - 1))) & 15

cdef inline u64 rank_mask(int rank) noexcept nogil:
    return <u64>15 << (4 * (rank - 1))

cdef inline u64 upto(int rank) noexcept nogil:
    """Mask of the ranks from ace to `rank`."""
    return (<u64>1 << (4 * rank)) - 1

cdef inline u64 present(u64 zone) noexcept nogil:
    """The lowest bit of each rank that a zone holds."""
    return (zone | zone >> 1 | zone >> 2 | zone >> 3) & <u64>0x1111111111111

cdef inline u64 counts(const Deck *deck, u64 zone) noexcept nogil:
    """Number of cards of each rank, a nibble each: which kinds they are is forgotten."""
    return (zone & deck.plain) + ((zone & deck.spades) >> 2) + ((zone & deck.diamonds) >> 3)

cdef inline int lowest_rank(u64 zone) noexcept nogil:
    return (lowest_bit(zone) >> 2) + 1

cdef inline int highest_rank(u64 zone) noexcept nogil:
    return ((63 - zeros_above(zone)) >> 2) + 1

cdef inline int points_of(const Deck *deck, u64 zone) noexcept nogil:
    cdef int rank, points = 0
    while zone:
        rank = lowest_rank(zone)
        points += deck.worth[rank - 1][nibble(zone, rank)]
        zone &= ~rank_mask(rank)
    return points

cdef inline int size_of(const Deck *deck, u64 zone) noexcept nogil:
    cdef int rank, size = 0
    while zone:
        rank = lowest_rank(zone)
        size += deck.size[rank - 1][nibble(zone, rank)]
        zone &= ~rank_mask(rank)
    return size

cdef inline int sum_of(const Deck *deck, u64 zone) noexcept nogil:
    """Sum of the capture values."""
    cdef int rank, total = 0
    while zone:
        rank = lowest_rank(zone)
        total += rank * deck.size[rank - 1][nibble(zone, rank)]
        zone &= ~rank_mask(rank)
    return total
