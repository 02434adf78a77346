# A deal played on by the policy, each seat by its own cards.
from seep_ext.types cimport u64
from seep_ext.policy cimport Care
from seep_ext.rules cimport Rules
from seep_ext.state cimport Move, State
from seep_ext.takings cimport Memory

# What the side to move wins more than the other: in `plays` plays, and what the outlook expects after them; its side
# plays by `care`, the other by `other`.
cdef float playout(const Care *care, const Care *other, const Rules *rules, State *s, int plays, Memory *memory,
                   Move *moves, u64 *stream) noexcept nogil
