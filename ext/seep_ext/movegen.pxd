# Every legal move of a position, each kind of interchangeable cards once.
from seep_ext.types cimport u64
from seep_ext.rules cimport Rules
from seep_ext.packings cimport Packer
from seep_ext.state cimport Move, State

cdef enum:
    MOST_MOVES = 1 << 16        # of one position; beyond it is refused
    LOOK_DEPTH = 4              # counting looks for signals at each node with so many plays to go
    INTERRUPTED_COUNT = -2

cdef Packer *new_packer() except NULL

# Number of moves written to `out`, at least 1 while cards are in hand; -1 when `room` does not hold them.
cdef int generate(const Rules *rules, const State *s, Packer *packer, Move *out, int room) noexcept nogil

# Number of sequences of `depth` plays; one that ends the deal earlier counts once. -1: no room; INTERRUPTED_COUNT: by
# Ctrl-C.
cdef long long count_sequences(const Rules *rules, const State *s, Packer *packer, Move *stack, int room,
                               int depth) noexcept nogil
