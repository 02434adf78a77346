# Threads of one search: helpers work on the question that the search asks, through the table that all share.
from seep_ext.search cimport Search
from seep_ext.state cimport Move, State

cdef enum:
    MOST_THREADS = 256

cdef struct Team

cdef Team *new_team(Search *q, int threads) except NULL
cdef void free_team(Team *team) noexcept nogil

# Threads run from the start of a search to its end; a thread that the system does not give is done without.
cdef void start_team(Team *team) noexcept nogil
cdef void end_team(Team *team) noexcept nogil

# `probe` with the help of the search's team, if it has one.
cdef int ask(Search *q, const State *s, Move *stack, int beta) noexcept nogil
