"""Counting, drawing and listing the worlds of a hidden position."""
import numpy as np

from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memset

from seep_ext.types cimport lowest_bit
from seep_ext.cards cimport nibble, one
from seep_ext.chance cimport draw, stream_of
from seep_ext.door cimport read_position
from seep_ext.names cimport pack, pick
from seep_ext.rules cimport RuleSet
from seep_ext.state cimport refresh

from seep_ext.door import POSITION

cdef int[5] FACTORIAL = [1, 1, 2, 6, 24]


cdef inline u64 *place_in(State *s, int place) noexcept nogil:
    return &s.hand[place] if place < 4 else &s.rest if place == 4 else &s.second[place - 5]


cdef inline u64 *named_place(Named *named, int place) noexcept nogil:
    return &named.hand[place] if place < 4 else &named.rest if place == 4 else &named.second[place - 5]


cdef int find_zones(Worlds *w, const u8 *room, const u16 *needs, const u16 *lacks) noexcept nogil:
    """Zones with room; needs that known cards meet are dropped."""
    cdef int place, rank
    cdef Zone *z
    w.zones = 0
    for place in range(PLACES):
        if not room[place]:
            continue
        if w.zones == ZONES:
            return -2
        z = &w.zone[w.zones]
        z.place = place
        z.room = room[place]
        z.needs = needs[place]
        z.lacks = lacks[place]
        for rank in range(1, 14):
            if nibble(place_in(&w.base, place)[0], rank):
                z.needs &= ~(1 << rank)
        w.zones += 1
    return 0


cdef void find_ranks(Worlds *w, u64 unseen) noexcept nogil:
    cdef int card, rank
    cdef Rank *r
    while unseen:
        card = lowest_bit(unseen)
        unseen &= unseen - 1
        r = &w.rank[(card >> 2) + 1]
        r.card[r.n] = card
        r.kind[r.n] = w.rules.deck.kind[card]
        r.n += 1
    w.left[14] = 0
    for rank in range(13, 0, -1):
        w.left[rank] = w.left[rank + 1] + w.rank[rank].n


cdef inline bint allowed(const Worlds *w, int rank, const u8 *cards) noexcept nogil:
    cdef int i
    for i in range(w.zones):
        if cards[i] > w.zone[i].room:
            return False
        if cards[i] == 0 and w.zone[i].needs >> rank & 1:
            return False
        if cards[i] and w.zone[i].lacks >> rank & 1:
            return False
    return True


cdef void find_splits(Worlds *w, int rank) noexcept nogil:
    """Every way to share the cards of a rank out among the zones."""
    cdef Rank *r = &w.rank[rank]
    cdef Split *split
    cdef u8 cards[4]
    cdef int a, b, c, i
    r.splits = 0
    for a in range(r.n + 1):
        for b in range(r.n - a + 1):
            for c in range(r.n - a - b + 1):
                cards[0] = a
                cards[1] = b
                cards[2] = c
                cards[3] = r.n - a - b - c
                # zones that are not there get nothing
                for i in range(w.zones, ZONES):
                    if cards[i]:
                        break
                else:
                    if allowed(w, rank, cards):
                        split = &r.split[r.splits]
                        r.splits += 1
                        split.step = 0
                        split.ways = FACTORIAL[r.n]
                        for i in range(ZONES):
                            split.cards[i] = cards[i]
                            split.ways //= FACTORIAL[cards[i]]
                            if i < w.zones - 1:
                                split.step += cards[i] * w.step[i]


cdef inline bint fits(const Worlds *w, const Split *split, const int *room) noexcept nogil:
    cdef int i
    for i in range(w.zones):
        if split.cards[i] > room[i]:
            return False
    return True


cdef void count_rank(Worlds *w, int rank) noexcept nogil:
    """Fill in a rank of the table from the next."""
    cdef Count *here = w.table + rank * w.cells
    cdef Count *after = here + w.cells
    cdef const Rank *r = &w.rank[rank]
    cdef int room[4]
    cdef int cell, i, last = w.zones - 1, rest
    cdef Count sum
    for cell in range(w.cells):
        rest = w.left[rank]
        for i in range(last):
            room[i] = cell // w.step[i] % (w.zone[i].room + 1)
            rest -= room[i]
        if not 0 <= rest <= w.zone[last].room:
            continue
        room[last] = rest
        sum = 0
        for i in range(r.splits):
            if fits(w, &r.split[i], room):
                sum += r.split[i].ways * after[cell - r.split[i].step]
        here[cell] = sum


