"""Playing and taking back on packed positions, with keys kept up to date (rules, sections 3 to 5)."""
from libc.stdio cimport fprintf, stderr
from libc.stdlib cimport abort

from seep_ext.types cimport DEBUG, mixed
from seep_ext.cards cimport (
    RANKS, Deck, fill_deck, lowest_rank, nibble, one, points_of, rank_mask, rank_of, size_of, sum_of)
from seep_ext.rules cimport OPENING_BID, OPENING_NORMAL, SWEEP_CARD
from seep_ext.totals cimport credit

cdef enum:
    HAND, LOOSE = 4, REST, SECOND, ZONES = 8

cdef u64 ZONE[2][8][13][16]         # by scoring, zone, rank, nibble: nibbles of as many cards share a key
cdef u64 TURN[4]
cdef u64 BID[14]


cdef u64 random_word(u64 *state) noexcept nogil:
    state[0] += <u64>0x9E3779B97F4A7C15
    return mixed(state[0])


cdef void fill_keys() noexcept nogil:
    cdef u64 seed = 0x5EE9
    cdef u64 of_count[5]
    cdef int scoring, zone, rank, n
    cdef Deck deck
    for scoring in range(2):
        fill_deck(&deck, 30 if scoring else 100)
        for zone in range(ZONES):
            for rank in range(RANKS):
                for n in range(5):
                    of_count[n] = random_word(&seed) if n else 0
                for n in range(16):
                    ZONE[scoring][zone][rank][n] = of_count[min(deck.size[rank][n], 4)]
    for n in range(4):
        TURN[n] = random_word(&seed)
    for n in range(14):
        BID[n] = random_word(&seed) if n else 0


fill_keys()


cdef inline u64 nibble_key(const Rules *rules, int zone, int rank, u64 cards) noexcept nogil:
    return ZONE[rules.scoring][zone][rank - 1][nibble(cards, rank)]


cdef inline u64 zone_key(const Rules *rules, int zone, u64 cards) noexcept nogil:
    cdef u64 key = 0
    cdef int rank
    while cards:
        rank = lowest_rank(cards)
        key ^= nibble_key(rules, zone, rank, cards)
        cards &= ~rank_mask(rank)
    return key


cdef inline u64 zone_change(const Rules *rules, int zone, u64 before, u64 after) noexcept nogil:
    """What turns the key of a zone that held `before` into that of `after`."""
    cdef u64 changed = before ^ after, key = 0
    cdef int rank
    while changed:
        rank = lowest_rank(changed)
        key ^= nibble_key(rules, zone, rank, before) ^ nibble_key(rules, zone, rank, after)
        changed &= ~rank_mask(rank)
    return key


cdef inline u64 house_key(int slot, u32 house) noexcept nogil:
    return mixed(<u64>(house & ~<u32>HOUSE_POINTS) << 8 | <u64>slot) if house else 0


cdef u64 full_key(const Rules *rules, const State *s) noexcept nogil:
    cdef u64 key = rules.salt ^ TURN[s.turn] ^ BID[s.bid]
    cdef int i
    for i in range(4):
        key ^= zone_key(rules, HAND + i, s.hand[i])
    key ^= zone_key(rules, LOOSE, s.loose) ^ zone_key(rules, REST, s.rest)
    for i in range(2):
        key ^= zone_key(rules, SECOND + i, s.second[i])
    for i in range(HOUSES):
        key ^= house_key(i, s.house[i])
    return key


cdef int points_left(const Rules *rules, const State *s) noexcept nogil:
    cdef int i, points = points_of(&rules.deck, s.loose) + points_of(&rules.deck, s.rest)
    for i in range(4):
        points += points_of(&rules.deck, s.hand[i])
    for i in range(2):
        points += points_of(&rules.deck, s.second[i])
    for i in range(HOUSES):
        points += s.house[i] & HOUSE_POINTS
    return points


