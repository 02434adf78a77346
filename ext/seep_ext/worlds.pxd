# The worlds of a hidden position: every deal of the unseen cards that fits what the seat to play knows.
#
# Unseen cards lie in *zones*: hands, and stages that are taken up later. A zone has room for a number of them, may need
# a card of some ranks (a key that its owner must hold) and may lack some. Worlds are deals of the named cards, each as
# likely as any other, and are numbered from 0 to total - 1: ranks are decided one after the other, and a table of how
# many ways the rest can be dealt turns a number into a world (unranking; Nijenhuis and Wilf 1978, chapter 13). So a
# random number below the total is a world drawn exactly uniformly, and nothing is ever rejected.
#
# The table counts by rank and by the room that is left in each zone but the last, which follows from the rest.
from seep_ext.types cimport u8, u16, u64
from seep_ext.names cimport Named
from seep_ext.rules cimport Rules
from seep_ext.state cimport State

cdef extern from *:
    """
    typedef unsigned __int128 seep_count;
    """
    ctypedef unsigned long long Count "seep_count"      # worlds; 52 cards in four zones need 100 bits

cdef enum:
    ZONES = 4
    MOST_SPLITS = 35            # of four cards among four zones
    PLACES = 7                  # where a zone may be: hands 0-3, the opener's next stage 4, second hands 5-6

cdef struct Zone:
    u8 place
    u8 room
    u16 needs                   # bit r: it holds a card of rank r
    u16 lacks                   # bit r: it holds none

cdef struct Split:              # so many cards of a rank for each zone
    u8 cards[4]
    int step                    # what that is in the table
    int ways                    # deals of the named cards that come to it

cdef struct Rank:               # the unseen cards of a rank
    u8 n
    u8 card[4]                  # named
    u8 kind[4]
    int splits
    Split split[35]

cdef struct Worlds:
    const Rules *rules
    State base                  # all that is known, in place
    Named named
    Zone zone[4]
    int zones
    Rank rank[14]
    int left[15]                # unseen cards of rank r and higher
    int step[4]                 # of a zone in the table
    int cells
    Count *table                # [15][cells]
    Count total

cdef struct World:              # the cards dealt to each zone, as the search counts cards
    u64 zone[4]
    double weight               # worlds of named cards that it stands for

# Set up from a position, the unseen cards and what is known of the places; -1: no memory, -2: too many zones,
# -3: the cards do not fill the zones.
cdef int open_worlds(Worlds *w, const Rules *rules, const Named *named, u64 unseen, const u8 *room,
                     const u16 *needs, const u16 *lacks) noexcept nogil
cdef void close_worlds(Worlds *w) noexcept nogil

# The zone of each unseen card of the world with a number, by rank and place in Rank.card.
cdef void unrank(const Worlds *w, Count number, u8 where[14][4]) noexcept nogil

cdef void draw_world(const Worlds *w, u64 *stream, World *world) noexcept nogil

# Every world, those that differ in interchangeable cards alone as one; their number, or -1 for more than `most`.
cdef int list_worlds(const Worlds *w, World *out, int most) noexcept nogil

# The position with the cards of a world in place.
cdef void enter(const Worlds *w, const World *world, State *s) noexcept nogil

# ... and with names for them.
cdef void name_world(const Worlds *w, const World *world, Named *named) noexcept nogil
