"""The exact solver as Python sees it: one table and one search, used for position after position."""
import numpy as np

from seep_ext.types cimport i16, u32, u64
from seep_ext.door cimport bytes_of, read_position
from seep_ext.rules cimport RuleSet, Rules
from seep_ext.names cimport Named, NamedMove, write_move
from seep_ext.guess cimport guess_choices, within
from seep_ext.root cimport (
    DEEP_LEFT, Choice, Root, close_root, find_line, open_root, prove_first_best, prove_top, prove_value, recall_line)
from seep_ext.search cimport (
    INTERRUPTED, OUT_OF_NODES, OUT_OF_TIME, RUNNING, TOO_CROWDED, Search, free_search, new_search, now, set_techniques,
    start_polls)
from seep_ext.team cimport MOST_THREADS, Team, end_team, free_team, new_team, start_team
from seep_ext.table cimport Table, allocate, release, renew, use_of
from seep_ext.techniques cimport (
    ALL, BOUNDS, CHILDREN, CLEARING, GUESS, HOLDS, LAST_CAPTURE, LAST_PLAYS, ORDER, PACKINGS, PATTERNS, TABLE)

from seep_ext.door import POSITION, TooManyMoves

STOPPED = {
    RUNNING: "", OUT_OF_NODES: "nodes", OUT_OF_TIME: "time", INTERRUPTED: "interrupt", TOO_CROWDED: "crowded",
}


TECHNIQUES = {
    "table": TABLE, "bounds": BOUNDS, "clearing": CLEARING, "holds": HOLDS, "children": CHILDREN, "order": ORDER,
    "last-plays": LAST_PLAYS, "guess": GUESS, "packings": PACKINGS, "last-capture": LAST_CAPTURE,
    "patterns": PATTERNS,
}


class Found:
    """What an analysis proved: bounds in points, from the side to move.

    low, high: of the position. moves: (text, low, high, line) of each move, best first, ties in byte order; a line
    starts with its move. guesses: of a search that was stopped, what each move may be worth, within its bounds but not
    proven; moves are in the order of them then. Else empty. nodes: positions visited, without those for guesses and
    for the lines of moves after the first. seconds: for all of it, without start-up. stopped: "", or the limit that
    struck: "nodes", "time", "interrupt".
    """

    __slots__ = ("low", "high", "moves", "guesses", "nodes", "seconds", "stopped")

    def __init__(self, low, high, moves, guesses, nodes, seconds, stopped):
        self.low = low
        self.high = high
        self.moves = moves
        self.guesses = guesses
        self.nodes = nodes
        self.seconds = seconds
        self.stopped = stopped