cdef void refresh(const Rules *rules, State *s) noexcept nogil:
    """Fill in what follows from the rest: key, standing houses, cards and points left."""
    cdef int i
    s.standing = 0
    for i in range(HOUSES):
        if s.house[i]:
            s.standing |= 1 << i
    s.left = size_of(&rules.deck, s.rest)
    for i in range(4):
        s.left += size_of(&rules.deck, s.hand[i])
    for i in range(2):
        s.left += size_of(&rules.deck, s.second[i])
    s.key = full_key(rules, s)
    s.points = points_left(rules, s)


cdef int seep_bonus(const Rules *rules, const State *s, int rank) noexcept nogil:
    cdef int sweep = rank if rules.sweep == SWEEP_CARD else rules.sweep
    if not s.bid or rules.opening_sweep == OPENING_NORMAL:
        return sweep
    return s.bid if rules.opening_sweep == OPENING_BID else rules.opening_sweep


cdef inline u32 house_after(const Rules *rules, const State *s, const Move *m) noexcept nogil:
    """The word of the target house after a house move."""
    cdef u32 house = s.house[m.value - LOWEST_HOUSE]
    cdef u32 raised = s.house[m.raised - LOWEST_HOUSE] if m.raised else 0
    cdef u32 mine = side_owners(s.turn)
    cdef int points = rules.deck.worth[rank_of(m.card) - 1][(one(m.card) >> (4 * (rank_of(m.card) - 1)))]
    cdef int added = rank_of(m.card) + m.raised + sum_of(&rules.deck, m.loose)
    points += points_of(&rules.deck, m.loose) + (raised & HOUSE_POINTS)
    if house or added > m.value:
        house |= CEMENTED
    if rules.ownership and not house & mine:
        house |= <u32>(OWNER << s.turn)
    if rules.tracks:
        house += (raised & HOUSE_CARDS) + HOUSE_CARD * (1 + size_of(&rules.deck, m.loose))
    return (house | STANDING) + points


cdef inline void set_house(State *s, int slot, u32 house) noexcept nogil:
    s.key ^= house_key(slot, s.house[slot]) ^ house_key(slot, house)
    s.house[slot] = house
    if house:
        s.standing |= 1 << slot
    else:
        s.standing &= ~(1 << slot)


cdef inline int capture(const Rules *rules, State *s, const Move *m) noexcept nogil:
    cdef u32 house = 0
    cdef int points = points_of(&rules.deck, m.loose), cards = 0, bonus = 0
    cdef bint seep
    points += rules.deck.worth[rank_of(m.card) - 1][(one(m.card) >> (4 * (rank_of(m.card) - 1)))]
    if m.value:
        house = s.house[m.value - LOWEST_HOUSE]
        points += house & HOUSE_POINTS
        set_house(s, m.value - LOWEST_HOUSE, 0)
    s.last = (s.turn & 1) + 1
    s.points -= points
    seep = not s.loose and not s.standing and s.left
    if seep:
        bonus = seep_bonus(rules, s, rank_of(m.card))
    if rules.tracks:
        cards = 1 + size_of(&rules.deck, m.loose) + ((house & HOUSE_CARDS) >> 8)
    return credit(rules, &s.won, s.turn & 1, points, cards, seep, bonus)


cdef void take_up(const Rules *rules, State *s) noexcept nogil:
    """The stages of hands: the opener's rest after the opening play, second hands when all hands are empty."""
    cdef int i
    if s.bid:
        s.key ^= BID[s.bid] ^ zone_key(rules, REST, s.rest) ^ zone_change(rules, HAND, s.hand[0], s.hand[0] + s.rest)
        s.hand[0] += s.rest
        s.rest = 0
        s.bid = 0
    if s.left and not (s.hand[0] | s.hand[1] | s.hand[2] | s.hand[3]):
        for i in range(2):
            s.key ^= zone_key(rules, SECOND + i, s.second[i]) ^ zone_key(rules, HAND + i, s.second[i])
            s.hand[i] = s.second[i]
            s.second[i] = 0


