"""Guesses of what moves are worth, for positions too deep to solve (docs/engine.md, "Guesses")."""
from seep_ext.types cimport lowest_bit, u64
from seep_ext.bounds cimport may_seep
from seep_ext.cards cimport lowest_rank, nibble, points_of, present, size_of, sum_of
from seep_ext.movegen cimport generate
from seep_ext.order cimport rate
from seep_ext.rules cimport SWEEP_CARD, Rules
from seep_ext.search cimport OUT_OF_NODES, RUNNING, STACK, Child, Search, Stop, now, poll
from seep_ext.state cimport HOUSE_POINTS, LOWEST_HOUSE, Move, State, leftovers, play
from seep_ext.table cimport FAR

cdef enum:
    POLL_GUESSES = 1024         # positions between two looks at the clock
    CARD_SWEEP = 10             # points of a seep that counts the card that made it, about

cdef double LATE_SECONDS = 0.1      # for guesses after the time ran out, or Ctrl-C

# What a position promises the side to move, in 64ths of a point; each counts for one side less the other. Fitted by
# least squares to the exact values of 3,000 positions of three to five cards a hand under the 100-point scoring.
cdef enum:
    SURE_HOUSE_POINT = 59       # of a house whose keys are all with one side
    SURE_HOUSE = 317            # ... the house itself
    HOUSE_POINT = 43            # of a house with keys on both sides, to that of the first turn with one
    HOUSE = -103
    SURE_LOOSE_POINT = 44       # of loose cards, in the same way
    SURE_LOOSE = 124
    LOOSE_POINT = 35
    LOOSE = 29
    HAND_POINT = 36             # of cards in hands
    HAND_HIGH = 92              # a card of the ranks that houses have
    HAND_RANK = 19              # each pip of the cards in hands
    TURN = 92                   # being to move
    SEEP = 56                   # each point of a seep that the next play may be

cdef struct Look:               # a search for guesses
    Search *q
    long nodes                  # positions made
    long limit
    long next_poll
    bint over                   # a limit struck; what is returned means nothing


cdef inline int first_holder(const Rules *rules, const State *s, int rank, bint *sure) noexcept nogil:
    """Turns until a seat with a card of the rank is to play, -1 for none; sure: the other side has no such card."""
    cdef int turn, first = -1
    sure[0] = True
    for turn in range(rules.players):
        if nibble(s.hand[(s.turn + turn) & (rules.players - 1)], rank):
            if first < 0:
                first = turn
            elif (turn ^ first) & 1:
                sure[0] = False
    return first


cdef inline int share(int turn, int score) noexcept nogil:
    """A score for the side that plays so many turns from now, as the side to move sees it."""
    return -score if turn & 1 else score