cdef int open_worlds(Worlds *w, const Rules *rules, const Named *named, u64 unseen, const u8 *room,
                     const u16 *needs, const u16 *lacks) noexcept nogil:
    cdef int i, rank, found, full = 0
    memset(w, 0, sizeof(Worlds))
    w.rules = rules
    w.named = named[0]
    w.named.hidden = 0
    pack(rules, &w.named, &w.base)
    found = find_zones(w, room, needs, lacks)
    if found < 0:
        return found
    find_ranks(w, unseen)
    for i in range(w.zones):
        full += w.zone[i].room
    if full != w.left[1]:
        return -3
    w.cells = 1
    for i in range(w.zones - 1):
        w.step[i] = w.cells
        w.cells *= w.zone[i].room + 1
    w.table = <Count *>calloc(15 * w.cells, sizeof(Count))
    if not w.table:
        return -1
    w.table[14 * w.cells] = 1
    if not w.zones:
        w.total = 1
        return 0
    for rank in range(13, 0, -1):
        find_splits(w, rank)
        count_rank(w, rank)
    w.total = w.table[2 * w.cells - 1]          # all ranks to come, all room left
    return 0


cdef void close_worlds(Worlds *w) noexcept nogil:
    free(w.table)
    w.table = NULL


cdef inline void name_cards(const Rank *r, const Split *split, int which, u8 *where) noexcept nogil:
    """Of the deals of a rank's named cards that come to a split, the one with a number."""
    cdef u8 cards[4]
    cdef int i, z, ways = split.ways, here
    for z in range(ZONES):
        cards[z] = split.cards[z]
    for i in range(r.n):
        for z in range(ZONES):
            here = ways * cards[z] // (r.n - i)
            if which < here:
                break
            which -= here
        where[i] = z
        cards[z] -= 1
        ways = here


cdef void unrank(const Worlds *w, Count number, u8 where[14][4]) noexcept nogil:
    cdef int room[4]
    cdef int rank, i, z, which, cell = w.cells - 1
    cdef const Rank *r
    cdef const Split *split
    cdef Count block
    for z in range(w.zones):
        room[z] = w.zone[z].room
    for rank in range(1, 14):
        r = &w.rank[rank]
        if not r.n:
            continue
        for i in range(r.splits):
            split = &r.split[i]
            if not fits(w, split, room):
                continue
            block = w.table[(rank + 1) * w.cells + cell - split.step]
            if number < split.ways * block:
                break
            number -= split.ways * block
        which = 0
        while number >= block:
            number -= block
            which += 1
        name_cards(r, split, which, where[rank])
        cell -= split.step
        for z in range(w.zones):
            room[z] -= split.cards[z]


cdef Count below(Count n, u64 *stream) noexcept nogil:
    """A random number below n, each as likely: numbers of as many bits are drawn until one is below it."""
    cdef Count mask = n - 1, number
    cdef int shift = 1
    while shift < 128:
        mask |= mask >> shift
        shift <<= 1
    while True:
        number = draw(stream)
        if mask >> 32 >> 32:
            number = (number << 32 << 32) | draw(stream)
        number &= mask
        if number < n:
            return number


cdef void draw_world(const Worlds *w, u64 *stream, World *world) noexcept nogil:
    cdef u8 where[14][4]
    cdef int rank, i
    memset(world.zone, 0, sizeof(world.zone))
    world.weight = 1
    if not w.zones:
        return
    unrank(w, below(w.total, stream), where)
    for rank in range(1, 14):
        for i in range(w.rank[rank].n):
            world.zone[where[rank][i]] += one(w.rank[rank].kind[i])


cdef struct Lister:
    const Worlds *w
    World *out
    int found
    int most


cdef bint list_from(Lister *l, int rank, int cell, const int *room, const World *world) noexcept nogil:
    """List all worlds that deal the ranks from `rank` on in any way; False: too many."""
    cdef const Worlds *w = l.w
    cdef int i, z
    cdef int after[4]
    cdef u8 cards[4]
    while rank < 14 and not w.rank[rank].n:
        rank += 1
    if rank == 14:
        if l.found == l.most:
            return False
        l.out[l.found] = world[0]
        l.found += 1
        return True
    for i in range(w.rank[rank].splits):
        if not fits(w, &w.rank[rank].split[i], room):
            continue
        if not w.table[(rank + 1) * w.cells + cell - w.rank[rank].split[i].step]:
            continue
        for z in range(w.zones):
            cards[z] = w.rank[rank].split[i].cards[z]
            after[z] = room[z] - cards[z]
        if not place_scoring(l, rank, 0, cards, cell - w.rank[rank].split[i].step, after, world):
            return False
    return True


cdef bint place_scoring(Lister *l, int rank, int at, u8 *cards, int cell, const int *room,
                        const World *world) noexcept nogil:
    """Place the scoring cards of a rank from the `at`-th card on, `cards` being what each zone is yet to get; its plain
    cards are interchangeable."""
    cdef const Rank *r = &l.w.rank[rank]
    cdef World next = world[0]
    cdef int z, ways, plain = 0
    while at < r.n and not r.kind[at] & 3:
        at += 1
    if at == r.n:
        for z in range(l.w.zones):
            plain += cards[z]
        ways = FACTORIAL[plain]
        for z in range(l.w.zones):
            ways //= FACTORIAL[cards[z]]
            next.zone[z] += cards[z] * one(4 * (rank - 1))
        next.weight *= ways
        return list_from(l, rank + 1, cell, room, &next)
    for z in range(l.w.zones):
        if cards[z]:
            cards[z] -= 1
            next.zone[z] += one(r.kind[at])
            if not place_scoring(l, rank, at + 1, cards, cell, room, &next):
                return False
            next.zone[z] -= one(r.kind[at])
            cards[z] += 1
    return True


