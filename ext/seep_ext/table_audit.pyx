"""Debug builds: entries of the table against the positions they stand for (docs/engine.md, "The table")."""
from libc.stdio cimport fprintf, stderr
from libc.stdlib cimport abort
from libc.string cimport memcmp, memset

from seep_ext.cards cimport counts
from seep_ext.search_key cimport last_matters
from seep_ext.state cimport HOUSES, HOUSE_POINTS, find_left
from seep_ext.table cimport CLUSTER, IDENTITY_WORDS, Entry, cluster_of, stamp_of
from seep_ext.totals cimport Left, won_words


cdef void identify(const Rules *rules, const State *s, u32 on, u64 *words) noexcept nogil:
    """All that an entry's bounds depend on, but for the pattern; nothing is hashed."""
    cdef int i
    cdef Left left
    memset(words, 0, IDENTITY_WORDS * sizeof(u64))
    for i in range(4):
        words[i] = counts(&rules.deck, s.hand[i])
    words[4] = counts(&rules.deck, s.loose)
    words[5] = s.rest
    words[6] = s.second[0]
    words[7] = s.second[1]
    for i in range(HOUSES):
        words[8 + i] = s.house[i] & ~<u64>HOUSE_POINTS
    words[15] = s.turn | s.bid << 8 | (s.last << 16 if last_matters(s, on) else 0)
    words[16] = rules.salt
    if rules.tracks:
        find_left(rules, s, &left)
        won_words(rules, &s.won, &left, words + 17)


cdef u64 *identity_of(const Table *table, const Entry *e) noexcept nogil:
    return table.identities + (e - table.entries) * IDENTITY_WORDS


cdef bint answers(const Table *table, const Entry *e, u64 key) noexcept nogil:
    return (e.check ^ e.data ^ e.pattern.hands ^ e.pattern.rest == key
            and stamp_of(e.data) == table.stamp)


cdef void audit_store(const Table *table, u64 key, const Pattern *pattern, const Rules *rules, const State *s,
                      u32 on) noexcept nogil:
    cdef Entry *e = cluster_of(table, key)
    cdef int i
    for i in range(CLUSTER):
        if answers(table, &e[i], key) and e[i].pattern.hands == pattern.hands and e[i].pattern.rest == pattern.rest:
            identify(rules, s, on, identity_of(table, &e[i]))


cdef void audit_hit(const Table *table, u64 key, const Rules *rules, const State *s, u32 on) noexcept nogil:
    cdef Entry *e = cluster_of(table, key)
    cdef u64 words[19]              # IDENTITY_WORDS
    cdef int i
    identify(rules, s, on, words)
    for i in range(CLUSTER):
        if answers(table, &e[i], key) and memcmp(words, identity_of(table, &e[i]), sizeof(words)):
            fprintf(stderr, "seep_ext: broken table: an entry answers for another position\n")
            abort()
