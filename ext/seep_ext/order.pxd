# The order in which moves are tried: a score a move, higher first.
from seep_ext.types cimport i16, u64
from seep_ext.rules cimport Rules
from seep_ext.state cimport Move, State

cdef enum:
    HISTORY_SIZE = 4 * 5 * 52 * 8       # by seat, play, kind of card, house value

cdef int rate(const Rules *rules, const State *s, const State *after, const Move *m, const i16 *history) noexcept nogil
cdef void remember_cut(i16 *history, const State *s, const Move *m) noexcept nogil
