# The root of a search: every legal move with proven bounds that narrow until they meet.
from seep_ext.types cimport i16, u8
from seep_ext.names cimport Named, NamedMove
from seep_ext.search cimport Search
from seep_ext.state cimport Move, State

cdef enum:
    LONGEST_LINE = 48

cdef struct Choice:                 # a legal move at the root
    Move move
    NamedMove named
    State after
    int gain                        # what it wins at once
    int low                         # proven bounds of its value
    int high
    int length                      # of its line
    NamedMove line[48]              # LONGEST_LINE; starts with the move

cdef struct Root:
    Search *q
    Named named
    State s
    Choice *choices                 # ascending by notation
    int n
    int low                         # proven bounds of the position
    int high

cdef int open_root(Root *root, Search *q, const Named *named) noexcept nogil
cdef void close_root(Root *root) noexcept nogil
cdef void prove_value(Root *root) noexcept nogil
cdef void prove_first_best(Root *root) noexcept nogil
cdef void prove_all(Root *root) noexcept nogil
cdef void find_lines(Root *root) noexcept nogil
