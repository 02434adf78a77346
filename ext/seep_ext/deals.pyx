"""Deals, and positions reached by play."""
import numpy as np

from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

from seep_ext.types cimport ones
from seep_ext.chance cimport draw, stream_of, unit
from seep_ext.door cimport read_position
from seep_ext.lookahead cimport look_ahead
from seep_ext.movegen cimport generate
from seep_ext.names cimport NamedMove, name_move, pack, play_named
from seep_ext.outlook cimport FEATURES, fill_features
from seep_ext.policy cimport CAREFUL, CHOICES, GREEDY, Care, pick
from seep_ext.rules cimport RuleSet
from seep_ext.state cimport Move, State, leftovers, play
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


cdef void shuffle(u64 *stream, int *cards) noexcept nogil:
    cdef int i, j, card
    for i in range(52):
        cards[i] = i
    for i in range(51, 0, -1):
        j = <int>((draw(stream) >> 32) * <u64>(i + 1) >> 32)
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
        shuffle(stream, cards)
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


def careful_move(RuleSet rules, position, u64 seed, float d=1.5, float h=1.0, float c=0.5):
    """DEV"""
    from seep_ext.door import MOVE
    cdef Named named = read_position(position)
    cdef Memory *memory = new_memory()
    cdef Move *moves = <Move *>malloc(CHOICES * sizeof(Move))
    cdef State s
    cdef u64 stream = seed
    cdef int n, at
    cdef Care care = CAREFUL
    if d == 0:
        care = GREEDY
    pack(&rules.c, &named, &s)
    n = generate(&rules.c, &s, memory.packer, moves, CHOICES)
    at = pick(&care, &rules.c, &s, moves, n, memory, &stream)
    rows = np.zeros(1, MOVE)
    cdef unsigned char[::1] raw = rows.view(np.uint8)
    name_move(&rules.c, &named, &moves[at], <NamedMove *>&raw[0])
    free(moves)
    free_memory(memory)
    return rows[0]


def duel(RuleSet rules, u64 seed, u64 first, int count, a, b):
    """DEV: margins of a over b, mean of both ways round, one a deal."""
    cdef Care cares[2]
    cdef Memory *memory = new_memory()
    cdef Move *moves = <Move *>malloc(CHOICES * sizeof(Move))
    cdef Named named
    cdef State s, start
    cdef u64 stream, st
    cdef int i, n, swap, total, side
    for i, c in enumerate((a, b)):
        for n in range(46):
            (<float *>&cares[i])[n] = c[n]
    out = np.zeros(count)
    cdef double[::1] o = out
    with nogil:
        for i in range(count):
            stream = stream_of(seed, first + i)
            start_deal(&rules.c, &stream, &named)
            pack(&rules.c, &named, &start)
            for swap in range(2):
                s = start
                st = stream
                total = 0
                while s.left:
                    n = generate(&rules.c, &s, memory.packer, moves, CHOICES)
                    side = (s.turn & 1) ^ swap
                    n = pick(&cares[side], &rules.c, &s, moves, n, memory, &st)
                    total += play(&rules.c, &s, &moves[n]) * (1 if side == 0 else -1)
                total += leftovers(&rules.c, &s) * (1 if (s.turn & 1) ^ swap == 0 else -1)
                o[i] += total / 2.0
    free(moves)
    free_memory(memory)
    return out


def searched_deals(RuleSet rules, u64 seed, u64 first, int count, int depth, double noise):
    """DEV: self-play of look_ahead on true hands: features, words of the state and what the side to move won on."""
    cdef Memory *memory = new_memory()
    cdef int room = 1 << 16
    cdef Move *moves = <Move *>malloc(room * sizeof(Move))
    cdef Move *own = <Move *>malloc(CHOICES * sizeof(Move))
    cdef Named named
    cdef State s, after
    cdef u64 stream
    cdef int i, n, j, best, gain, t
    cdef float value, top
    feats = np.zeros((count, 48, FEATURES), np.float32)
    words = np.zeros((count, 48, 16), np.uint64)
    gains = np.zeros((count, 49), np.int32)
    cdef float[:, :, ::1] f = feats
    cdef u64[:, :, ::1] w = words
    cdef int[:, ::1] g = gains
    with nogil:
        for i in range(count):
            stream = stream_of(seed, first + i)
            start_deal(&rules.c, &stream, &named)
            pack(&rules.c, &named, &s)
            t = 0
            while s.left:
                fill_features(&rules.c, &s, memory, &f[i, t, 0])
                for j in range(4):
                    w[i, t, j] = s.hand[(s.turn + j) & 3]
                w[i, t, 4] = s.loose
                for j in range(7):
                    w[i, t, 5 + j] = s.house[j]
                w[i, t, 12] = s.turn
                w[i, t, 13] = s.last
                w[i, t, 14] = s.left
                n = generate(&rules.c, &s, memory.packer, own, CHOICES)
                best = 0
                if unit(&stream) < noise:
                    best = <int>(unit(&stream) * n)
                elif n > 1:
                    top = -1e9
                    for j in range(n):
                        after = s
                        value = play(&rules.c, &after, &own[j])
                        value -= look_ahead(&rules.c, &after, memory, moves, moves + room, depth - 1, -1e9, value - top)
                        if value > top:
                            top = value
                            best = j
                g[i, t] = play(&rules.c, &s, &own[best])
                t += 1
            g[i, 48] = leftovers(&rules.c, &s)
    free(moves)
    free(own)
    free_memory(memory)
    return feats, words, gains
