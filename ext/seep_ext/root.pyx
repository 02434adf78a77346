"""The root of a search: iterative narrowing of every move's bounds, and the lines of best play."""
from libc.stdlib cimport free, malloc

from seep_ext.bounds cimport Before, static_bounds
from seep_ext.movegen cimport generate
from seep_ext.pattern cimport Pattern
from seep_ext.rules cimport Rules
from seep_ext.names cimport Text, name_move, pack, play_named, sort_moves
from seep_ext.search cimport STACK, TOO_CROWDED, foresee, poll
from seep_ext.search_key cimport search_key
from seep_ext.state cimport leftovers, play
from seep_ext.table cimport FAR, Known, look_up, renew
from seep_ext.team cimport ask
from seep_ext.techniques cimport BOUNDS, GUESS, TABLE
from seep_ext.types cimport u64

cdef enum:
    NO_MEMORY = -1
    GUESS_PLAYS = 6             # looked ahead for the first guess, at most
    AFAR_LEFT = 20              # plays to come from which on bounds are first sought far from the guess
    FIRST_WIDTH = 1200          # points from the guess; each time half as far
    LAST_WIDTH = 300
    LAST_WIDTH_FAR = 75         # with more than SOLVED_LEFT plays to come
    SOLVED_LEFT = 28            # plays to come up to which searches end more often than not


cdef int list_choices(Root *root) noexcept nogil:
    """Fill the choices in order of their notation; NO_MEMORY, or 0 (q.stop is set when the floor is too crowded)."""
    cdef Search *q = root.q
    cdef Text *texts
    cdef int n = generate(q.rules, &root.s, q.packer, q.stack, STACK), i
    if n < 0:
        q.stop = TOO_CROWDED
        return 0
    texts = <Text *>malloc((n + 1) * sizeof(Text))
    root.choices = <Choice *>malloc((n + 1) * sizeof(Choice))
    if not texts or not root.choices:
        free(texts)
        return NO_MEMORY
    sort_moves(q.rules, &root.named, q.stack, n, texts)
    for i in range(n):
        root.choices[i].move = q.stack[texts[i].index]
        name_move(q.rules, &root.named, &root.choices[i].move, &root.choices[i].named)
        root.choices[i].settled = False
        root.choices[i].line[0] = root.choices[i].named
        root.choices[i].length = 1
    root.n = n
    free(texts)
    return 0


cdef void bound_choice(Root *root, Choice *c) noexcept nogil:
    """Play a choice and bound it by counting."""
    cdef const Rules *rules = root.q.rules
    cdef int low = -FAR, high = FAR
    cdef Before before = Before(&root.s, 0)
    c.after = root.s
    c.gain = play(rules, &c.after, &c.move)
    if not c.after.left:
        low = high = leftovers(rules, &c.after)
    elif root.q.on & BOUNDS:
        static_bounds(rules, &c.after, &before, root.q.on, &low, &high)
    c.low = c.gain - high
    c.high = c.promise = c.gain - low


cdef void gather(const Root *root, int *low, int *high) noexcept nogil:
    """Bounds of the best open choice."""
    cdef int i
    low[0] = high[0] = -FAR
    for i in range(root.n):
        if not root.choices[i].settled:
            low[0] = max(low[0], root.choices[i].low)
            high[0] = max(high[0], root.choices[i].high)


cdef int open_root(Root *root, Search *q, const Named *named) noexcept nogil:
    """Set a root up with static bounds; NO_MEMORY, or 0."""
    cdef int i
    root.q = q
    root.named = named[0]
    root.n = root.settled = root.leader = 0
    root.guessed = root.afar = False
    root.choices = NULL
    root.low = -FAR
    root.high = FAR
    pack(q.rules, named, &root.s)
    if not root.s.left:
        root.low = root.high = leftovers(q.rules, &root.s)
        return 0
    if list_choices(root) < 0:
        return NO_MEMORY
    for i in range(root.n):
        bound_choice(root, &root.choices[i])
    if root.n:
        gather(root, &root.low, &root.high)
    return 0


