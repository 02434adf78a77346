"""What many positions look like: counts to choose them by."""
import numpy as np

from libc.stdlib cimport free, malloc

from seep_ext.types cimport ones, u8
from seep_ext.door cimport bytes_of
from seep_ext.cards cimport size_of
from seep_ext.movegen cimport MOST_MOVES, generate, new_packer
from seep_ext.names cimport Named, pack
from seep_ext.packings cimport Packer
from seep_ext.rules cimport RuleSet, Rules
from seep_ext.state cimport CAPTURE, CEMENTED, HOUSES, LOWEST_HOUSE, Move, State

from seep_ext.door import POSITION

SURVEY = np.dtype([("left", "u1"), ("loose", "u1"), ("houses", "u1"), ("cemented", "u1"), ("seep", "u1")])

cdef struct Survey:             # a row of the dtype SURVEY
    u8 left                     # cards in hands and later stages
    u8 loose                    # cards
    u8 houses
    u8 cemented                 # houses
    u8 seep                     # the seat to play can make one

assert SURVEY.itemsize == sizeof(Survey)


cdef bint may_seep(const Rules *rules, const State *s, Packer *packer, Move *moves) noexcept nogil:
    """Whether some capture clears the floor and is not the last play."""
    cdef int n, i, house
    if s.left < 2 or ones(s.standing) > 1:
        return False
    n = generate(rules, s, packer, moves, MOST_MOVES)
    for i in range(n):
        house = 1 << (moves[i].value - LOWEST_HOUSE) if moves[i].value else 0
        if moves[i].play == CAPTURE and moves[i].loose == s.loose and house == s.standing:
            return True
    return False


cdef void look(const Rules *rules, const Named *named, Packer *packer, Move *moves, Survey *out) noexcept nogil:
    cdef State s
    cdef int i
    pack(rules, named, &s)
    out.left = s.left
    out.loose = size_of(&rules.deck, s.loose)
    out.houses = ones(s.standing)
    for i in range(HOUSES):
        if s.house[i] & CEMENTED:
            out.cemented += 1
    out.seep = may_seep(rules, &s, packer, moves)


def survey(RuleSet rules, positions):
    """A SURVEY row for each POSITION row; where the moves are too many to list, no seep is seen."""
    cdef const unsigned char[::1] raw = bytes_of(positions, POSITION)
    cdef Py_ssize_t n = raw.shape[0] // <Py_ssize_t>sizeof(Named), i
    cdef Packer *packer = new_packer()
    cdef Move *moves = <Move *>malloc(MOST_MOVES * sizeof(Move))
    out = np.zeros(n, SURVEY)
    cdef unsigned char[::1] to = out.view(np.uint8)
    if not moves:
        free(packer)
        raise MemoryError("no memory for a list of moves")
    with nogil:
        for i in range(n):
            look(&rules.c, <const Named *>&raw[i * sizeof(Named)], packer, moves, <Survey *>&to[i * sizeof(Survey)])
    free(packer)
    free(moves)
    return out
