"""The exact solver as Python sees it: one table and one search, used for position after position."""
import numpy as np


from seep_ext.types cimport i16, u32, u64
from seep_ext.door cimport bytes_of, read_position
from seep_ext.rules cimport RuleSet, Rules
from seep_ext.names cimport Named, write_move
from seep_ext.root cimport Choice, Root, close_root, find_lines, open_root, prove_all, prove_first_best, prove_value
from seep_ext.search cimport (
    INTERRUPTED, OUT_OF_NODES, OUT_OF_TIME, RUNNING, TOO_CROWDED, Search, free_search, new_search, now, set_techniques)
from seep_ext.team cimport MOST_THREADS, Team, end_team, free_team, new_team, start_team
from seep_ext.table cimport Table, allocate, release, renew
from seep_ext.techniques cimport (
    ALL, BOUNDS, CHILDREN, CLEARING, GUESS, HOLDS, LAST_CAPTURE, LAST_PLAYS, ORDER, PACKINGS, PATTERNS, TABLE)

from seep_ext.door import POSITION, TooManyMoves

STOPPED = {RUNNING: "", OUT_OF_NODES: "nodes", OUT_OF_TIME: "time", INTERRUPTED: "interrupt"}


TECHNIQUES = {
    "table": TABLE, "bounds": BOUNDS, "clearing": CLEARING, "holds": HOLDS, "children": CHILDREN, "order": ORDER,
    "last-plays": LAST_PLAYS, "guess": GUESS, "packings": PACKINGS, "last-capture": LAST_CAPTURE,
    "patterns": PATTERNS,
}


class Found:
    """What an analysis proved: bounds in points, from the side to move.

    low, high: of the position. moves: (text, low, high, line) of each move, best first, ties in byte order; a line
    starts with its move. nodes: positions visited. seconds: without start-up. stopped: "", or the limit that struck:
    "nodes", "time", "interrupt".
    """

    __slots__ = ("low", "high", "moves", "nodes", "seconds", "stopped")

    def __init__(self, low, high, moves, nodes, seconds, stopped):
        self.low = low
        self.high = high
        self.moves = moves
        self.nodes = nodes
        self.seconds = seconds
        self.stopped = stopped


