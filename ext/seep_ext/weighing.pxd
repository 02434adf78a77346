# Worlds weighed by earlier plays: listed worlds by their likelihood, drawn ones kept in proportion to it.
from seep_ext.types cimport u64
from seep_ext.past cimport Belief
from seep_ext.search cimport Search
from seep_ext.state cimport Move
from seep_ext.takings cimport Memory
from seep_ext.worlds cimport World, Worlds

cdef enum:
    MOST_KEPT = 32              # worlds of one call of `sift`

cdef struct Scales:
    const Belief *belief
    const Worlds *worlds
    Memory *memory
    Move *moves
    Search *q                   # polled for limits
    u64 seed
    u64 weighed                 # worlds weighed so far, and sums: of their weights before earlier plays are looked at,
    double prior
    double weight               # ... of those after, and of those times the likelihood once more
    double weight2

# Find out how each seat plays, by some worlds of their own.
cdef void get_to_know(Scales *scales, Belief *belief) noexcept nogil

# Put listed worlds in random order: those that a limit leaves are a sample of all.
cdef void shuffle_worlds(World *worlds, int n, u64 seed) noexcept nogil

# Weigh listed worlds; where earlier plays rule out all, or the time is over, they are not used.
cdef void settle(Scales *scales, World *worlds, int n) noexcept nogil

# Keep up to `n` of more worlds that are drawn, by systematic resampling; how many different ones. A world that is kept
# several times stands there once, with its copies as weight: they are no independent draws, and errors must not take
# them for such.
cdef int sift(Scales *scales, World *kept, int n) noexcept nogil
