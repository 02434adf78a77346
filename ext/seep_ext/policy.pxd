# How a sensible player plays at sight: one play ahead, with its own cards and what lies open, and an eye on seeps.
#
# The score of a move, in points: what it wins at once, less `danger` times what the next seat is expected to win by its
# best reply, plus `houses` times the card points in houses that only the mover's side owns less those that only the
# other owns, less `card` times the points of the card played. What the next seat holds is guessed from the number of
# cards of a rank that the mover does not see (hypergeometric); an owner's key is certain.
from seep_ext.types cimport u16, u64
from seep_ext.rules cimport Rules
from seep_ext.state cimport Move, State
from seep_ext.takings cimport Memory

cdef enum:
    CHOICES = 4096              # moves of one position that the policy looks at

cdef struct Care:               # weights; of all but the points won, which count 1
    float danger                # what the next seat is expected to win at once
    float seep                  # ... of it in seeps, besides
    float own_house             # card points in houses that the mover owns and no opponent
    float our_house             # ... that the partner alone owns
    float their_house           # ... that opponents alone own
    float shared_house
    float own_houses            # number of houses that only the mover's side owns
    float their_houses
    float cemented              # ... that only the mover's side owns and that are cemented
    float card                  # points of the card played
    float high                  # it is of a rank of houses
    float throws                # the move is a throw
    float captures
    float loose                 # card points left loose
    float crowd                 # loose cards left
    float next                  # card points of the best capture that the mover's hand keeps
    float pair                  # cards of the rank played that it keeps
    float paid                  # share of the capturing card's own points in what the next seat wins
    float rank[14]              # the card played, by rank
    float thrown[14]            # ... in a throw, besides

cdef Care GREEDY, CAREFUL, WARY

cdef struct Sight:              # what the seat to play knows of the next one
    float chance[14]            # that it holds a card of the rank
    float worth[14]             # mean card points of the unseen cards of the rank
    u16 may                     # bit r: it may hold one

cdef void see(const Rules *rules, const State *s, Sight *sight) noexcept nogil
cdef float weigh(const Care *care, const Rules *rules, const State *s, const Move *m, const Sight *sight,
                 Memory *memory) noexcept nogil

# The place of the move that the policy makes among `n`; equal scores are decided by the stream.
cdef int pick(const Care *care, const Rules *rules, const State *s, const Move *moves, int n, Memory *memory,
              u64 *stream) noexcept nogil
