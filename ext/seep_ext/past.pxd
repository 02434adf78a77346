# How likely the plays so far were in a world, for a sensible player: what they tell of the hands that they came from.
from seep_ext.types cimport u64
from seep_ext.rules cimport Rules
from seep_ext.state cimport Move, State
from seep_ext.takings cimport Memory

cdef struct Past:               # an earlier play of another seat
    State table                 # before it, without hands
    u64 since[4]                # what each seat has played since, this play's card among it
    int plays                   # number of plays since, this one among them
    Move move

cdef struct Way:                # how a seat chooses among its moves: a softmax of the scores that `careful` gives them
    float temperature           # in points where a deck has 100
    float doubt                 # share of plays that are anyone's guess

cdef struct Belief:
    Past *past
    int n
    Way way[4]                  # by seat
    bint predicted[4]           # it plays by the policy itself, more likely than not

# Find out each seat's way: that in which its plays, one by one, were likeliest on average over `n` worlds.
cdef void find_ways(Belief *belief, const Rules *rules, const State *worlds, int n, Memory *memory,
                    Move *moves) noexcept nogil

# The likelihood of all plays in a world, 0 where one was not legal there.
cdef double likelihood(const Belief *belief, const Rules *rules, const State *s, Memory *memory,
                       Move *moves) noexcept nogil

# Read earlier plays of seats other than `seat`, (POSITION row, MOVE row) of each in order; free belief.past afterwards.
cdef int fill_past(Belief *belief, const Rules *rules, history, int seat) except -1
