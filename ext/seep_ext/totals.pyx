"""Totals that do not add up: the score so far, what of it still matters, and bounds of the end (rules, section 5)."""
from seep_ext.types cimport mixed

cdef enum:
    MAJORITY = 27           # of 52 cards
    IRRELEVANT = 0x3fff     # stands for any value of a field that can change nothing any more


cdef int side_total(const Rules *rules, const Won *won, int side) noexcept nogil:
    """A side's total if the deal ended now (rules, section 5)."""
    cdef int total = won.points[side]
    cdef bint most = rules.most_cards > 0 and won.cards[side] >= MAJORITY
    if most:
        total += rules.most_cards
    if rules.all_points and won.points[side] == rules.deck.total and (most or not rules.most_cards):
        total = rules.all_points
    if (rules.sweep_cap and won.seeps[side] > rules.sweep_cap) or won.points[side] < rules.sweep_min_points:
        return total
    return total + won.bonus[side]


cdef int standing_margin(const Rules *rules, const Won *won) noexcept nogil:
    """The margin the score stands at, for side 1."""
    return side_total(rules, won, 0) - side_total(rules, won, 1)


cdef int credit(const Rules *rules, Won *won, int side, int points, int cards, int seeps, int bonus) noexcept nogil:
    """Write to a side's account; its gain in the margin that the score stands at."""
    cdef int before
    if not rules.tracks:
        return points + bonus
    before = standing_margin(rules, won)
    won.points[side] += points
    won.cards[side] += cards
    won.seeps[side] += seeps
    won.bonus[side] += bonus
    before = standing_margin(rules, won) - before
    return -before if side else before


cdef inline bint may_void(const Rules *rules, const Won *won, const Left *left, int side) noexcept nogil:
    """The side's seeps may still pass the cap."""
    return rules.sweep_cap and won.seeps[side] + left.seeps[side] > rules.sweep_cap


cdef inline bint seeps_are_void(const Rules *rules, const Won *won, const Left *left, int side) noexcept nogil:
    """The side's seeps count nothing, whatever comes."""
    return (rules.sweep_cap and won.seeps[side] > rules.sweep_cap) or (
        won.points[side] + left.points < rules.sweep_min_points)


cdef inline bint may_win_all(const Rules *rules, const Won *won, const Left *left, int side) noexcept nogil:
    """The side may end with every card point of the deck."""
    return rules.all_points and won.points[side] + left.points >= rules.deck.total


cdef u64 side_key(const Rules *rules, const Won *won, const Left *left, int side) noexcept nogil:
    """Points while a floor or all points are at stake, cards while a majority is, seeps and bonus while they may
    turn.
    """
    cdef u64 points = IRRELEVANT, cards = IRRELEVANT, seeps = IRRELEVANT, bonus = IRRELEVANT
    cdef bint below = won.points[side] < rules.sweep_min_points, turns
    if may_win_all(rules, won, left, side):
        points = won.points[side]
    if rules.most_cards:
        if won.cards[side] >= MAJORITY:
            cards = MAJORITY
        elif won.cards[side] + left.cards >= MAJORITY:
            cards = won.cards[side]
    if not seeps_are_void(rules, won, left, side):
        turns = may_void(rules, won, left, side)
        if turns:
            seeps = won.seeps[side]
        if below:
            points = won.points[side]
        if turns or below:
            bonus = won.bonus[side]
        elif seeps == IRRELEVANT:
            seeps = 0           # they count, for good
    return points | cards << 14 | seeps << 28 | bonus << 42


cdef void won_words(const Rules *rules, const Won *won, const Left *left, u64 *words) noexcept nogil:
    words[0] = side_key(rules, won, left, 0)
    words[1] = side_key(rules, won, left, 1)


cdef u64 won_key(const Rules *rules, const Won *won, const Left *left) noexcept nogil:
    return mixed(mixed(side_key(rules, won, left, 0)) ^ side_key(rules, won, left, 1))


cdef int best_end(const Rules *rules, const Won *won, const Left *left, int side, int lost, int bonus) noexcept nogil:
    cdef int total = won.points[side] + left.points - lost
    if rules.most_cards and won.cards[side] + left.cards >= MAJORITY:
        total += rules.most_cards
    if may_win_all(rules, won, left, side) and not lost:
        total = max(total, rules.all_points)
    if seeps_are_void(rules, won, left, side):
        return total
    return total + won.bonus[side] + bonus


cdef int worst_end(const Rules *rules, const Won *won, const Left *left, int side, int sure) noexcept nogil:
    cdef int total = won.points[side] + sure
    if rules.most_cards and won.cards[side] >= MAJORITY:
        total += rules.most_cards
    if may_win_all(rules, won, left, side):
        total = min(total, rules.all_points)
    if may_void(rules, won, left, side) or won.points[side] + sure < rules.sweep_min_points:
        return total
    return total if seeps_are_void(rules, won, left, side) else total + won.bonus[side]
