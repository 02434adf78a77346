"""Exact search: null-window alpha-beta (fail-soft) with a transposition table of proven bounds."""

from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memset
from posix.time cimport CLOCK_MONOTONIC, clock_gettime, timespec

from seep_ext.types cimport DEBUG, fetch_line
from seep_ext.table_audit cimport audit_hit, audit_store
from seep_ext.bounds cimport Before, static_bounds
from seep_ext.last_plays cimport last_plays
from seep_ext.movegen cimport generate
from seep_ext.order cimport rate
from seep_ext.pattern cimport Pattern
from seep_ext.search_key cimport search_key
from seep_ext.state cimport leftovers, play
from seep_ext.table cimport FAR, NO_MOVE, Known, cluster_of, look_up, store
from seep_ext.techniques cimport (
    BOUNDS, CHILDREN, LAST_PLAYS, ORDER, PACKINGS, TABLE)

cdef extern from "<stdlib.h>":
    void *aligned_alloc(size_t, size_t) noexcept nogil

cdef extern from "Python.h":
    int PyErr_CheckSignals() noexcept       # asked for its answer, not for its exception
    void PyErr_Clear() noexcept

cdef enum:
    TABLE_LEFT = 6              # fewer plays left: searching again is cheaper than the table
    HINT_SCORE = 32000          # of the move that the table remembers
    DEFERRED = -32000           # of a move that another thread works on
    SHARED_LEFT = 10            # with fewer plays left threads do not keep out of each other's way
    LINE = 64                   # bytes of a cache line
    WIDTH = 3                   # moves a play of a guess
    POLL_NODES = 1024           # nodes between two looks at the clock, at most

cdef double LOOK_SECONDS = 0.05     # between two looks for signals
cdef double POLL_SECONDS = 0.01     # between two looks at the clock, about: nodes of crowded floors take long


cdef double now() noexcept nogil:
    """The monotonic clock, in seconds."""
    cdef timespec t
    clock_gettime(CLOCK_MONOTONIC, &t)
    return t.tv_sec + 1e-9 * t.tv_nsec


cdef void look_for_signals(Search *q) noexcept with gil:
    if PyErr_CheckSignals() < 0:
        PyErr_Clear()
        q.stop = INTERRUPTED
    elif q.watcher:
        (<object>q.watcher)()


cdef void start_polls(Search *q) noexcept nogil:
    q.poll_nodes = 1
    q.next_poll = q.nodes
    q.polled = now()
    q.next_look = q.polled + LOOK_SECONDS


cdef void poll(Search *q) noexcept nogil:
    cdef double t = now()
    if t - q.polled > POLL_SECONDS:
        q.poll_nodes = max(q.poll_nodes >> 1, <u64>1)
    elif q.poll_nodes < POLL_NODES:
        q.poll_nodes <<= 1
    q.polled = t
    q.next_poll = q.nodes + q.poll_nodes
    if q.node_limit and q.next_poll > q.node_limit:
        q.next_poll = q.node_limit
    if q.node_limit and q.nodes >= q.node_limit:
        q.stop = OUT_OF_NODES
    elif q.deadline and t >= q.deadline:
        q.stop = OUT_OF_TIME
    elif t >= q.next_look:
        q.next_look = t + LOOK_SECONDS
        look_for_signals(q)


