"""Inference from earlier plays (docs/strength.md, "What plays tell")."""
from libc.math cimport exp, log
from libc.string cimport memset

from seep_ext.movegen cimport generate
from seep_ext.policy cimport CAREFUL, CHOICES, Sight, see, weigh
from seep_ext.state cimport same


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
