"""Playing and taking back on packed positions, with keys kept up to date (rules, sections 3 to 5)."""
from libc.stdio cimport fprintf, stderr
from libc.stdlib cimport abort

from seep_ext.types cimport DEBUG, lowest_bit
from seep_ext.cards cimport (
    RANKS, lowest_rank, nibble, one, points_of, rank_mask, rank_of, size_of, sum_of)
from seep_ext.rules cimport OPENING_BID, OPENING_NORMAL, SWEEP_CARD

cdef enum:
    HAND, LOOSE = 4, REST, SECOND, ZONES = 8

cdef u64 ZONE[8][13][16]
cdef u64 TURN[4]
cdef u64 LAST[3]
cdef u64 BID[14]


cdef inline u64 mixed(u64 x) noexcept nogil:
    """The finaliser of splitmix64 (Steele, Lea, Flood 2014): a bijection in which every bit moves every bit."""
    x = (x ^ (x >> 30)) * <u64>0xBF58476D1CE4E5B9
    x = (x ^ (x >> 27)) * <u64>0x94D049BB133111EB
    return x ^ (x >> 31)


cdef u64 random_word(u64 *state) noexcept nogil:
    state[0] += <u64>0x9E3779B97F4A7C15
    return mixed(state[0])


cdef void fill_keys() noexcept nogil:
    cdef u64 seed = 0x5EE9
    cdef int zone, rank, n
    for zone in range(ZONES):
        for rank in range(RANKS):
            for n in range(16):
                ZONE[zone][rank][n] = random_word(&seed) if n else 0
    for n in range(4):
        TURN[n] = random_word(&seed)
    for n in range(3):
        LAST[n] = random_word(&seed)
    for n in range(14):
        BID[n] = random_word(&seed) if n else 0


fill_keys()


cdef inline u64 zone_key(int zone, u64 cards) noexcept nogil:
    cdef u64 key = 0
    cdef int rank
    while cards:
        rank = lowest_rank(cards)
        key ^= ZONE[zone][rank - 1][nibble(cards, rank)]
        cards &= ~rank_mask(rank)
    return key


cdef inline u64 zone_change(int zone, u64 before, u64 after) noexcept nogil:
    """What turns the key of a zone that held `before` into that of `after`."""
    cdef u64 changed = before ^ after, key = 0
    cdef int rank
    while changed:
        rank = lowest_rank(changed)
        key ^= ZONE[zone][rank - 1][nibble(before, rank)] ^ ZONE[zone][rank - 1][nibble(after, rank)]
        changed &= ~rank_mask(rank)
    return key


cdef inline u64 house_key(int slot, u32 house) noexcept nogil:
    return mixed(<u64>house << 8 | <u64>slot) if house else 0


cdef u64 full_key(const Rules *rules, const State *s) noexcept nogil:
    cdef u64 key = rules.salt ^ TURN[s.turn] ^ BID[s.bid]
    cdef int i
    for i in range(4):
        key ^= zone_key(HAND + i, s.hand[i])
    key ^= zone_key(LOOSE, s.loose) ^ zone_key(REST, s.rest)
    for i in range(2):
        key ^= zone_key(SECOND + i, s.second[i])
    for i in range(HOUSES):
        key ^= house_key(i, s.house[i])
    return key


cdef void refresh(const Rules *rules, State *s) noexcept nogil:
    """Fill in what follows from the rest: key, standing houses, cards left."""
    cdef int i
    s.standing = 0
    for i in range(HOUSES):
        if s.house[i]:
            s.standing |= 1 << i
    s.house[NO_SLOT] = 0
    s.left = size_of(&rules.deck, s.rest)
    for i in range(4):
        s.left += size_of(&rules.deck, s.hand[i])
    for i in range(2):
        s.left += size_of(&rules.deck, s.second[i])
    s.key = full_key(rules, s)


cdef int side_total(const Rules *rules, const Won *won, int side) noexcept nogil:
    """A side's total if the deal ended now (rules, section 5)."""
    cdef int total = won.points[side]
    cdef bint most = rules.most_cards > 0 and won.cards[side] > 26
    if most:
        total += rules.most_cards
    if rules.all_points and won.points[side] == rules.deck.total and (most or not rules.most_cards):
        total = rules.all_points
    if (rules.sweep_cap and won.seeps[side] > rules.sweep_cap) or won.points[side] < rules.sweep_min_points:
        return total
    return total + won.bonus[side]


cdef int standing_margin(const Rules *rules, const Won *won) noexcept nogil:
    """The margin the score stands at, for side 1."""
    return side_total(rules, won, 0) - side_total(rules, won, 1)


cdef int seep_bonus(const Rules *rules, const State *s, const Move *m) noexcept nogil:
    cdef int sweep = rank_of(m.card) if rules.sweep == SWEEP_CARD else rules.sweep
    if not s.bid or rules.opening_sweep == OPENING_NORMAL:
        return sweep
    return s.bid if rules.opening_sweep == OPENING_BID else rules.opening_sweep


