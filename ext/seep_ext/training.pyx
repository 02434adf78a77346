"""What weights are fitted to: contests between policies, and deals played by looking ahead on all cards."""
import numpy as np

from libc.stdlib cimport free, malloc

from seep_ext.types cimport u64
from seep_ext.chance cimport stream_of, unit
from seep_ext.deals cimport start_deal
from seep_ext.lookahead cimport look_ahead
from seep_ext.movegen cimport generate
from seep_ext.names cimport Named, pack
from seep_ext.outlook cimport FEATURES, fill_features
from seep_ext.policy cimport CARES, CAREFUL, CHOICES, WARY, Care, pick
from seep_ext.rules cimport Rules, RuleSet
from seep_ext.state cimport Move, State, leftovers, play
from seep_ext.takings cimport Memory, free_memory, new_memory

cdef enum:
    STACK = 1 << 16             # moves of all plies that are looked ahead
    PLAYS = 48


def policy(name):
    """The weights of a policy, "careful" or "wary", as an array float32 in the order of the struct Care."""
    cdef Care care = WARY if name == "wary" else CAREFUL
    cdef float *weights = <float *>&care
    return np.array([weights[i] for i in range(CARES)], np.float32)


cdef Care care_of(weights) except *:
    cdef Care care
    cdef int i
    if len(weights) != CARES:
        raise ValueError(f"expected {CARES} weights, got {len(weights)}")
    for i in range(CARES):
        (<float *>&care)[i] = weights[i]
    return care


cdef int margin(const Rules *rules, State *s, const Care *one, const Care *two, Memory *memory, Move *moves,
                u64 *stream) noexcept nogil:
    """Play a deal out: side 1 by one policy, side 2 by the other; the margin of side 1."""
    cdef int n, sign, total = 0
    while s.left:
        n = generate(rules, s, memory.packer, moves, CHOICES)
        sign = -1 if s.turn & 1 else 1
        if n <= 0:
            break
        n = pick(two if s.turn & 1 else one, rules, s, moves, n, memory, stream)
        total += sign * play(rules, s, &moves[n])
    return total + (-leftovers(rules, s) if s.turn & 1 else leftovers(rules, s))


def duel(RuleSet rules, u64 seed, u64 first, int count, a, b):
    """By how much the policy of weights `a` beats that of `b`, in points: an array of `count` deals from number
    `first` on, each the mean of two games with sides swapped.
    """
    cdef Care one = care_of(a), two = care_of(b)
    cdef Memory *memory = new_memory()
    cdef Move *moves = <Move *>malloc(CHOICES * sizeof(Move))
    cdef Named named
    cdef State s, start
    cdef u64 stream, own
    cdef int i, total
    if not moves:
        free_memory(memory)
        raise MemoryError("no memory for moves")
    out = np.zeros(count)
    cdef double[::1] margins = out
    with nogil:
        for i in range(count):
            stream = stream_of(seed, first + i)
            start_deal(&rules.c, &stream, &named)
            pack(&rules.c, &named, &start)
            s = start
            own = stream
            total = margin(&rules.c, &s, &one, &two, memory, moves, &own)
            s = start
            own = stream
            total -= margin(&rules.c, &s, &two, &one, memory, moves, &own)
            margins[i] = total / 2.0
    free(moves)
    free_memory(memory)
    return out


cdef int foreseen(const Rules *rules, const State *s, const Move *moves, int n, int plays, Memory *memory,
                  Move *stack) noexcept nogil:
    """The place of the best move by so many plays with all cards seen."""
    cdef State after
    cdef float value, best = -1e9
    cdef int i, at = 0
    for i in range(n if n > 1 else 0):
        after = s[0]
        value = play(rules, &after, &moves[i])
        value -= look_ahead(NULL, rules, &after, memory, stack, stack + STACK, plays - 1, -1e9, value - best)
        if value > best:
            best = value
            at = i
    return at


def foreseen_deals(RuleSet rules, u64 seed, u64 first, int count, int plays, double noise):
    """Deals in which every seat looks `plays` plays ahead on all cards, but for a share `noise` of random plays.

    Arrays: what the outlook looks at before each play, float32 of shape (count, 48, features), and what the side to
    play won from there on more than the other, float32 (count, 48).
    """
    cdef Memory *memory = new_memory()
    cdef Move *moves = <Move *>malloc((CHOICES + STACK) * sizeof(Move))
    cdef Named named
    cdef State s
    cdef u64 stream
    cdef int i, n, at, t
    cdef int gains[48]
    cdef float won
    if not moves:
        free_memory(memory)
        raise MemoryError("no memory for moves")
    features = np.zeros((count, PLAYS, FEATURES), np.float32)
    outcomes = np.zeros((count, PLAYS), np.float32)
    cdef float[:, :, ::1] feature = features
    cdef float[:, ::1] outcome = outcomes
    with nogil:
        for i in range(count):
            stream = stream_of(seed, first + i)
            start_deal(&rules.c, &stream, &named)
            pack(&rules.c, &named, &s)
            t = 0
            while s.left:
                fill_features(&rules.c, &s, memory, &feature[i, t, 0])
                n = generate(&rules.c, &s, memory.packer, moves, CHOICES)
                if n <= 0:
                    break
                if unit(&stream) < noise:
                    at = <int>(unit(&stream) * n)
                else:
                    at = foreseen(&rules.c, &s, moves, n, plays, memory, moves + CHOICES)
                gains[t] = play(&rules.c, &s, &moves[at])
                t += 1
            won = leftovers(&rules.c, &s)
            while t:
                t -= 1
                won = gains[t] - won
                outcome[i, t] = won
    free(moves)
    free_memory(memory)
    return features, outcomes
