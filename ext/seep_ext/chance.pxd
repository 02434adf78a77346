# Random numbers: a stream is one 64-bit word, splitmix64 (Steele, Lea, Flood 2014). Streams of different seeds are
# told apart by mixing what they belong to into the first word.
from seep_ext.types cimport u64, mixed

cdef inline u64 draw(u64 *stream) noexcept nogil:
    """64 random bits."""
    stream[0] += <u64>0x9E3779B97F4A7C15
    return mixed(stream[0])

cdef inline u64 stream_of(u64 seed, u64 number) noexcept nogil:
    """The stream with a number of those that belong to a seed."""
    return mixed(mixed(seed) + number * <u64>0xD1342543DE82EF95)

cdef inline double unit(u64 *stream) noexcept nogil:
    """A number from 0 to 1, 1 never reached."""
    return (draw(stream) >> 11) * (1.0 / <u64>(1 << 53))

cdef inline int below(u64 *stream, int n) noexcept nogil:
    """A number from 0 to n - 1."""
    return <int>((draw(stream) >> 32) * <u64>n >> 32)
