"""What the policy plays, and which bid its playouts make most of."""
import numpy as np

from libc.stdlib cimport free, malloc
from libc.string cimport memset

from seep_ext.types cimport lowest_bit, u8, u16, u64
from seep_ext.cards cimport one
from seep_ext.chance cimport stream_of
from seep_ext.deals cimport shuffle
from seep_ext.door cimport read_position
from seep_ext.movegen cimport generate
from seep_ext.names cimport Named, Text, sort_moves, zone_of
from seep_ext.playout cimport playout
from seep_ext.policy cimport CAREFUL, CHOICES, WARY, Care, pick
from seep_ext.rules cimport RuleSet
from seep_ext.state cimport Move, State, refresh
from seep_ext.takings cimport Memory, free_memory, new_memory
from seep_ext.worlds cimport PLACES, World, Worlds, close_worlds, draw_world, enter, open_worlds

from seep_ext.door import TooManyMoves

cdef enum:
    FLOOR = 4                   # cards turned up after the bid
    HAND = 12
    BID_PLAYS = 12              # of a playout for a bid

POLICIES = {"careful": 0, "wary": 1}


cdef Care care_of(policy) except *:
    if policy not in POLICIES:
        raise ValueError(f"policy: expected one of {', '.join(POLICIES)}, got {policy!r}")
    return WARY if POLICIES[policy] else CAREFUL


def advise(RuleSet rules, position, u64 unseen, room, policy, u64 seed, float paid=1):
    """The place, in the order of `legal_moves`, of the move that a policy makes; `seed` decides between equal ones.

    position, unseen, room: as `Deals` takes them. paid: the share of a capturing card's own points that the expected
    reply counts. Raises TooManyMoves; ValueError where the unseen cards do not fill the places.
    """
    cdef Named named = read_position(position)
    cdef Care care = care_of(policy)
    cdef Memory *memory = new_memory()
    cdef Move *moves = <Move *>malloc(CHOICES * sizeof(Move))
    cdef Text *texts = <Text *>malloc(CHOICES * sizeof(Text))
    cdef Worlds w
    cdef World world
    cdef State s
    cdef u8 rooms[7]
    cdef u16 none[7]
    cdef u64 stream = seed
    cdef int i, n, opened, at
    care.paid = paid
    memset(none, 0, sizeof(none))
    for i in range(PLACES):
        rooms[i] = room[i]
    opened = open_worlds(&w, &rules.c, &named, unseen, rooms, none, none)
    try:
        if not moves or not texts or opened == -1:
            raise MemoryError("no memory for moves")
        if opened:
            raise ValueError("the unseen cards do not fill the places")
        draw_world(&w, &stream, &world)             # any: the policy looks at numbers of unseen cards alone
        enter(&w, &world, &s)
        n = generate(&rules.c, &s, memory.packer, moves, CHOICES)
        if n <= 0:
            raise TooManyMoves(CHOICES)
        sort_moves(&rules.c, &named, moves, n, texts)
        at = pick(&care, &rules.c, &s, moves, n, memory, &stream)
        for i in range(n):
            if texts[i].index == at:
                return i
    finally:
        close_worlds(&w)
        free(moves)
        free(texts)
        free_memory(memory)


cdef void deal_opening(RuleSet rules, u64 hand, u64 *stream, State *s) noexcept nogil:
    """Deal the cards that the opener does not see, the floor among them."""
    cdef int cards[52]
    cdef int n = 0, i, seat
    cdef u64 rest = ((<u64>1 << 52) - 1) & ~hand
    while rest:
        cards[n] = rules.c.deck.kind[lowest_bit(rest)]
        rest &= rest - 1
        n += 1
    shuffle(stream, cards, n)
    memset(s, 0, sizeof(State))
    s.hand[0] = zone_of(&rules.c.deck, hand)
    for i in range(n):
        if i < FLOOR:
            s.loose += one(cards[i])
        elif i < HAND:
            s.rest += one(cards[i])
        else:
            seat = i // HAND
            if seat < rules.c.players:
                s.hand[seat] += one(cards[i])
            else:
                s.second[seat - rules.c.players] += one(cards[i])


def bid_values(RuleSet rules, u64 hand, values, int worlds, u64 seed):
    """What the opener's side wins by each bid of `values`, the mean of playouts over `worlds` deals: an array.

    hand: the opener's first four cards as a bit set. All bids are tried on the same deals.
    """
    cdef Memory *memory = new_memory()
    cdef Move *moves = <Move *>malloc(CHOICES * sizeof(Move))
    cdef State start, s
    cdef u64 stream, own
    cdef int i, k, n = len(values)
    cdef int bids[13]
    if not moves:
        free_memory(memory)
        raise MemoryError("no memory for moves")
    for i in range(n):
        bids[i] = values[i]
    sums = np.zeros(n)
    cdef double[::1] sum = sums
    with nogil:
        for k in range(worlds):
            stream = stream_of(seed, k)
            deal_opening(rules, hand, &stream, &start)
            for i in range(n):
                s = start
                own = stream
                s.bid = bids[i]
                refresh(&rules.c, &s)
                sum[i] += playout(&WARY, &CAREFUL, &rules.c, &s, BID_PLAYS, memory, moves, &own)
    free(moves)
    free_memory(memory)
    return sums / max(worlds, 1)
