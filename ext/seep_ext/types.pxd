# Type names of the engine, and the few compiler intrinsics it uses.
from libc.stdint cimport int8_t as i8, int16_t as i16, int32_t as i32, int64_t as i64
from libc.stdint cimport uint8_t as u8, uint16_t as u16, uint32_t as u32, uint64_t as u64

cdef extern from *:
    """
    #ifdef SEEP_DEBUG
    #define SEEP_IS_DEBUG 1
    #else
    #define SEEP_IS_DEBUG 0
    #endif
    """
    const bint DEBUG "SEEP_IS_DEBUG"        # a constant: the C compiler drops what it guards
    int lowest_bit "__builtin_ctzll"(u64) noexcept nogil
    int zeros_above "__builtin_clzll"(u64) noexcept nogil
    int ones "__builtin_popcountll"(u64) noexcept nogil
    void fetch_line "__builtin_prefetch"(const void *) noexcept nogil

cdef inline u64 mixed(u64 x) noexcept nogil:
    """The finaliser of splitmix64 (Steele, Lea, Flood 2014): a bijection in which every bit moves every bit."""
    x = (x ^ (x >> 30)) * <u64>0xBF58476D1CE4E5B9
    x = (x ^ (x >> 27)) * <u64>0x94D049BB133111EB
    return x ^ (x >> 31)
