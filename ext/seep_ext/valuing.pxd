# How a world values a move: the methods of search over worlds.
from seep_ext.types cimport u8, u64
from seep_ext.root cimport Root
from seep_ext.rules cimport Rules
from seep_ext.search cimport Search
from seep_ext.state cimport Move, State
from seep_ext.takings cimport Memory
from seep_ext.tree cimport Style, Tree
from seep_ext.worlds cimport World, Worlds

cdef enum Method:
    MONTECARLO                  # playouts by the policy
    PIMC                        # search of some plays with all cards seen
    ISMCTS                      # a tree over all worlds
    EXACT                       # solved with all cards seen

cdef struct Lane:               # memory of one thread
    Memory *memory
    Move *moves
    Search *q
    Tree *tree

cdef struct Plan:               # the same for all lanes
    Method method
    int plays                   # of a playout, or looked ahead
    Style style                 # of the tree; its policies are those of playouts too
    const Rules *rules
    const Worlds *worlds
    const Move *moves           # at the root
    int n
    const u8 *out               # by move: it is not in the race any more
    const u8 *risky             # ... it is not worth its risk, and drops out once some worlds have told what it wins
    u64 seed

cdef enum:
    LANE_MOVES = 1 << 16

cdef int fill_lane(Lane *lane, Search *q) except -1
cdef void empty_lane(Lane *lane) noexcept nogil

# What each move in the race is worth in a world, for the side to move; False: the search was stopped.
cdef bint value_moves(const Plan *plan, Lane *lane, const World *world, u64 number, float *values) noexcept nogil
