"""The policies `careful` and `wary` (docs/strength.md, "Players")."""
from libc.string cimport memcpy, memset

from seep_ext.types cimport lowest_bit, u32
from seep_ext.cards cimport counts, lowest_rank, nibble, one, points_of, rank_mask, rank_of, size_of, sum_of
from seep_ext.chance cimport draw
from seep_ext.rules cimport SWEEP_CARD
from seep_ext.state cimport (
    CAPTURE, CEMENTED, HOUSE_POINTS, LOWEST_HOUSE, OWNER, STANDING, THROW, next_seat, seep_bonus, side_owners)
from seep_ext.takings cimport Takings, takings

memset(&CAREFUL, 0, sizeof(Care))
CAREFUL.danger = -1.5
CAREFUL.paid = 1
CAREFUL.own_house = CAREFUL.our_house = 1
CAREFUL.their_house = -1
CAREFUL.card = -0.5
WARY = CAREFUL
WARY.danger = -1.9
WARY.our_house = 1.3
WARY.own_houses = -1.2
WARY.cemented = 3.2
WARY.throws = -2
WARY.captures = 0.7
WARY.crowd = -0.5
WARY.pair = 1.6
WARY.rank[9] = -2.5
WARY.rank[10] = WARY.rank[11] = WARY.rank[12] = -4
WARY.rank[13] = -8.5

cdef struct After:              # what a move leaves on the table
    u64 loose
    u32 house[7]                # card points and owners alone
    int standing
    int gain


cdef inline int cards_in(u64 counted) noexcept nogil:
    """Number of cards of a zone whose nibbles are counts."""
    counted = (counted & <u64>0x0f0f0f0f0f0f0f0f) + (counted >> 4 & <u64>0x0f0f0f0f0f0f0f0f)
    return <int>(counted * <u64>0x0101010101010101 >> 56)


cdef void see(const Rules *rules, const State *s, Sight *sight) noexcept nogil:
    cdef int next = next_seat(rules, s.turn), rank, n, held, unseen, i
    cdef u64 zones[7]
    cdef u64 counted = 0
    cdef float none[5]
    cdef int points[14]
    for i in range(14):
        points[i] = 0
    for i in range(4):
        zones[i] = s.hand[i] if i != s.turn else 0
    zones[4] = s.rest
    zones[5] = s.second[0]
    zones[6] = s.second[1]
    for i in range(7):
        counted += counts(&rules.deck, zones[i])
        while zones[i]:
            rank = lowest_rank(zones[i])
            points[rank] += rules.deck.worth[rank - 1][nibble(zones[i], rank)]
            zones[i] &= ~rank_mask(rank)
    held = cards_in(counts(&rules.deck, s.hand[next]))
    unseen = cards_in(counted)
    none[0] = 1
    for i in range(4):
        none[i + 1] = none[i] * (unseen - held - i) / (unseen - i) if unseen - held > i else 0
    sight.may = 0
    for rank in range(1, 14):
        n = nibble(counted, rank)
        sight.chance[rank] = 1 - none[n]
        if n and held:
            sight.may |= 1 << rank
            sight.worth[rank] = <float>points[rank] / n


cdef inline void table_after(const Rules *rules, const State *s, const Move *m, After *a) noexcept nogil:
    cdef int rank = rank_of(m.card), points = rules.deck.worth[rank - 1][one(m.card) >> (4 * (rank - 1))], slot
    cdef u32 house
    memcpy(a.house, s.house, sizeof(a.house))
    a.standing = s.standing
    a.gain = 0
    if m.play == THROW:
        a.loose = s.loose + one(m.card)
        return
    a.loose = s.loose - m.loose
    points += points_of(&rules.deck, m.loose)
    slot = m.value - LOWEST_HOUSE
    if m.play == CAPTURE:
        if m.value:
            points += a.house[slot] & HOUSE_POINTS
            a.house[slot] = 0
            a.standing &= ~(1 << slot)
        a.gain = points
        if not a.loose and not a.standing and s.left > 1:
            a.gain += seep_bonus(rules, s, rank)
        return
    if m.raised:
        points += a.house[m.raised - LOWEST_HOUSE] & HOUSE_POINTS
        a.house[m.raised - LOWEST_HOUSE] = 0
        a.standing &= ~(1 << (m.raised - LOWEST_HOUSE))
    house = a.house[slot]
    if house or rank + m.raised + sum_of(&rules.deck, m.loose) > m.value:
        house |= CEMENTED
    if rules.ownership and not house & side_owners(s.turn):
        house |= <u32>OWNER << s.turn
    a.house[slot] = (house | STANDING) + points
    a.standing |= 1 << slot


