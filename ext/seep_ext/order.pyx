"""Scores of moves, by which the search tries them: seeps, captures by points, houses, throws; danger last."""
from seep_ext.cards cimport rank_of
from seep_ext.bounds cimport may_seep
from seep_ext.state cimport CAPTURE, RAISE, THROW

cdef enum:
    SEEP_SCORE = 5000
    CAPTURE_SCORE = 1000
    BUILD_SCORE = 500
    RAISE_SCORE = 400
    THROW_SCORE = 200
    DANGER = 3000               # the next seat may clear the floor
    HISTORY_SHIFT = 5
    HISTORY_TOP = 4000          # a history count that reaches this halves all


cdef inline int cell_of(const State *s, const Move *m) noexcept nogil:
    return ((s.turn * 5 + m.play) * 52 + m.card) * 8 + (m.value - 6 if m.value > 6 else 0)


cdef int rate(const Rules *rules, const State *s, const State *after, const Move *m, const i16 *history) noexcept nogil:
    """The score of a move that leads from `s` to `after`."""
    cdef int points = s.points - after.points, score
    if m.play == CAPTURE:
        score = CAPTURE_SCORE + 20 * points
        if not after.loose and not after.standing:
            score += SEEP_SCORE
    elif m.play == THROW:
        score = THROW_SCORE - rank_of(m.card)
    else:
        score = RAISE_SCORE if m.play == RAISE else BUILD_SCORE
    if history:
        score += history[cell_of(s, m)] >> HISTORY_SHIFT
    if may_seep(rules, after.hand[after.turn], after.loose, after.standing):
        score -= DANGER
    return score


cdef void remember_cut(i16 *history, const State *s, const Move *m) noexcept nogil:
    """A move has proven enough: moves like it are worth trying early. Counts grow with the size of what was cut."""
    cdef i16 *cell = &history[cell_of(s, m)]
    cdef int i
    cell[0] += s.left
    if cell[0] > HISTORY_TOP:
        for i in range(HISTORY_SIZE):
            history[i] >>= 1