cdef void close_root(Root *root) noexcept nogil:
    free(root.choices)
    root.choices = NULL


cdef void test(Root *root, Choice *c, int beta) noexcept nogil:
    """Is the choice worth at least beta? Its bounds say so afterwards, unless the search was stopped."""
    cdef int value
    if root.q.stop or c.low >= beta or c.high < beta:
        return
    value = c.gain - ask(root.q, &c.after, root.q.stack, c.gain - beta + 1)
    if root.q.stop:
        return
    if value >= beta:
        c.low = max(c.low, value)
    else:
        c.high = min(c.high, value)
        if not root.afar:
            c.promise = c.high


cdef int most_promising(const Root *root, int beta) noexcept nogil:
    """The open choice that promises most of those not settled against beta; -1: none."""
    cdef int i, best = -1
    cdef const Choice *c
    for i in range(root.n):
        c = &root.choices[i]
        if not c.settled and c.high >= beta and (best < 0 or c.promise > root.choices[best].promise):
            best = i
    return best


cdef bint reaches(Root *root, int beta) noexcept nogil:
    """Is an open choice worth at least beta? The leader is asked first; the choice that is becomes the leader."""
    cdef int i = root.leader
    if root.choices[i].settled:
        i = most_promising(root, beta)
    while i >= 0 and not root.q.stop:
        test(root, &root.choices[i], beta)
        if root.choices[i].low >= beta:
            root.leader = i
            return True
        i = most_promising(root, beta)
    return False


cdef void close_in(Root *root, int beta, int *low, int *high) noexcept nogil:
    """Narrow the bounds of the best open choice until they meet; `beta` is the first question, cut to what is open."""
    cdef bint reached
    gather(root, low, high)
    while low[0] < high[0] and not root.q.stop:
        beta = min(max(beta, low[0] + 1), high[0])
        reached = reaches(root, beta)
        gather(root, low, high)
        beta = low[0] + 1 if reached else high[0]


cdef void close_in_from_afar(Root *root, int guess) noexcept nogil:
    """Bound the position by questions far from the guess: they cost little, and a search that is cut off has bounds.

    But for the bounds all is forgotten: what was enough for an easy question is not what to try first at a hard one.
    """
    cdef int leader = root.leader, width = FIRST_WIDTH
    cdef int last = LAST_WIDTH_FAR if root.s.left > SOLVED_LEFT else LAST_WIDTH
    root.afar = True
    while width >= last:
        if root.low < guess - width <= root.high:
            reaches(root, guess - width)
            gather(root, &root.low, &root.high)
        if root.low < guess + width <= root.high:
            reaches(root, guess + width)
            gather(root, &root.low, &root.high)
        width >>= 1
    if not root.q.stop:
        renew(root.q.table)
    root.leader = leader
    root.afar = False


