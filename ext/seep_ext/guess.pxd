# What a move may be worth, not proven: a search of some plays, then a judgement of what floor and hands promise.
from seep_ext.root cimport Choice, Root

cdef enum:
    GUESS_NODES = 1_000_000     # positions made, for all moves; a limit on nodes is one on these too

# Guess every choice, and let the best be the one that is asked first. Limits and Ctrl-C cut it short.
cdef void guess_choices(Root *root) noexcept nogil

# What a choice is expected to be worth: its guess, within what is proven.
cdef int within(const Choice *c) noexcept nogil
