# What a position in the middle of a deal promises: a judgement of floor, houses and hands, fitted to deals played out.
from seep_ext.rules cimport Rules
from seep_ext.state cimport State
from seep_ext.takings cimport Memory

cdef enum:
    FEATURES = 146
    PHASES = 7                  # of a deal, by plays to come: 8 to a phase

# The rules are of the kind that the weights were fitted to.
cdef inline bint fitted(const Rules *rules) noexcept nogil:
    return rules.players == 4 and rules.ownership and rules.deck.total == 100

# Write what the judgement looks at, as the side to move sees it (docs/strength.md, "Outlook").
cdef void fill_features(const Rules *rules, const State *s, Memory *memory, float *out) noexcept nogil

# What the side to move still wins more than the other, expected; in points.
cdef float outlook(const Rules *rules, const State *s, Memory *memory) noexcept nogil
