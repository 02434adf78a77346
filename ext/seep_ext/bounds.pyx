"""Proven bounds from counting (the proofs are in docs/engine.md, "Bounds")."""
from seep_ext.types cimport lowest_bit, ones
from seep_ext.cards cimport highest_rank, lowest_rank, nibble, present, rank_mask, sum_of, upto
from seep_ext.rules cimport SWEEP_CARD
from seep_ext.state cimport CEMENTED, HOUSE_POINTS, LOWEST_HOUSE, find_left
from seep_ext.techniques cimport CLEARING, HOLDS
from seep_ext.totals cimport Left, best_end, standing_margin, worst_end


cdef enum:
    NEVER = 99              # beyond the last play
    LOWEST_BITS = 0x1111111111111


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


cdef inline bint may_raise(const Rules *rules, u64 ranks, int value) noexcept nogil:
    """A side with these ranks might raise an ordinary house: it needs a card r and a key of value + r."""
    if rules.raise_with_floor:
        return value < 13
    return ranks & ranks >> (4 * value) != 0


cdef struct Hold:           # what one side can keep from the other
    int until               # no seep for the other side before this play (1 is the next); 0: no hold
    int points              # card points that are sure to be won by the side


cdef u64 sums_in_play(const Rules *rules, const State *s) noexcept nogil:
    """What some of the loose cards and the cards in hands, now or after the opening, add up to: bit 4 * t for a sum of
    t, 0 to 12.

    Good for this position and all that come of it, as long as no second hand is taken up.
    """
    cdef u64 ranks = present(s.hand[0] | s.hand[1] | s.hand[2] | s.hand[3] | s.loose | s.rest), sums = 1
    cdef int rank, zone, n
    while ranks and sums != LOWEST_BITS:
        rank = lowest_rank(ranks)
        ranks &= ranks - 1
        n = rules.deck.size[rank - 1][nibble(s.loose, rank)] + rules.deck.size[rank - 1][nibble(s.rest, rank)]
        for zone in range(4):
            n += rules.deck.size[rank - 1][nibble(s.hand[zone], rank)]
        while n:
            sums |= sums << (4 * rank)
            n -= 1
        sums &= LOWEST_BITS
    return sums


cdef inline bint may_sum(const Rules *rules, Before *before, u64 missing) noexcept nogil:
    """Cards in play might add up to one of `missing`, bit 4 * t for a sum of t."""
    if not before.sums:
        before.sums = LOWEST_BITS if rules.raise_with_floor else sums_in_play(rules, before.s)
    return missing & before.sums != 0


cdef inline int last_turn(const State *s, int seat) noexcept nogil:
    """The play (1 is the next) that is the last of a seat; four players, hands in step."""
    return s.left - ((s.turn + s.left - 1 - seat) & 3)


cdef inline void hold_house(const Rules *rules, const State *s, int side, int rank, int worth,
                            Hold *hold) noexcept nogil:
    """An item on the floor that only cards of `rank` can take, of which the other side has none.

    A seat keeps a card of the rank to its last turn and takes the item then.
    """
    cdef int until = NEVER, keepers = 0, keys = 0, seat
    for seat in range(side, 4, 2):
        if nibble(s.hand[seat], rank):
            keepers += 1
            keys = rules.deck.worth[rank - 1][nibble(s.hand[seat], rank)]
            until = min(until, last_turn(s, seat))
    hold.until = max(hold.until, until)
    if keepers:
        hold.points += worth + (keys if keepers == 1 else 0)


cdef inline void hold_loose(const Rules *rules, const State *s, int side, int rank, bint touched,
                            Hold *hold) noexcept nogil:
    """Loose cards of `rank` that the other side can never take. `touched`: other cards of this side might take them.

    A seat takes them at the latest when it has nothing but cards of the rank.
    """
    cdef int until = NEVER, keepers = 0, n = 0, seat, keys = 0
    for seat in range(side, 4, 2):
        if nibble(s.hand[seat], rank):
            keepers += 1
            n = rules.deck.size[rank - 1][nibble(s.hand[seat], rank)]
            keys = rules.deck.worth[rank - 1][nibble(s.hand[seat], rank)]
            until = min(until, last_turn(s, seat) - 4 * (n - 1))
    if not touched:
        hold.until = max(hold.until, until)
    if keepers:
        hold.points += rules.deck.worth[rank - 1][nibble(s.loose, rank)]
        if keepers == 1 and n == 1 and not touched:
            hold.points += keys


