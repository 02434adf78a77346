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
    WAYS = 6

cdef struct Ways:               # what tells them apart
    double sum[4][6]            # by seat and way: of the logarithms of how likely its plays were, on average
    double mean[6]              # how likely the play was that is looked at

# The first is the policy itself, or next to it, the last next to no knowledge at all.
cdef Way[6] KNOWN_WAYS = [Way(0.5, 0.02), Way(1.5, 0.1), Way(3, 0.1), Way(6, 0.1), Way(12, 0.1), Way(1000, 0.1)]


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


cdef double chance_of(const float *scores, int n, int at, Way way, float unit) noexcept nogil:
    """How likely a play was for a seat of that way."""
    cdef float temperature = way.temperature * unit
    cdef double sum = 0
    cdef int i
    for i in range(n):
        sum += exp(scores[i] / temperature)
    return (1 - way.doubt) * exp(scores[at] / temperature) / sum + way.doubt / n


cdef void choose_way(Belief *belief, int seat, const double *sum) noexcept nogil:
    """The likeliest way; the first only where it is likelier than all others together, held as likely before."""
    cdef double others = 0
    cdef int best = 1, k
    for k in range(2, WAYS):
        if sum[k] > sum[best]:
            best = k
    for k in range(1, WAYS):
        others += exp(sum[k] - sum[0])
    belief.predicted[seat] = others < 1
    belief.way[seat] = KNOWN_WAYS[0 if others < 1 else best]


cdef void find_ways(Belief *belief, const Rules *rules, const State *worlds, int n, Memory *memory,
                    Move *moves) noexcept nogil:
    cdef Ways told
    cdef float scores[CHOICES]
    cdef float unit = rules.deck.total / 100.0
    cdef int p, w, k, at, count, seat
    memset(&told, 0, sizeof(Ways))
    for p in range(belief.n):
        seat = belief.past[p].table.turn
        memset(told.mean, 0, sizeof(told.mean))
        for w in range(n):
            at = rate_plays(&belief.past[p], rules, &worlds[w], memory, moves, &count, scores)
            for k in range(WAYS if at >= 0 else 0):
                told.mean[k] += chance_of(scores, count, at, KNOWN_WAYS[k], unit) if count > 1 else 1
        for k in range(WAYS):
            if told.mean[k] > 0:
                told.sum[seat][k] += log(told.mean[k] / n)
    for seat in range(4):
        choose_way(belief, seat, told.sum[seat])


cdef double likelihood(const Belief *belief, const Rules *rules, const State *s, Memory *memory,
                       Move *moves) noexcept nogil:
    cdef double product = 1
    cdef float scores[CHOICES]
    cdef float unit = rules.deck.total / 100.0
    cdef const Past *past
    cdef int i, n, at
    for i in range(belief.n):
        past = &belief.past[i]
        at = rate_plays(past, rules, s, memory, moves, &n, scores)
        if at == -1:
            return 0
        if at >= 0 and n > 1:
            product *= chance_of(scores, n, at, belief.way[past.table.turn], unit)
    return product


cdef int fill_past(Belief *belief, const Rules *rules, history, int seat) except -1:
    cdef Named named
    cdef const unsigned char[::1] raw
    cdef const NamedMove *m
    cdef Past *p
    cdef u64 since[4]
    cdef int plays = 0, mover, i
    memset(since, 0, sizeof(since))
    memset(belief.predicted, 0, sizeof(belief.predicted))
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
