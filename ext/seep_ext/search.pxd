# Exact search: is the gain of the side to move at least beta? Every answer is a proven bound.
from libc.stdint cimport uint64_t
from seep_ext.types cimport i16, i32, u64
from seep_ext.rules cimport Rules
from seep_ext.movegen cimport Workspace
from seep_ext.state cimport Move, State
from seep_ext.table cimport Table

cdef enum:
    STACK = 1 << 17             # moves of all plies of one search

cdef enum Stop:
    RUNNING
    OUT_OF_NODES
    OUT_OF_TIME
    INTERRUPTED
    TOO_CROWDED                 # a floor with more moves than the stack holds

cdef struct Search:
    const Rules *rules
    Table *table
    Workspace *work
    Move *stack
    State s
    u64 nodes
    u64 node_limit              # 0: none
    u64 next_poll               # node count at which to look at the clock
    double deadline             # of the monotonic clock, in seconds; 0: none
    double next_look            # when to ask for signals next
    Stop stop
    i32 history[4][5][52][14]   # by seat, play, kind of card, house value

cdef void static_bounds(const Rules *rules, const State *s, int rest, int *low, int *high) noexcept nogil
cdef int points_left(const Rules *rules, const State *s) noexcept nogil
cdef int probe(Search *q, Move *stack, int beta, int rest) noexcept nogil
cdef double now() noexcept nogil