cdef class Solver:
    """An exact solver with a transposition table of `hash_mb` megabytes, empty to each position.

    threads: of one search; node limits are shared out among them. without: names of TECHNIQUES to do without. No
    value changes by either.
    """
    cdef Table table
    cdef Search *q
    cdef Team *team
    cdef int threads
    cdef u32 on

    def __cinit__(self, int hash_mb=64, int threads=1, without=()):
        if not 1 <= hash_mb <= 1 << 20:
            raise ValueError(f"hash_mb: expected 1 to 1048576 megabytes, got {hash_mb}")
        if not 1 <= threads <= MOST_THREADS:
            raise ValueError(f"threads: expected 1 to {MOST_THREADS}, got {threads}")
        self.on = ALL
        for name in without:
            if name not in TECHNIQUES:
                raise ValueError(f"without: expected names of {', '.join(TECHNIQUES)}, got {name!r}")
            self.on &= ~<u32>TECHNIQUES[name]
        self.q = new_search(&self.table)
        self.threads = threads
        if threads > 1:
            self.team = new_team(self.q, threads)
        allocate(&self.table, hash_mb)

    def __dealloc__(self):
        free_team(self.team)
        free_search(self.q)
        release(&self.table)

    cdef void reset(self, const Rules *rules, u64 nodes, double seconds) noexcept nogil:
        """Forget the position before this one."""
        cdef Search *q = self.q
        set_techniques(q, rules, self.on)
        q.nodes = 0
        q.node_limit = (nodes + self.threads - 1) // self.threads if nodes else 0
        q.next_poll = 0
        q.deadline = now() + seconds if seconds else 0
        q.stop = RUNNING
        renew(&self.table)

    cdef int open(self, Root *root, const Named *named) noexcept nogil:
        """Set up a root and whoever helps; below 0: no memory, or no threads."""
        cdef int opened = open_root(root, self.q, named)
        if self.team != NULL and opened == 0 and root.n and start_team(self.team) < 0:
            return -1
        return opened

    def analyse(self, RuleSet rules, position, *, want="all", nodes=0, seconds=0.0):
        """Prove the values of a position whose cards are all known; returns Found.

        want: "all" values every move and finds the lines; "best" proves the value and the first move, in byte order
        of the text, that reaches it; "value" the value alone. nodes, seconds: limits, 0 for none; when one strikes,
        or Ctrl-C, the bounds so far are returned. Raises TooManyMoves for a floor too crowded to list.
        """
        cdef Named named = read_position(position)
        cdef Root root
        cdef bint every = want == "all", best = want == "best"
        cdef double start
        cdef int opened
        if want not in ("all", "best", "value"):
            raise ValueError(f"want: expected all, best or value, got {want!r}")
        self.reset(&rules.c, nodes, seconds)
        start = now()
        with nogil:
            opened = self.open(&root, &named)
            if opened == 0 and not self.q.stop and root.n:
                prove_value(&root)
                if every:
                    prove_all(&root)
                    find_lines(&root)
                elif best:
                    prove_first_best(&root)
            if self.q.busy:
                end_team(self.team)
        try:
            if opened < 0:
                raise MemoryError("no memory for the moves of a position")
            if self.q.stop == TOO_CROWDED:
                raise TooManyMoves()
            return Found(root.low, root.high, ranked(&root), self.q.nodes, now() - start, STOPPED[self.q.stop])
        finally:
            close_root(&root)

    def values(self, RuleSet rules, positions, *, nodes=0):
        """Values of many positions: POSITION rows in; arrays (low int16, high int16, nodes uint64) out.

        Gains from the side to move; low == high where proven, which is everywhere without a node limit (for each
        position; 0: none). Raises TooManyMoves, KeyboardInterrupt.
        """
        cdef const unsigned char[::1] raw = bytes_of(positions, POSITION)
        cdef Py_ssize_t n = raw.shape[0] // <Py_ssize_t>sizeof(Named), i
        cdef u64 limit = nodes
        cdef int opened = 0
        low = np.zeros(n, np.int16)
        high = np.zeros(n, np.int16)
        count = np.zeros(n, np.uint64)
        cdef i16[::1] lows = low
        cdef i16[::1] highs = high
        cdef u64[::1] counts = count
        for i in range(n):
            read_position(np.asarray(positions).reshape(-1)[i])
        with nogil:
            for i in range(n):
                opened = self.value(rules, <const Named *>&raw[i * sizeof(Named)], limit, &lows[i], &highs[i])
                counts[i] = self.q.nodes
                if opened < 0 or self.q.stop == TOO_CROWDED or self.q.stop == INTERRUPTED:
                    break
        if opened < 0:
            raise MemoryError("no memory for the moves of a position")
        if self.q.stop == TOO_CROWDED:
            raise TooManyMoves()
        if self.q.stop == INTERRUPTED:
            raise KeyboardInterrupt
        return low, high, count

    cdef int value(self, RuleSet rules, const Named *named, u64 nodes, i16 *low, i16 *high) noexcept nogil:
        """Bounds of one position; -1: no memory."""
        cdef Root root
        cdef int opened
        self.reset(&rules.c, nodes, 0)
        opened = self.open(&root, named)
        if opened == 0 and not self.q.stop and root.n:
            prove_value(&root)
        if self.q.busy:
            end_team(self.team)
        low[0] = root.low
        high[0] = root.high
        close_root(&root)
        return opened


cdef list line_of(const Choice *c):
    cdef char text[136]
    cdef int i
    line = []
    for i in range(c.length):
        write_move(&c.line[i], text)
        line.append(text.decode("ascii"))
    return line


cdef list ranked(const Root *root):
    """Choices as Python values: best proven first, ties in byte order (the order in which they stand)."""
    cdef char text[136]
    cdef int i
    moves = []
    for i in range(root.n):
        write_move(&root.choices[i].named, text)
        moves.append((text.decode("ascii"), root.choices[i].low, root.choices[i].high, line_of(&root.choices[i])))
    moves.sort(key=lambda move: (-move[1], -move[2]))
    return moves
