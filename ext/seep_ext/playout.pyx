"""Playouts."""
import numpy as np

from libc.stdlib cimport free, malloc

from seep_ext.chance cimport stream_of
from seep_ext.door cimport bytes_of
from seep_ext.movegen cimport generate
from seep_ext.names cimport Named, pack
from seep_ext.outlook cimport outlook
from seep_ext.policy cimport CAREFUL, CHOICES, pick
from seep_ext.rules cimport RuleSet
from seep_ext.state cimport leftovers, play
from seep_ext.takings cimport free_memory, new_memory

from seep_ext.door import POSITION


cdef float playout(const Care *care, const Care *other, const Rules *rules, State *s, int plays, Memory *memory,
                   Move *moves, u64 *stream) noexcept nogil:
    cdef int n, side = s.turn & 1, sign
    cdef float sum = 0
    while s.left and plays:
        n = generate(rules, s, memory.packer, moves, CHOICES)
        if n <= 0:
            break
        sign = 1 if s.turn & 1 == side else -1
        sum += sign * play(rules, s, &moves[pick(care if sign == 1 else other, rules, s, moves, n, memory, stream)])
        plays -= 1
    sign = 1 if s.turn & 1 == side else -1
    return sum + sign * (outlook(rules, s, memory) if s.left else <float>leftovers(rules, s))


def playouts(RuleSet rules, positions, u64 seed, int plays=-1, int each=1):
    """What the side to move won in playouts of each POSITION row, float32 of shape (n, each).

    plays: after so many the outlook judges, below 0 the deal is played out.
    """
    cdef const unsigned char[::1] raw = bytes_of(positions, POSITION)
    cdef Py_ssize_t n = raw.shape[0] // <Py_ssize_t>sizeof(Named), i
    cdef Memory *memory = new_memory()
    cdef Move *moves = <Move *>malloc(CHOICES * sizeof(Move))
    cdef State s, start
    cdef u64 stream
    cdef int j
    if not moves:
        free_memory(memory)
        raise MemoryError("no memory for moves")
    out = np.zeros((n, each), np.float32)
    cdef float[:, ::1] rows = out
    with nogil:
        for i in range(n):
            pack(&rules.c, <const Named *>&raw[i * sizeof(Named)], &start)
            stream = stream_of(seed, i)
            for j in range(each):
                s = start
                rows[i, j] = playout(&CAREFUL, &CAREFUL, &rules.c, &s, plays, memory, moves, &stream)
    free(moves)
    free_memory(memory)
    return out
