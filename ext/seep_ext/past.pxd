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

cdef struct Belief:
    Past *past
    int n
    float temperature[4]        # by seat, in points: of the softmax of scores that stands for how it plays
    float doubt                 # share of plays that are anyone's guess

# Choose each seat's temperature: that at which its plays, one by one, were likeliest on average over `n` worlds.
cdef void choose_tempers(Belief *belief, const Rules *rules, const State *worlds, int n, Memory *memory,
                         Move *moves) noexcept nogil

# The likelihood of all plays in a world, 0 where one was not legal there.
cdef double likelihood(const Belief *belief, const Rules *rules, const State *s, Memory *memory,
                       Move *moves) noexcept nogil

# Read earlier plays of seats other than `seat`, (POSITION row, MOVE row) of each in order; free belief.past afterwards.
cdef int fill_past(Belief *belief, const Rules *rules, history, int seat) except -1
