"""Exact search: null-window alpha-beta (fail-soft) with a transposition table of proven bounds."""

from posix.time cimport CLOCK_MONOTONIC, clock_gettime, timespec

from seep_ext.types cimport fetch_line
from seep_ext.cards cimport one, points_of, rank_of
from seep_ext.bounds cimport may_seep, static_bounds
from seep_ext.movegen cimport generate
from seep_ext.state cimport (
    CAPTURE, HOUSE_POINTS, LOWEST_HOUSE, RAISE, THROW, Undo, leftovers, next_seat, play, search_key, take_back)
from seep_ext.table cimport FAR, NO_MOVE, Entry, cluster_of, look_up, store

cdef extern from "Python.h":
    int PyErr_CheckSignals() noexcept       # asked for its answer, not for its exception
    void PyErr_Clear() noexcept

cdef enum:
    TABLE_LEFT = 5              # fewer plays left: searching again is cheaper than the table
    PRUNE_LEFT = 3
    HINT_SCORE = 32000          # scores of moves, by which they are tried
    SEEP_SCORE = 5000
    CAPTURE_SCORE = 1000
    BUILD_SCORE = 500
    RAISE_SCORE = 400
    THROW_SCORE = 200
    DANGER = 3000               # the next seat may clear the floor
    HISTORY_SHIFT = 5
    WIDTH = 3                   # moves a play of a guess
    POLL_NODES = 1024           # nodes between two looks at the clock
    HISTORY_TOP = 4000          # a history count that reaches this halves all

cdef double LOOK_SECONDS = 0.05     # between two looks for signals


cdef double now() noexcept nogil:
    """The monotonic clock, in seconds."""
    cdef timespec t
    clock_gettime(CLOCK_MONOTONIC, &t)
    return t.tv_sec + 1e-9 * t.tv_nsec


cdef void look_for_signals(Search *q) noexcept with gil:
    if PyErr_CheckSignals() < 0:
        PyErr_Clear()
        q.stop = INTERRUPTED


cdef void poll(Search *q) noexcept nogil:
    cdef double t = now()
    q.next_poll = q.nodes + POLL_NODES
    if q.node_limit and q.next_poll > q.node_limit:
        q.next_poll = q.node_limit
    if q.node_limit and q.nodes >= q.node_limit:
        q.stop = OUT_OF_NODES
    elif q.deadline and t >= q.deadline:
        q.stop = OUT_OF_TIME
    elif t >= q.next_look:
        q.next_look = t + LOOK_SECONDS
        look_for_signals(q)


cdef inline int immediate(const Search *q, const Move *m) noexcept nogil:
    """Card points that a capture wins."""
    cdef const Rules *rules = q.rules
    cdef int rank = rank_of(m.card), points
    points = rules.deck.worth[rank - 1][one(m.card) >> (4 * (rank - 1))] + points_of(&rules.deck, m.loose)
    if m.play == CAPTURE and m.value:
        points += q.s.house[m.value - LOWEST_HOUSE] & HOUSE_POINTS
    return points


cdef void rate(Search *q, Move *moves, int n, int hint) noexcept nogil:
    """Give each move its score for ordering: seeps, then captures by points, houses, throws; danger of a seep last."""
    cdef const Rules *rules = q.rules
    cdef const State *s = &q.s
    cdef u64 next_hand = s.hand[next_seat(rules, s.turn)], loose
    cdef int i, score, standing, points
    cdef Move *m
    for i in range(n):
        m = &moves[i]
        if m.index == hint and hint != NO_MOVE:
            m.score = HINT_SCORE
            continue
        points = immediate(q, m)
        loose = s.loose - m.loose
        standing = s.standing
        if m.play == CAPTURE:
            if m.value:
                standing &= ~(1 << (m.value - LOWEST_HOUSE))
            score = CAPTURE_SCORE + 20 * points
            if not loose and not standing:
                score += SEEP_SCORE
        elif m.play == THROW:
            loose += one(m.card)
            score = THROW_SCORE - rank_of(m.card)
        else:
            standing |= 1 << (m.value - LOWEST_HOUSE)
            score = BUILD_SCORE + 5 * points
            if m.play == RAISE:
                standing &= ~(1 << (m.raised - LOWEST_HOUSE))
                score = RAISE_SCORE + 5 * points
        score += q.history[s.turn][m.play][m.card][m.value] >> HISTORY_SHIFT
        if may_seep(rules, next_hand, loose, standing):
            score -= DANGER
        m.score = score


cdef int foresee(Search *q, Move *stack, int depth, int alpha, int beta) noexcept nogil:
    """A guess of the gain of the side to move, not a bound: of `depth` plays the few moves rated highest, then one."""
    cdef Undo undo
    cdef int n, i, gain, best = -FAR
    if not q.s.left:
        return leftovers(q.rules, &q.s)
    n = generate(q.rules, &q.s, q.work, stack, <int>(q.stack + STACK - stack))
    if n <= 0:
        return 0
    rate(q, stack, n, NO_MOVE)
    for i in range(min(n, WIDTH if depth > 0 else 1)):
        bring_best(stack, i, n)
        gain = play(q.rules, &q.s, &stack[i], &undo)
        gain -= foresee(q, stack + n, depth - 1, gain - beta, gain - max(alpha, best))
        take_back(q.rules, &q.s, &undo)
        best = max(best, gain)
        if best >= beta:
            break
    return best


