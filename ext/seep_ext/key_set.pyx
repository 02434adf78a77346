"""Keys met so far: an open hash table of 8-byte numbers that are hashes already."""
import numpy as np

from seep_ext.types cimport u64

cdef enum:
    FIRST_ROOM = 1 << 12


cdef class KeySet:
    """A set of 64-bit keys, 11 to 21 bytes for each."""
    cdef object held
    cdef u64[::1] slots         # 0: empty
    cdef u64 used
    cdef bint zero              # whether the key 0 is in

    def __init__(self):
        self.resize(FIRST_ROOM)

    def __len__(self):
        return self.used + self.zero

    cdef int resize(self, u64 room) except -1:
        cdef u64[::1] old = self.slots
        cdef Py_ssize_t i
        self.held = np.zeros(room, np.uint64)
        self.slots = self.held
        if old is not None:
            for i in range(old.shape[0]):
                if old[i]:
                    self.slots[self.place(old[i])] = old[i]
        return 0

    cdef inline u64 place(self, u64 key) noexcept nogil:
        """Where a key is or would be."""
        cdef u64 mask = self.slots.shape[0] - 1, at = key & mask
        while self.slots[at] and self.slots[at] != key:
            at = (at + 1) & mask
        return at

    def add(self, u64 key):
        """Put a key in; whether it is new."""
        cdef u64 at
        if not key:
            new = not self.zero
            self.zero = True
            return new
        at = self.place(key)
        if self.slots[at]:
            return False
        self.slots[at] = key
        self.used += 1
        if 4 * self.used > 3 * <u64>self.slots.shape[0]:
            self.resize(2 * self.slots.shape[0])
        return True
