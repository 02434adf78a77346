"""Proven bounds from counting (the proofs are in docs/engine.md, "Bounds")."""
from seep_ext.types cimport lowest_bit, ones, u32
from seep_ext.cards cimport highest_rank, nibble, points_of, rank_mask, sum_of, upto
from seep_ext.rules cimport SWEEP_CARD
from seep_ext.state cimport CEMENTED, HOUSES, HOUSE_POINTS, LOWEST_HOUSE, standing_margin


cdef enum:
    NEVER = 99              # beyond the last play


cdef int points_left(const Rules *rules, const State *s) noexcept nogil:
    """Card points that nobody has won yet."""
    cdef int i, points = points_of(&rules.deck, s.loose) + points_of(&rules.deck, s.rest)
    for i in range(4):
        points += points_of(&rules.deck, s.hand[i])
    for i in range(2):
        points += points_of(&rules.deck, s.second[i])
    for i in range(HOUSES):
        points += s.house[i] & HOUSE_POINTS
    return points


cdef bint may_seep(const Rules *rules, u64 hand, u64 loose, int standing) noexcept nogil:
    """A card of the hand might clear the floor: False is proven, True is not."""
    cdef int total, highest, rank
    if standing & (standing - 1):
        return False
    total = sum_of(&rules.deck, loose)
    highest = highest_rank(loose) if loose else 0
    if standing:
        rank = lowest_bit(standing) + LOWEST_HOUSE
        return rank >= highest and nibble(hand, rank) and total % rank == 0
    if not loose:
        return False
    hand &= ~upto(highest - 1)
    while hand:
        rank = highest_rank(hand)
        if total % rank == 0:
            return True
        hand &= upto(rank - 1)
    return False


cdef inline int largest_bonus(const Rules *rules, const State *s) noexcept nogil:
    cdef int bonus = 13 if rules.sweep == SWEEP_CARD else rules.sweep
    if s.bid and rules.opening_sweep > bonus:
        return rules.opening_sweep
    return s.bid if s.bid > bonus else bonus


cdef inline u64 side_cards(const State *s, int side) noexcept nogil:
    """Ranks that a side holds, now or in a later stage: only good for asking which are there."""
    return s.hand[side] | s.hand[side + 2] | s.second[side] | (0 if side else s.rest)


cdef bint may_raise(const Rules *rules, u64 cards, int value) noexcept nogil:
    """A side with these cards might raise an ordinary house: it needs a card r and a key of value + r."""
    cdef int target
    if rules.raise_with_floor:
        return value < rules.house_max
    for target in range(value + 1, rules.house_max + 1):
        if nibble(cards, target) and nibble(cards, target - value):
            return True
    return False


cdef struct Hold:           # what one side can keep from the other
    int until               # no seep for the other side before this play (1 is the next); 0: no hold
    int points              # card points that the other side cannot win


cdef void hold_item(const Rules *rules, const State *s, int side, int rank, int worth, Hold *hold) noexcept nogil:
    """An item on the floor that only cards of `rank` can take, of which the other side has none.

    A seat keeps its card of the rank to its last turn, which is among the last four plays, and takes the item then.
    """
    cdef int seat, last_turn, until = NEVER, keepers = 0, keys = 0
    for seat in range(side, 4, 2):
        if nibble(s.hand[seat], rank):
            keepers += 1
            keys = rules.deck.worth[rank - 1][nibble(s.hand[seat], rank)]
            last_turn = s.left - ((s.turn + s.left - 1 - seat) & 3)
            until = min(until, last_turn)
    hold.until = max(hold.until, until)
    if keepers:
        hold.points += worth + (keys if keepers == 1 else 0)


cdef void hold_of(const Rules *rules, const State *s, int side, Hold *hold) noexcept nogil:
    """What `side` can hold against the other side (the proof is in docs/engine.md, "Holds")."""
    cdef u64 others = side_cards(s, 1 - side)
    cdef int standing = s.standing, slot, value
    cdef u32 house
    hold.until = 0
    hold.points = 0
    while standing:
        slot = lowest_bit(standing)
        standing &= standing - 1
        value = slot + LOWEST_HOUSE
        house = s.house[slot]
        if nibble(others, value):
            continue
        if house & CEMENTED or not may_raise(rules, others, value):
            hold_item(rules, s, side, value, house & HOUSE_POINTS, hold)
    if nibble(s.loose, 13) and not nibble(others, 13) and not s.house[13 - LOWEST_HOUSE]:
        hold_item(rules, s, side, 13, rules.deck.worth[12][nibble(s.loose, 13)], hold)


