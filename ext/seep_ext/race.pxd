# The moves of a position in a race: each world values all that are still in it, so that differences between moves are
# paired, and a move that is surely behind the leader drops out.
from seep_ext.types cimport u8

cdef struct Race:
    int n                       # moves
    int running                 # of which so many are in the race
    u8 *out                     # by move: it dropped out
    double *count               # by move: worlds that valued it, copies counted
    double *weight              # ... and what these weigh
    double *square              # ... and of their squares
    double *sum                 # ... of its values, each times its world's weight
    double *sum2                # ... of the squares of values
    double *ahead               # [n][n], pairs i < j: of the values of i less those of j, as long as both ran
    double *ahead2
    double *paired              # [n][n]: of the weights of those worlds

cdef int open_race(Race *race, int n) noexcept nogil        # -1: no memory
cdef void close_race(Race *race) noexcept nogil

# Enter what a world, of a weight and so many copies, says of each move that runs.
cdef void record(Race *race, const float *values, double weight, double copies) noexcept nogil

cdef int leader(const Race *race) noexcept nogil

# Mean of the values of a move, and its standard error.
cdef double mean_of(const Race *race, int i) noexcept nogil
cdef double error_of(const Race *race, int i) noexcept nogil

# Mean by which i is ahead of j, and its standard error; over the worlds that valued both.
cdef double ahead_of(const Race *race, int i, int j, double *error) noexcept nogil

# Drop the moves that are behind the leader by more than `z` standard errors, and at least a thousandth of a point.
cdef void drop_beaten(Race *race, double z) noexcept nogil

# Drop the moves that are marked.
cdef void drop_marked(Race *race, const u8 *marked) noexcept nogil
