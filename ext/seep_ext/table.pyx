"""The transposition table (see the header for the layout of an entry)."""
from libc.stdint cimport uintptr_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset
from posix.mman cimport MAP_ANONYMOUS, MAP_FAILED, MAP_PRIVATE, PROT_READ, PROT_WRITE, mmap, munmap

from seep_ext.types cimport DEBUG

cdef extern from *:
    """
    #include <sys/mman.h>
    #ifdef MADV_HUGEPAGE
    #define seep_large_pages(p, n) madvise(p, n, MADV_HUGEPAGE)
    #else
    #define seep_large_pages(p, n) 0
    #endif
    """
    int want_large_pages "seep_large_pages"(void *p, size_t n) noexcept nogil

cdef enum:
    LARGE_PAGE = 1 << 21


cdef int allocate(Table *table, int megabytes) except -1:
    """Take memory for a table, all entries empty; raises MemoryError.

    In large pages where the system has them: every look-up is a page of its own to the processor.
    """
    cdef u64 size = <u64>megabytes << 20
    table.bytes = size + LARGE_PAGE
    table.memory = mmap(NULL, table.bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    if table.memory == MAP_FAILED:
        table.memory = NULL
        raise MemoryError(f"no memory for a table of {megabytes} MB")
    table.entries = <Entry *>((<uintptr_t>table.memory + LARGE_PAGE - 1) & ~<uintptr_t>(LARGE_PAGE - 1))
    table.clusters = size // (CLUSTER * sizeof(Entry))
    table.stamp = 0
    want_large_pages(table.entries, size)
    if DEBUG:
        table.identities = <u64 *>calloc(table.clusters * CLUSTER * IDENTITY_WORDS, sizeof(u64))
        if not table.identities:
            raise MemoryError("no memory for the audit of a table")
    return 0


cdef void release(Table *table) noexcept nogil:
    if table.memory:
        munmap(table.memory, table.bytes)
    table.memory = NULL
    free(table.identities)
    table.identities = NULL


cdef void renew(Table *table) noexcept nogil:
    """Make the table empty to the search that starts now."""
    table.stamp += 1
    if table.stamp == 0:        # the stamps went round: old entries could pass for new ones
        memset(table.entries, 0, table.clusters * CLUSTER * sizeof(Entry))
        table.stamp = 1


cdef void store(Table *table, u64 key, const Pattern *pattern, int low, int high, int left, int best) noexcept nogil:
    """Narrow the bounds of a position, or give it the place of a stale entry or the cheapest one of its cluster."""
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
        if (e[i].check ^ data ^ e[i].pattern.hands ^ e[i].pattern.rest == key and e[i].pattern.hands == pattern.hands
                and e[i].pattern.rest == pattern.rest):
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
    place.check = key ^ data ^ pattern.hands ^ pattern.rest
    place.data = data
    place.pattern = pattern[0]


cdef int use_of(const Table *table) noexcept nogil:
    cdef u64 i, n = min(table.clusters * CLUSTER, <u64>4000), used = 0
    for i in range(n):
        used += stamp_of(table.entries[i].data) == table.stamp
    return <int>(used * 1000 // n)
