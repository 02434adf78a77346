# The transposition table: proven bounds of positions met before.
#
# An entry is four 64-bit words, `check` = key ^ the others, `data` and a pattern; two entries to a cluster, a cluster
# to a cache line. The words of a pattern are laid out in its header; data is
#
#   field   bits    what
#   key     64      the whole search key: a shorter check would give false exact values
#   low     16      the gain of the side to move is at least this
#   high    16      ... and at most this
#   stamp   16      the search that wrote it; entries of another count as empty, so nothing is ever wiped
#   left     8      plays to come, the measure of what the entry cost
#   best     8      generator index of the best move, 255 none
#
# Threads share a table without locks: a torn entry is that of no key (Hyatt and Mann 2002).
from seep_ext.types cimport i16, u8, u16, u64
from seep_ext.pattern cimport Pattern, distance
from seep_ext.rules cimport Rules

cdef enum:
    CLUSTER = 2
    IDENTITY_WORDS = 19     # of a position in a debug build (see table_audit)
    NO_MOVE = 255
    FAR = 30000             # beyond any gain

cdef struct Entry:
    u64 check
    u64 data
    Pattern pattern

cdef struct Known:          # what an entry says
    int low
    int high
    int best

cdef struct Table:
    Entry *entries
    u64 clusters
    void *memory            # what was mapped, and how much
    u64 bytes
    u64 *identities         # debug builds: the position of each entry
    u16 stamp

cdef int allocate(Table *table, int megabytes) except -1
cdef void release(Table *table) noexcept nogil
cdef void renew(Table *table) noexcept nogil
cdef void store(Table *table, u64 key, const Pattern *pattern, int low, int high, int left, int best) noexcept nogil

# Thousandths of a sample of the table that hold entries of this search.
cdef int use_of(const Table *table) noexcept nogil

cdef extern from *:
    """
    static inline unsigned long long seep_scaled(unsigned long long key, unsigned long long n) {
        return (unsigned long long)(((unsigned __int128)key * n) >> 64);
    }
    """
    u64 scaled "seep_scaled"(u64 key, u64 n) noexcept nogil

cdef inline Entry *cluster_of(const Table *table, u64 key) noexcept nogil:
    return table.entries + CLUSTER * scaled(key, table.clusters)

cdef inline u64 packed(int low, int high, int stamp, int left, int best) noexcept nogil:
    return <u64><u16>low | <u64><u16>high << 16 | <u64>stamp << 32 | <u64>left << 48 | <u64>best << 56

cdef inline int low_of(u64 data) noexcept nogil:
    return <i16>(data & 0xffff)

cdef inline int high_of(u64 data) noexcept nogil:
    return <i16>(data >> 16 & 0xffff)

cdef inline int stamp_of(u64 data) noexcept nogil:
    return <u16>(data >> 32)

cdef inline int left_of(u64 data) noexcept nogil:
    return <u8>(data >> 48)

cdef inline int best_of(u64 data) noexcept nogil:
    return <u8>(data >> 56)

cdef inline bint look_up(const Rules *rules, const Table *table, u64 key, const Pattern *pattern,
                         Known *known) noexcept nogil:
    """What the table says of a key and a pattern, if it does: entries of other patterns by their distance."""
    cdef Entry *e = cluster_of(table, key)
    cdef int i, far
    cdef u64 data
    cdef bint found = False
    for i in range(CLUSTER):
        data = e[i].data
        if e[i].check ^ data ^ e[i].pattern.hands ^ e[i].pattern.rest == key and stamp_of(data) == table.stamp:
            far = 0
            if e[i].pattern.hands != pattern.hands or e[i].pattern.rest != pattern.rest:
                far = distance(rules, &e[i].pattern, pattern)
            if not found:
                known.low = low_of(data) - far
                known.high = high_of(data) + far
                known.best = best_of(data)
                found = True
                continue
            known.low = max(known.low, low_of(data) - far)
            known.high = min(known.high, high_of(data) + far)
            if not far and best_of(data) != NO_MOVE:
                known.best = best_of(data)
    return found
