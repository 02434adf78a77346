"""Captures of loose cards by rank, with a one-way table of floors met before."""
from libc.stdlib cimport calloc, free

from seep_ext.cards cimport points_of
from seep_ext.movegen cimport new_packer
from seep_ext.packings cimport Floor, fill_floor, packings, reaches
from seep_ext.rules cimport ABSORB_SETS


cdef Memory *new_memory() except NULL:
    cdef Memory *memory = <Memory *>calloc(1, sizeof(Memory))
    if not memory:
        raise MemoryError("no memory for a player")
    try:
        memory.packer = new_packer()
    except MemoryError:
        free(memory)
        raise
    return memory


cdef void free_memory(Memory *memory) noexcept nogil:
    if memory:
        free(memory.packer)
        free(memory)


cdef void look(const Rules *rules, Memory *memory, u64 loose, Takings *out) noexcept nogil:
    """Find out what each rank takes."""
    cdef Floor floor
    cdef u64 *joined
    cdef int rank, n, i, points
    out.loose = loose
    out.scoring = rules.scoring + 1
    out.takes = 0
    out.clears = 0
    fill_floor(&rules.deck, loose, &floor)
    for rank in range(1, 14):
        out.points[rank] = 0
        if not reaches(&floor, rank):
            continue
        out.takes |= 1 << rank
        n = packings(&rules.deck, &floor, memory.packer, rank, 0, ABSORB_SETS, &joined)
        for i in range(n):
            points = points_of(&rules.deck, joined[i])
            if points > out.points[rank]:
                out.points[rank] = points
            if joined[i] == loose:
                out.clears |= 1 << rank


cdef const Takings *takings(const Rules *rules, Memory *memory, u64 loose) noexcept nogil:
    cdef Takings *known = &memory.known[loose * <u64>0x9E3779B97F4A7C15 >> (64 - TAKINGS_BITS)]
    if known.loose != loose or known.scoring != rules.scoring + 1:
        look(rules, memory, loose, known)
    return known
