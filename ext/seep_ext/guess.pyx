"""Guesses of what moves are worth, for positions too deep to solve (docs/engine.md, "Guesses")."""
from seep_ext.types cimport lowest_bit, u64
from seep_ext.bounds cimport may_seep
from seep_ext.cards cimport lowest_rank, nibble, points_of, present, size_of, sum_of
from seep_ext.rules cimport SWEEP_CARD, Rules
from seep_ext.search cimport OUT_OF_NODES, RUNNING, Child, Search, Stop, next_best, now, play_all, poll
from seep_ext.state cimport HOUSE_POINTS, LOWEST_HOUSE, Move, State, leftovers
from seep_ext.table cimport FAR

cdef enum:
    POLL_GUESSES = 1024         # positions between two looks at the clock
    CARD_SWEEP = 10             # points of a seep that counts the card that made it, about

cdef double LATE_SECONDS = 0.1      # for guesses after the time ran out, or Ctrl-C

# What a position promises the side to move, in 64ths of a point; each counts for one side less the other. Fitted by
# least squares to the exact values of 3,000 positions of three to five cards a hand under the 100-point scoring.
cdef struct Promise:            # of a house, or of loose cards of one rank, to the side of the first turn with its rank
    int sure_point, sure        # each card point, and the item itself, where no one of the other side has the rank
    int point, item             # ... where some one has

cdef Promise HOUSES_PROMISE = Promise(sure_point=59, sure=317, point=43, item=-103)
cdef Promise LOOSE_PROMISE = Promise(sure_point=44, sure=124, point=35, item=29)

cdef enum:
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


cdef inline int item_promise(const Rules *rules, const State *s, int rank, int points, const Promise *p) noexcept nogil:
    """What something on the floor that the cards of `rank` take is worth to the side to move."""
    cdef bint sure
    cdef int turn = first_holder(rules, s, rank, &sure)
    if turn < 0:
        return 0
    if sure:
        return share(turn, p.sure_point * points + p.sure * rules.deck.total // 100)
    return share(turn, p.point * points + p.item * rules.deck.total // 100)


cdef int floor_promise(const Rules *rules, const State *s) noexcept nogil:
    cdef int standing = s.standing, slot, rank, score = 0
    cdef u64 ranks = present(s.loose)
    while standing:
        slot = lowest_bit(standing)
        standing &= standing - 1
        score += item_promise(rules, s, slot + LOWEST_HOUSE, s.house[slot] & HOUSE_POINTS, &HOUSES_PROMISE)
    while ranks:
        rank = lowest_rank(ranks)
        ranks &= ranks - 1
        score += item_promise(rules, s, rank, rules.deck.worth[rank - 1][nibble(s.loose, rank)], &LOOSE_PROMISE)
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
    score += floor_promise(rules, s) + hands_promise(rules, s, unit)
    if s.left > 1 and may_seep(rules, s.hand[s.turn], s.loose, s.standing):
        score += SEEP * (CARD_SWEEP if rules.sweep == SWEEP_CARD else rules.sweep)
    return score // 64


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
    n = play_all(q, s, stack)
    if n <= 0:
        return judge(q.rules, s)
    l.nodes += n
    for i in range(n):
        c = &children[next_best(children, order + i, n - i)]
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