cdef inline float held_houses(const Care *care, const State *s, const After *a, float unit) noexcept nogil:
    """What the standing houses are worth."""
    cdef u32 me = <u32>OWNER << s.turn, mine = side_owners(s.turn), theirs = side_owners(s.turn ^ 1), house
    cdef int standing = a.standing, points
    cdef float score = 0
    while standing:
        house = a.house[lowest_bit(standing)]
        standing &= standing - 1
        points = house & HOUSE_POINTS
        if not house & (mine | theirs):
            continue
        if not house & mine:
            score += care.their_house * points
        elif not house & theirs:
            score += (care.own_house if house & me else care.our_house) * points + unit * care.own_houses
            if house & CEMENTED:
                score += unit * care.cemented
    return score


cdef float reply(const Care *care, const Rules *rules, const State *s, const After *a, const Sight *sight,
                 const Takings *t) noexcept nogil:
    """What the next seat is expected to win at once, if it makes its best capture."""
    cdef u32 next = <u32>OWNER << next_seat(rules, s.turn), house
    cdef int ranks = (t.takes | a.standing << LOWEST_HOUSE) & sight.may, rank, n = 0, i
    cdef bint ends = s.left <= 2
    cdef float gains[14]
    cdef float chances[14]
    cdef float gain, chance, expected = 0, none = 1
    while ranks:
        rank = lowest_bit(ranks)
        ranks &= ranks - 1
        gain = t.points[rank] + care.paid * sight.worth[rank]
        chance = sight.chance[rank]
        house = a.house[rank - LOWEST_HOUSE] if rank >= LOWEST_HOUSE else 0
        if house:
            gain += house & HOUSE_POINTS
            if house & next:
                chance = 1
        if not ends and (t.clears >> rank & 1 or not a.loose) and not a.standing & ~(
                1 << (rank - LOWEST_HOUSE) if house else 0):
            gain += rank if rules.sweep == SWEEP_CARD else rules.sweep
        i = n
        while i and gains[i - 1] < gain:
            gains[i] = gains[i - 1]
            chances[i] = chances[i - 1]
            i -= 1
        gains[i] = gain
        chances[i] = chance
        n += 1
    for i in range(n):
        expected += none * chances[i] * gains[i]
        none *= 1 - chances[i]
    return expected


cdef float weigh(const Care *care, const Rules *rules, const State *s, const Move *m, const Sight *sight,
                 Memory *memory) noexcept nogil:
    cdef After a
    cdef int rank = rank_of(m.card)
    cdef float score, unit = rules.deck.total / 100.0
    cdef u64 hand = s.hand[s.turn] - one(m.card)
    table_after(rules, s, m, &a)
    score = a.gain + care.danger * reply(care, rules, s, &a, sight, takings(rules, memory, a.loose))
    score += held_houses(care, s, &a, unit)
    score += care.card * rules.deck.worth[rank - 1][one(m.card) >> (4 * (rank - 1))]
    score += unit * (care.rank[rank] + care.crowd * size_of(&rules.deck, a.loose))
    score += unit * care.pair * rules.deck.size[rank - 1][nibble(hand, rank)]
    if m.play == THROW:
        score += unit * care.throws
    elif m.play == CAPTURE:
        score += unit * care.captures
    return score


cdef int pick(const Care *care, const Rules *rules, const State *s, const Move *moves, int n, Memory *memory,
              u64 *stream) noexcept nogil:
    cdef Sight sight
    cdef float score, best = -1e9
    cdef int i, at = 0, ties = 0
    if n == 1:
        return 0
    see(rules, s, &sight)
    for i in range(n):
        score = weigh(care, rules, s, &moves[i], &sight, memory)
        if score > best:
            best = score
            at = i
            ties = 1
        elif score == best:
            ties += 1
            if draw(stream) % ties == 0:
                at = i
    return at
