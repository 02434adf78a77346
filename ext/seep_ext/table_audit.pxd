# Debug builds: what the table keeps of a position is compared with the whole of it.
from seep_ext.types cimport u32, u64
from seep_ext.pattern cimport Pattern
from seep_ext.rules cimport Rules
from seep_ext.state cimport State
from seep_ext.table cimport Table

# Write down the position that an entry was stored for.
cdef void audit_store(const Table *table, u64 key, const Pattern *pattern, const Rules *rules, const State *s,
                      u32 on) noexcept nogil

# Abort if an entry that answers for `key` is of a position that differs in more than its pattern.
cdef void audit_hit(const Table *table, u64 key, const Rules *rules, const State *s, u32 on) noexcept nogil
