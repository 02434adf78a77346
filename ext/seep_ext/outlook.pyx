"""The judgement of positions in the middle of a deal."""
from libc.string cimport memset

from seep_ext.types cimport lowest_bit, ones, u32, u64
from seep_ext.cards cimport lowest_rank, nibble, one, points_of, present, size_of, upto
from seep_ext.rules cimport SWEEP_CARD
from seep_ext.state cimport CEMENTED, HOUSE_POINTS, LOWEST_HOUSE, side_owners
from seep_ext.takings cimport Takings, takings

cdef enum:                      # places of features; those of seats take four each, from the one to play
    CONSTANT
    POINTS                      # card points in hand
    HIGH = POINTS + 4           # cards of the ranks of houses in hand
    BEST = HIGH + 4             # card points of the best capture from the floor as it is
    SEEP = BEST + 4             # bonus of a seep from the floor as it is
    WAYS = SEEP + 4             # ranks in hand that capture
    HOUSE = WAYS + 4            # card points in houses of this side alone, the other alone, both
    HOUSES = HOUSE + 3          # number of those, the same
    CEMENT = HOUSES + 3         # ... of them cemented, this side alone, the other alone
    LOOSE = CEMENT + 2          # loose cards: points, number, points if this side captured last, if the other did
    # What lies on the floor by who can first take it with a card of its rank: five each for the four seats where the
    # other side may take it too, then where it may not.
    ITEM = LOOSE + 4
    HELD = ITEM + 40            # cards of each rank in the hands, seat by seat
    LYING = HELD + 52           # loose cards of each rank
    ALONE = LYING + 13          # ranks that a seat alone holds
    SIDES = ALONE + 4           # ranks that a side alone holds: this side's of houses, others, the other side's

cdef enum:                      # of what lies on the floor
    ITEM_CARDS
    ITEM_POINTS
    ITEM_HOUSES
    ITEM_HOUSE_POINTS
    ITEM_CEMENTED
    ITEM_PARTS


cdef inline u64 ranks_of(u64 zone) noexcept nogil:
    """Bit r for each rank of a zone."""
    cdef u64 ranks = 0, there = present(zone)
    while there:
        ranks |= <u64>2 << (lowest_bit(there) >> 2)
        there &= there - 1
    return ranks


cdef void fill_captures(const Rules *rules, const State *s, const Takings *t, int seat, int at,
                        float *out) noexcept nogil:
    """What the hand of a seat would take from the floor as it is."""
    cdef u64 ranks = ranks_of(s.hand[seat]) & (t.takes | <u64>s.standing << LOWEST_HOUSE)
    cdef int rank, points, best = 0, ways = 0, others
    while ranks:
        rank = lowest_bit(ranks)
        ranks &= ranks - 1
        ways += 1
        points = t.points[rank]
        others = s.standing
        if rank >= LOWEST_HOUSE:
            points += s.house[rank - LOWEST_HOUSE] & HOUSE_POINTS
            others &= ~(1 << (rank - LOWEST_HOUSE))
        best = max(best, points)
        if not others and (t.clears >> rank & 1 or not s.loose):
            out[SEEP + at] = rank if rules.sweep == SWEEP_CARD else rules.sweep
    out[BEST + at] = best
    out[WAYS + at] = ways


cdef void fill_houses(const State *s, float *out) noexcept nogil:
    cdef u32 mine = side_owners(s.turn), theirs = side_owners(s.turn ^ 1), house
    cdef int standing = s.standing, whose
    while standing:
        house = s.house[lowest_bit(standing)]
        standing &= standing - 1
        whose = 2 if (house & mine and house & theirs) or not house & (mine | theirs) else 0 if house & mine else 1
        out[HOUSE + whose] += house & HOUSE_POINTS
        out[HOUSES + whose] += 1
        if whose < 2 and house & CEMENTED:
            out[CEMENT + whose] += 1


cdef inline int taker(const u64 *there, u64 bit) noexcept nogil:
    """Place of the features of what a rank takes: by the first seat that holds it; -1: nobody does."""
    cdef bint ours = (there[0] | there[2]) & bit != 0, theirs = (there[1] | there[3]) & bit != 0
    cdef int first
    if not ours and not theirs:
        return -1
    first = 0 if there[0] & bit else 1 if there[1] & bit else 2 if there[2] & bit else 3
    return ITEM + ITEM_PARTS * (first if ours and theirs else first + 4)


