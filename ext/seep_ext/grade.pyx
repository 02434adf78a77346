"""How deep one must see to find a move: exact search of so many plays, all cards seen, and then no further."""
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memset, strcmp

from seep_ext.types cimport i16, mixed, u64
from seep_ext.door cimport read_position
from seep_ext.movegen cimport MOST_MOVES, generate, new_packer
from seep_ext.names cimport Named, Text, pack, sort_moves
from seep_ext.packings cimport Packer
from seep_ext.rules cimport RuleSet, Rules
from seep_ext.state cimport CAPTURE, HOUSES, Move, State, leftovers, play

from seep_ext.door import TooManyMoves

cdef enum:
    SLOTS_BITS = 18
    MOST = 1 << 14              # beyond any gain

cdef struct Slot:               # bounds of a state with so many plays to see
    u64 key
    i16 low
    i16 high

cdef struct Sight:              # scratch of one grading
    Packer *packer
    Slot *slots
    Move *moves                 # a stack of those of all plies
    Move *end
    Text *texts
    bint crowded                # some list of moves found no room


cdef u64 key_of(const Rules *rules, const State *s, int plays) noexcept nogil:
    """All that the gain of the plays to come hangs on."""
    cdef u64 key = mixed(<u64>plays << 8 | s.turn << 4 | s.last)
    cdef int i
    for i in range(4):
        key = mixed(key ^ s.hand[i]) + <u64>0x9E3779B97F4A7C15
    key = mixed(key ^ s.loose) + <u64>0x9E3779B97F4A7C15
    for i in range(HOUSES):
        key = mixed(key ^ s.house[i] + (<u64>i << 40))
    if rules.tracks:
        for i in range(2):
            key = mixed(key ^ <u64>s.won.points[i] ^ <u64>s.won.cards[i] << 16 ^ <u64>s.won.seeps[i] << 32
                        ^ <u64>s.won.bonus[i] << 48)
    return key or 1


cdef int value(const Rules *rules, Sight *sight, const State *s, int plays, int alpha, int beta,
               Move *stack) noexcept nogil:
    """What the side to play wins more than the other within so many plays (fail-soft)."""
    cdef u64 key
    cdef Slot *slot
    cdef int n, best
    if not s.left:
        return leftovers(rules, s)
    if not plays:
        return 0
    key = key_of(rules, s, plays)
    slot = &sight.slots[key & ((1 << SLOTS_BITS) - 1)]
    if slot.key != key:
        slot.key = key
        slot.low = -MOST
        slot.high = MOST
    elif slot.low >= beta or slot.low == slot.high:
        return slot.low
    elif slot.high <= alpha:
        return slot.high
    n = generate(rules, s, sight.packer, stack, min(<int>(sight.end - stack), MOST_MOVES))
    if n <= 0:
        sight.crowded = True
        return 0
    best = best_of(rules, sight, s, plays, alpha, beta, stack, n)
    if slot.key != key:         # another position took it
        slot.key = key
        slot.low = -MOST
        slot.high = MOST
    if best > alpha:
        slot.low = max(slot.low, best)
    if best < beta:
        slot.high = min(slot.high, best)
    return best


cdef int best_of(const Rules *rules, Sight *sight, const State *s, int plays, int alpha, int beta, Move *moves,
                 int n) noexcept nogil:
    """The best value of `n` moves; captures are tried first."""
    cdef State after
    cdef int i, gain, found, best = -MOST
    cdef bint capture
    for capture in range(1, -1, -1):
        for i in range(n):
            if (moves[i].play == CAPTURE) != capture:
                continue
            after = s[0]
            gain = play(rules, &after, &moves[i])
            found = gain - value(rules, sight, &after, plays - 1, gain - beta, gain - max(alpha, best), moves + n)
            best = max(best, found)
            if best >= beta:
                return best
    return best


cdef bint stands_out(const Rules *rules, Sight *sight, const State *s, const Move *moves, int n, int at,
                     int plays) noexcept nogil:
    """Whether within so many plays the move in a place wins more than every other."""
    cdef State after = s[0]
    cdef int gain = play(rules, &after, &moves[at]), most, i
    most = gain - value(rules, sight, &after, plays - 1, -MOST, MOST, sight.moves + n)
    for i in range(n):
        if i == at:
            continue
        after = s[0]
        gain = play(rules, &after, &moves[i])
        if value(rules, sight, &after, plays - 1, gain - most, gain - most + 1, sight.moves + n) <= gain - most:
            return False
    return True


cdef int place_of(const Rules *rules, const Named *named, Sight *sight, int n, const char *text) noexcept nogil:
    """The place of the move that is written so; -1 if there is none."""
    cdef int i
    sort_moves(rules, named, sight.moves, n, sight.texts)
    for i in range(n):
        if strcmp(sight.texts[i].text, text) == 0:
            return sight.texts[i].index
    return -1


cdef int depth_of(const Rules *rules, const Named *named, Sight *sight, const char *text) noexcept nogil:
    """The grade; -1: no such move."""
    cdef State s
    cdef int n, at, plays
    pack(rules, named, &s)
    n = generate(rules, &s, sight.packer, sight.moves, MOST_MOVES)
    at = place_of(rules, named, sight, n, text)
    if at < 0:
        return -1
    plays = s.left
    while plays and not sight.crowded and stands_out(rules, sight, &s, sight.moves, n, at, plays):
        plays -= 1
    return plays + 1


def grade(RuleSet rules, position, str move):
    """The least number of plays from which on a search of so many finds the move, and no other, to be best.

    A search of d plays counts what is won within d plays, with all cards seen; one that sees the end of the deal is
    exact. A move that is not the only best one has the grade cards left + 1. Raises TooManyMoves, and ValueError for a
    move that is not in the list of legal moves.
    """
    cdef Named named = read_position(position)
    cdef Sight sight
    cdef int found
    cdef bytes text = move.encode("ascii")
    cdef const char *wanted = text
    memset(&sight, 0, sizeof(Sight))
    sight.packer = new_packer()
    sight.slots = <Slot *>calloc(1 << SLOTS_BITS, sizeof(Slot))
    sight.moves = <Move *>malloc(2 * MOST_MOVES * sizeof(Move))
    sight.texts = <Text *>malloc(MOST_MOVES * sizeof(Text))
    sight.end = sight.moves + 2 * MOST_MOVES
    try:
        if not sight.slots or not sight.moves or not sight.texts:
            raise MemoryError("no memory for a list of moves")
        with nogil:
            found = depth_of(&rules.c, &named, &sight, wanted)
        if sight.crowded:
            raise TooManyMoves()
        if found < 0:
            raise ValueError(f"not a legal move: {move}")
        return found
    finally:
        free(sight.packer)
        free(sight.slots)
        free(sight.moves)
        free(sight.texts)
