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
    cdef int i, cost = 256
    cdef u64 data
    for i in range(CLUSTER):
        data = e[i].data
        if stamp_of(data) != table.stamp:
            if cost >= 0:
                place = &e[i]
                cost = -1
            continue
        if e[i].check ^ data == key:
            low = max(low, low_of(data))
            high = min(high, high_of(data))
            if best == NO_MOVE:
                best = best_of(data)
            place = &e[i]
            break
        if left_of(data) < cost:
            place = &e[i]
            cost = left_of(data)
    data = packed(low, high, table.stamp, left, best)
    place.check = key ^ data
    place.data = data


cdef int use_of(const Table *table) noexcept nogil:
    cdef u64 i, n = min(table.clusters * CLUSTER, <u64>4000), used = 0
    for i in range(n):
        used += stamp_of(table.entries[i].data) == table.stamp
    return <int>(used * 1000 // n)
