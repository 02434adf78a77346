"""Sums and packings of the loose cards (rules, section 3): every distinct union once, never a grouping."""
from seep_ext.cards cimport counts, highest_rank, lowest_rank, nibble, rank_mask, upto
from seep_ext.rules cimport ABSORB_NONE, ABSORB_SETS

cdef struct Job:                # one call of packings()
    const Deck *deck
    const Floor *floor
    Memo *memo
    int v
    int first
    Absorb absorb
    u64 *out
    int found
    int room
    u16 sums[14]                # sums[r]: bit t is set when some of the cards up to rank r add up to t, t <= 13


cdef void fill_floor(const Deck *deck, u64 loose, Floor *floor) noexcept nogil:
    cdef int rank, n
    cdef u64 ranks = loose
    cdef u16 sums = 1
    floor.loose = loose
    floor.total = 0
    while ranks:
        rank = lowest_rank(ranks)
        ranks &= ~rank_mask(rank)
        n = deck.size[rank - 1][nibble(loose, rank)]
        floor.total += n * rank
        while n:
            sums |= <u16>(sums << rank)
            n -= 1
    floor.sums = sums & 0x3fff


cdef void fill_sums(Job *job) noexcept nogil:
    """Sums up to each rank, for listing sets."""
    cdef int rank, n
    cdef u16 sums = 1
    job.sums[0] = 1
    for rank in range(1, 14):
        n = job.deck.size[rank - 1][nibble(job.floor.loose, rank)]
        while n:
            sums |= <u16>(sums << rank)
            n -= 1
        job.sums[rank] = sums & 0x3fff


cdef inline bint within(const Deck *deck, int rank, int part, int whole) noexcept nogil:
    """The nibble `part` of a rank is a sub-multiset of the nibble `whole`."""
    cdef int plain = nibble(deck.plain, rank)
    return not (part & ~whole & ~plain) and (part & plain) <= (whole & plain)


cdef inline bint push(Job *job, u64 joined) noexcept nogil:
    if job.found >= job.room:
        return False
    job.out[job.found] = joined
    job.found += 1
    return True


cdef bint subsets(Job *job, int rank, int target, u64 chosen) noexcept nogil:
    """Push every sub-multiset of the loose cards up to `rank` that adds up to `target`; False: no room."""
    cdef u64 candidates
    cdef int n, part, rest
    if target == 0:
        return push(job, chosen)
    candidates = job.floor.loose & upto(rank if rank < target else target)
    if not candidates:
        return True
    rank = highest_rank(candidates)
    n = nibble(job.floor.loose, rank)
    for part in range(n + 1):
        rest = target - rank * job.deck.size[rank - 1][part]
        if rest < 0 or not job.sums[rank - 1] >> rest & 1 or not within(job.deck, rank, part, n):
            continue
        if not subsets(job, rank - 1, rest, chosen | <u64>part << (4 * (rank - 1))):
            return False
    return True


cdef bint splits(u64 ranks, int v, Memo *memo) noexcept nogil:
    """The multiset of ranks (a nibble a rank) splits into v-sets."""
    cdef int rank
    cdef u64 tag
    cdef u64 *slot
    if not ranks:
        return True
    rank = highest_rank(ranks)
    if rank == v:
        return splits(ranks & ~rank_mask(v), v, memo)
    if rank > v:
        return False
    tag = ranks | <u64>v << 56
    slot = &memo.fails[(tag * <u64>0x9E3779B97F4A7C15) >> 52]
    if slot[0] == tag:
        return False
    if complete(ranks - (<u64>1 << (4 * (rank - 1))), rank, v - rank, v, memo):
        return True
    slot[0] = tag
    return False


cdef bint complete(u64 ranks, int rank, int missing, int v, Memo *memo) noexcept nogil:
    """A set lacks `missing`, to come from cards up to `rank`; the others must split by themselves."""
    cdef u64 candidates
    if missing == 0:
        return splits(ranks, v, memo)
    candidates = ranks & upto(rank if rank < missing else missing)
    while candidates:
        rank = highest_rank(candidates)
        if complete(ranks - (<u64>1 << (4 * (rank - 1))), rank, missing - rank, v, memo):
            return True
        candidates &= ~rank_mask(rank)
    return False


