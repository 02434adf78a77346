"""The key of a position in the search: all that its value depends on, and nothing else (docs/engine.md, "Key")."""
from seep_ext.types cimport lowest_bit, mixed
from seep_ext.pattern cimport find_pattern, pattern_key
from seep_ext.state cimport OWNER, find_left
from seep_ext.techniques cimport LAST_CAPTURE, PATTERNS
from seep_ext.totals cimport Left, won_key


cdef bint last_matters(const State *s, u32 on) noexcept nogil:
    """Nobody may capture any more, as far as the lowest house tells."""
    return not (on & LAST_CAPTURE and s.standing and s.house[lowest_bit(s.standing)] >= OWNER)


cdef u64 search_key(const Rules *rules, const State *s, u32 on, Pattern *pattern) noexcept nogil:
    """The key of all that the value depends on; what cards are worth where goes to `pattern` instead, if it can.

    Who captured last only matters if nobody captures again. A house that has an owner is certain to be captured (the
    owner keeps a key to the end, and the last key can only capture), so `last` is left out while one stands. Legal
    input may hold houses without an owner; looking at the lowest house only leaves out less than could be.
    """
    cdef u64 key = s.key
    cdef Left left
    if last_matters(s, on):
        key ^= mixed(<u64>s.last + 1)
    find_pattern(rules, s, pattern)
    if rules.tracks or not on & PATTERNS or s.rest or s.second[0] or s.second[1]:
        key ^= pattern_key(rules, s, pattern)
        pattern.hands = pattern.rest = 0
    if rules.tracks:
        find_left(rules, s, &left)
        key ^= won_key(rules, &s.won, &left)
    return key
