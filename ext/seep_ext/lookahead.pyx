"""Depth-limited search of one world."""
from seep_ext.movegen cimport generate
from seep_ext.outlook cimport outlook
from seep_ext.policy cimport CAREFUL, CHOICES, Sight, see, weigh
from seep_ext.search cimport poll
from seep_ext.state cimport leftovers, play


cdef float look_ahead(Search *q, const Rules *rules, const State *s, Memory *memory, Move *stack, const Move *end,
                      int plays, float alpha, float beta) noexcept nogil:
    cdef float scores[CHOICES]
    cdef Sight sight
    cdef State after
    cdef Move move
    cdef float score, value, best = -1e9
    cdef int n, i, j, at
    if not s.left:
        return leftovers(rules, s)
    if not plays:
        return outlook(rules, s, memory)
    if q:
        q.nodes += 1
        if q.nodes >= q.next_poll:
            poll(q)
        if q.stop:
            return 0
    n = generate(rules, s, memory.packer, stack, min(<int>(end - stack), CHOICES))
    if n <= 0:
        return outlook(rules, s, memory)
    if n > 1:
        see(rules, s, &sight)
        for i in range(n):
            scores[i] = weigh(&CAREFUL, rules, s, &stack[i], &sight, memory)
    for i in range(n):
        at = i
        for j in range(i + 1, n):
            if scores[j] > scores[at]:
                at = j
        move = stack[at]
        score = scores[at]
        stack[at] = stack[i]
        scores[at] = scores[i]
        stack[i] = move
        scores[i] = score
        after = s[0]
        value = play(rules, &after, &move)
        value -= look_ahead(q, rules, &after, memory, stack + n, end, plays - 1, value - beta,
                            value - max(alpha, best))
        if value > best:
            best = value
        if best >= beta:
            break
    return best
