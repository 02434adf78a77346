"""Canonical lines of many positions at once (notation, "A position: one line")."""
import numpy as np

from libc.string cimport memcpy

from seep_ext.types cimport u64
from seep_ext.door cimport bytes_of
from seep_ext.names cimport Named, pick, write_cards, zone_of
from seep_ext.rules cimport RuleSet, Rules
from seep_ext.state cimport HOUSES, LOWEST_HOUSE

from seep_ext.door import POSITION

cdef enum:
    LINE_ROOM = 512             # 52 cards, 7 houses with owners, 4 pairs of numbers
    ZERO = 48

cdef int write_count(int value, char *out) noexcept nogil:
    cdef int n = 0
    if value >= 10:
        n = write_count(value // 10, out)
    out[n] = ZERO + value % 10
    return n + 1


cdef int write_pair(const char *key, int size, int one, int two, char *out) noexcept nogil:
    cdef int n = size
    memcpy(out, key, size)
    n += write_count(one, out + n)
    out[n] = b"/"
    return n + 1 + write_count(two, out + n + 1)


cdef int write_house(int value, u64 cards, int owners, char *out) noexcept nogil:
    cdef int n = 1, seat
    out[0] = b"["
    n += write_count(value, out + n)
    out[n] = b":"
    n += 1 + write_cards(cards, out + n + 1)
    if owners:
        out[n] = b"@"
        n += 1
    for seat in range(4):
        if owners >> seat & 1:
            out[n] = ZERO + 1 + seat
            n += 1
    out[n] = b"]"
    return n + 1


cdef int write_table(const Named *named, int players, char *out) noexcept nogil:
    """FLOOR HANDS TURN."""
    cdef int n = write_cards(named.loose, out), i
    for i in range(HOUSES):
        if named.house[i]:
            n += write_house(i + LOWEST_HOUSE, named.house[i], named.owner[i], out + n)
    if not n:
        out[0] = b"-"
        n = 1
    for i in range(players):
        out[n] = b"/" if i else b" "
        n += 1
        if named.hand[i]:
            n += write_cards(named.hand[i], out + n)
        else:
            out[n] = b"-"
            n += 1
    out[n] = b" "
    return n + 1 + write_count(named.turn, out + n + 1)


cdef int write_won(const Named *named, bint tracks, char *out) noexcept nogil:
    """The keys that say what was won before, where it matters, and who captured last."""
    cdef int n = 0
    if tracks:
        n += write_pair(b" points=", 8, named.points[0], named.points[1], out)
        n += write_pair(b" cards=", 7, named.cards[0], named.cards[1], out + n)
        if named.seeps[0] or named.seeps[1]:
            n += write_pair(b" seeps=", 7, named.seeps[0], named.seeps[1], out + n)
            n += write_pair(b" bonus=", 7, named.bonus[0], named.bonus[1], out + n)
    if named.last:
        memcpy(out + n, b" last=", 6)
        out[n + 6] = ZERO + named.last
        n += 7
    return n


cdef void rename(const Rules *rules, Named *named) noexcept nogil:
    """Interchangeable cards become, in reading order, the lowest suits not yet named."""
    cdef u64 free = ~<u64>0
    cdef int i
    named.loose = pick(&rules.deck, zone_of(&rules.deck, named.loose), free)
    free &= ~named.loose
    for i in range(HOUSES):
        named.house[i] = pick(&rules.deck, zone_of(&rules.deck, named.house[i]), free)
        free &= ~named.house[i]
    for i in range(4):
        named.hand[i] = pick(&rules.deck, zone_of(&rules.deck, named.hand[i]), free)
        free &= ~named.hand[i]


def lowest_suits(RuleSet rules, positions):
    """POSITION rows without later stages, with interchangeable cards renamed to the lowest suits in reading order."""
    out = np.array(positions, dtype=POSITION, ndmin=1)
    cdef unsigned char[::1] raw = out.view(np.uint8)
    cdef Py_ssize_t i
    for i in range(raw.shape[0] // <Py_ssize_t>sizeof(Named)):
        rename(&rules.c, <Named *>&raw[i * sizeof(Named)])
    return out


def position_lines(RuleSet rules, positions, str named):
    """The canonical lines of open POSITION rows without later stages, as far as values depend on it.

    What was won before is written where totals do not add up. `named` is what stands in ``rules=``; with "" that
    key is left out.
    """
    cdef const unsigned char[::1] raw = bytes_of(positions, POSITION)
    cdef const Named *row
    cdef char text[LINE_ROOM]
    cdef Py_ssize_t i
    cdef int n
    cdef str table, key = f" rules={named}" if named else ""
    lines = []
    for i in range(raw.shape[0] // <Py_ssize_t>sizeof(Named)):
        row = <const Named *>&raw[i * sizeof(Named)]
        n = write_table(row, rules.c.players, text)
        table = text[:n].decode("ascii")
        n = write_won(row, rules.c.tracks, text)
        lines.append(table + key + text[:n].decode("ascii"))
    return lines
