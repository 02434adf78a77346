"""Scores of moves, by which the search tries them (docs/engine.md, "Order")."""
from seep_ext.types cimport lowest_bit, u64
from seep_ext.cards cimport lowest_rank, nibble, one, present, rank_of, size_of
from seep_ext.bounds cimport may_seep
from seep_ext.state cimport (
    CAPTURE, CEMENTED, HOUSE_POINTS, LOWEST_HOUSE, THROW, side_owners)

# Weights of what a move does, in 64ths of the logarithm of its odds to be enough where some move is.
cdef struct Weights:
    i16 play[5]             # throw, capture, build, add, raise
    i16 point               # a card point captured
    i16 clears              # the floor is clear
    i16 danger              # the next seat may clear it
    i16 throw_rank, throw_point
    i16 throw_next, throw_partner, throw_previous, throw_own    # who else holds the rank thrown
    i16 house               # a house captured
    i16 enemy_house         # ... that no one of the side owned
    i16 card                # a loose card captured
    i16 capture_rank
    i16 key_next, key_partner       # who holds a key of the house made
    i16 cemented
    i16 house_point         # a card point in it
    i16 next_houses, partner_houses, previous_houses    # points of houses in a seat's reach
    i16 next_loose          # points of a loose card and the card of its rank in the next hand

cdef Weights NEAR = Weights(
    play=[-32, 0, 50, -8, 69], point=1, clears=325, danger=-164, throw_rank=-2, throw_point=-2, throw_next=-13,
    throw_partner=-25, throw_previous=-53, throw_own=100, house=-71, enemy_house=129, card=9, capture_rank=-6,
    key_next=-65, key_partner=31, cemented=-29, house_point=3, next_houses=-4, partner_houses=2, previous_houses=-15,
    next_loose=-9)
cdef Weights DEEP = Weights(
    play=[-66, 0, 39, -15, 31], point=3, clears=319, danger=-235, throw_rank=-3, throw_point=-7, throw_next=-7,
    throw_partner=-12, throw_previous=-41, throw_own=64, house=-91, enemy_house=146, card=23, capture_rank=-8,
    key_next=-53, key_partner=-15, cemented=2, house_point=2, next_houses=-12, partner_houses=2, previous_houses=-14,
    next_loose=-10)

cdef enum:
    NEAR_LEFT = 8           # plays to come at which the near weights take over


cdef inline int houses_for(const State *s, u64 hand) noexcept nogil:
    """The most points of a house that a hand can capture, and one for each."""
    cdef int standing = s.standing, slot, points = 0
    while standing:
        slot = lowest_bit(standing)
        standing &= standing - 1
        if nibble(hand, slot + LOWEST_HOUSE):
            points = max(points, <int>(s.house[slot] & HOUSE_POINTS)) + 1
    return points


cdef inline int loose_for(const Rules *rules, const State *s, u64 hand) noexcept nogil:
    """The most points of loose cards and cards in a hand of one rank."""
    cdef u64 ranks = present(s.loose) & present(hand)
    cdef int rank, points = 0
    while ranks:
        rank = lowest_rank(ranks)
        ranks &= ranks - 1
        points = max(points, rules.deck.worth[rank - 1][nibble(s.loose, rank)]
                     + rules.deck.worth[rank - 1][nibble(hand, rank)])
    return points


cdef int rate(const Rules *rules, const State *s, const State *after, const Move *m) noexcept nogil:
    """The score of a move that leads from `s` to `after`."""
    cdef const Weights *w = &NEAR if s.left <= NEAR_LEFT else &DEEP
    cdef u64 next_hand = after.hand[after.turn], partner = after.hand[(after.turn + 1) & 3]
    cdef u64 previous = after.hand[(after.turn + 2) & 3]
    cdef int rank = rank_of(m.card), score = w.play[m.play]
    if m.play == THROW:
        score += w.throw_rank * rank
        score += w.throw_point * rules.deck.worth[rank - 1][one(m.card) >> (4 * (rank - 1))]
        if nibble(next_hand, rank):
            score += w.throw_next
        if nibble(partner, rank):
            score += w.throw_partner
        if nibble(previous, rank):
            score += w.throw_previous
        if nibble(after.hand[s.turn], rank):
            score += w.throw_own
    elif m.play == CAPTURE:
        score += w.point * (s.points - after.points) + w.capture_rank * rank
        score += w.card * size_of(&rules.deck, m.loose)
        if m.value:
            score += w.house
            if not s.house[m.value - LOWEST_HOUSE] & side_owners(s.turn):
                score += w.enemy_house
        if not after.loose and not after.standing:
            score += w.clears
    else:
        if nibble(next_hand, m.value):
            score += w.key_next
        if nibble(partner, m.value):
            score += w.key_partner
        if after.house[m.value - LOWEST_HOUSE] & CEMENTED:
            score += w.cemented
        score += w.house_point * <int>(after.house[m.value - LOWEST_HOUSE] & HOUSE_POINTS)
    if after.standing:
        score += w.next_houses * houses_for(after, next_hand)
        score += w.partner_houses * houses_for(after, partner)
        score += w.previous_houses * houses_for(after, previous)
    score += w.next_loose * loose_for(rules, after, next_hand)
    if after.left > 1 and may_seep(rules, next_hand, after.loose, after.standing):
        score += w.danger
    return score
