"""Names at the door: packing of named positions, naming and writing of moves (notation, "A move")."""
from libc.stdlib cimport qsort
from libc.string cimport memset, strcmp

from seep_ext.types cimport lowest_bit, u32
from seep_ext.cards cimport Deck, lowest_rank, nibble, one, points_of, rank_mask, rank_of, size_of, sum_of
from seep_ext.state cimport (
    CAPTURE, CEMENTED, HOUSE_CARD, LOWEST_HOUSE, OWNER, RAISE, STANDING, THROW, play, refresh, seep_bonus)


cdef u64 zone_of(const Deck *deck, u64 cards) noexcept nogil:
    cdef u64 zone = 0
    while cards:
        zone += one(deck.kind[lowest_bit(cards)])
        cards &= cards - 1
    return zone


cdef u32 house_word(const Rules *rules, u64 cards, int value, int owners) noexcept nogil:
    cdef u64 zone = zone_of(&rules.deck, cards)
    cdef u32 house = STANDING + points_of(&rules.deck, zone)
    if sum_of(&rules.deck, zone) > value:
        house |= CEMENTED
    if rules.ownership:
        house |= <u32>owners * <u32>OWNER
    if rules.tracks:
        house += HOUSE_CARD * size_of(&rules.deck, zone)
    return house


cdef void pack(const Rules *rules, const Named *named, State *s) noexcept nogil:
    """The packed position of a named one."""
    cdef int i
    memset(s, 0, sizeof(State))
    for i in range(4):
        s.hand[i] = zone_of(&rules.deck, named.hand[i])
    s.loose = zone_of(&rules.deck, named.loose)
    s.rest = zone_of(&rules.deck, named.rest)
    for i in range(2):
        s.second[i] = zone_of(&rules.deck, named.second[i])
        s.won.points[i] = named.points[i]
        s.won.cards[i] = named.cards[i]
        s.won.seeps[i] = named.seeps[i]
        s.won.bonus[i] = named.bonus[i]
    for i in range(7):
        if named.house[i]:
            s.house[i] = house_word(rules, named.house[i], i + LOWEST_HOUSE, named.owner[i])
    s.turn = named.turn - 1
    s.last = named.last
    s.bid = named.bid
    refresh(rules, s)
    s.left += named.hidden


cdef u64 pick(const Deck *deck, u64 zone, u64 among) noexcept nogil:
    """Names for the cards of a zone: of each kind the lowest suits there are."""
    cdef u64 chosen = 0, suits
    cdef int rank, n, base, flags, _i
    while zone:
        rank = lowest_rank(zone)
        n = nibble(zone, rank)
        base = 4 * (rank - 1)
        flags = nibble(deck.spades | deck.diamonds, rank)
        if n & flags & 4:
            chosen |= <u64>8 << base
        if n & flags & 8:
            chosen |= <u64>2 << base
        suits = (among >> base) & 15
        if flags & 4:
            suits &= ~<u64>8
        if flags & 8:
            suits &= ~<u64>2
        for _i in range(n & nibble(deck.plain, rank)):
            chosen |= (suits & -suits) << base
            suits &= suits - 1
        zone &= ~rank_mask(rank)
    return chosen


cdef void name_move(const Rules *rules, const Named *named, const Move *m, NamedMove *out) noexcept nogil:
    memset(out, 0, sizeof(NamedMove))
    out.card = lowest_bit(pick(&rules.deck, one(m.card), named.hand[named.turn - 1]))
    out.loose = pick(&rules.deck, m.loose, named.loose)
    out.kind = m.play
    out.value = m.value
    out.raised = m.raised
    out.joins = m.joins


cdef bint unname_move(const Rules *rules, const Named *named, const NamedMove *m, Move *out) noexcept nogil:
    """The packed move of a named one; False when its cards are not in the hand and on the floor."""
    if m.card > 51 or not named.hand[named.turn - 1] >> m.card & 1 or m.loose & ~named.loose:
        return False
    out.loose = zone_of(&rules.deck, m.loose)
    out.card = rules.deck.kind[m.card]
    out.play = m.kind
    out.value = m.value
    out.raised = m.raised
    out.joins = m.joins
    out.index = 255
    return True


