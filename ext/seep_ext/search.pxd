# Exact search: is the gain of the side to move at least beta? Every answer is a proven bound.
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

cdef struct Child:              # what is known of the position after a move; bounds from the mover's side
    u64 key
    i16 gain
    i16 low
    i16 high

cdef struct Search:
    const Rules *rules
    Table *table
    Workspace *work
    Move *stack
    Child *children             # beside the stack
    State s
    u64 nodes
    u64 node_limit              # 0: none
    u64 next_poll               # node count at which to look at the clock
    double deadline             # of the monotonic clock, in seconds; 0: none
    double next_look            # when to ask for signals next
    Stop stop
    i32 history[4][5][52][14]   # by seat, play, kind of card, house value

cdef int probe(Search *q, Move *stack, int beta, int rest) noexcept nogil
cdef int foresee(Search *q, Move *stack, int depth, int alpha, int beta) noexcept nogil
cdef double now() noexcept nogil