cdef inline void bring_best(Move *moves, int i, int n) noexcept nogil:
    """Selection sort, a step at a time: most nodes need only the first moves."""
    cdef int j, best = i
    cdef Move m
    for j in range(i + 1, n):
        if moves[j].score > moves[best].score:
            best = j
    if best != i:
        m = moves[i]
        moves[i] = moves[best]
        moves[best] = m


cdef void remember_cut(Search *q, const Move *m) noexcept nogil:
    cdef i32 *cell = &q.history[q.s.turn][m.play][m.card][m.value]
    cdef i32 *all = &q.history[0][0][0][0]
    cdef int i
    cell[0] += q.s.left
    if cell[0] > HISTORY_TOP:
        for i in range(4 * 5 * 52 * 14):
            all[i] >>= 1


cdef int captured_points(const Search *q, const Move *m) noexcept nogil:
    return immediate(q, m) if m.play == CAPTURE else 0


cdef int look_ahead(Search *q, const Move *moves, Child *children, int n, int beta, int rest) noexcept nogil:
    """Static bounds and keys of all children, their table entries on the way; the first that proves beta, or n."""
    cdef int i, low, high
    cdef Child *c
    cdef Undo undo
    for i in range(n):
        c = &children[i]
        c.gain = play(q.rules, &q.s, &moves[i], &undo)
        static_bounds(q.rules, &q.s, rest - captured_points(q, &moves[i]), &low, &high)
        c.low = c.gain - high
        c.high = c.gain - low
        if q.s.left >= TABLE_LEFT:
            c.key = search_key(q.rules, &q.s)
            fetch_line(cluster_of(q.table, c.key))
        take_back(q.rules, &q.s, &undo)
        if c.low >= beta:
            return i
    return n


cdef int prune(Search *q, Move *moves, int n, int beta, int rest, int *best, int *best_index) noexcept nogil:
    """Look at each child's bounds, static and in the table, before any is searched; how many moves remain.

    A child that proves beta ends the node (best >= beta); one that cannot reach it is dropped, its bound kept in best.
    """
    cdef Child *children = q.children + (moves - q.stack)
    cdef Entry *entry
    cdef Child *c
    cdef int i = look_ahead(q, moves, children, n, beta, rest), kept = 0
    if i < n:
        best[0] = children[i].low
        best_index[0] = moves[i].index
        return n
    for i in range(n):
        c = &children[i]
        if c.high >= beta and q.s.left > TABLE_LEFT:
            entry = look_up(q.table, c.key)
            if entry:
                c.low = max(c.low, c.gain - entry.high)
                c.high = min(c.high, c.gain - entry.low)
                if c.low >= beta:
                    best[0] = c.low
                    best_index[0] = moves[i].index
                    return n
        if c.high < beta:
            best[0] = max(best[0], <int>c.high)
            continue
        if kept != i:
            moves[kept] = moves[i]
        kept += 1
    return kept


cdef int probe(Search *q, Move *stack, int beta, int rest) noexcept nogil:
    """A bound of the gain of the side to move: at least the returned value if that is >= beta, else at most it.

    `rest` is the card points that nobody has won yet. Once q.stop is set the return value means nothing.
    """
    cdef int low, high, n, i, best, value, gain, hint = NO_MOVE
    cdef u64 key
    cdef Entry *entry
    cdef Undo undo
    cdef Move *m
    cdef int best_index = NO_MOVE
    q.nodes += 1
    if q.nodes >= q.next_poll:
        poll(q)
    if q.stop:
        return 0
    if not q.s.left:
        return leftovers(q.rules, &q.s)
    static_bounds(q.rules, &q.s, rest, &low, &high)
    if low >= beta:
        return low
    if high < beta:
        return high
    key = 0
    if q.s.left >= TABLE_LEFT:
        key = search_key(q.rules, &q.s)
        entry = look_up(q.table, key)
    else:
        entry = NULL
    if entry:
        if entry.low >= beta:
            return entry.low
        if entry.high < beta:
            return entry.high
        hint = entry.best
    n = generate(q.rules, &q.s, q.work, stack, <int>(q.stack + STACK - stack))
    if n < 0:
        q.stop = TOO_CROWDED
        return 0
    best = -FAR
    if n > 1 and q.s.left >= PRUNE_LEFT:
        n = prune(q, stack, n, beta, rest, &best, &best_index)
        if best >= beta:
            if key:
                store(q.table, key, best, FAR, q.s.left, best_index)
            return best
    if n > 1:
        rate(q, stack, n, hint)
    for i in range(n):
        if i < n - 1:
            bring_best(stack, i, n)
        m = &stack[i]
        value = rest - captured_points(q, m)
        gain = play(q.rules, &q.s, m, &undo)
        value = gain - probe(q, stack + n, gain - beta + 1, value)
        take_back(q.rules, &q.s, &undo)
        if q.stop:
            return 0
        if value > best:
            best = value
            best_index = m.index
        if best >= beta:
            remember_cut(q, m)
            break
    if not key:
        return best
    if best >= beta:
        store(q.table, key, best, FAR, q.s.left, best_index)
    else:
        store(q.table, key, -FAR, best, q.s.left, NO_MOVE)
    return best
