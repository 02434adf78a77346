# The root of a search: every legal move with proven bounds that narrow until they meet.
from seep_ext.names cimport Named, NamedMove
from seep_ext.search cimport Search
from seep_ext.state cimport Move, State

cdef enum:
    LONGEST_LINE = 48
    DEEP_LEFT = 24                  # with more plays to come a search is not expected to end

cdef struct Choice:                 # a legal move at the root
    Move move
    NamedMove named
    State after
    int gain                        # what it wins at once
    int low                         # proven bounds of its value
    int high
    int promise                     # `high` but for questions from afar: by it choices are asked in turn
    int guess                       # not proven; of use where root.guessed
    int deeper                      # a guess that is being made
    bint settled                    # exact, and no open choice is worth more
    int length                      # of its line
    NamedMove line[48]              # LONGEST_LINE; starts with the move

cdef struct Root:
    Search *q
    Named named
    State s
    Choice *choices                 # ascending by notation
    int n
    int settled                     # choices that are; the others are open
    int leader                      # the choice that is asked first
    bint guessed
    bint afar                       # easy questions are asked
    int low                         # proven bounds of the position
    int high

cdef int open_root(Root *root, Search *q, const Named *named) noexcept nogil
cdef void close_root(Root *root) noexcept nogil

# Narrow the position's bounds until they meet.
cdef void prove_value(Root *root) noexcept nogil

# With the value proven: the first choice, in the order of notation, that is worth it.
cdef void prove_first_best(Root *root) noexcept nogil

# With the value proven: every choice that is worth it, and the best `top` choices exactly, ties as notation has them.
cdef void prove_top(Root *root, int top) noexcept nogil

# The line of a choice that is exact: both sides play the first, in the order of notation, of their best moves.
cdef void find_line(Root *root, Choice *c) noexcept nogil

# What the table remembers of a line; not proven.
cdef void recall_line(Root *root, Choice *c) noexcept nogil
