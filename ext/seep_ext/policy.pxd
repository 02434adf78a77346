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
    CARES = 26                  # weights of a policy

cdef struct Care:               # weights, all of them float; of all but the points won, which count 1
    float danger                # what the next seat is expected to win at once
    float paid                  # ... of which so much of the points of the card that it plays
    float own_house             # card points in houses that the mover owns and no opponent
    float our_house             # ... that the partner alone owns
    float their_house           # ... that opponents alone own
    float own_houses            # number of houses that only the mover's side owns
    float cemented              # ... of them cemented
    float card                  # points of the card played
    float throws                # the move is a throw
    float captures
    float crowd                 # loose cards left
    float pair                  # cards of the rank played that the hand keeps
    float rank[14]              # the card played, by rank

cdef Care CAREFUL, WARY

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
