# The order in which moves are tried: a score a move, higher first.
from seep_ext.types cimport i16
from seep_ext.rules cimport Rules
from seep_ext.state cimport Move, State

cdef int rate(const Rules *rules, const State *s, const State *after, const Move *m) noexcept nogil
