"""Inference from earlier plays (docs/strength.md, "What plays tell")."""
from libc.math cimport exp

from seep_ext.movegen cimport generate
from seep_ext.policy cimport CAREFUL, CHOICES, Sight, see, weigh
from seep_ext.state cimport same


cdef double chance_of(const Belief *belief, const Past *past, const Rules *rules, const State *s, Memory *memory,
                      Move *moves) noexcept nogil:
    """How likely one play was."""
    cdef State before = past.table
    cdef Sight sight
    cdef float score, top = -1e9
    cdef double sum = 0, made = 0
    cdef int n, i, at = -1
    cdef float scores[CHOICES]
    for i in range(4):
        before.hand[i] = s.hand[i] + past.since[i]
    for i in range(2):
        before.second[i] = s.second[i]
    before.left = s.left + past.plays
    n = generate(rules, &before, memory.packer, moves, CHOICES)
    if n < 0:
        return 1
    see(rules, &before, &sight)
    for i in range(n):
        if same(&moves[i], &past.move):
            at = i
        scores[i] = weigh(&CAREFUL, rules, &before, &moves[i], &sight, memory)
        top = max(top, scores[i])
    if at < 0:
        return 0
    for i in range(n):
        score = exp((scores[i] - top) / belief.temperature)
        sum += score
        if i == at:
            made = score
    return (1 - belief.doubt) * made / sum + belief.doubt / n


cdef double likelihood(const Belief *belief, const Rules *rules, const State *s, Memory *memory,
                       Move *moves) noexcept nogil:
    cdef double product = 1
    cdef int i
    for i in range(belief.n):
        product *= chance_of(belief, &belief.past[i], rules, s, memory, moves)
        if product == 0:
            break
    return product