cdef void fill_items(const Rules *rules, const State *s, const u64 *there, float *out) noexcept nogil:
    cdef u64 ranks = present(s.loose)
    cdef int standing = s.standing, slot, rank, at
    while ranks:
        rank = lowest_rank(ranks)
        ranks &= ranks - 1
        out[LYING + rank - 1] = rules.deck.size[rank - 1][nibble(s.loose, rank)]
        at = taker(there, one(4 * (rank - 1)))
        if at >= 0:
            out[at + ITEM_CARDS] += rules.deck.size[rank - 1][nibble(s.loose, rank)]
            out[at + ITEM_POINTS] += rules.deck.worth[rank - 1][nibble(s.loose, rank)]
    while standing:
        slot = lowest_bit(standing)
        standing &= standing - 1
        at = taker(there, one(4 * (slot + LOWEST_HOUSE - 1)))
        if at >= 0:
            out[at + ITEM_HOUSES] += 1
            out[at + ITEM_HOUSE_POINTS] += s.house[slot] & HOUSE_POINTS
            out[at + ITEM_CEMENTED] += s.house[slot] & CEMENTED != 0


cdef void fill_ranks(const Rules *rules, const State *s, const u64 *there, float *out) noexcept nogil:
    """Who holds which ranks, and which alone."""
    cdef u64 ours = there[0] | there[2], theirs = there[1] | there[3], ranks, low = upto(8)
    cdef int at, rank, seat
    for at in range(rules.players):
        seat = (s.turn + at) & (rules.players - 1)
        ranks = there[at]
        while ranks:
            rank = lowest_rank(ranks)
            ranks &= ranks - 1
            out[HELD + 13 * at + rank - 1] = rules.deck.size[rank - 1][nibble(s.hand[seat], rank)]
    for at in range(4):
        out[ALONE + at] = ones(there[at] & ~there[at ^ 1] & ~there[at ^ 2] & ~there[at ^ 3])
    out[SIDES] = ones(ours & ~theirs & ~low)
    out[SIDES + 1] = ones(ours & ~theirs & low)
    out[SIDES + 2] = ones(theirs & ~ours & ~low)
    out[SIDES + 3] = ones(theirs & ~ours & low)


cdef void fill_features(const Rules *rules, const State *s, Memory *memory, float *out) noexcept nogil:
    cdef const Takings *t = takings(rules, memory, s.loose)
    cdef int at, seat, points = points_of(&rules.deck, s.loose)
    cdef u64 high = ~((<u64>1 << (4 * (rules.house_min - 1))) - 1)
    cdef u64 there[4]
    memset(out, 0, FEATURES * sizeof(float))
    memset(there, 0, sizeof(there))
    out[CONSTANT] = 1
    for at in range(rules.players):
        seat = (s.turn + at) & (rules.players - 1)
        there[at] = present(s.hand[seat])
        out[POINTS + at] = points_of(&rules.deck, s.hand[seat])
        out[HIGH + at] = size_of(&rules.deck, s.hand[seat] & high)
        fill_captures(rules, s, t, seat, at, out)
    fill_houses(s, out)
    out[LOOSE] = points
    out[LOOSE + 1] = size_of(&rules.deck, s.loose)
    if s.last:
        out[LOOSE + 2 if s.last - 1 == s.turn & 1 else LOOSE + 3] = points
    fill_items(rules, s, there, out)
    fill_ranks(rules, s, there, out)


cdef extern from "outlook_weights.h":
    const float WEIGHTS "SEEP_OUTLOOK_WEIGHTS"[7][146]      # PHASES, FEATURES


cdef float outlook(const Rules *rules, const State *s, Memory *memory) noexcept nogil:
    cdef float features[146]
    cdef float score = 0
    cdef int i, phase = min((s.left + 7) >> 3, PHASES - 1)
    fill_features(rules, s, memory, features)
    for i in range(FEATURES):
        score += WEIGHTS[phase][i] * features[i]
    return score
