"""Paired comparison of moves over worlds (docs/strength.md, "The race")."""
from libc.math cimport INFINITY, sqrt
from libc.stdlib cimport calloc, free


cdef int open_race(Race *race, int n) noexcept nogil:
    race.n = race.running = n
    race.out = <u8 *>calloc(n, 1)
    race.weight = <double *>calloc(5 * n, sizeof(double))
    race.ahead = <double *>calloc(3 * n * n, sizeof(double))
    if not race.out or not race.weight or not race.ahead:
        close_race(race)
        return -1
    race.square = race.weight + n
    race.sum = race.weight + 2 * n
    race.sum2 = race.weight + 3 * n
    race.count = race.weight + 4 * n
    race.ahead2 = race.ahead + n * n
    race.paired = race.ahead + 2 * n * n
    return 0


cdef void close_race(Race *race) noexcept nogil:
    free(race.out)
    free(race.weight)
    free(race.ahead)
    race.out = NULL
    race.weight = race.ahead = NULL


cdef void record(Race *race, const float *values, double weight, double copies) noexcept nogil:
    cdef int i, j, at
    cdef double ahead
    for i in range(race.n):
        if race.out[i]:
            continue
        race.count[i] += copies
        race.weight[i] += weight
        race.square[i] += weight * weight
        race.sum[i] += weight * values[i]
        race.sum2[i] += weight * values[i] * values[i]
        for j in range(i + 1, race.n):
            if race.out[j]:
                continue
            at = i * race.n + j
            ahead = values[i] - values[j]
            race.ahead[at] += weight * ahead
            race.ahead2[at] += weight * ahead * ahead
            race.paired[at] += weight


cdef int leader(const Race *race) noexcept nogil:
    cdef int i, best = -1
    for i in range(race.n):
        if not race.out[i] and (best < 0 or mean_of(race, i) > mean_of(race, best)):
            best = i
    return best


cdef double mean_of(const Race *race, int i) noexcept nogil:
    return race.sum[i] / race.weight[i] if race.weight[i] else 0


cdef inline double error(double weight, double square, double sum, double sum2) noexcept nogil:
    """Standard error of a weighted mean of independent values, after Kish's effective number."""
    cdef double number, mean, variance
    if not square:
        return INFINITY
    number = weight * weight / square
    if number < 2:
        return INFINITY
    mean = sum / weight
    variance = sum2 / weight - mean * mean
    return sqrt(variance / (number - 1)) if variance > 0 else 0


cdef double error_of(const Race *race, int i) noexcept nogil:
    return error(race.weight[i], race.square[i], race.sum[i], race.sum2[i])


cdef double ahead_of(const Race *race, int i, int j, double *err) noexcept nogil:
    cdef int low = min(i, j), at = low * race.n + max(i, j)
    cdef double weight = race.paired[at], scale
    err[0] = 0
    if i == j or not weight:
        return 0
    scale = race.square[i] if race.out[i] else race.square[j]       # of the one that ran the shorter
    err[0] = error(weight, scale, race.ahead[at], race.ahead2[at])
    return race.ahead[at] / weight if low == i else -race.ahead[at] / weight


cdef void drop_beaten(Race *race, double z) noexcept nogil:
    cdef int first = leader(race), i
    cdef double err, behind
    for i in range(race.n):
        if race.out[i] or i == first:
            continue
        behind = ahead_of(race, first, i, &err)
        if behind > 0.001 and behind > z * err:
            race.out[i] = 1
            race.running -= 1


cdef void drop_marked(Race *race, const u8 *marked) noexcept nogil:
    cdef int i
    for i in range(race.n):
        if marked[i] and not race.out[i]:
            race.out[i] = 1
            race.running -= 1