cdef int guess_value(Root *root, int *best) noexcept nogil:
    """A first guess of the value, not a bound, and the choice it comes from."""
    cdef Search *q = root.q
    cdef int i, gain, value = -FAR, plays = min(GUESS_PLAYS, (root.s.left - 8) // 2) - 1
    cdef Choice *c
    for i in range(root.n):
        poll(q)
        if q.stop:
            break
        c = &root.choices[i]
        gain = c.gain - foresee(q, &c.after, q.stack, plays, -FAR, c.gain - value)
        if gain > value:
            value = gain
            best[0] = i
    return value


cdef void prove_value(Root *root) noexcept nogil:
    cdef int guess = 0, best = 0
    if root.q.on & GUESS:
        guess = guess_value(root, &best)
        if not root.guessed:
            root.leader = best
        if root.s.left >= AFAR_LEFT:
            close_in_from_afar(root, guess)
    close_in(root, guess, &root.low, &root.high)


cdef void settle(Root *root, int value, int most) noexcept nogil:
    """Find open choices worth `value`, which none exceeds, in the order of notation: all, or the first `most`."""
    cdef int i
    cdef Choice *c
    for i in range(root.n):
        c = &root.choices[i]
        if c.settled:
            continue
        c.high = min(c.high, value)
        if most and not root.q.stop:
            test(root, c, value)
            if c.low == value:
                c.settled = True
                root.settled += 1
                most -= 1


cdef void prove_first_best(Root *root) noexcept nogil:
    if root.low == root.high:
        settle(root, root.low, 1)


cdef void prove_top(Root *root, int top) noexcept nogil:
    """Level by level: the ties of the best, then the best of the rest, from above."""
    cdef int low, high
    if root.low < root.high:
        return
    settle(root, root.low, root.n)
    while root.settled < min(top, root.n) and not root.q.stop:
        close_in(root, FAR, &low, &high)
        if low == high:
            settle(root, low, top - root.settled)


cdef bint reaches_value(Root *root, const State *s, const Move *m, Move *stack, int value) noexcept nogil:
    """A move keeps the value of its position."""
    cdef State after = s[0]
    cdef int gain = play(root.q.rules, &after, m)
    return gain - ask(root.q, &after, stack, gain - value + 1) >= value and not root.q.stop


cdef bint extend(Root *root, Choice *c, State *s, Named *named, int *value) noexcept nogil:
    """One more play of a line: the first move, in the order of notation, that keeps the value. False: stopped."""
    cdef Search *q = root.q
    cdef int n = generate(q.rules, s, q.packer, q.stack, STACK), i
    cdef Text *texts
    cdef State before
    cdef Move m
    cdef bint found = False
    if n <= 0:
        return False
    texts = <Text *>malloc(n * sizeof(Text))
    if not texts:
        return False
    sort_moves(q.rules, named, q.stack, n, texts)
    for i in range(n):
        m = q.stack[texts[i].index]
        if i == n - 1 or reaches_value(root, s, &m, q.stack + n, value[0]):
            found = True
            break
        if q.stop:
            break
    free(texts)
    if not found or q.stop:
        return False
    name_move(q.rules, named, &m, &c.line[c.length])
    before = s[0]
    value[0] = play(q.rules, &before, &m) - value[0]
    play_named(q.rules, named, s, &m, &c.line[c.length])
    c.length += 1
    return True


cdef void find_line(Root *root, Choice *c) noexcept nogil:
    cdef Named named = root.named
    cdef State s = root.s
    cdef int value
    play_named(root.q.rules, &named, &s, &c.move, &c.named)
    value = c.gain - c.low
    while s.left and c.low == c.high and c.length < LONGEST_LINE and not root.q.stop:
        if not extend(root, c, &s, &named, &value):
            break


cdef int remembered(Root *root, const State *s, const Move *moves, int n) noexcept nogil:
    """Place of the move of which the table promises its mover most, or -1 if it knows none."""
    cdef Search *q = root.q
    cdef State after
    cdef Pattern pattern
    cdef Known known
    cdef int i, gain, low, high, best = -1, best_low = -FAR, best_high = -FAR
    cdef u64 key
    for i in range(n):
        after = s[0]
        gain = play(q.rules, &after, &moves[i])
        key = search_key(q.rules, &after, q.on, &pattern)
        if not look_up(q.rules, q.table, key, &pattern, &known):
            continue
        low = gain - known.high
        high = min(gain - known.low, FAR)
        if best < 0 or high > best_high or (high == best_high and low > best_low):
            best = i
            best_low = low
            best_high = high
    return best


cdef void recall_line(Root *root, Choice *c) noexcept nogil:
    """The line of a search that was stopped: after the choice, what the table holds for best, as far as it goes."""
    cdef Search *q = root.q
    cdef Named named = root.named
    cdef State s = root.s
    cdef Move m = c.move
    cdef int n, place
    if c.length > 1:
        return
    play_named(q.rules, &named, &s, &m, &c.line[0])
    while s.left and c.length < LONGEST_LINE and q.on & TABLE:
        n = generate(q.rules, &s, q.packer, q.stack, STACK)
        place = remembered(root, &s, q.stack, n)
        if place < 0:
            return
        m = q.stack[place]
        name_move(q.rules, &named, &m, &c.line[c.length])
        play_named(q.rules, &named, &s, &m, &c.line[c.length])
        c.length += 1
