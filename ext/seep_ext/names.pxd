# Named cards: what a person sees of a packed position. Sets of named cards are bit sets over
# 4 * (rank - 1) + suit, suits in the order C D H S.
from seep_ext.types cimport u8, u16, u64
from seep_ext.cards cimport Deck
from seep_ext.rules cimport Rules
from seep_ext.state cimport Move, State

cdef enum:
    TEXT_ROOM = 136         # a card, 51 loose cards, two houses, a target

cdef struct Named:          # a row of the dtype POSITION
    u64 hand[4]
    u64 loose
    u64 rest
    u64 second[2]
    u64 house[7]
    u16 bonus[2]
    u8 owner[7]             # a bit a seat
    u8 turn                 # seat, 1..4
    u8 last
    u8 bid
    u8 points[2]
    u8 cards[2]
    u8 seeps[2]
    u8 hidden               # cards in hands and later stages that are not known

cdef struct NamedMove:      # a row of the dtype MOVE
    u64 loose
    u8 card
    u8 kind                 # a value of the enum Play
    u8 value
    u8 raised
    u8 joins

cdef struct Text:           # a move and its notation, for sorting
    char text[136]          # TEXT_ROOM
    int index               # of the move, before sorting

# Names for the cards of a zone: of each kind the lowest suits there are.
cdef u64 pick(const Deck *deck, u64 zone, u64 among) noexcept nogil
cdef u64 zone_of(const Deck *deck, u64 cards) noexcept nogil
cdef void pack(const Rules *rules, const Named *named, State *s) noexcept nogil
cdef void name_move(const Rules *rules, const Named *named, const Move *m, NamedMove *out) noexcept nogil
cdef bint unname_move(const Rules *rules, const Named *named, const NamedMove *m, Move *out) noexcept nogil
cdef void play_named(const Rules *rules, Named *named, State *s, const Move *m, const NamedMove *cards) noexcept nogil
cdef int write_cards(u64 cards, char *out) noexcept nogil
cdef int write_move(const NamedMove *m, char *out) noexcept nogil

# Write each move to texts[i], sorted by the bytes of the text; texts[i].index is its place in `moves`.
cdef void sort_moves(const Rules *rules, const Named *named, const Move *moves, int n, Text *texts) noexcept nogil