cdef int credit(const Rules *rules, Won *won, int side, int points, int cards, int seeps, int bonus) noexcept nogil:
    """Write to a side's account; its gain in the margin that the score stands at."""
    cdef int before
    if not rules.tracks:
        return points + bonus
    before = standing_margin(rules, won)
    won.points[side] += points
    won.cards[side] += cards
    won.seeps[side] += seeps
    won.bonus[side] += bonus
    before = standing_margin(rules, won) - before
    return -before if side else before


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
    seep = not s.loose and not s.standing and s.left
    if seep:
        bonus = seep_bonus(rules, s, m)
    if rules.tracks:
        cards = 1 + size_of(&rules.deck, m.loose) + ((house & HOUSE_CARDS) >> 8)
    return credit(rules, &s.won, s.turn & 1, points, cards, seep, bonus)


cdef void take_up(const Rules *rules, State *s, Undo *undo) noexcept nogil:
    """The stages of hands: the opener's rest after the opening play, second hands when all hands are empty."""
    cdef int i
    if s.bid:
        s.key ^= BID[s.bid] ^ zone_key(REST, s.rest) ^ zone_change(HAND, s.hand[0], s.hand[0] + s.rest)
        s.hand[0] += s.rest
        s.rest = 0
        s.bid = 0
    if s.left and not (s.hand[0] | s.hand[1] | s.hand[2] | s.hand[3]):
        undo.took_second = 1
        for i in range(2):
            s.key ^= zone_key(SECOND + i, s.second[i]) ^ zone_key(HAND + i, s.second[i])
            s.hand[i] = s.second[i]
            s.second[i] = 0


cdef int play(const Rules *rules, State *s, const Move *m, Undo *undo) noexcept nogil:
    """Play a legal move; what the mover's side gains by it, in the margin that the score stands at."""
    cdef int seat = s.turn, gain = 0
    cdef u64 card = one(m.card)
    undo.key = s.key
    undo.hand = s.hand[seat]
    undo.loose = s.loose
    undo.slot = m.value - LOWEST_HOUSE if m.value else NO_SLOT
    undo.raised_slot = m.raised - LOWEST_HOUSE if m.raised else NO_SLOT
    undo.house = s.house[undo.slot]
    undo.raised = s.house[undo.raised_slot]
    undo.standing = s.standing
    undo.last = s.last
    undo.bid = s.bid
    undo.rest = s.rest
    undo.took_second = 0
    if rules.tracks:
        undo.won = s.won
    s.hand[seat] -= card
    s.key ^= zone_change(HAND + seat, undo.hand, s.hand[seat])
    s.left -= 1
    if m.play == THROW:
        s.loose += card
    else:
        s.loose -= m.loose
        if m.play == CAPTURE:
            gain = capture(rules, s, m)
        else:
            set_house(s, undo.slot, house_after(rules, s, m))
            if m.raised:
                set_house(s, undo.raised_slot, 0)
    s.key ^= zone_change(LOOSE, undo.loose, s.loose)
    if s.bid or not s.hand[seat]:
        take_up(rules, s, undo)
    s.turn = next_seat(rules, seat)
    s.key ^= TURN[seat] ^ TURN[s.turn]
    if DEBUG:
        assert_ok(rules, s)
    return gain


cdef void take_back(const Rules *rules, State *s, const Undo *undo) noexcept nogil:
    """Undo the last play."""
    cdef int seat = (s.turn - 1) & (rules.players - 1), i
    if undo.took_second:
        for i in range(2):
            s.second[i] = s.hand[i]
            s.hand[i] = 0
    if undo.bid:
        s.rest = undo.rest
    s.key = undo.key
    s.hand[seat] = undo.hand
    s.loose = undo.loose
    s.house[undo.slot] = undo.house
    s.house[undo.raised_slot] = undo.raised
    s.standing = undo.standing
    s.last = undo.last
    s.bid = undo.bid
    s.turn = seat
    s.left += 1
    if rules.tracks:
        s.won = undo.won
    if DEBUG:
        assert_ok(rules, s)


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


cdef u64 won_key(const Rules *rules, const State *s) noexcept nogil:
    cdef int i
    cdef u64 key = 0
    for i in range(2):
        key = mixed(key ^ (<u64>s.won.points[i] | <u64>s.won.cards[i] << 16
                           | <u64>s.won.seeps[i] << 32 | <u64>s.won.bonus[i] << 48))
    return key


cdef u64 search_key(const Rules *rules, const State *s) noexcept nogil:
    """The key of all that the value depends on.

    Who captured last only matters if nobody captures again. A house that has an owner is certain to be captured (the
    owner keeps a key to the end, and the last key can only capture), so `last` is left out while one stands. Legal
    input may hold houses without an owner; looking at the lowest house only leaves out less than could be.
    """
    cdef u64 key = s.key
    if not (s.standing and s.house[lowest_bit(s.standing)] >= OWNER):
        key ^= LAST[s.last]
    if rules.tracks:
        key ^= won_key(rules, s)
    return key


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
    if again.standing != s.standing:
        fail("the standing houses are off")
    for i in range(HOUSES):
        for seat in range(4):
            if s.house[i] & <u32>(OWNER << seat) and s.hand[seat] and not nibble(s.hand[seat], i + LOWEST_HOUSE):
                fail("an owner holds no key")
