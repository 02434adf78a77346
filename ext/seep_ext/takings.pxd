# What each rank captures of a set of loose cards, remembered: the policy asks it of every floor that a play may leave.
from seep_ext.types cimport u8, u16, u64
from seep_ext.packings cimport Packer
from seep_ext.rules cimport Rules

cdef enum:
    TAKINGS_BITS = 13

cdef struct Takings:        # of one set of loose cards, half a cache line
    u64 loose
    u16 takes               # bit r: a card of rank r captures some of them
    u16 clears              # bit r: it may take them all
    u8 scoring              # 1 + that of the rules; 0 in an empty slot
    u8 points[14]           # by rank, the most card points that it takes

cdef struct Memory:         # scratch of one thread
    Packer *packer
    Takings known[8192]     # 1 << TAKINGS_BITS

cdef Memory *new_memory() except NULL
cdef void free_memory(Memory *memory) noexcept nogil

# What is pointed at may be read until the next call.
cdef const Takings *takings(const Rules *rules, Memory *memory, u64 loose) noexcept nogil
