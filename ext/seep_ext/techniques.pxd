# The techniques of the search, a bit each: a test can switch one off, and no value may change.
cdef enum Technique:
    TABLE = 1 << 0          # remember proven bounds of positions
    BOUNDS = 1 << 1         # cut by bounds from counting
    CLEARING = 1 << 2       # ... in which the floor must first be cleared
    HOLDS = 1 << 3          # ... and what one side can hold against the other
    CHILDREN = 1 << 4       # ask the table about all children before searching one
    ORDER = 1 << 5          # try moves that promise most first
    LAST_PLAYS = 1 << 6     # straight-line play of everybody's last card
    GUESS = 1 << 7          # start from a guess of the value
    PACKINGS = 1 << 8       # remember which loose cards add up
    LAST_CAPTURE = 1 << 9   # leave who captured last out of the key where it cannot matter
    PATTERNS = 1 << 10      # use bounds of positions that differ in what cards are worth, widened by the difference
    ALL = (1 << 11) - 1
