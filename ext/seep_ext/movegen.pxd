# Every legal move of a position, each kind of interchangeable cards once.
from seep_ext.types cimport u64
from seep_ext.rules cimport Rules
from seep_ext.packings cimport Memo
from seep_ext.state cimport Move, State

cdef enum:
    MOST_PACKINGS = 1 << 16     # of one card and one value
    MOST_MOVES = 1 << 16        # of one position; beyond it is refused
    LOOK_DEPTH = 4              # counting looks for signals at each node with so many plays to go
    INTERRUPTED_COUNT = -2

cdef struct Workspace:          # scratch of one thread
    Memo memo
    u64 packings[65536]         # MOST_PACKINGS

cdef Workspace *new_workspace() except NULL

# Number of moves written to `out`, at least 1 while cards are in hand; -1 when `room` does not hold them.
cdef int generate(const Rules *rules, const State *s, Workspace *work, Move *out, int room) noexcept nogil

# Number of sequences of `depth` plays; one that ends the deal earlier counts once. -1: no room; INTERRUPTED_COUNT: by
# Ctrl-C.
cdef long long count_sequences(const Rules *rules, State *s, Workspace *work, Move *stack, int room,
                               int depth) noexcept nogil
