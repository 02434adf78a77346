"""The transposition table (see the header for the layout of an entry)."""
from libc.stdint cimport uintptr_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset


cdef int allocate(Table *table, int megabytes) except -1:
    """Take memory for a table, all entries empty; raises MemoryError."""
    table.clusters = (<u64>megabytes << 20) // (CLUSTER * sizeof(Entry))
    table.memory = calloc(table.clusters * CLUSTER * sizeof(Entry) + 63, 1)
    if not table.memory:
        raise MemoryError(f"no memory for a table of {megabytes} MB")
    table.entries = <Entry *>((<uintptr_t>table.memory + 63) & ~<uintptr_t>63)
    table.stamp = 0
    return 0


cdef void release(Table *table) noexcept nogil:
    free(table.memory)
    table.memory = NULL
    table.entries = NULL


cdef void renew(Table *table) noexcept nogil:
    """Make the table empty to the search that starts now."""
    table.stamp += 1
    if table.stamp == 0:        # the stamps went round: old entries could pass for new ones
        memset(table.entries, 0, table.clusters * CLUSTER * sizeof(Entry))
        table.stamp = 1


cdef void store(Table *table, u64 key, int low, int high, int left, int best) noexcept nogil:
    """Narrow the bounds of a key, or give it the place of a stale entry or the cheapest one of its cluster."""
    cdef Entry *e = cluster_of(table, key)
    cdef Entry *place = e
    cdef int i
    for i in range(CLUSTER):
        if e[i].stamp != table.stamp:
            place = &e[i]
            continue
        if e[i].key == key:
            if low > e[i].low:
                e[i].low = low
            if high < e[i].high:
                e[i].high = high
            if best != NO_MOVE:
                e[i].best = best
            return
        if place.stamp == table.stamp and e[i].left < place.left:
            place = &e[i]
    place.key = key
    place.low = low
    place.high = high
    place.stamp = table.stamp
    place.left = left
    place.best = best
