"""The root of a search: iterative narrowing of every move's bounds, and the lines of best play."""
from libc.stdlib cimport free, malloc

from seep_ext.bounds cimport Before, static_bounds
from seep_ext.movegen cimport generate
from seep_ext.rules cimport Rules
from seep_ext.names cimport Text, name_move, pack, play_named, sort_moves
from seep_ext.search cimport STACK, TOO_CROWDED, foresee
from seep_ext.state cimport leftovers, play
from seep_ext.table cimport FAR
from seep_ext.team cimport ask
from seep_ext.techniques cimport BOUNDS, GUESS

cdef enum:
    NO_MEMORY = -1
    GUESS_PLAYS = 6             # looked ahead for the first guess, at most


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
        root.choices[i].length = 0
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
    c.high = c.gain - low


cdef void gather(Root *root) noexcept nogil:
    """The position's bounds from those of its moves."""
    cdef int i
    root.low = root.choices[0].low
    root.high = root.choices[0].high
    for i in range(1, root.n):
        root.low = max(root.low, root.choices[i].low)
        root.high = max(root.high, root.choices[i].high)


cdef int open_root(Root *root, Search *q, const Named *named) noexcept nogil:
    """Set a root up with static bounds; NO_MEMORY, or 0."""
    cdef int i
    root.q = q
    root.named = named[0]
    root.n = 0
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
        gather(root)
    return 0


cdef void close_root(Root *root) noexcept nogil:
    free(root.choices)
    root.choices = NULL


cdef void test(Root *root, Choice *c, int beta) noexcept nogil:
    """Is the choice worth at least beta? Its bounds say so afterwards, unless the search was stopped."""
    cdef int value
    if c.low >= beta or c.high < beta:
        return
    value = c.gain - ask(root.q, &c.after, root.q.stack, c.gain - beta + 1)
    if root.q.stop:
        return
    if value >= beta:
        c.low = max(c.low, value)
    else:
        c.high = min(c.high, value)


cdef int guess_value(Root *root, int *best) noexcept nogil:
    """A first guess of the value, not a bound, and the choice it comes from."""
    cdef Search *q = root.q
    cdef int i, gain, value = -FAR, plays = min(GUESS_PLAYS, (root.s.left - 8) // 2) - 1
    cdef Choice *c
    for i in range(root.n):
        c = &root.choices[i]
        gain = c.gain - foresee(q, &c.after, q.stack, plays, -FAR, c.gain - value)
        if gain > value:
            value = gain
            best[0] = i
    return value


cdef int most_promising(Root *root, int beta) noexcept nogil:
    """The choice with the highest bound of those not settled against beta; -1: none."""
    cdef int i, best = -1
    for i in range(root.n):
        if root.choices[i].high >= beta and (best < 0 or root.choices[i].high > root.choices[best].high):
            best = i
    return best


cdef void prove_value(Root *root) noexcept nogil:
    """Narrow the position's bounds until they meet."""
    cdef int beta = 0, best = 0, i
    if root.q.on & GUESS:
        beta = guess_value(root, &best)
    while root.low < root.high and not root.q.stop:
        beta = min(max(beta, root.low + 1), root.high)
        i = best
        while i >= 0 and root.choices[best].low < beta and not root.q.stop:
            test(root, &root.choices[i], beta)
            if root.choices[i].low >= beta:
                best = i
            i = most_promising(root, beta)
        gather(root)
        beta = root.low + 1 if root.choices[best].low >= beta else root.high


cdef void prove_first_best(Root *root) noexcept nogil:
    """With the value proven, settle which move is the first, in the order of notation, that reaches it."""
    cdef int i
    for i in range(root.n):
        if root.q.stop:
            return
        test(root, &root.choices[i], root.low)
        if root.choices[i].low >= root.low:
            return


cdef void narrow(Root *root, Choice *c) noexcept nogil:
    """Narrow a choice's bounds until they meet, from above: the best value is known."""
    cdef int beta = c.high
    while c.low < c.high and not root.q.stop:
        test(root, c, beta)
        beta = c.low + 1 if c.low >= beta else c.high


cdef void prove_all(Root *root) noexcept nogil:
    cdef int i
    for i in range(root.n):
        root.choices[i].high = min(root.choices[i].high, root.high)
    for i in range(root.n):
        narrow(root, &root.choices[i])
    if root.n:
        gather(root)


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
    c.line[0] = c.named
    c.length = 1
    value = c.gain - c.low
    while s.left and c.low == c.high and not root.q.stop:
        if not extend(root, c, &s, &named, &value):
            break


cdef void find_lines(Root *root) noexcept nogil:
    """The line of each choice: both sides play the first, in the order of notation, of their best moves."""
    cdef int i
    for i in range(root.n):
        find_line(root, &root.choices[i])