cdef void find_holds(const Rules *rules, const State *s, Before *before, Hold *holds) noexcept nogil:
    """What each side can hold against the other (the proof is in docs/engine.md, "Holds")."""
    cdef u64 ranks[2]
    cdef u64 loose, others, own
    cdef int standing = s.standing, slot, value, rank, side
    cdef u32 house
    for side in range(2):
        ranks[side] = present(s.hand[side] | s.hand[side + 2])
        holds[side].until = 0
        holds[side].points = 0
    while standing:
        slot = lowest_bit(standing)
        standing &= standing - 1
        value = slot + LOWEST_HOUSE
        house = s.house[slot]
        for side in range(2):
            others = ranks[1 - side]
            if not nibble(others, value) and (house & CEMENTED or not may_raise(rules, others, value)):
                hold_house(rules, s, side, value, house & HOUSE_POINTS, &holds[side])
    for side in range(2):
        loose = present(s.loose) & ~ranks[1 - side]
        while loose:
            rank = lowest_rank(loose)
            loose &= loose - 1
            others = ranks[1 - side] >> (4 * (rank - 1))
            if others and may_sum(rules, before, others):
                continue
            if rank >= LOWEST_HOUSE and s.house[rank - LOWEST_HOUSE]:
                continue                    # the key takes both: it would count twice
            if rank == 13:
                hold_house(rules, s, side, rank, rules.deck.worth[12][nibble(s.loose, 13)], &holds[side])
            else:
                own = ranks[side] >> (4 * (rank - 1)) & ~<u64>1
                hold_loose(rules, s, side, rank, own and may_sum(rules, before, own), &holds[side])


cdef inline int first_turn(const Rules *rules, const State *s, u64 ranks) noexcept nogil:
    """The first play (1 is the next) by a seat that holds one of the ranks now; NEVER if no seat does."""
    cdef int play, last = rules.players - 1
    for play in range(last + 1):
        if s.hand[(s.turn + play) & last] & ranks:
            return play + 1
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


cdef void static_bounds(const Rules *rules, const State *s, Before *before, u32 on,
                        int *low, int *high) noexcept nogil:
    """The card points that are left, less what the other side can hold; and a seep a play, where one can be.

    A floor of k houses needs k plays before it can be clear, an empty floor two; the last play makes no seep.
    """
    cdef int first, mine, theirs, bonus = largest_bonus(rules, s), me = s.turn & 1
    cdef Hold holds[2]
    first = 1
    holds[0].until = holds[0].points = holds[1].until = holds[1].points = 0
    if on & HOLDS and rules.holds and not s.bid:
        find_holds(rules, s, before, holds)
    elif on & CLEARING:                 # beside holds it would cost more than it saves
        first = first_clear(rules, s)
        if first == 1 and not may_seep(rules, s.hand[s.turn], s.loose, s.standing):
            first = 2
    mine = seeps_from(s, max(first, holds[1 - me].until), 1)
    theirs = seeps_from(s, max(first, holds[me].until), 0)
    if rules.tracks:
        high[0] = most_gain(rules, s, me, holds[1 - me].points, bonus * mine)
        low[0] = -most_gain(rules, s, 1 - me, holds[me].points, bonus * theirs)
        return
    high[0] = s.points - 2 * holds[1 - me].points + bonus * mine
    low[0] = 2 * holds[me].points - s.points - bonus * theirs


cdef int most_gain(const Rules *rules, const State *s, int side, int held, int bonus) noexcept nogil:
    """What a side gains at most where totals do not add up: its best end less the other's worst.

    The other side holds `held` points against it, so that its seeps bring at most `bonus`; what the side might hold
    itself is nothing that it must, and limits neither the seeps nor the points of the other.
    """
    cdef int now_at = standing_margin(rules, &s.won)
    cdef Left left
    find_left(rules, s, &left)
    return (best_end(rules, &s.won, &left, side, held, bonus) - worst_end(rules, &s.won, &left, 1 - side, held)
            - (-now_at if side else now_at))
