# Exact search: is the gain of the side to move at least beta? Every answer is a proven bound.
from seep_ext.types cimport i16, u32, u64
from seep_ext.rules cimport Rules
from seep_ext.packings cimport Packer
from seep_ext.pattern cimport Pattern
from seep_ext.state cimport Move, State
from seep_ext.table cimport Table

cdef enum:
    STACK = 1 << 17             # moves of all plies of one search
    BUSY_SIZE = 4096

cdef enum Stop:
    RUNNING
    OUT_OF_NODES
    OUT_OF_TIME
    INTERRUPTED
    CALLED_OFF                  # a helper's question is answered
    TOO_CROWDED                 # a floor with more moves than the stack holds

cdef struct Child:              # a move's outcome; bounds from the mover's side
    State s
    u64 key                     # 0: not in the table
    Pattern pattern
    i16 gain
    i16 low
    i16 high
    i16 score                   # for ordering; higher is tried earlier

cdef struct Search:
    const Rules *rules
    Table *table
    Packer *packer
    Move *stack
    Child *children             # beside the stack
    int *order                  # beside the stack: children still in question, by place
    u32 on                      # techniques in use
    int straight                # with so many plays to come everybody has one card left
    u64 nodes
    u64 node_limit              # 0: none
    u64 next_poll               # node count at which to look at the clock
    u64 poll_nodes              # nodes from one look to the next
    double polled               # when it was looked at last
    double deadline             # of the monotonic clock, in seconds; 0: none
    double next_look            # when to ask for signals next
    void *watcher               # a Python callable, told at each look for signals; NULL: none
    Stop stop
    void *team                  # who helps (see team), and
    u64 *busy                   # keys that some thread works on, BUSY_SIZE of them; NULL: one thread

# Memory of one thread's search; raises MemoryError.
cdef Search *new_search(Table *table) except NULL
cdef void free_search(Search *q) noexcept nogil
cdef void set_techniques(Search *q, const Rules *rules, u32 on) noexcept nogil
cdef void start_polls(Search *q) noexcept nogil
cdef void poll(Search *q) noexcept nogil
cdef int probe(Search *q, const State *s, Move *stack, int beta) noexcept nogil
cdef int foresee(Search *q, const State *s, Move *stack, int depth, int alpha, int beta) noexcept nogil
cdef int play_all(Search *q, const State *s, Move *stack) noexcept nogil
cdef int next_best(const Child *children, int *order, int n) noexcept nogil
cdef double now() noexcept nogil