cdef int houses_promise(const Rules *rules, const State *s, int unit) noexcept nogil:
    cdef int standing = s.standing, slot, turn, points, score = 0
    cdef bint sure
    while standing:
        slot = lowest_bit(standing)
        standing &= standing - 1
        turn = first_holder(rules, s, slot + LOWEST_HOUSE, &sure)
        points = s.house[slot] & HOUSE_POINTS
        if turn >= 0 and sure:
            score += share(turn, SURE_HOUSE_POINT * points + SURE_HOUSE * unit // 100)
        elif turn >= 0:
            score += share(turn, HOUSE_POINT * points + HOUSE * unit // 100)
    return score


cdef int loose_promise(const Rules *rules, const State *s, int unit) noexcept nogil:
    cdef u64 ranks = present(s.loose)
    cdef int rank, turn, points, score = 0
    cdef bint sure
    while ranks:
        rank = lowest_rank(ranks)
        ranks &= ranks - 1
        turn = first_holder(rules, s, rank, &sure)
        points = rules.deck.worth[rank - 1][nibble(s.loose, rank)]
        if turn >= 0 and sure:
            score += share(turn, SURE_LOOSE_POINT * points + SURE_LOOSE * unit // 100)
        elif turn >= 0:
            score += share(turn, LOOSE_POINT * points + LOOSE * unit // 100)
    return score


cdef int hands_promise(const Rules *rules, const State *s, int unit) noexcept nogil:
    cdef int turn, seat, score = 0
    cdef u64 hand, high = ~((<u64>1 << (4 * (rules.house_min - 1))) - 1)
    for turn in range(rules.players):
        seat = (s.turn + turn) & (rules.players - 1)
        hand = s.hand[seat]
        score += share(turn, HAND_POINT * points_of(&rules.deck, hand)
                       + HAND_RANK * sum_of(&rules.deck, hand) * unit // 100
                       + HAND_HIGH * size_of(&rules.deck, hand & high) * unit // 100)
    return score


cdef int judge(const Rules *rules, const State *s) noexcept nogil:
    """What the side to move may still win more than the other, in points, by what lies and is held; not a bound."""
    cdef int unit = rules.deck.total, score = TURN * unit // 100
    score += houses_promise(rules, s, unit) + loose_promise(rules, s, unit) + hands_promise(rules, s, unit)
    if s.left > 1 and may_seep(rules, s.hand[s.turn], s.loose, s.standing):
        score += SEEP * (CARD_SWEEP if rules.sweep == SWEEP_CARD else rules.sweep)
    return score // 64


cdef inline void place_best_first(const Child *children, int *order, int n) noexcept nogil:
    cdef int j, best = 0, place
    for j in range(1, n):
        if children[order[j]].score > children[order[best]].score:
            best = j
    place = order[best]
    order[best] = order[0]
    order[0] = place


cdef int look(Look *l, const State *s, Move *stack, int depth, int alpha, int beta) noexcept nogil:
    """Alpha-beta over `depth` plays, and a judgement at the end of them."""
    cdef Search *q = l.q
    cdef Child *children = q.children + (stack - q.stack)
    cdef int *order = q.order + (stack - q.stack)
    cdef Child *c
    cdef int n, i, value, best = -FAR
    if l.nodes >= l.next_poll:
        l.next_poll = l.nodes + POLL_GUESSES
        poll(q)
    l.over = l.over or l.nodes > l.limit or q.stop != RUNNING
    if l.over:
        return 0
    if not s.left:
        return leftovers(q.rules, s)
    if not depth:
        return judge(q.rules, s)
    n = generate(q.rules, s, q.packer, stack, <int>(q.stack + STACK - stack))
    if n <= 0:
        return judge(q.rules, s)
    l.nodes += n
    for i in range(n):
        c = &children[i]
        c.s = s[0]
        c.gain = play(q.rules, &c.s, &stack[i])
        c.score = rate(q.rules, s, &c.s, &stack[i])
        order[i] = i
    for i in range(n):
        place_best_first(children, order + i, n - i)
        c = &children[order[i]]
        value = c.gain - look(l, &c.s, stack + n, depth - 1, c.gain - beta, c.gain - max(alpha, best))
        best = max(best, value)
        if best >= beta or l.over:
            break
    return best


cdef bint guess_deeper(Root *root, Look *l, int depth) noexcept nogil:
    """Guess every choice from a search of `depth` plays after it; False if a limit struck, and guesses stay."""
    cdef Choice *c
    cdef int i
    for i in range(root.n):
        c = &root.choices[i]
        c.deeper = c.gain - look(l, &c.after, root.q.stack, depth, -FAR, FAR)
        if l.over:
            return False
    for i in range(root.n):
        root.choices[i].guess = root.choices[i].deeper
    return True


cdef void guess_all(Root *root, u64 limit) noexcept nogil:
    """Guess with more and more plays, as far as the nodes go; the first guess is for free."""
    cdef const Rules *rules = root.q.rules
    cdef Look looking = Look(root.q, 0, GUESS_NODES, 0, False)
    cdef Choice *c
    cdef int i, depth
    if limit and limit < GUESS_NODES:
        looking.limit = limit
    for i in range(root.n):
        c = &root.choices[i]
        c.guess = c.gain - (judge(rules, &c.after) if c.after.left else leftovers(rules, &c.after))
    for depth in range(1, root.s.left):
        if not guess_deeper(root, &looking, depth):
            return


cdef void guess_choices(Root *root) noexcept nogil:
    cdef Search *q = root.q
    cdef Stop stopped = q.stop
    cdef u64 limit = q.node_limit
    cdef int i
    if stopped != RUNNING:          # the bounds are there; guesses come on top
        q.stop = RUNNING
        q.deadline = 0 if stopped == OUT_OF_NODES else now() + LATE_SECONDS
        q.node_limit = 0
    guess_all(root, limit)
    if stopped != RUNNING:
        q.stop = stopped
    root.guessed = True
    for i in range(root.n):
        if within(&root.choices[i]) > within(&root.choices[root.leader]):
            root.leader = i


cdef int within(const Choice *c) noexcept nogil:
    return min(max(c.guess, c.low), c.high)
