"""What cards are worth where, apart from their ranks; the distance of two positions (docs/engine.md, "Patterns")."""
from seep_ext.types cimport lowest_bit, mixed
from seep_ext.cards cimport nibble
from seep_ext.state cimport HOUSE_POINTS

cdef enum:
    DIAMOND_AT = 52
    SPADES_AT = 49
    SPADE = 4                   # bits of a nibble (see the header of cards)
    DIAMOND = 8
    TEN = 10
    LOOSE = 5


cdef inline u64 gathered(u64 bits) noexcept nogil:
    """The lowest bit of each nibble, side by side."""
    bits = (bits | bits >> 3) & <u64>0x0303030303030303
    bits = (bits | bits >> 6) & <u64>0x000f000f000f000f
    bits = (bits | bits >> 12) & <u64>0x000000ff000000ff
    return (bits | bits >> 24) & 0xffff


cdef inline int ten_at(const Rules *rules, const State *s) noexcept nogil:
    """Where the ten of diamonds is."""
    cdef int seat
    for seat in range(4):
        if nibble(s.hand[seat], TEN) & DIAMOND:
            return seat + 1
    return LOOSE if nibble(s.loose, TEN) & DIAMOND else 0


cdef void find_pattern(const Rules *rules, const State *s, Pattern *p) noexcept nogil:
    cdef u64 spades = rules.deck.spades
    cdef int standing = s.standing, slot
    p.hands = ((s.hand[0] & spades) >> 2 | (s.hand[1] & spades) >> 1 | (s.hand[2] & spades)
               | (s.hand[3] & spades) << 1 | <u64>ten_at(rules, s) << DIAMOND_AT)
    p.rest = gathered((s.loose & spades) >> 2) << SPADES_AT
    while standing:
        slot = lowest_bit(standing)
        standing &= standing - 1
        p.rest |= <u64>(s.house[slot] & HOUSE_POINTS) << (7 * slot)


cdef int distance(const Rules *rules, const Pattern *a, const Pattern *b) noexcept nogil:
    cdef u64 moved = a.hands ^ b.hands, spades, bit
    cdef int far = 0, slot, points
    if moved >> DIAMOND_AT:
        far += (a.hands >> DIAMOND_AT & 7) > 0
        far += (b.hands >> DIAMOND_AT & 7) > 0
        far *= rules.deck.worth[TEN - 1][DIAMOND]
        moved &= (<u64>1 << DIAMOND_AT) - 1
    while moved:
        bit = lowest_bit(moved)
        moved &= moved - 1
        far += rules.deck.worth[bit >> 2][SPADE]
    moved = a.rest ^ b.rest
    if not moved:
        return far
    spades = moved >> SPADES_AT
    while spades:
        far += rules.deck.worth[lowest_bit(spades)][SPADE]
        spades &= spades - 1
    moved &= (<u64>1 << SPADES_AT) - 1
    while moved:
        slot = lowest_bit(moved) // 7
        moved &= ~(<u64>127 << (7 * slot))
        points = <int>(a.rest >> (7 * slot) & 127) - <int>(b.rest >> (7 * slot) & 127)
        far += points if points > 0 else -points
    return far


cdef u64 pattern_key(const Rules *rules, const State *s, const Pattern *p) noexcept nogil:
    """A key of a pattern and of the scoring cards that are still to be taken up."""
    cdef u64 flags = rules.deck.spades | rules.deck.diamonds
    cdef u64 key = mixed(mixed(p.hands) + p.rest)
    if s.rest or s.second[0] or s.second[1]:
        key = mixed(key + (s.rest & flags))
        key = mixed(key + (s.second[0] & flags))
        key = mixed(key + (s.second[1] & flags))
    return key
