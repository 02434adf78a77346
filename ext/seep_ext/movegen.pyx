"""The move generator (rules, sections 3 and 4)."""
from libc.stdlib cimport calloc

from seep_ext.types cimport lowest_bit, ones, u8, u32
from seep_ext.cards cimport lowest_rank, nibble, one, present, rank_mask, size_of, upto
from seep_ext.rules cimport ABSORB_SETS, THROW_HAND, THROW_OWN_HOUSE
from seep_ext.packings cimport Floor, Packer, fill_floor, packings, reaches
from seep_ext.state cimport (
    ADD, BUILD, CAPTURE, CEMENTED, LOWEST_HOUSE, OWNER, RAISE, THROW, play, side_owners)

cdef struct Generator:
    const Rules *rules
    const State *s
    Packer *packer
    Floor floor
    u64 hand
    u64 keys                    # values to which house moves may go, the lowest bit of each rank
    u32 me                      # owner bit of the mover
    u32 partner
    Move *out
    int found
    int room
    u8 cards[3]                 # kinds in hand of the rank at work
    int kinds
    bint full                   # room ran out
    bint captured               # some card captures
    bint may_found              # the house limit allows a new house
    bint adds_to_own            # the rank at work can be added to a house of the mover's


cdef Packer *new_packer() except NULL:
    cdef Packer *packer = <Packer *>calloc(1, sizeof(Packer))
    if not packer:
        raise MemoryError("no memory for the move generator")
    packer.remembers = True
    return packer


cdef inline u32 house_of(const State *s, int value) noexcept nogil:
    return s.house[value - LOWEST_HOUSE] if value >= LOWEST_HOUSE else 0


cdef inline int held(const Generator *g, int rank) noexcept nogil:
    """Cards of a rank in the mover's hand."""
    return g.rules.deck.size[rank - 1][nibble(g.hand, rank)]


cdef inline void emit(Generator *g, int kind_of_play, int value, int raised, bint joins, u64 loose) noexcept nogil:
    """The same play with each kind of card of the rank at work."""
    cdef int i
    cdef Move *m
    if g.found + g.kinds > g.room:
        g.full = True
        return
    for i in range(g.kinds):
        m = &g.out[g.found]
        m.loose = loose
        m.card = g.cards[i]
        m.play = kind_of_play
        m.value = value
        m.raised = raised
        m.joins = joins
        m.index = g.found if g.found < 255 else 255
        g.found += 1


cdef int most_cards_only(Generator *g, u64 **joined, int n) noexcept nogil:
    """Keep the packings with the most cards."""
    cdef u64 *kept_at = g.packer.room
    cdef u64 *p = joined[0]
    cdef int i, size, most = 0, kept = 0
    for i in range(n):
        size = size_of(&g.rules.deck, p[i])
        if size > most:
            most = size
            kept = 0
        if size == most:
            kept_at[kept] = p[i]
            kept += 1
    joined[0] = kept_at
    return kept


cdef bint captures(Generator *g, int rank) noexcept nogil:
    """Emit the captures of a rank; whether there is any."""
    cdef u32 house = house_of(g.s, rank)
    cdef u64 *joined
    cdef int n, i
    if not house and not reaches(&g.floor, rank):
        return False
    n = packings(&g.rules.deck, &g.floor, g.packer, rank, 0, ABSORB_SETS, &joined)
    if n < 0:
        g.full = True
        return True
    if g.rules.most_cards_packing and n > 1:
        n = most_cards_only(g, &joined, n)
    for i in range(n):
        emit(g, CAPTURE, rank if house else 0, 0, False, joined[i])
    return True


cdef void join(Generator *g, int kind_of_play, int value, int first, int raised, u32 house) noexcept nogil:
    """Emit the house moves to `value`: `first` is the capture value of the card, with the raised house."""
    cdef u64 *joined
    cdef int n, i
    n = packings(&g.rules.deck, &g.floor, g.packer, value, first, g.rules.absorb, &joined)
    if n < 0:
        g.full = True
        return
    if n and kind_of_play == ADD and house & g.me:
        g.adds_to_own = True
    for i in range(n):
        if joined[i] or kind_of_play != BUILD:
            emit(g, kind_of_play, value, raised, house != 0, joined[i])


cdef void raises(Generator *g, int rank, int value, u32 house) noexcept nogil:
    cdef int raised, lowest, first
    cdef u32 old
    if house & CEMENTED and not g.rules.raise_into_cemented:
        return
    first = value - rank
    lowest = LOWEST_HOUSE if g.rules.raise_with_floor else first
    for raised in range(lowest, first + 1):
        old = house_of(g.s, raised)
        if not old or old & CEMENTED:
            continue
        if (old & g.me and not g.rules.raise_own) or (old & g.partner and not g.rules.raise_partner):
            continue
        join(g, RAISE, value, raised + rank, raised, house)


