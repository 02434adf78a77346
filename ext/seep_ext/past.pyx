"""Inference from earlier plays (docs/strength.md, "What plays tell")."""
from libc.math cimport exp, log
from libc.stdlib cimport malloc
from libc.string cimport memset

from seep_ext.cards cimport one
from seep_ext.door cimport bytes_of, read_position
from seep_ext.movegen cimport generate
from seep_ext.names cimport Named, NamedMove, pack, zone_of
from seep_ext.policy cimport CAREFUL, CHOICES, Sight, see, weigh
from seep_ext.state cimport same

from seep_ext.door import MOVE

cdef enum:
    TEMPERS = 5                 # temperatures that a seat may play at

cdef struct Tempers:
    double sum[4][5]            # by seat and temperature: of the logarithms of how likely its plays were, on average
    double mean[5]              # how likely the play was that is looked at

# Points where a deck has 100; the last is next to no knowledge at all.
cdef float[5] TEMPERATURES = [1.5, 3, 6, 12, 1000]


cdef int rate_plays(const Past *past, const Rules *rules, const State *s, Memory *memory, Move *moves, int *n,
                    float *scores) noexcept nogil:
    """Scores of the moves that a play was chosen from in a world, the best at 0, and its place: -1 not legal there, -2
    not known.
    """
    cdef State before = past.table
    cdef Sight sight
    cdef float top = -1e9
    cdef int i, at = -1
    for i in range(4):
        before.hand[i] = s.hand[i] + past.since[i]
    for i in range(2):
        before.second[i] = s.second[i]
    before.left = s.left + past.plays
    n[0] = generate(rules, &before, memory.packer, moves, CHOICES)
    if n[0] < 0:
        return -2
    see(rules, &before, &sight)
    for i in range(n[0]):
        if same(&moves[i], &past.move):
            at = i
        scores[i] = weigh(&CAREFUL, rules, &before, &moves[i], &sight, memory)
        top = max(top, scores[i])
    for i in range(n[0]):
        scores[i] -= top
    return at


cdef double chance_at(const float *scores, int n, int at, float temperature, float doubt) noexcept nogil:
    """How likely a play was at a temperature."""
    cdef double sum = 0
    cdef int i
    for i in range(n):
        sum += exp(scores[i] / temperature)
    return (1 - doubt) * exp(scores[at] / temperature) / sum + doubt / n


cdef void choose_tempers(Belief *belief, const Rules *rules, const State *worlds, int n, Memory *memory,
                         Move *moves) noexcept nogil:
    cdef Tempers told
    cdef float scores[CHOICES]
    cdef float unit = rules.deck.total / 100.0
    cdef int p, w, k, at, count, seat, best
    memset(&told, 0, sizeof(Tempers))
    for p in range(belief.n):
        seat = belief.past[p].table.turn
        memset(told.mean, 0, sizeof(told.mean))
        for w in range(n):
            at = rate_plays(&belief.past[p], rules, &worlds[w], memory, moves, &count, scores)
            if at >= 0 and count > 1:
                for k in range(TEMPERS):
                    told.mean[k] += chance_at(scores, count, at, TEMPERATURES[k] * unit, belief.doubt)
        for k in range(TEMPERS):
            if told.mean[k] > 0:
                told.sum[seat][k] += log(told.mean[k] / n)
    for seat in range(4):
        best = 0
        for k in range(1, TEMPERS):
            if told.sum[seat][k] > told.sum[seat][best]:
                best = k
        belief.temperature[seat] = TEMPERATURES[best] * unit


cdef double likelihood(const Belief *belief, const Rules *rules, const State *s, Memory *memory,
                       Move *moves) noexcept nogil:
    cdef double product = 1
    cdef float scores[CHOICES]
    cdef const Past *past
    cdef int i, n, at
    for i in range(belief.n):
        past = &belief.past[i]
        at = rate_plays(past, rules, s, memory, moves, &n, scores)
        if at == -1:
            return 0
        if at >= 0 and n > 1:
            product *= chance_at(scores, n, at, belief.temperature[past.table.turn], belief.doubt)
    return product


cdef int fill_past(Belief *belief, const Rules *rules, history, int seat) except -1:
    cdef Named named
    cdef const unsigned char[::1] raw
    cdef const NamedMove *m
    cdef Past *p
    cdef u64 since[4]
    cdef int plays = 0, mover, i
    memset(since, 0, sizeof(since))
    belief.n = 0
    belief.past = <Past *>malloc((len(history) + 1) * sizeof(Past))
    if not belief.past:
        raise MemoryError("no memory for earlier plays")
    for position, move in reversed(history):
        named = read_position(position)
        raw = bytes_of(move, MOVE)
        m = <const NamedMove *>&raw[0]
        mover = named.turn - 1
        since[mover] += one(rules.deck.kind[m.card])
        plays += 1
        if mover == seat:
            continue
        p = &belief.past[belief.n]
        belief.n += 1
        memset(named.hand, 0, sizeof(named.hand))
        pack(rules, &named, &p.table)
        for i in range(4):
            p.since[i] = since[i]
        p.plays = plays
        p.move = Move(zone_of(&rules.deck, m.loose), rules.deck.kind[m.card], m.kind, m.value, m.raised, m.joins, 255)
    return 0