cdef class Watcher:
    """Tells `watch` how far a search is; whatever that raises ends the search."""
    cdef Root *root
    cdef object watch
    cdef object raised

    def __init__(self, watch):
        self.watch = watch

    def __call__(self):
        cdef Search *q = self.root.q
        try:
            self.watch(self.root.low, self.root.high, q.nodes, use_of(q.table))
        except KeyboardInterrupt:
            q.stop = INTERRUPTED
        except BaseException as error:
            self.raised = error
            q.stop = INTERRUPTED


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
        q.deadline = now() + seconds if seconds else 0
        q.stop = RUNNING
        q.watcher = NULL
        start_polls(q)
        renew(&self.table)

    cdef int open(self, Root *root, const Named *named) noexcept nogil:
        """Set up a root and whoever helps; below 0: no memory."""
        cdef int opened = open_root(root, self.q, named)
        if self.team != NULL and opened == 0 and root.n:
            start_team(self.team)
        return opened

    def analyse(self, RuleSet rules, position, *, want="all", top=0, nodes=0, seconds=0.0, watch=None):
        """Prove the values of a position whose cards are all known; returns Found.

        want: "all" values every move and finds the lines; "moves" does so with the line of the best move alone;
        "best" proves the value and the first move, in byte order of the text, that reaches it; "value" the value
        alone. top: with "all" and "moves", how many of the best moves are valued, 0 for every one; all ties of the
        best are found out. nodes, seconds: limits, 0 for none; when one strikes, or Ctrl-C, the bounds so far are
        returned, and for "all" and "best" a guess of each move that is not exact. watch(low, high, nodes, use) is
        called some twenty times a second, with the bounds and nodes so far and the thousandths of the table in use.
        Raises TooManyMoves for a floor too crowded to list.
        """
        cdef Named named = read_position(position)
        cdef Root root
        cdef bint guesses = want in ("all", "best")
        cdef int opened
        cdef double start
        cdef Watcher watcher = Watcher(watch)
        if want not in ("all", "moves", "best", "value"):
            raise ValueError(f"want: expected all, moves, best or value, got {want!r}")
        self.reset(&rules.c, nodes, seconds)
        start = now()
        with nogil:
            opened = self.open(&root, &named)
        try:
            if opened < 0:
                raise MemoryError("no memory for the moves of a position")
            watcher.root = &root
            if watch is not None:
                self.q.watcher = <void *>watcher
            if root.n:
                self.prove(&root, want, top or root.n, guesses)
            found = self.found(&root, want, top or root.n, start)
            if watcher.raised is not None:
                raise watcher.raised
            if self.q.stop == TOO_CROWDED:
                raise TooManyMoves()
            return found
        finally:
            self.q.watcher = NULL
            self.end_help()
            close_root(&root)

    cdef int prove(self, Root *root, want, int top, bint guesses) except -1:
        """Prove what is wanted, as far as the limits allow."""
        cdef bint every = want in ("all", "moves"), best = want == "best"
        with nogil:
            if guesses and root.s.left > DEEP_LEFT:
                guess_choices(root)
            if not self.q.stop:
                prove_value(root)
                if every:
                    prove_top(root, top)
                elif best:
                    prove_first_best(root)
            if guesses and self.q.stop != RUNNING and self.q.stop != TOO_CROWDED and not root.guessed:
                guess_choices(root)
        return 0

    cdef object found(self, Root *root, want, int top, double start):
        """What was proven, with the lines; those of moves that are not the first add no nodes to the count."""
        cdef list order = ranked(root)
        cdef u64 nodes
        cdef double seconds
        if want in ("all", "moves"):
            self.find_lines(root, order[:1])
        if self.q.stop and order:
            recall_line(root, leading(root, order))
        self.end_help()
        nodes = self.q.nodes
        if want == "all" and not self.q.stop:
            self.find_lines(root, order[1:top])
        seconds = now() - start
        if root.low > root.high:
            raise AssertionError(f"bounds crossed: {root.low} > {root.high}")       # a fault of the engine
        moves = [(text_of(&root.choices[i].named), root.choices[i].low, root.choices[i].high, line_of(&root.choices[i]))
                 for i in order]
        guesses = [within(&root.choices[i]) for i in order] if self.q.stop and root.guessed else []
        return Found(root.low, root.high, moves, guesses, nodes, seconds, STOPPED.get(self.q.stop, ""))

    cdef void end_help(self) noexcept:
        """Helpers go, and their nodes are counted."""
        with nogil:
            if self.q.busy:
                end_team(self.team)

    cdef int find_lines(self, Root *root, list places) except -1:
        cdef int i
        for i in places:
            with nogil:
                find_line(root, &root.choices[i])
        return 0

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


cdef str text_of(const NamedMove *m):
    cdef char text[136]
    write_move(m, text)
    return text.decode("ascii")


cdef Choice *leading(const Root *root, list order) except NULL:
    """The choice, in order, whose proven low is highest."""
    cdef int i, best = order[0]
    for i in order:
        if root.choices[i].low > root.choices[best].low:
            best = i
    return &root.choices[best]


cdef list ranked(const Root *root):
    """Places of choices, best proven first; of a search that was stopped, by their guesses within what is proven."""
    cdef list keys = []
    cdef int i, expected = 0
    for i in range(root.n):
        if root.guessed and root.q.stop:
            expected = within(&root.choices[i])
        keys.append((-expected, -root.choices[i].low, -root.choices[i].high, i))
    return [key[3] for key in sorted(keys)]
