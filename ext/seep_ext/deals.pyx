"""Deals, and positions reached by play."""
import numpy as np

from libc.stdlib cimport free, malloc
from libc.string cimport memset

from seep_ext.types cimport ones
from seep_ext.chance cimport below, draw, stream_of, unit
from seep_ext.movegen cimport generate
from seep_ext.names cimport NamedMove, name_move, pack, play_named
from seep_ext.policy cimport CAREFUL, CHOICES, pick
from seep_ext.rules cimport RuleSet
from seep_ext.state cimport Move, State
from seep_ext.takings cimport Memory, free_memory, new_memory

from seep_ext.door import POSITION

cdef enum:
    FLOOR = 4                   # cards face down at the start
    FIRST = 4                   # of the opener
    HAND = 12


cdef u64 dealt(const int *cards, int *at, int n) noexcept nogil:
    """The next `n` cards."""
    cdef u64 hand = 0
    cdef int i
    for i in range(at[0], at[0] + n):
        hand |= <u64>1 << cards[i]
    at[0] += n
    return hand


cdef void shuffle(u64 *stream, int *cards, int n) noexcept nogil:
    cdef int i, j, card
    for i in range(n - 1, 0, -1):
        j = below(stream, i + 1)
        card = cards[i]
        cards[i] = cards[j]
        cards[j] = card


cdef int choose_bid(const Rules *rules, u64 hand) noexcept nogil:
    """0: no card to bid."""
    cdef int value, n, most = 0, best = 0
    for value in range(rules.house_min, rules.house_max + 1):
        n = ones(hand >> (4 * (value - 1)) & 15)
        if n and n >= most:
            most = n
            best = value
    return best


cdef void start_deal(const Rules *rules, u64 *stream, Named *named) noexcept nogil:
    cdef int cards[52]
    cdef int at, seat
    memset(named, 0, sizeof(Named))
    while not named.bid:
        for at in range(52):
            cards[at] = at
        shuffle(stream, cards, 52)
        at = 0
        named.hand[0] = dealt(cards, &at, FIRST)
        named.bid = choose_bid(rules, named.hand[0])
    named.loose = dealt(cards, &at, FLOOR)
    named.rest = dealt(cards, &at, HAND - FIRST)
    for seat in range(1, rules.players):
        named.hand[seat] = dealt(cards, &at, HAND)
    if rules.players == 2:
        for seat in range(2):
            named.second[seat] = dealt(cards, &at, HAND)
    named.turn = 1


cdef void play_until(const Rules *rules, Named *named, int left, double noise, Memory *memory, Move *moves,
                     u64 *stream) noexcept nogil:
    """Play on by the policy until so many plays are left; a share `noise` of the plays is random."""
    cdef State s
    cdef NamedMove cards
    cdef int n, at
    pack(rules, named, &s)
    while s.left > left:
        n = generate(rules, &s, memory.packer, moves, CHOICES)
        if n <= 0:
            return
        if noise and unit(stream) < noise:
            at = <int>(unit(stream) * n)
        else:
            at = pick(&CAREFUL, rules, &s, moves, n, memory, stream)
        name_move(rules, named, &moves[at], &cards)
        play_named(rules, named, &s, &moves[at], &cards)


cdef int any_bid(const Rules *rules, u64 hand, u64 *stream) noexcept nogil:
    """One of the values that a hand can bid, each as likely."""
    cdef int value, n = 0, bid = 0
    for value in range(rules.house_min, rules.house_max + 1):
        if hand >> (4 * (value - 1)) & 15:
            n += 1
            if draw(stream) % n == 0:
                bid = value
    return bid


def reached(RuleSet rules, u64 seed, u64 first, int count, int left, double noise=0.0):
    """Positions with `left` plays to come, one of each deal from number `first` on, as POSITION rows.

    Every seat plays by the policy `careful`; a share `noise` of the bids and plays is drawn at random. A row depends on
    the rules, the seed, its deal's number, left and noise alone. Where moves are too many to list play stops early.
    """
    cdef Memory *memory = new_memory()
    cdef Move *moves = <Move *>malloc(CHOICES * sizeof(Move))
    cdef Named *named
    cdef u64 stream
    cdef int i
    out = np.zeros(count, POSITION)
    cdef unsigned char[::1] raw = out.view(np.uint8)
    if not moves:
        free_memory(memory)
        raise MemoryError("no memory for a list of moves")
    with nogil:
        for i in range(count):
            stream = stream_of(seed, first + i)
            named = <Named *>&raw[i * sizeof(Named)]
            start_deal(&rules.c, &stream, named)
            if noise and unit(&stream) < noise:
                named.bid = any_bid(&rules.c, named.hand[0], &stream)
            play_until(&rules.c, named, left, noise, memory, moves, &stream)
    free(moves)
    free_memory(memory)
    return out
