"""Exact search: null-window alpha-beta (fail-soft) with a transposition table of proven bounds."""
from libc.time cimport time_t
from posix.time cimport CLOCK_MONOTONIC, clock_gettime, timespec

from cpython.exc cimport PyErr_CheckSignals, PyErr_Clear

from seep_ext.types cimport fetch_line, lowest_bit, ones, u32
from seep_ext.cards cimport highest_rank, nibble, one, points_of, rank_of, sum_of, upto
from seep_ext.rules cimport SWEEP_CARD
from seep_ext.movegen cimport generate
from seep_ext.state cimport (
    BUILD, CAPTURE, HOUSES, HOUSE_POINTS, LOWEST_HOUSE, NO_SLOT, RAISE, THROW, Undo, leftovers, next_seat, play,
    search_key, standing_margin, take_back)
from seep_ext.table cimport FAR, NO_MOVE, Entry, cluster_of, look_up, store

cdef enum:
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


cdef int points_left(const Rules *rules, const State *s) noexcept nogil:
    """Card points that nobody has won yet."""
    cdef int i, points = points_of(&rules.deck, s.loose) + points_of(&rules.deck, s.rest)
    for i in range(4):
        points += points_of(&rules.deck, s.hand[i])
    for i in range(2):
        points += points_of(&rules.deck, s.second[i])
    for i in range(HOUSES):
        points += s.house[i] & HOUSE_POINTS
    return points


cdef bint may_seep(const Rules *rules, u64 hand, u64 loose, int standing) noexcept nogil:
    """A card of the hand might clear the floor: False is proven, True is not."""
    cdef int total, highest, rank
    if standing & (standing - 1):
        return False
    total = sum_of(&rules.deck, loose)
    highest = highest_rank(loose) if loose else 0
    if standing:
        rank = lowest_bit(standing) + LOWEST_HOUSE
        return rank >= highest and nibble(hand, rank) and total % rank == 0
    if not loose:
        return False
    hand &= ~upto(highest - 1)
    while hand:
        rank = highest_rank(hand)
        if total % rank == 0:
            return True
        hand &= upto(rank - 1)
    return False


cdef inline int largest_bonus(const Rules *rules, const State *s) noexcept nogil:
    cdef int bonus = 13 if rules.sweep == SWEEP_CARD else rules.sweep
    if s.bid and rules.opening_sweep > bonus:
        return rules.opening_sweep
    return s.bid if s.bid > bonus else bonus


cdef void static_bounds(const Rules *rules, const State *s, int rest, int *low, int *high) noexcept nogil:
    """Proven bounds of the gain from counting alone: the card points that are left, and a seep a play.

    A floor of k houses needs k plays before it can be clear, an empty floor two; the last play makes no seep.
    """
    cdef int first, mine, theirs, n, bonus = largest_bonus(rules, s)
    if not s.standing:
        first = 1 if s.loose else 2
    else:
        first = ones(s.standing)
    if first == 1 and not may_seep(rules, s.hand[s.turn], s.loose, s.standing):
        first = 2
    n = s.left - first if s.left > first else 0     # plays that might be seeps, the first of them at `first`
    mine = (n + 1) >> 1 if first & 1 else n >> 1
    theirs = n - mine
    high[0] = rest + bonus * mine
    low[0] = -rest - bonus * theirs
    if rules.tracks:
        widen(rules, s, rest, bonus * mine, bonus * theirs, low, high)


cdef void widen(const Rules *rules, const State *s, int rest, int mine, int theirs, int *low, int *high) noexcept nogil:
    """Bounds where totals do not add up: what a side can have at most, less what the other has at least."""
    cdef int me = s.turn & 1, side, now_at
    cdef int most[2]
    cdef int least[2]
    for side in range(2):
        most[side] = s.won.points[side] + rest + rules.most_cards
        if rules.all_points > most[side]:
            most[side] = rules.all_points
        most[side] += s.won.bonus[side] + (mine if side == me else theirs)
        least[side] = s.won.points[side]
        if rules.all_points and rules.all_points < least[side]:
            least[side] = rules.all_points
    now_at = standing_margin(rules, &s.won)
    if me:
        now_at = -now_at
    high[0] = most[me] - least[1 - me] - now_at
    low[0] = least[me] - most[1 - me] - now_at


cdef inline int immediate(const Search *q, const Move *m) noexcept nogil:
    """Card points that a capture wins."""
    cdef const Rules *rules = q.rules
    cdef int rank = rank_of(m.card), points
    points = rules.deck.worth[rank - 1][one(m.card) >> (4 * (rank - 1))] + points_of(&rules.deck, m.loose)
    if m.play == CAPTURE and m.value:
        points += q.s.house[m.value - LOWEST_HOUSE] & HOUSE_POINTS
    return points


cdef void rate(Search *q, Move *moves, int n, int hint) noexcept nogil:
    """Give each move its score for ordering."""
    cdef const Rules *rules = q.rules
    cdef const State *s = &q.s
    cdef u64 next_hand = s.hand[next_seat(rules, s.turn)], loose
    cdef int i, score, standing, points, rank
    cdef Move *m
    for i in range(n):
        m = &moves[i]
        if m.index == hint and hint != NO_MOVE:
            m.score = 32000
            continue
        points = immediate(q, m)
        rank = rank_of(m.card)
        loose = s.loose - m.loose
        standing = s.standing
        if m.play == CAPTURE:
            if m.value:
                standing &= ~(1 << (m.value - LOWEST_HOUSE))
            score = 1000 + 20 * points
            if not loose and not standing:
                score += 5000
        elif m.play == THROW:
            loose += one(m.card)
            score = 200 - 10 * points - rank
        else:
            standing |= 1 << (m.value - LOWEST_HOUSE)
            if m.play == RAISE:
                standing &= ~(1 << (m.raised - LOWEST_HOUSE))
                score = 400 + 5 * points
            else:
                score = 500 + 5 * points
        score += q.history[s.turn][m.play][m.card][m.value] >> 3
        if may_seep(rules, next_hand, loose, standing):
            score -= 3000
        m.score = score


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
    key = search_key(q.rules, &q.s)
    entry = look_up(q.table, key)
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
    if n > 1:
        rate(q, stack, n, hint)
    best = -FAR
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
    if best >= beta:
        store(q.table, key, best, FAR, q.s.left, best_index)
    else:
        store(q.table, key, -FAR, best, q.s.left, NO_MOVE)
    return best