cdef int play(const Rules *rules, State *s, const Move *m) noexcept nogil:
    """Play a legal move; what the mover's side gains by it, in the margin that the score stands at."""
    cdef int seat = s.turn, gain = 0, rank = rank_of(m.card)
    cdef u64 card = one(m.card), loose = s.loose
    s.key ^= nibble_key(rules, seat, rank, s.hand[seat])
    s.hand[seat] -= card
    s.key ^= nibble_key(rules, seat, rank, s.hand[seat])
    s.left -= 1
    if m.play == THROW:
        s.loose += card
        s.key ^= nibble_key(rules, LOOSE, rank, loose) ^ nibble_key(rules, LOOSE, rank, s.loose)
    else:
        s.loose -= m.loose
        if m.play == CAPTURE:
            gain = capture(rules, s, m)
        else:
            set_house(s, m.value - LOWEST_HOUSE, house_after(rules, s, m))
            if m.raised:
                set_house(s, m.raised - LOWEST_HOUSE, 0)
        s.key ^= zone_change(rules, LOOSE, loose, s.loose)
    if s.bid or not s.hand[seat]:
        take_up(rules, s)
    s.turn = next_seat(rules, seat)
    s.key ^= TURN[seat] ^ TURN[s.turn]
    if DEBUG:
        assert_ok(rules, s)
    return gain


cdef int leftovers(const Rules *rules, const State *s) noexcept nogil:
    """No cards in hand: what the rest of the floor is worth to the side of the seat whose turn it would be."""
    cdef Won won
    cdef int points, cards = 0, i, gain
    if not s.last:
        return 0
    points = points_of(&rules.deck, s.loose)
    for i in range(HOUSES):
        points += s.house[i] & HOUSE_POINTS
        cards += (s.house[i] & HOUSE_CARDS) >> 8
    if rules.tracks:
        won = s.won
        cards += size_of(&rules.deck, s.loose)
    gain = credit(rules, &won, s.last - 1, points, cards, 0, 0)
    return gain if s.last - 1 == s.turn & 1 else -gain


cdef int cards_to_come(const Rules *rules, const State *s) noexcept nogil:
    """Cards that nobody has won yet; counted only where rules ask for them."""
    cdef int i, cards = s.left + size_of(&rules.deck, s.loose)
    for i in range(HOUSES):
        cards += (s.house[i] & HOUSE_CARDS) >> 8
    return cards


cdef void find_left(const Rules *rules, const State *s, Left *left) noexcept nogil:
    """What is still to be won; the last play makes no seep."""
    cdef int me = s.turn & 1, plays = s.left - 1 if s.left else 0
    left.points = s.points
    left.cards = cards_to_come(rules, s) if rules.most_cards else 0
    left.seeps[me] = (plays + 1) >> 1
    left.seeps[1 - me] = plays >> 1


cdef void fail(const char *what) noexcept nogil:
    fprintf(stderr, "seep_ext: broken state: %s\n", what)
    abort()


cdef void assert_ok(const Rules *rules, const State *s) noexcept nogil:
    """Debug builds: the key and all that is kept beside the cards agree with a full recount."""
    cdef State again = s[0]
    cdef int i, seat
    refresh(rules, &again)
    if again.key != s.key:
        fail("the key is not that of a full recount")
    if again.left != s.left:
        fail("the number of cards left is off")
    if again.points != s.points:
        fail("the card points left are off")
    if again.standing != s.standing:
        fail("the standing houses are off")
    for i in range(HOUSES):
        for seat in range(4):
            if s.house[i] & <u32>(OWNER << seat) and s.hand[seat] and not nibble(s.hand[seat], i + LOWEST_HOUSE):
                fail("an owner holds no key")
