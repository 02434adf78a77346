"""Search over the worlds of a hidden position, as Python sees it."""
from libc.math cimport INFINITY
from libc.stdlib cimport free, malloc

from seep_ext.types cimport u8, u16, u64
from seep_ext.chance cimport stream_of
from seep_ext.door cimport read_position
from seep_ext.movegen cimport generate
from seep_ext.names cimport Named, NamedMove, Text, name_move, sort_moves, write_move
from seep_ext.outlook cimport fitted
from seep_ext.past cimport Belief, fill_past
from seep_ext.policy cimport CAREFUL, CHOICES, WARY, Sight, see, weigh
from seep_ext.race cimport (
    Race, ahead_of, close_race, drop_beaten, drop_marked, error_of, leader, mean_of, open_race, record)
from seep_ext.rules cimport Rules, RuleSet
from seep_ext.search cimport (
    CALLED_OFF, INTERRUPTED, OUT_OF_TIME, RUNNING, Search, free_search, new_search, now, poll, set_techniques,
    start_polls)
from seep_ext.state cimport Move, State
from seep_ext.table cimport Table, allocate, release, renew
from seep_ext.techniques cimport ALL
from seep_ext.tree cimport Taste, new_tree, plant
from seep_ext.valuing cimport (
    EXACT, ISMCTS, MONTECARLO, PIMC, Lane, Plan, empty_lane, fill_lane, value_moves)
from seep_ext.weighing cimport MOST_KEPT, Scales, get_to_know, settle, shuffle_worlds, sift
from seep_ext.worlds cimport (
    PLACES, World, Worlds, close_worlds, draw_world, enter, list_worlds, open_worlds)

from seep_ext.door import TooManyMoves

cdef extern from "<pthread.h>":
    ctypedef unsigned long pthread_t
    int pthread_create(pthread_t *, const void *, void *(*)(void *) noexcept nogil, void *) noexcept nogil
    int pthread_join(pthread_t, void **) noexcept nogil

cdef enum:
    MOST_LANES = 64
    ROUND = MOST_KEPT           # worlds between two looks at the race
    ROUND_EXACT = 8
    LEAST = 32                  # worlds before a move drops out
    MOST_RACING = 512           # moves
    TREE_ROOM = 1 << 20         # nodes

cdef double BEATEN = 3.0        # standard errors behind the leader at which a move drops out

cdef float SURE = 1000          # visits that the first guess of a play counts as where plays are predicted
cdef Taste OWN = Taste(curious=10, trust=0.5, firm=2, care=WARY)            # points where a deck has 100
cdef Taste OTHER = Taste(curious=3, trust=1, firm=10, care=CAREFUL)

METHODS = {"montecarlo": MONTECARLO, "pimc": PIMC, "ismcts": ISMCTS, "exact": EXACT}
NAMES = {METHODS[name]: name for name in METHODS}


class Seen:
    """What a search over worlds found, in points, from the side to move.

    moves: (text, mean, std_err, diff, diff_err, worlds, risky) of each move, best first; diff is by how much the first
    is ahead of it and diff_err the standard error of that, over the worlds that valued both; risky moves, which lose
    too much where predicted seats play best after all, stand last. worlds: how many were searched; total: how many
    there are; all: whether the means are over every one of them. method: by which a world was valued. effective: of a
    hundred worlds that were weighed by earlier plays, how many equally likely ones they are worth; None where nothing
    was weighed. predicted: seats of the other side that the tree took to play by the policy. seconds: for all of it.
    stopped: "", or the limit that struck: "time", "interrupt".
    """

    __slots__ = ("moves", "worlds", "total", "all", "method", "effective", "predicted", "seconds", "stopped")

    def __init__(self, moves, worlds, total, all, method, effective, predicted, seconds, stopped):
        self.moves = moves
        self.worlds = worlds
        self.total = total
        self.all = all
        self.method = method
        self.effective = effective
        self.predicted = predicted
        self.seconds = seconds
        self.stopped = stopped


cdef struct Round:              # worlds that are valued between two looks at the race
    const Plan *plan
    World *worlds
    float *values               # [worlds][moves]
    u8 *valued
    u64 first                   # number of the first
    int n
    int lanes                   # world i is lane i % lanes's


cdef struct Hand:               # a lane at work
    Round *round
    Lane *lane
    int number


cdef void work(Round *round, Lane *lane, int number) noexcept nogil:
    cdef int i = number
    while i < round.n:
        lane.q.nodes += 1
        poll(lane.q)
        if lane.q.stop:
            return
        round.valued[i] = value_moves(round.plan, lane, &round.worlds[i], round.first + i,
                                      round.values + i * round.plan.n)
        i += round.lanes


