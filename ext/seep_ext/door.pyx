"""The door for Python: positions and moves as numpy rows, moves listed, played and counted."""
import numpy as np

from libc.stdlib cimport free, malloc
from libc.string cimport memcmp, memcpy

from seep_ext.rules cimport RuleSet
from seep_ext.movegen cimport INTERRUPTED_COUNT, MOST_MOVES, count_sequences, generate, new_packer
from seep_ext.packings cimport Packer
from seep_ext.names cimport (
    Named, NamedMove, Text, name_move, pack, play_named, sort_moves, unname_move, write_move)
from seep_ext.state cimport Move, State, refresh, same
from seep_ext.state cimport play as play_packed

POSITION = np.dtype([
    ("hand", "u8", 4), ("loose", "u8"), ("rest", "u8"), ("second", "u8", 2), ("house", "u8", 7),
    ("bonus", "u2", 2), ("owner", "u1", 7), ("turn", "u1"), ("last", "u1"), ("bid", "u1"),
    ("points", "u1", 2), ("cards", "u1", 2), ("seeps", "u1", 2), ("hidden", "u1"),
], align=True)
MOVE = np.dtype([
    ("loose", "u8"), ("card", "u1"), ("kind", "u1"), ("value", "u1"), ("raised", "u1"), ("joins", "u1"),
], align=True)

assert POSITION.itemsize == sizeof(Named)
assert MOVE.itemsize == sizeof(NamedMove)


class TooManyMoves(ValueError):
    """A position has more legal moves than the engine lists."""

    def __init__(self, int most=MOST_MOVES):
        super().__init__(f"more than {most:,} legal moves")


cdef const unsigned char[::1] bytes_of(rows, dtype) except *:
    """The bytes of contiguous rows of a dtype."""
    array = np.ascontiguousarray(rows, dtype=dtype).reshape(-1)
    if not array.size:
        return np.zeros(0, np.uint8)
    return array.view(np.uint8)


cdef Named read_position(position) except *:
    cdef const unsigned char[::1] raw = bytes_of(position, POSITION)
    cdef Named named
    if raw.shape[0] != sizeof(Named):
        raise ValueError("expected one row of POSITION")
    memcpy(&named, &raw[0], sizeof(Named))
    if not 1 <= named.turn <= 4 or named.last > 2 or named.bid > 13:
        raise ValueError("a row of POSITION whose turn, last or bid is out of range")
    return named


cdef class Listing:
    """Scratch memory and the moves of one position."""
    cdef Packer *packer
    cdef Move *moves
    cdef Text *texts
    cdef State state
    cdef Named named
    cdef int n

    def __cinit__(self):
        self.packer = new_packer()
        self.moves = <Move *>malloc(MOST_MOVES * sizeof(Move))
        if not self.moves:
            raise MemoryError("no memory for a list of moves")

    def __dealloc__(self):
        free(self.packer)
        free(self.moves)
        free(self.texts)

    cdef int fill(self, RuleSet rules, position) except -1:
        self.named = read_position(position)
        with nogil:
            pack(&rules.c, &self.named, &self.state)
            self.n = generate(&rules.c, &self.state, self.packer, self.moves, MOST_MOVES)
        if self.n < 0:
            raise TooManyMoves()
        return 0

    cdef int sort(self, RuleSet rules) except -1:
        """Sort by notation: texts[i].index is the move in i-th place."""
        free(self.texts)
        self.texts = <Text *>malloc((self.n + 1) * sizeof(Text))
        if not self.texts:
            raise MemoryError("no memory for a list of moves")
        with nogil:
            sort_moves(&rules.c, &self.named, self.moves, self.n, self.texts)
        return 0

    cdef int find(self, RuleSet rules, const NamedMove *m) except -2:
        """Place of a named move in the list, or -1."""
        cdef Move wanted
        cdef int i
        if not unname_move(&rules.c, &self.named, m, &wanted):
            return -1
        for i in range(self.n):
            if same(&self.moves[i], &wanted):
                return i
        return -1


def legal_moves(RuleSet rules, position):
    """Every legal move as MOVE rows, one of each interchangeable kind with the lowest suits, sorted by notation.

    Raises TooManyMoves for a floor so crowded that the list would pass 65,536 moves.
    """
    cdef Listing listing = Listing()
    cdef int i
    listing.fill(rules, position)
    listing.sort(rules)
    out = np.zeros(listing.n, MOVE)
    cdef unsigned char[::1] raw = out.view(np.uint8)
    for i in range(listing.n):
        name_move(&rules.c, &listing.named, &listing.moves[listing.texts[i].index],
                  <NamedMove *>&raw[i * sizeof(NamedMove)])
    return out


def texts(moves):
    """The notation of MOVE rows."""
    cdef const unsigned char[::1] raw = bytes_of(moves, MOVE)
    cdef char text[136]
    cdef Py_ssize_t i
    out = []
    for i in range(raw.shape[0] // <Py_ssize_t>sizeof(NamedMove)):
        write_move(<const NamedMove *>&raw[i * sizeof(NamedMove)], text)
        out.append(text.decode("ascii"))
    return out


def play(RuleSet rules, position, move):
    """The position after a legal move, as a POSITION row.

    Any of several interchangeable cards may be named. After the last play the leftovers still lie on the floor.
    Raises ValueError for a move that is not legal.
    """
    cdef Listing listing = Listing()
    cdef const unsigned char[::1] raw = bytes_of(move, MOVE)
    cdef const NamedMove *cards = <const NamedMove *>&raw[0]
    cdef int place
    listing.fill(rules, position)
    place = listing.find(rules, cards)
    if place < 0:
        raise ValueError(f"not a legal move: {texts(move)[0]}")
    play_named(&rules.c, &listing.named, &listing.state, &listing.moves[place], cards)
    out = np.zeros(1, POSITION)
    cdef unsigned char[::1] to = out.view(np.uint8)
    memcpy(&to[0], &listing.named, sizeof(Named))
    return out[0]


def perft(RuleSet rules, position, int depth):
    """Number of sequences of `depth` plays up to interchangeable cards; one that ends the deal earlier counts once.

    Raises TooManyMoves for a floor too crowded.
    """
    cdef Listing listing = Listing()
    cdef long long count
    listing.fill(rules, position)
    with nogil:
        count = count_sequences(&rules.c, &listing.state, listing.packer, listing.moves, MOST_MOVES, depth)
    if count == INTERRUPTED_COUNT:
        raise KeyboardInterrupt
    if count < 0:
        raise TooManyMoves()
    return count


def audit(RuleSet rules, position):
    """Play every legal move and recount what is kept up to date; the number of moves.

    Raises AssertionError where the engine's own books do not balance.
    """
    cdef Listing listing = Listing()
    cdef State after, recount
    cdef int i
    listing.fill(rules, position)
    for i in range(listing.n):
        after = listing.state
        play_packed(&rules.c, &after, &listing.moves[i])
        recount = after
        refresh(&rules.c, &recount)
        if memcmp(&after, &recount, sizeof(State)):
            raise AssertionError("the key, the standing houses or the cards left are not those of a recount")
    return listing.n