cdef void account(const Rules *rules, Named *named, const State *before, const State *after, const Move *m,
                  u64 taken) noexcept nogil:
    """Write a capture to what its side won."""
    cdef int side = before.turn & 1
    cdef u64 zone = zone_of(&rules.deck, taken)
    named.points[side] += points_of(&rules.deck, zone)
    named.cards[side] += size_of(&rules.deck, zone)
    if not after.loose and not after.standing and after.left:
        named.seeps[side] += 1
        named.bonus[side] += seep_bonus(rules, before, rank_of(m.card))


cdef void take_up_named(Named *named) noexcept nogil:
    cdef int i
    named.hand[0] |= named.rest
    named.rest = 0
    if not (named.hand[0] | named.hand[1] | named.hand[2] | named.hand[3]):
        for i in range(2):
            named.hand[i] = named.second[i]
            named.second[i] = 0


cdef void play_named(const Rules *rules, Named *named, State *s, const Move *m, const NamedMove *cards) noexcept nogil:
    """Play a legal move on a named position and on its packed twin."""
    cdef State before = s[0]
    cdef u64 played = <u64>1 << cards.card, moved = played | cards.loose
    cdef int slot = m.value - LOWEST_HOUSE, i
    play(rules, s, m)
    named.hand[named.turn - 1] &= ~played
    named.loose &= ~cards.loose
    if m.play == THROW:
        named.loose |= played
    elif m.play == CAPTURE:
        if m.value:
            moved |= named.house[slot]
            named.house[slot] = 0
        account(rules, named, &before, s, m, moved)
    else:
        if m.play == RAISE:
            moved |= named.house[m.raised - LOWEST_HOUSE]
            named.house[m.raised - LOWEST_HOUSE] = 0
        named.house[slot] |= moved
    for i in range(7):
        named.owner[i] = s.house[i] >> 16
    named.turn = s.turn + 1
    named.last = s.last
    named.bid = 0
    take_up_named(named)


cdef int write_cards(u64 cards, char *out) noexcept nogil:
    cdef const char *ranks = "A23456789TJQK"
    cdef const char *suits = "CDHS"
    cdef int card, n = 0
    while cards:
        card = lowest_bit(cards)
        out[n] = ranks[card >> 2]
        out[n + 1] = suits[card & 3]
        n += 2
        cards &= cards - 1
    return n


cdef int write_number(int value, char *out) noexcept nogil:
    if value < 10:
        out[0] = 48 + value
        return 1
    out[0] = 49
    out[1] = 38 + value
    return 2


cdef int write_house(int value, char *out) noexcept nogil:
    cdef int n = write_number(value, out + 1)
    out[0] = b"["
    out[n + 1] = b"]"
    return n + 2


cdef int write_move(const NamedMove *m, char *out) noexcept nogil:
    """The notation of a move, closed by a zero byte; its length. `out` has TEXT_ROOM bytes."""
    cdef int n = write_cards(<u64>1 << m.card, out)
    if m.kind != THROW:
        out[n] = b"x" if m.kind == CAPTURE else b"+"
        n += 1
        n += write_cards(m.loose, out + n)
        if m.raised:
            n += write_house(m.raised, out + n)
        if m.joins or (m.kind == CAPTURE and m.value):
            n += write_house(m.value, out + n)
        if m.kind != CAPTURE:
            out[n] = b"="
            n += 1
            n += write_number(m.value, out + n)
    out[n] = 0
    return n


cdef int compare_texts(const void *a, const void *b) noexcept nogil:
    return strcmp((<const Text *>a).text, (<const Text *>b).text)


cdef void sort_moves(const Rules *rules, const Named *named, const Move *moves, int n, Text *texts) noexcept nogil:
    cdef NamedMove cards
    cdef int i
    for i in range(n):
        name_move(rules, named, &moves[i], &cards)
        write_move(&cards, texts[i].text)
        texts[i].index = i
    qsort(texts, n, sizeof(Text), compare_texts)
