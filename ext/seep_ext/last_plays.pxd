# The end of a deal, when every seat holds one card: nearly every play is forced.
from seep_ext.rules cimport Rules
from seep_ext.packings cimport Packer
from seep_ext.state cimport Move, State

# The gain of the side to move of a position in which nobody holds or takes up a second card; `s` is played to the end.
# full is set when a floor has more moves than `room` of the stack holds.
cdef int last_plays(const Rules *rules, State *s, Packer *packer, Move *stack, int room, bint *full) noexcept nogil
