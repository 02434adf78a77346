# The transposition table: proven bounds of positions met before.
#
# An entry, 16 bytes; four to a cluster, a cluster to a cache line:
#
#   field   bits    what
#   key     64      the whole search key: a shorter check would give false exact values
#   low     16      the gain of the side to move is at least this
#   high    16      ... and at most this
#   stamp   16      the search that wrote it; entries of another count as empty, so nothing is ever wiped
#   left     8      plays to come, the measure of what the entry cost
#   best     8      generator index of the best move, 255 none
from seep_ext.types cimport i16, u8, u16, u64

cdef enum:
    CLUSTER = 4
    NO_MOVE = 255
    FAR = 30000             # beyond any gain

cdef struct Entry:
    u64 key
    i16 low
    i16 high
    u16 stamp
    u8 left
    u8 best

cdef struct Table:
    Entry *entries
    u64 clusters
    u16 stamp
    void *memory            # what was allocated; entries start at a cache line

cdef int allocate(Table *table, int megabytes) except -1
cdef void release(Table *table) noexcept nogil
cdef void renew(Table *table) noexcept nogil
cdef void store(Table *table, u64 key, int low, int high, int left, int best) noexcept nogil

cdef extern from *:
    """
    static inline unsigned long long seep_scaled(unsigned long long key, unsigned long long n) {
        return (unsigned long long)(((unsigned __int128)key * n) >> 64);
    }
    """
    u64 scaled "seep_scaled"(u64 key, u64 n) noexcept nogil

cdef inline Entry *cluster_of(const Table *table, u64 key) noexcept nogil:
    return table.entries + CLUSTER * scaled(key, table.clusters)

cdef inline Entry *look_up(const Table *table, u64 key) noexcept nogil:
    """The entry of a key, or NULL."""
    cdef Entry *e = cluster_of(table, key)
    cdef int i
    for i in range(CLUSTER):
        if e[i].key == key and e[i].stamp == table.stamp:
            return &e[i]
    return NULL
