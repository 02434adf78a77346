"""Values of moves in one world, by each method."""
from libc.stdlib cimport free, malloc
from libc.string cimport memset

from seep_ext.chance cimport stream_of
from seep_ext.lookahead cimport look_ahead
from seep_ext.names cimport Named
from seep_ext.playout cimport playout
from seep_ext.root cimport close_root, open_root, prove_top, prove_value
from seep_ext.search cimport OUT_OF_NODES
from seep_ext.state cimport play
from seep_ext.takings cimport free_memory, new_memory
from seep_ext.tree cimport free_tree, grow
from seep_ext.worlds cimport enter, name_world


cdef int fill_lane(Lane *lane, Search *q) except -1:
    memset(lane, 0, sizeof(Lane))
    lane.q = q
    lane.memory = new_memory()
    lane.moves = <Move *>malloc(LANE_MOVES * sizeof(Move))
    if not lane.moves:
        raise MemoryError("no memory for moves")
    return 0


cdef void empty_lane(Lane *lane) noexcept nogil:
    free_memory(lane.memory)
    free_tree(lane.tree)
    free(lane.moves)


cdef bint solve(const Plan *plan, Lane *lane, const World *world, float *values) noexcept nogil:
    """Exact values of all moves; choices of a root stand in the order of the plan's moves."""
    cdef Root root
    cdef Named named
    cdef int i, opened
    name_world(plan.worlds, world, &named)
    opened = open_root(&root, lane.q, &named)
    if opened < 0:
        lane.q.stop = OUT_OF_NODES
    elif root.n and not lane.q.stop:
        prove_value(&root)
        prove_top(&root, root.n)
    for i in range(root.n):
        values[i] = root.choices[i].low
    close_root(&root)
    return not lane.q.stop


cdef float value_move(const Plan *plan, Lane *lane, State *s, int i, u64 stream) noexcept nogil:
    """What the side that made the move wins after it, less what the move itself won."""
    if plan.method == MONTECARLO:
        return -playout(&plan.style.seat[s.turn].care, &plan.style.seat[s.turn ^ 1].care, plan.rules, s, plan.plays,
                        lane.memory, lane.moves, &stream)
    if plan.method == ISMCTS:
        return -grow(lane.tree, i + 1, &plan.style, plan.rules, s, lane.memory, lane.moves, &stream)
    return -look_ahead(lane.q, plan.rules, s, lane.memory, lane.moves, lane.moves + LANE_MOVES, plan.plays - 1, -1e9,
                       1e9)


cdef bint value_moves(const Plan *plan, Lane *lane, const World *world, u64 number, float *values) noexcept nogil:
    cdef State s, after
    cdef int i
    cdef u64 stream = stream_of(~plan.seed, number)
    if plan.method == EXACT:
        return solve(plan, lane, world, values)
    enter(plan.worlds, world, &s)
    for i in range(plan.n):
        if not plan.out[i]:
            after = s
            values[i] = play(plan.rules, &after, &plan.moves[i])
            values[i] += value_move(plan, lane, &after, i, stream)
            if lane.q.stop:
                return False
    return True
