# A position as the search sees it: counted cards, houses as (cemented, owners, points), a Zobrist key.
#
# A house word, 0 when no such house stands:
#
#   bits     what
#   0-7      card points
#   8-13     number of cards, 0 where the rules never count cards
#   14       cemented
#   15       standing
#   16-19    owners, a bit a seat
from seep_ext.types cimport i16, u8, u32, u64
from seep_ext.rules cimport Rules
from seep_ext.totals cimport Left, Won

cdef enum:
    HOUSES = 7              # slots, for the values 7..13
    LOWEST_HOUSE = 7
    HOUSE_POINTS = 0xff
    HOUSE_CARD = 1 << 8
    HOUSE_CARDS = 63 << 8
    CEMENTED = 1 << 14
    STANDING = 1 << 15
    OWNER = 1 << 16

cdef enum Play:
    THROW
    CAPTURE
    BUILD
    ADD
    RAISE

cdef struct Move:           # 16 bytes
    u64 loose               # zone of the loose cards taken or put in
    u8 card                 # kind of the card played
    u8 play
    u8 value                # house moves: the target; captures: the house taken, or 0
    u8 raised               # value of the raised house, or 0
    u8 joins                # the house `value` stands already
    u8 index                # place in the generator's order, 255 for any beyond

cdef struct State:
    u64 key                 # Zobrist, of ranks, owners, turn and bid: not of `last`, points and suits
    u64 hand[4]
    u64 loose
    u64 rest                # the opener's next stage, joined after the opening play
    u64 second[2]           # two players: taken up when all hands are empty
    u32 house[7]            # by value - 7
    u8 standing             # a bit a standing house
    u8 turn                 # seat - 1
    u8 last                 # side that captured last, 0 nobody
    u8 left                 # cards in hands and later stages: plays to come
    u8 points               # card points that nobody has won yet
    u8 bid                  # the opening play is due, with this value
    Won won

cdef void refresh(const Rules *rules, State *s) noexcept nogil
cdef int play(const Rules *rules, State *s, const Move *m) noexcept nogil
cdef int seep_bonus(const Rules *rules, const State *s, int rank) noexcept nogil
cdef int leftovers(const Rules *rules, const State *s) noexcept nogil
cdef void find_left(const Rules *rules, const State *s, Left *left) noexcept nogil
cdef void assert_ok(const Rules *rules, const State *s) noexcept nogil

cdef inline int next_seat(const Rules *rules, int seat) noexcept nogil:
    return (seat + 1) & (rules.players - 1)

cdef inline u32 side_owners(int seat) noexcept nogil:
    """Owner bits of a seat and its partner (two players: nobody sits at seat + 2)."""
    return <u32>(OWNER << seat) | <u32>(OWNER << (seat ^ 2))

cdef inline bint same(const Move *a, const Move *b) noexcept nogil:
    return (a.loose == b.loose and a.card == b.card and a.play == b.play and a.value == b.value
            and a.raised == b.raised and a.joins == b.joins)
