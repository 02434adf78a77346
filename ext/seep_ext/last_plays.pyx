"""Play of the last cards, a straight line but for the rare choice (rules, sections 3 to 5)."""
from seep_ext.types cimport DEBUG, lowest_bit, u32, u64
from seep_ext.cards cimport one, points_of, rank_of, size_of
from seep_ext.rules cimport ABSORB_SETS
from seep_ext.movegen cimport generate
from seep_ext.packings cimport Floor, fill_floor, packings, reaches
from seep_ext.state cimport (
    HOUSE_CARDS, HOUSE_POINTS, LOWEST_HOUSE, OWNER, leftovers, next_seat, play, refresh, seep_bonus)
from seep_ext.totals cimport credit


cdef inline bint may_join(const Rules *rules, const State *s, const Floor *floor, int rank) noexcept nogil:
    """The mover's last card may go into a house: one that only the partner owns, for the card is no key of its own."""
    cdef u32 partner = <u32>OWNER << (s.turn ^ 2), house
    cdef int standing = s.standing >> (rank - LOWEST_HOUSE) if rank > LOWEST_HOUSE else s.standing, value, slot
    if not rules.ownership:
        return False
    while standing:
        slot = lowest_bit(standing) + (rank - LOWEST_HOUSE if rank > LOWEST_HOUSE else 0)
        standing &= standing - 1
        house = s.house[slot]
        value = slot + LOWEST_HOUSE
        if house & partner and (value == rank or reaches(floor, value - rank) or s.standing & (s.standing - 1)):
            return True
    return False


cdef int take(const Rules *rules, State *s, int rank, int points, u64 joined) noexcept nogil:
    """Capture with the mover's card, which is out of the hand; the gain of the side."""
    cdef int cards = 0, bonus = 0, slot = rank - LOWEST_HOUSE
    cdef u32 house = s.house[slot] if rank >= LOWEST_HOUSE else 0
    cdef bint seep
    points += points_of(&rules.deck, joined) + <int>(house & HOUSE_POINTS)
    if house:
        s.house[slot] = 0
        s.standing &= ~(1 << slot)
    s.loose -= joined
    s.last = (s.turn & 1) + 1
    s.points -= points
    seep = s.left and not s.loose and not s.standing
    if seep:
        bonus = seep_bonus(rules, s, rank)
    if rules.tracks:
        cards = 1 + size_of(&rules.deck, joined) + ((house & HOUSE_CARDS) >> 8)
    return credit(rules, &s.won, s.turn & 1, points, cards, seep, bonus)


cdef int choose(const Rules *rules, const State *s, Packer *packer, Move *stack, int room, bint *full) noexcept nogil:
    """The gain of the best of several plays of the last card."""
    cdef State before = s[0], after
    cdef int n, i, gain, best = -30000
    if DEBUG:
        refresh(rules, &before)         # the straight line keeps no key
    n = generate(rules, &before, packer, stack, room)
    if n < 0:
        full[0] = True
        return 0
    for i in range(n):
        after = before
        gain = play(rules, &after, &stack[i])
        gain -= last_plays(rules, &after, packer, stack + n, room - n, full)
        best = max(best, gain)
    return best


cdef int last_plays(const Rules *rules, State *s, Packer *packer, Move *stack, int room, bint *full) noexcept nogil:
    cdef int gain = 0, side = s.turn & 1, kind, rank, n, points, won
    cdef u64 *joined
    cdef Floor floor
    while s.left:
        kind = lowest_bit(s.hand[s.turn])
        rank = rank_of(kind)
        fill_floor(&rules.deck, s.loose, &floor)
        won = 0
        if may_join(rules, s, &floor, rank):
            won = choose(rules, s, packer, stack, room, full)
            return gain + (won if s.turn & 1 == side else -won)
        if reaches(&floor, rank) or (rank >= LOWEST_HOUSE and s.house[rank - LOWEST_HOUSE]):
            n = packings(&rules.deck, &floor, packer, rank, 0, ABSORB_SETS, &joined)
            if n != 1:
                won = choose(rules, s, packer, stack, room, full)
                return gain + (won if s.turn & 1 == side else -won)
            s.left -= 1
            s.hand[s.turn] = 0
            points = rules.deck.worth[rank - 1][one(kind) >> (4 * (rank - 1))]
            won = take(rules, s, rank, points, joined[0])
            gain += won if s.turn & 1 == side else -won
        else:
            s.left -= 1
            s.hand[s.turn] = 0
            s.loose += one(kind)
        s.turn = next_seat(rules, s.turn)
    won = leftovers(rules, s)
    return gain + (won if s.turn & 1 == side else -won)