cdef void house_moves(Generator *g, int rank) noexcept nogil:
    """House moves of a card of `rank`: to the values for which the hand keeps a key or its side owns the house."""
    cdef u64 values = g.keys & ~upto(rank - 1)
    cdef int value
    cdef u32 house
    if held(g, rank) < 2 and not (g.rules.ownership and house_of(g.s, rank) & (g.me | g.partner)):
        values &= ~rank_mask(rank)          # the card itself is no key
    if g.s.bid:
        values &= rank_mask(g.s.bid)
    while values:
        value = lowest_rank(values)
        values &= ~rank_mask(value)
        house = house_of(g.s, value)
        if house:
            join(g, ADD, value, rank, 0, house)
        elif g.may_found:
            join(g, BUILD, value, rank, 0, 0)
        if g.s.standing:
            raises(g, rank, value, house)
        if g.full:
            return


cdef void cards_of(Generator *g, int rank) noexcept nogil:
    """Set the rank at work."""
    cdef int n = nibble(g.hand, rank), plain = nibble(g.rules.deck.plain, rank), base = 4 * (rank - 1)
    g.kinds = 0
    if n & plain:
        g.cards[0] = base
        g.kinds = 1
    if n & ~plain & 4:
        g.cards[g.kinds] = base + 2
        g.kinds += 1
    if n & ~plain & 8:
        g.cards[g.kinds] = base + 3
        g.kinds += 1


cdef bint card_moves(Generator *g, int rank) noexcept nogil:
    """Emit all moves of a rank but its throws; whether its cards may be thrown, as far as they alone decide."""
    cdef bint captured = False
    cdef bint last_key = house_of(g.s, rank) & g.me and held(g, rank) == 1
    cards_of(g, rank)
    g.adds_to_own = False
    if not g.s.bid or rank == g.s.bid:
        captured = captures(g, rank)
        g.captured = g.captured or captured
    if last_key:                    # the duty: the last key of a house can only capture it
        return False
    house_moves(g, rank)
    if captured or (g.s.bid and rank != g.s.bid):
        return False
    return not (g.rules.throw_rule == THROW_OWN_HOUSE and g.adds_to_own)


cdef void throws(Generator *g, u32 ranks) noexcept nogil:
    """Emit the throws of a bit set of ranks, where the rest of the hand allows them."""
    cdef int rank
    if g.rules.throw_rule == THROW_HAND and g.captured:
        return
    if g.s.bid and g.rules.throw_last_resort and g.found:
        return
    while ranks:
        rank = lowest_bit(ranks)
        cards_of(g, rank)
        emit(g, THROW, 0, 0, False, 0)
        ranks &= ranks - 1


cdef u64 find_keys(const Generator *g) noexcept nogil:
    """A bit for each value to which the mover may make house moves, as far as keys and owners go."""
    cdef u64 keys = present(g.hand)
    cdef int standing = g.s.standing, slot
    if g.rules.ownership:
        while standing:
            slot = lowest_bit(standing)
            standing &= standing - 1
            if g.s.house[slot] & (g.me | g.partner):
                keys |= one(4 * (slot + LOWEST_HOUSE - 1))
    return keys & upto(g.rules.house_max) & ~upto(g.rules.house_min - 1)


cdef int generate(const Rules *rules, const State *s, Packer *packer, Move *out, int room) noexcept nogil:
    cdef Generator g
    cdef u64 hand = s.hand[s.turn]
    cdef u32 throwable = 0
    cdef int rank
    g.rules = rules
    g.s = s
    g.packer = packer
    g.hand = hand
    g.me = <u32>OWNER << s.turn
    g.partner = side_owners(s.turn) & ~g.me
    g.out = out
    g.found = 0
    g.room = room
    g.full = False
    g.captured = False
    g.may_found = not rules.max_houses or ones(s.standing) < rules.max_houses
    g.keys = find_keys(&g)
    fill_floor(&rules.deck, s.loose, &g.floor)
    while hand and not g.full:
        rank = lowest_rank(hand)
        hand &= ~rank_mask(rank)
        if card_moves(&g, rank):
            throwable |= <u32>1 << rank
    throws(&g, throwable)
    return -1 if g.full else g.found


cdef extern from "Python.h":
    int PyErr_CheckSignals() noexcept       # asked for its answer, not for its exception
    void PyErr_Clear() noexcept


cdef bint interrupted() noexcept with gil:
    if PyErr_CheckSignals() < 0:
        PyErr_Clear()
        return True
    return False


cdef long long count_sequences(const Rules *rules, const State *s, Packer *packer, Move *stack, int room,
                               int depth) noexcept nogil:
    cdef State after
    cdef long long total = 0, below
    cdef int n, i
    if depth == 0 or not s.left:
        return 1
    if depth == LOOK_DEPTH and interrupted():
        return INTERRUPTED_COUNT
    n = generate(rules, s, packer, stack, room)
    if n < 0 or depth == 1:
        return n
    for i in range(n):
        after = s[0]
        play(rules, &after, &stack[i])
        below = count_sequences(rules, &after, packer, stack + n, room - n, depth - 1)
        if below < 0:
            return below
        total += below
    return total
