# What the transposition table knows a position by.
from seep_ext.types cimport u32, u64
from seep_ext.pattern cimport Pattern
from seep_ext.rules cimport Rules
from seep_ext.state cimport State

cdef u64 search_key(const Rules *rules, const State *s, u32 on, Pattern *pattern) noexcept nogil
cdef bint last_matters(const State *s, u32 on) noexcept nogil
