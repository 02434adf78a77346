# Reading of numpy rows at the door.
from seep_ext.names cimport Named

cdef const unsigned char[::1] bytes_of(rows, dtype) except *
cdef Named read_position(position) except *