cdef bint settle(Job *job, u64 left, int left_total) noexcept nogil:
    """All is decided: do the cards that are not left split?"""
    cdef int total = job.floor.total - left_total + job.first
    cdef u64 ranks
    if total % job.v:
        return True
    ranks = counts(job.deck, job.floor.loose - left)
    if job.first:
        ranks += <u64>1 << (4 * (job.first - 1))
    if splits(ranks, job.v, job.memo):
        return push(job, job.floor.loose - left)
    return True


cdef bint leave(Job *job, u64 undecided, u64 left, int left_total, u16 left_sums) noexcept nogil:
    """Decide rank by rank, from the highest, which loose cards are left; False: no room."""
    cdef int rank, n, part, size, _i
    cdef u16 sums
    if not undecided:
        return settle(job, left, left_total)
    rank = highest_rank(undecided)
    undecided &= ~rank_mask(rank)
    n = nibble(job.floor.loose, rank)
    if rank > job.v:
        return leave(job, undecided, left | (job.floor.loose & rank_mask(rank)),
                     left_total + rank * job.deck.size[rank - 1][n], left_sums)
    for part in range(n + 1):
        if part and rank == job.v and job.absorb != ABSORB_NONE:
            break
        if not within(job.deck, rank, part, n):
            continue
        size = job.deck.size[rank - 1][part]
        sums = left_sums
        for _i in range(size):
            sums |= <u16>(sums << rank)
        if job.absorb == ABSORB_SETS and sums >> job.v & 1:
            continue
        if not leave(job, undecided, left | <u64>part << (4 * (rank - 1)), left_total + rank * size,
                     sums & 0x3fff):
            return False
    return True


cdef int list_packings(const Deck *deck, const Floor *floor, Packer *packer, int v, int first,
                       Absorb absorb) noexcept nogil:
    """Write every J to packer.room; their number, or -1 when there is no room."""
    cdef Job job
    cdef int need = v - first if 0 < first < v else v
    job.deck = deck
    job.floor = floor
    job.memo = &packer.memo
    job.v = v
    job.first = first
    job.absorb = absorb
    job.out = packer.room
    job.found = 0
    job.room = MOST_PACKINGS
    if absorb == ABSORB_SETS and floor.total - need < v:    # there is room for one set only
        fill_sums(&job)
        return job.found if subsets(&job, 13, need, 0) else -1
    return job.found if leave(&job, floor.loose, 0, 0, 1) else -1


cdef int packings(const Deck *deck, const Floor *floor, Packer *packer, int v, int first, Absorb absorb,
                  u64 **joined) noexcept nogil:
    """Point `joined` at every J (see the header); their number, or -1 when there is no room for them.

    What is pointed at may be read until the next call.
    """
    cdef int need = v - first if 0 < first < v else v, n, i
    cdef u32 asked
    cdef Answer *known
    joined[0] = packer.room
    if not reaches(floor, need):
        if need < v:
            return 0
        packer.room[0] = 0
        return 1
    if not packer.remembers:
        return list_packings(deck, floor, packer, v, first, absorb)
    asked = v | first << 4 | <int>absorb << 8 | (1 << 10 if deck.total == 100 else 1 << 11)
    known = &packer.known[(floor.loose ^ asked) * <u64>0x9E3779B97F4A7C15 >> (64 - KNOWN_BITS)]
    if known.loose != floor.loose or known.asked != asked:
        n = list_packings(deck, floor, packer, v, first, absorb)
        if not 0 <= n <= KNOWN_MOST:
            return n
        known.loose = floor.loose
        known.asked = asked
        known.n = n
        for i in range(n):
            known.joined[i] = packer.room[i]
    joined[0] = known.joined
    return known.n
