"""Weighing worlds by earlier plays (docs/strength.md, "What plays tell")."""
from libc.math cimport sqrt

from seep_ext.chance cimport below, stream_of
from seep_ext.past cimport find_ways, likelihood
from seep_ext.search cimport poll
from seep_ext.state cimport State
from seep_ext.worlds cimport draw_world, enter, list_worlds

cdef enum:
    SIFTED = 8                  # worlds drawn for each that is kept
    FEWEST = 4                  # effective worlds below which weights are tempered
    KNOWN_BY = 48               # worlds by which the others' ways are judged


cdef void shuffle_worlds(World *worlds, int n, u64 seed) noexcept nogil:
    cdef u64 stream = stream_of(seed, 0)
    cdef World world
    cdef int i, j
    for i in range(n - 1, 0, -1):
        j = below(&stream, i + 1)
        world = worlds[i]
        worlds[i] = worlds[j]
        worlds[j] = world


cdef bint few_left(const double *weights, int n) noexcept nogil:
    """No more than FEWEST worlds have any weight: flattening cannot help."""
    cdef int i, left = 0
    for i in range(n):
        left += weights[i] > 0
    return left <= FEWEST


cdef void temper(double *weights, int n, double *sum, double *sum2) noexcept nogil:
    """Flatten weights until they are worth FEWEST equally likely worlds; all alike where every one is 0. Their sums."""
    cdef int i
    while True:
        sum[0] = sum2[0] = 0
        for i in range(n):
            sum[0] += weights[i]
            sum2[0] += weights[i] * weights[i]
        if sum[0] > 0 and (sum[0] * sum[0] >= FEWEST * sum2[0] or few_left(weights, n)):
            return
        for i in range(n):
            weights[i] = sqrt(weights[i] / sum[0]) if sum[0] > 0 else 1


cdef void get_to_know(Scales *scales, Belief *belief) noexcept nogil:
    cdef State worlds[48]           # KNOWN_BY
    cdef World world
    cdef u64 stream
    cdef int i
    for i in range(KNOWN_BY):
        stream = stream_of(scales.seed, ~<u64>i)
        draw_world(scales.worlds, &stream, &world)
        enter(scales.worlds, &world, &worlds[i])
    find_ways(belief, scales.worlds.rules, worlds, KNOWN_BY, scales.memory, scales.moves)


cdef double likelihood_of(const Scales *scales, const World *world) noexcept nogil:
    cdef State s
    enter(scales.worlds, world, &s)
    return likelihood(scales.belief, scales.worlds.rules, &s, scales.memory, scales.moves)


cdef void settle(Scales *scales, World *worlds, int n) noexcept nogil:
    cdef double likely
    cdef int i
    for i in range(n):
        scales.q.nodes += 1
        poll(scales.q)
        likely = 0 if scales.q.stop else likelihood_of(scales, &worlds[i])
        scales.prior += worlds[i].weight
        scales.weight += worlds[i].weight * likely
        scales.weight2 += worlds[i].weight * likely * likely
        worlds[i].weight *= likely
    scales.weighed += n
    if scales.weight == 0 or scales.q.stop:
        list_worlds(scales.worlds, worlds, n)
        shuffle_worlds(worlds, n, scales.seed)


cdef int sift(Scales *scales, World *kept, int n) noexcept nogil:
    cdef World drawn[256]           # MOST_KEPT * SIFTED
    cdef double weights[256]
    cdef int count = n * SIFTED, i, at = 0, copies
    cdef double sum = 0, sum2 = 0, step, mark
    cdef u64 stream
    for i in range(count):
        stream = stream_of(scales.seed, scales.weighed + i)
        draw_world(scales.worlds, &stream, &drawn[i])
        weights[i] = likelihood_of(scales, &drawn[i])
    temper(weights, count, &sum, &sum2)
    scales.weighed += count
    scales.prior += count
    scales.weight += count
    scales.weight2 += sum2 * (count / sum) * (count / sum)
    step = sum / n
    mark = step / 2
    for i in range(count):
        copies = 0
        while mark < weights[i]:
            copies += 1
            mark += step
        mark -= weights[i]
        if copies:
            drawn[i].weight = copies
            kept[at] = drawn[i]
            at += 1
    return at
