"""Information-set Monte Carlo tree search (docs/strength.md, "ismcts")."""
from libc.math cimport log, sqrt
from libc.stdlib cimport free, malloc
from libc.string cimport memset

from seep_ext.movegen cimport generate
from seep_ext.playout cimport playout
from seep_ext.policy cimport CHOICES, Sight, see, weigh
from seep_ext.state cimport leftovers, play, same

cdef enum:
    LONGEST = 52                # plays of a deal

cdef struct Step:               # on the way down
    u32 node
    int sign                    # 1 for plays of the side that was to play first
    float before                # won before the play, as that side sees it


cdef Tree *new_tree(u32 room) except NULL:
    cdef Tree *tree = <Tree *>malloc(sizeof(Tree))
    if tree:
        tree.room = room
        tree.nodes = <Node *>malloc(room * sizeof(Node))
        if tree.nodes:
            return tree
        free(tree)
    raise MemoryError("no memory for a tree")


cdef void free_tree(Tree *tree) noexcept nogil:
    if tree:
        free(tree.nodes)
        free(tree)


cdef void plant(Tree *tree, int roots) noexcept nogil:
    memset(tree.nodes, 0, (roots + 1) * sizeof(Node))
    tree.used = roots + 1


cdef float match_children(Tree *tree, u32 node, const Move *moves, int n, u32 *child) noexcept nogil:
    """Find the child of each move, 0 for none; the mean of what the mover won from here, over all visits."""
    cdef u32 at = tree.nodes[node].child
    cdef double sum = 0
    cdef u32 visits = 0
    cdef int i
    memset(child, 0, n * sizeof(u32))
    while at:
        sum += tree.nodes[at].sum
        visits += tree.nodes[at].visits
        for i in range(n):
            if not child[i] and same(&moves[i], &tree.nodes[at].move):
                child[i] = at
                tree.nodes[at].seen += 1
                break
        at = tree.nodes[at].next
    return sum / visits if visits else 0


cdef int choose(const Tree *tree, const Taste *taste, const u32 *child, const float *scores, int n, float mean,
                u32 visits) noexcept nogil:
    """The move with the highest upper bound; what the policy says of a move stands for its first visits."""
    cdef float best = -1e9, value, top = scores[0]
    cdef int i, at = 0
    cdef const Node *c
    for i in range(1, n):
        top = max(top, scores[i])
    for i in range(n):
        value = mean + taste.trust * (scores[i] - top)
        if child[i]:
            c = &tree.nodes[child[i]]
            value = (c.sum + taste.firm * value) / (c.visits + taste.firm)
            value += taste.curious * sqrt(log(1.0 + c.seen) / (c.visits + 1))
        else:
            value += taste.curious * sqrt(log(1.0 + visits))
        if value > best:
            best = value
            at = i
    return at


cdef u32 add_child(Tree *tree, u32 node, const Move *move) noexcept nogil:
    cdef Node *c
    if tree.used == tree.room:
        return 0
    c = &tree.nodes[tree.used]
    memset(c, 0, sizeof(Node))
    c.move = move[0]
    c.next = tree.nodes[node].child
    c.seen = 1
    tree.nodes[node].child = tree.used
    tree.used += 1
    return tree.used - 1


cdef float grow(Tree *tree, u32 node, const Style *style, const Rules *rules, State *s, Memory *memory, Move *moves,
                u64 *stream) noexcept nogil:
    cdef Step steps[LONGEST]
    cdef u32 child[CHOICES]
    cdef float scores[CHOICES]
    cdef const Taste *taste
    cdef Sight sight
    cdef int depth = 0, n, i, side = s.turn & 1, sign
    cdef float total = 0, mean
    cdef u32 visits
    cdef bint fresh = False
    tree.nodes[node].visits += 1
    while s.left and not fresh:
        n = generate(rules, s, memory.packer, moves, CHOICES)
        if n <= 0:
            break
        taste = &style.seat[s.turn]
        scores[0] = 0
        if n > 1:
            see(rules, s, &sight)
            for i in range(n):
                scores[i] = weigh(&taste.care, rules, s, &moves[i], &sight, memory)
        mean = match_children(tree, node, moves, n, child)
        visits = tree.nodes[node].visits
        i = choose(tree, taste, child, scores, n, mean, visits) if n > 1 else 0
        if not child[i]:
            child[i] = add_child(tree, node, &moves[i])
            fresh = True
            if not child[i]:
                break
        sign = 1 if s.turn & 1 == side else -1
        steps[depth].node = child[i]
        steps[depth].sign = sign
        steps[depth].before = total
        depth += 1
        total += sign * play(rules, s, &moves[i])
        node = child[i]
    sign = 1 if s.turn & 1 == side else -1
    if s.left:
        total += sign * playout(&style.seat[s.turn].care, &style.seat[s.turn ^ 1].care, rules, s, style.plays, memory,
                                moves, stream)
    else:
        total += sign * <float>leftovers(rules, s)
    for i in range(depth):
        tree.nodes[steps[i].node].visits += 1
        tree.nodes[steps[i].node].sum += steps[i].sign * (total - steps[i].before)
    return total