cdef int list_worlds(const Worlds *w, World *out, int most) noexcept nogil:
    cdef Lister lister = Lister(w, out, 0, most)
    cdef World world
    cdef int room[4]
    cdef int z
    memset(&world, 0, sizeof(World))
    world.weight = 1
    if not w.total:
        return 0
    for z in range(w.zones):
        room[z] = w.zone[z].room
    return lister.found if list_from(&lister, 1, w.cells - 1, room, &world) else -1


cdef void enter(const Worlds *w, const World *world, State *s) noexcept nogil:
    cdef int z
    s[0] = w.base
    for z in range(w.zones):
        place_in(s, w.zone[z].place)[0] += world.zone[z]
    refresh(w.rules, s)


cdef void name_world(const Worlds *w, const World *world, Named *named) noexcept nogil:
    cdef u64 unseen = 0, cards
    cdef int rank, i, z
    named[0] = w.named
    for rank in range(1, 14):
        for i in range(w.rank[rank].n):
            unseen |= <u64>1 << w.rank[rank].card[i]
    for z in range(w.zones):
        cards = pick(&w.rules.deck, world.zone[z], unseen)
        unseen &= ~cards
        named_place(named, w.zone[z].place)[0] |= cards


cdef class Deals:
    """The deals that fit a hidden position: a POSITION row without its unseen cards, those as a bit set, and arrays of
    seven for the places 0-3 (hands), 4 (the opener's next stage), 5-6 (second hands): `room` for so many unseen cards,
    ranks (bit r) of which the place is known to hold a card (`needs`) or none (`lacks`).

    Raises ValueError where the unseen cards do not fill the places.
    """
    cdef Worlds c
    cdef RuleSet rules

    def __cinit__(self, RuleSet rules, position, u64 unseen, room, needs, lacks):
        cdef Named named = read_position(position)
        cdef u8 rooms[7]
        cdef u16 need[7]
        cdef u16 lack[7]
        cdef int i, opened
        self.rules = rules
        for i in range(PLACES):
            rooms[i] = room[i]
            need[i] = needs[i]
            lack[i] = lacks[i]
        with nogil:
            opened = open_worlds(&self.c, &rules.c, &named, unseen, rooms, need, lack)
        if opened == -1:
            raise MemoryError("no memory to count deals")
        if opened:
            raise ValueError("the unseen cards do not fill the places")

    def __dealloc__(self):
        close_worlds(&self.c)

    @property
    def total(self):
        """How many deals of the named cards fit."""
        return int(<u64>(self.c.total >> 32 >> 32)) << 64 | int(<u64>self.c.total)

    def row(self, number):
        """The deal with a number from 0 to total - 1, as a POSITION row; each number is another deal."""
        cdef Count n
        cdef u64 high = number >> 64, low = number & (1 << 64) - 1
        if not 0 <= number < self.total:
            raise IndexError(f"expected a number from 0 to {self.total - 1}, got {number}")
        n = (<Count>high << 32 << 32) | low
        return self.dealt(n)

    def drawn(self, u64 seed, u64 number):
        """The deal that the search draws as its `number`-th, as a POSITION row."""
        cdef u64 stream = stream_of(seed, number)
        if not self.c.total:
            raise ValueError("no deal fits")
        return self.dealt(below(self.c.total, &stream) if self.c.zones else <Count>0)

    cdef object dealt(self, Count number):
        cdef u8 where[14][4]
        cdef Named named = self.c.named
        cdef int rank, i
        out = np.zeros(1, POSITION)
        cdef unsigned char[::1] raw = out.view(np.uint8)
        if self.c.zones:
            unrank(&self.c, number, where)
        for rank in range(1, 14):
            for i in range(self.c.rank[rank].n):
                named_place(&named, self.c.zone[where[rank][i]].place)[0] |= <u64>1 << self.c.rank[rank].card[i]
        (<Named *>&raw[0])[0] = named
        return out[0]

    def listed(self, int most):
        """Weights of all worlds, those that differ in interchangeable cards alone as one, and the words of their zones:
        arrays of shape (n,) and (n, 4); None for more than `most`."""
        cdef World *worlds = <World *>malloc((most + 1) * sizeof(World))
        cdef int n, i, z
        if not worlds:
            raise MemoryError("no memory to list deals")
        with nogil:
            n = list_worlds(&self.c, worlds, most)
        if n < 0:
            free(worlds)
            return None
        weights = np.zeros(n)
        zones = np.zeros((n, ZONES), np.uint64)
        cdef double[::1] weight = weights
        cdef u64[:, ::1] zone = zones
        for i in range(n):
            weight[i] = worlds[i].weight
            for z in range(ZONES):
                zone[i, z] = worlds[i].zone[z]
        free(worlds)
        return weights, zones