cdef inline int first_turn(const Rules *rules, const State *s, u64 ranks) noexcept nogil:
    """The first play (1 is the next) by a seat that holds one of the ranks now; NEVER if no seat does."""
    cdef int play
    for play in range(1, rules.players + 1):
        if s.hand[(s.turn + play - 1) & (rules.players - 1)] & ranks:
            return play
    return NEVER


cdef int first_clear(const Rules *rules, const State *s) noexcept nogil:
    """No play before this one can clear the floor: each item waits for a seat that can remove it.

    A house falls to a card of its value; an ordinary one also to a raise, by a card of rank up to house_max - value.
    The highest loose card falls to a card as high, at once or as the key of the house that it went into.
    """
    cdef int standing = s.standing, value, first = ones(standing)
    cdef u64 ranks
    if s.rest or s.second[0] or s.second[1]:        # cards are still to come
        return max(first, 1)
    while standing:
        value = lowest_bit(standing) + LOWEST_HOUSE
        standing &= standing - 1
        ranks = rank_mask(value)
        if not s.house[value - LOWEST_HOUSE] & CEMENTED and value < rules.house_max:
            ranks |= upto(rules.house_max - value)
        first = max(first, first_turn(rules, s, ranks))
    if s.loose:
        return max(first, first_turn(rules, s, ~upto(highest_rank(s.loose) - 1)))
    return first if s.standing else 2


cdef inline int seeps_from(const State *s, int first, int parity) noexcept nogil:
    """Plays of one side, from `first` on but before the last of the deal; parity 1: the side to move."""
    cdef int n
    if (first ^ parity) & 1:
        first += 1
    n = s.left - first
    return (n + 1) >> 1 if n > 0 else 0


cdef void static_bounds(const Rules *rules, const State *s, int rest, int *low, int *high) noexcept nogil:
    """The card points that are left, less what the other side can hold; and a seep a play, where one can be.

    A floor of k houses needs k plays before it can be clear, an empty floor two; the last play makes no seep.
    """
    cdef int first, mine, theirs, bonus = largest_bonus(rules, s), me = s.turn & 1
    cdef Hold ours
    cdef Hold held
    first = first_clear(rules, s)
    if first == 1 and not may_seep(rules, s.hand[s.turn], s.loose, s.standing):
        first = 2
    ours.until = held.until = ours.points = held.points = 0
    if rules.holds and not s.bid:
        hold_of(rules, s, me, &ours)
        hold_of(rules, s, 1 - me, &held)
    mine = seeps_from(s, max(first, held.until), 1)
    theirs = seeps_from(s, max(first, ours.until), 0)
    high[0] = rest - held.points + bonus * mine
    low[0] = -(rest - ours.points) - bonus * theirs
    if rules.tracks:
        widen(rules, s, rest, bonus * mine, bonus * theirs, low, high)


cdef void widen(const Rules *rules, const State *s, int rest, int mine, int theirs, int *low, int *high) noexcept nogil:
    """Bounds where totals do not add up: what a side can have at most, less what the other has at least."""
    cdef int me = s.turn & 1, side, now_at
    cdef int most[2]
    cdef int least[2]
    for side in range(2):
        most[side] = s.won.points[side] + rest + rules.most_cards
        if rules.all_points > most[side]:
            most[side] = rules.all_points
        most[side] += s.won.bonus[side] + (mine if side == me else theirs)
        least[side] = s.won.points[side]
        if rules.all_points and rules.all_points < least[side]:
            least[side] = rules.all_points
    now_at = standing_margin(rules, &s.won)
    if me:
        now_at = -now_at
    high[0] = most[me] - least[1 - me] - now_at
    low[0] = least[me] - most[1 - me] - now_at