cdef void *start(void *hand) noexcept nogil:
    cdef Hand *h = <Hand *>hand
    work(h.round, h.lane, h.number)
    return NULL


cdef object told(double error):
    """A standard error, None where too few worlds tell it."""
    return None if error == INFINITY else error


cdef class Seer:
    """Searches hidden positions with `threads` threads, exact ones on a table of `hash_mb` megabytes."""
    cdef Table table
    cdef Lane lanes[64]
    cdef Search *searches[64]
    cdef int threads

    def __cinit__(self, int hash_mb=64, int threads=1):
        cdef int i
        if not 1 <= threads <= MOST_LANES:
            raise ValueError(f"threads: expected 1 to {MOST_LANES}, got {threads}")
        allocate(&self.table, hash_mb)
        for i in range(threads):
            self.searches[i] = new_search(&self.table)
            self.threads = i + 1
            fill_lane(&self.lanes[i], self.searches[i])
        self.lanes[0].tree = new_tree(TREE_ROOM)        # one, for it cannot grow in several threads

    def __dealloc__(self):
        cdef int i
        for i in range(self.threads):
            empty_lane(&self.lanes[i])
            free_search(self.searches[i])
        release(&self.table)

    cdef void reset(self, const Rules *rules) noexcept nogil:
        cdef int i
        renew(&self.table)
        for i in range(self.threads):
            set_techniques(self.searches[i], rules, ALL)
            self.searches[i].nodes = self.searches[i].node_limit = 0
            self.searches[i].stop = RUNNING

    cdef void allow(self, double deadline) noexcept nogil:
        """Let searches run until then, 0 for no limit; one that was interrupted stays so."""
        cdef int i
        for i in range(self.threads):
            self.searches[i].deadline = deadline
            if self.searches[i].stop != INTERRUPTED:
                self.searches[i].stop = RUNNING
            start_polls(self.searches[i])

    cdef void run(self, Round *round) noexcept nogil:
        """Value the worlds of a round, in threads of which the caller's is one."""
        cdef pthread_t threads[64]
        cdef Hand hands[64]
        cdef int i, started = 1
        if round.lanes == 1:
            work(round, &self.lanes[0], 0)
            return
        while started < round.lanes:
            hands[started] = Hand(round, &self.lanes[started], started)
            if pthread_create(&threads[started], NULL, start, &hands[started]):
                break
            started += 1
        work(round, &self.lanes[0], 0)
        if self.searches[0].stop:
            for i in range(1, started):
                if not self.searches[i].stop:
                    self.searches[i].stop = CALLED_OFF
        for i in range(1, started):
            pthread_join(threads[i], NULL)
        for i in range(started, round.lanes):
            work(round, &self.lanes[i], i)

    def look(self, RuleSet rules, position, u64 unseen, room, needs, lacks, *, method="ismcts", u64 worlds=0,
             double seconds=0, u64 seed=0, history=(), bint predict=True, int plays=4, int late=0, u64 solved=0,
             float risk=0):
        """Value every move over worlds; returns Seen.

        position, unseen, room, needs, lacks: as `Deals` takes them. worlds, seconds: limits, 0 for none (one must be
        given). history: earlier plays that weigh the worlds, (POSITION row before it, MOVE row) of each in order, none
        before cards were taken up last. predict: whether seats that played by the policy are taken to go on so. plays:
        of a playout, or looked ahead. late: plays to come from which on up to `solved` worlds are solved instead (0:
        any number). If the method is "ismcts" and all plays of the other side are predicted, that takes half the
        seconds and tells which moves are risky, more than `risk` points where a deck has 100 behind the best; the tree
        decides between the others, its playouts to the end. The same seed and worlds give the same result. Raises
        ValueError where no deal fits, TooManyMoves.
        """
        cdef Named named = read_position(position)
        cdef Worlds w
        cdef Plan plan, open_hands
        cdef Race race, solved_race
        cdef Belief belief
        cdef Scales scales, own
        cdef State s
        cdef World world
        cdef u8 rooms[7]
        cdef u8 risky[512]          # MOST_RACING
        cdef u16 need[7]
        cdef u16 lack[7]
        cdef int i, opened
        cdef u64 stream = 0
        cdef double start = now()
        cdef float unit = rules.c.deck.total / 100.0
        if method not in METHODS or (plays < 1 and method != "exact"):
            raise ValueError(f"expected a method of {', '.join(METHODS)} and 1 play or more, got {method!r}, {plays}")
        if late and not solved and not seconds:
            raise ValueError("expected a limit of worlds to solve, or of seconds")
        for i in range(PLACES):
            rooms[i] = room[i]
            need[i] = needs[i]
            lack[i] = lacks[i]
        with nogil:
            opened = open_worlds(&w, &rules.c, &named, unseen, rooms, need, lack)
        if opened:
            close_worlds(&w)
            raise MemoryError("no memory to count deals") if opened == -1 else ValueError(
                "the unseen cards do not fill the places")
        moves = <Move *>malloc(2 * CHOICES * sizeof(Move))
        texts = <Text *>malloc(CHOICES * sizeof(Text))
        race.out = NULL
        race.weight = race.ahead = NULL
        solved_race = race
        belief.past = NULL
        try:
            if not moves or not texts:
                raise MemoryError("no memory for moves")
            if not w.total:
                raise ValueError("no deal fits")
            draw_world(&w, &stream, &world)
            enter(&w, &world, &s)
            plan.n = generate(&rules.c, &s, self.lanes[0].memory.packer, moves + CHOICES, CHOICES)
            if plan.n < 0 or plan.n > MOST_RACING:
                raise TooManyMoves(MOST_RACING)
            sort_moves(&rules.c, &named, moves + CHOICES, plan.n, texts)
            for i in range(plan.n):
                moves[i] = moves[CHOICES + texts[i].index]
            if open_race(&race, plan.n) or open_race(&solved_race, plan.n):
                raise MemoryError("no memory for a race")
            plan.method = METHODS[method]
            for i in range(4):
                plan.style.seat[i] = OWN if i & 1 == s.turn & 1 else OTHER
                plan.style.seat[i].curious *= unit
            plan.rules = &rules.c
            plan.worlds = &w
            plan.moves = moves
            plan.out = race.out
            plan.risky = NULL
            plan.seed = seed
            fill_past(&belief, &rules.c, history, named.turn - 1)
            self.reset(&rules.c)
            self.allow(start + seconds if seconds else 0)
            scales = Scales(&belief, &w, self.lanes[0].memory, self.lanes[0].moves, self.searches[0], seed, 0, 0, 0, 0)
            if belief.n:
                with nogil:
                    get_to_know(&scales, &belief)
            predicted = [i for i in range(s.turn & 1 ^ 1, rules.c.players, 2) if predict and belief.predicted[i]]
            if s.left <= late and (plan.method != ISMCTS or len(predicted) < rules.c.players // 2):
                plan.method = EXACT
                worlds = solved
            plan.plays = plan.style.plays = plays if plan.method == PIMC or fitted(&rules.c) else -1    # -1: to the end
            if plan.method != ISMCTS:
                predicted = []      # nothing but the tree heeds it
            for i in predicted:
                plan.style.seat[i].firm = SURE
            open_hands = plan
            own = scales
            solved_worlds = 0
            if plan.method == ISMCTS:
                if s.left <= late:
                    plan.plays = plan.style.plays = -1
                    plan.risky = risky
                    open_hands.method = EXACT
                    open_hands.out = solved_race.out
                    self.allow(start + seconds / 2 if seconds else 0)
                    solved_worlds, every = self.shorten(&open_hands, &solved_race, &own, solved, risk * unit, risky)
                    self.allow(start + seconds if seconds else 0)
                plant(self.lanes[0].tree, plan.n)
            done, all_worlds = self.search(&plan, &race, &scales, worlds)
            if solved_worlds and not done:      # what was found in the first half of the time is all there is
                return self.seen(&open_hands, &solved_race, &named, &s, &own, [], solved_worlds, every, now() - start)
            return self.seen(&plan, &race, &named, &s, &scales, predicted, done, all_worlds, now() - start)
        finally:
            free(belief.past)
            close_race(&race)
            close_race(&solved_race)
            close_worlds(&w)
            free(moves)
            free(texts)

    cdef object shorten(self, const Plan *open_hands, Race *race, Scales *scales, u64 worlds, float risk, u8 *risky):
        """Mark the moves that lose more than `risk` points with all cards seen; what `search` returns of that.

        None is marked where it was interrupted, or time left fewer worlds than a round.
        """
        cdef int best, i
        cdef double error
        done, every = self.search(open_hands, race, scales, worlds)
        best = leader(race)
        enough = self.searches[0].stop != INTERRUPTED and (every or done >= ROUND_EXACT)
        for i in range(open_hands.n):
            risky[i] = enough and ahead_of(race, best, i, &error) > risk
        return done, every

    cdef object search(self, const Plan *plan, Race *race, Scales *scales, u64 limit):
        """Run rounds until a limit strikes or one move is left: (worlds valued, whether they are all there are)."""
        cdef int size = ROUND_EXACT if plan.method == EXACT else ROUND, i, listed = -1, most, copies
        cdef Round round
        cdef World *all_worlds = NULL
        cdef u64 done = 0, stream
        cdef bint over = False
        round.plan = plan
        round.lanes = 1 if plan.method == ISMCTS else self.threads
        round.worlds = <World *>malloc(size * sizeof(World))
        round.values = <float *>malloc(size * max(plan.n, 1) * sizeof(float))
        round.valued = <u8 *>malloc(size)
        try:
            if not round.worlds or not round.values or not round.valued:
                raise MemoryError("no memory for worlds")
            if plan.method == EXACT or (plan.method == PIMC and plan.worlds.total == 1):
                most = <int>min(limit or 1000, <u64>100000)
                all_worlds = <World *>malloc((most + 1) * sizeof(World))
                if not all_worlds:
                    raise MemoryError("no memory for worlds")
                listed = list_worlds(plan.worlds, all_worlds, most)
                if listed >= 0:
                    limit = listed
                    shuffle_worlds(all_worlds, listed, plan.seed)
                    if scales.belief.n:
                        with nogil:
                            settle(scales, all_worlds, listed)
            with nogil:
                while not over and (not limit or done < limit):
                    round.first = done
                    round.n = <int>min(<u64>size, limit - done) if limit else size
                    for i in range(round.n):
                        round.valued[i] = 0
                        if listed >= 0:
                            round.worlds[i] = all_worlds[done + i]
                        elif not scales.belief.n:
                            stream = stream_of(plan.seed, done + i)
                            draw_world(plan.worlds, &stream, &round.worlds[i])
                    if listed < 0 and scales.belief.n:
                        round.n = sift(scales, round.worlds, round.n)
                    self.run(&round)
                    for i in range(round.n):
                        if not round.valued[i]:
                            over = True
                            break
                        copies = 1 if listed >= 0 else <int>round.worlds[i].weight
                        record(race, round.values + i * plan.n, round.worlds[i].weight, copies)
                        done += copies
                    if listed < 0 and done >= LEAST:
                        if plan.risky:
                            drop_marked(race, plan.risky)
                        drop_beaten(race, BEATEN)
                        over = over or race.running == 1
                if plan.risky:
                    drop_marked(race, plan.risky)
            return done, listed >= 0 and done == <u64>listed
        finally:
            free(round.worlds)
            free(round.values)
            free(round.valued)
            free(all_worlds)

    cdef object seen(self, const Plan *plan, const Race *race, const Named *named, const State *s,
                     const Scales *scales, predicted, u64 done, bint every, double seconds):
        cdef int best = leader(race), i
        cdef double error
        cdef NamedMove cards
        cdef char text[136]
        cdef Sight sight
        cdef bint risky
        rows = []
        see(plan.rules, s, &sight)
        for i in range(plan.n):
            name_move(plan.rules, named, &plan.moves[i], &cards)
            write_move(&cards, text)
            ahead = ahead_of(race, best, i, &error)
            liked = weigh(&plan.style.seat[s.turn].care, plan.rules, s, &plan.moves[i], &sight, self.lanes[0].memory)
            if i == best and error_of(race, i) == INFINITY:
                error = INFINITY
            errors = (0.0, 0.0) if every else (told(error_of(race, i)), told(error))
            risky = plan.risky != NULL and plan.risky[i]
            if not risky:       # one that dropped out may be ahead of a later leader over the few worlds that it ran in
                ahead = max(ahead, 0.0)
            values = text.decode("ascii"), mean_of(race, i), errors[0], ahead, errors[1], int(race.count[i]), risky
            rows.append((done and i != best, risky, ahead, -liked, values))
        rows.sort()
        moves = [row[4] for row in rows]
        total = int(<u64>(plan.worlds.total >> 32 >> 32)) << 64 | int(<u64>plan.worlds.total)
        effective = None
        if scales.weighed:
            effective = 0.0
            if scales.weight2:
                effective = 100 * scales.weight * scales.weight / scales.weight2 / scales.prior
        seats = tuple(i + 1 for i in predicted)
        return Seen(moves, done, total, every, NAMES[plan.method], effective, seats, seconds, self.stopped())

    cdef str stopped(self):
        """The limit that struck, in any thread."""
        cdef int i
        for i in range(self.threads):
            if self.searches[i].stop == INTERRUPTED:
                return "interrupt"
        for i in range(self.threads):
            if self.searches[i].stop == OUT_OF_TIME:
                return "time"
        return ""
