# Alpha-beta of some plays with all cards seen, judged at its end by the outlook.
from seep_ext.policy cimport Care
from seep_ext.rules cimport Rules
from seep_ext.search cimport Search
from seep_ext.state cimport Move, State
from seep_ext.takings cimport Memory

# What the side to move wins more than the other, within alpha and beta (fail-soft); `stack` has room for the moves of
# all plies. `q` is polled for limits, if there is one: when it stops, what is returned means nothing.
cdef float look_ahead(Search *q, const Rules *rules, const State *s, Memory *memory, Move *stack, const Move *end,
                      int plays, float alpha, float beta) noexcept nogil