cdef Search *new_search(Table *table) except NULL:
    cdef Search *q = <Search *>aligned_alloc(LINE, (sizeof(Search) + LINE) // LINE * LINE)      # no line is shared
    if q:
        memset(q, 0, sizeof(Search))
        q.table = table
        q.packer = <Packer *>calloc(1, sizeof(Packer))
        q.stack = <Move *>malloc(STACK * sizeof(Move))
        q.children = <Child *>malloc(STACK * sizeof(Child))
        q.order = <int *>malloc(STACK * sizeof(int))
        if q.packer and q.stack and q.children and q.order:
            return q
        free_search(q)
    raise MemoryError("no memory for a search")


cdef void free_search(Search *q) noexcept nogil:
    if q:
        free(q.packer)
        free(q.stack)
        free(q.children)
        free(q.order)
        free(q)


cdef void set_techniques(Search *q, const Rules *rules, u32 on) noexcept nogil:
    """Say which techniques a search uses, and what follows from the rules."""
    q.rules = rules
    q.on = on
    q.straight = rules.players if on & LAST_PLAYS else 0
    q.packer.remembers = on & PACKINGS != 0


cdef inline int room(const Search *q, const Move *stack) noexcept nogil:
    return <int>(q.stack + STACK - stack)


cdef inline bint at_end(const Search *q, const State *s) noexcept nogil:
    """Every seat holds its last card, or none."""
    return s.left <= q.straight and not (s.rest or s.second[0] or s.second[1])


cdef int play_out(Search *q, const State *s, Move *stack) noexcept nogil:
    cdef State end = s[0]
    cdef bint full = False
    cdef int gain
    if not s.left:
        return leftovers(q.rules, s)
    gain = last_plays(q.rules, &end, q.packer, stack, room(q, stack), &full)
    if full:
        q.stop = TOO_CROWDED
    return gain


cdef int next_best(const Child *children, int *order, int n) noexcept nogil:
    """Selection sort, a step at a time: most nodes need only the first moves."""
    cdef int j, best = 0, place
    for j in range(1, n):
        if children[order[j]].score > children[order[best]].score:
            best = j
    place = order[best]
    order[best] = order[0]
    order[0] = place
    return place


cdef int play_all(Search *q, const State *s, Move *stack) noexcept nogil:
    """Play and rate every move, beside the stack; their number, or -1 where the stack does not hold them."""
    cdef Child *children = q.children + (stack - q.stack)
    cdef int *order = q.order + (stack - q.stack)
    cdef int n = generate(q.rules, s, q.packer, stack, room(q, stack)), i
    cdef Child *c
    for i in range(n):
        c = &children[i]
        c.s = s[0]
        c.gain = play(q.rules, &c.s, &stack[i])
        c.score = rate(q.rules, s, &c.s, &stack[i])
        order[i] = i
    return n


cdef int foresee(Search *q, const State *s, Move *stack, int depth, int alpha, int beta) noexcept nogil:
    """A guess of the gain of the side to move, not a bound: of `depth` plays the few moves rated highest, then one."""
    cdef Child *children = q.children + (stack - q.stack)
    cdef int *order = q.order + (stack - q.stack)
    cdef int n, i, gain, best = -FAR
    cdef Child *c
    if at_end(q, s):
        return play_out(q, s, stack)
    n = play_all(q, s, stack)
    if n <= 0:
        return 0
    for i in range(min(n, WIDTH if depth > 0 else 1)):
        c = &children[next_best(children, order + i, n - i)]
        gain = c.gain - foresee(q, &c.s, stack + n, depth - 1, c.gain - beta, c.gain - max(alpha, best))
        best = max(best, gain)
        if best >= beta:
            break
    return best


cdef int look_ahead(Search *q, const State *s, const Move *moves, Child *children, int n, int beta) noexcept nogil:
    """Play every move, bound what comes of it, fetch its table entry; the first that proves beta, or n."""
    cdef int i, low, high, left = s.left - 1
    cdef Child *c
    cdef Before before = Before(s, 0)
    cdef bint bound = q.on & BOUNDS != 0 and left > q.straight, keep = q.on & TABLE != 0 and left >= TABLE_LEFT
    for i in range(n):
        c = &children[i]
        c.s = s[0]
        c.gain = play(q.rules, &c.s, &moves[i])
        c.key = 0
        c.low = -FAR
        c.high = FAR
        if keep:
            c.key = search_key(q.rules, &c.s, q.on, &c.pattern)
            fetch_line(cluster_of(q.table, c.key))
        if bound:
            static_bounds(q.rules, &c.s, &before, q.on, &low, &high)
            c.low = c.gain - high
            c.high = c.gain - low
            if c.low >= beta:
                return i
    return n


cdef int prune(Search *q, const State *s, const Move *moves, Child *children, int *order, int n, int hint, int beta,
               int *best, int *best_index) noexcept nogil:
    """Children that may still decide, rated, in `order`; their number.

    A child that proves beta ends the node (best >= beta); one that cannot reach it is dropped, its bound kept in best.
    """
    cdef Child *c
    cdef Known known
    cdef int i, kept = 0
    for i in range(n):
        c = &children[i]
        if c.high >= beta and c.key and q.on & CHILDREN and look_up(q.rules, q.table, c.key, &c.pattern, &known):
            if DEBUG:
                audit_hit(q.table, c.key, q.rules, &c.s, q.on)
            c.low = max(c.low, c.gain - known.high)
            c.high = min(c.high, c.gain - known.low)
            if c.low >= beta:
                best[0] = c.low
                best_index[0] = moves[i].index
                return 0
        if c.high < beta:
            best[0] = max(best[0], <int>c.high)
            continue
        order[kept] = i
        kept += 1
    if kept > 1:
        for i in range(kept):
            c = &children[order[i]]
            if moves[order[i]].index == hint and hint != NO_MOVE:
                c.score = HINT_SCORE
            elif q.on & ORDER:
                c.score = rate(q.rules, s, &c.s, &moves[order[i]])
            else:
                c.score = 0
    return kept


cdef int probe(Search *q, const State *s, Move *stack, int beta) noexcept nogil:
    """A bound of the gain of the side to move: at least the returned value if that is >= beta, else at most it.

    Once q.stop is set the return value means nothing.
    """
    cdef Child *children = q.children + (stack - q.stack)
    cdef int *order = q.order + (stack - q.stack)
    cdef int n, i, kept, best, value, place, hint = NO_MOVE, best_index = NO_MOVE
    cdef u64 key = 0
    cdef bint share
    cdef Known known
    cdef Pattern pattern
    cdef Child *c
    q.nodes += 1
    if q.nodes >= q.next_poll:
        poll(q)
    if q.stop:
        return 0
    if at_end(q, s) or not s.left:
        return play_out(q, s, stack)
    if q.on & TABLE and s.left >= TABLE_LEFT:
        key = search_key(q.rules, s, q.on, &pattern)
        if look_up(q.rules, q.table, key, &pattern, &known):
            if DEBUG:
                audit_hit(q.table, key, q.rules, s, q.on)
            if known.low >= beta:
                return known.low
            if known.high < beta:
                return known.high
            hint = known.best
    n = generate(q.rules, s, q.packer, stack, room(q, stack))
    if n < 0:
        q.stop = TOO_CROWDED
        return 0
    best = -FAR
    share = q.busy != NULL and s.left >= SHARED_LEFT
    i = look_ahead(q, s, stack, children, n, beta)
    if i < n:
        best = children[i].low
        best_index = stack[i].index
        kept = 0
    else:
        kept = prune(q, s, stack, children, order, n, hint, beta, &best, &best_index)
    i = 0
    while i < kept:
        place = next_best(children, order + i, kept - i)
        c = &children[place]
        if share and i and c.score > DEFERRED and q.busy[c.key & (BUSY_SIZE - 1)] == c.key:
            c.score = DEFERRED          # another thread is at it: by the time it comes round the table may know
            continue
        i += 1
        if share:
            q.busy[c.key & (BUSY_SIZE - 1)] = c.key
        value = c.gain - probe(q, &c.s, stack + n, c.gain - beta + 1)
        if share:
            q.busy[c.key & (BUSY_SIZE - 1)] = 0
        if q.stop:
            return 0
        if value > best:
            best = value
            best_index = stack[place].index
        if best >= beta:
            break
    if not key:
        return best
    if best >= beta:
        store(q.table, key, &pattern, best, FAR, s.left, best_index)
    else:
        store(q.table, key, &pattern, -FAR, best, s.left, NO_MOVE)
    if DEBUG:
        audit_store(q.table, key, &pattern, q.rules, s, q.on)
    return best
