"""Zones of counted cards: the deck tables of each scoring (rules, section 1)."""


cdef int points_of_card(int rank, int suit, int scoring) noexcept nogil:
    if rank == 1:
        return 1
    if scoring == 100:
        if suit == 3:
            return rank
        return 6 if rank == 10 and suit == 1 else 0
    if suit == 3:
        return 9 if rank == 9 else 1 if rank == 2 else 0
    return 12 if rank == 10 and suit == 1 else 0


cdef void fill_deck(Deck *deck, int scoring) noexcept nogil:
    cdef int rank, suit, slot, n, spade, diamond, flags, plain
    deck.plain = deck.spades = deck.diamonds = 0
    deck.total = 0
    for rank in range(1, 14):
        spade = points_of_card(rank, 3, scoring) if rank > 1 else 0
        diamond = points_of_card(rank, 1, scoring) if rank > 1 else 0
        flags = (4 if spade else 0) | (8 if diamond else 0)
        plain = 3 if flags else 7
        deck.plain |= <u64>plain << (4 * (rank - 1))
        deck.spades |= <u64>(flags & 4) << (4 * (rank - 1))
        deck.diamonds |= <u64>(flags & 8) << (4 * (rank - 1))
        for n in range(16):
            deck.size[rank - 1][n] = (n & plain) + ((n & flags) >> 2 & 1) + ((n & flags) >> 3)
            deck.worth[rank - 1][n] = ((n & plain) if rank == 1 else 0) + (
                spade if n & flags & 4 else 0) + (diamond if n & flags & 8 else 0)
        for suit in range(4):
            slot = 2 if suit == 3 and spade else 3 if suit == 1 and diamond else 0
            deck.kind[4 * (rank - 1) + suit] = 4 * (rank - 1) + slot
            deck.total += points_of_card(rank, suit, scoring)
