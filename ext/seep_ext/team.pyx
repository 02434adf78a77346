"""Threads of one search (docs/engine.md, "Threads")."""
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from seep_ext.types cimport u64
from seep_ext.search cimport (
    CALLED_OFF, RUNNING, Search, free_search, new_search, probe, set_techniques)

cdef extern from "<pthread.h>":
    ctypedef unsigned long pthread_t
    int pthread_create(pthread_t *, const void *, void *(*)(void *) noexcept nogil, void *) noexcept nogil
    int pthread_join(pthread_t, void **) noexcept nogil

cdef extern from "<unistd.h>":
    int usleep(unsigned int) noexcept nogil

cdef extern from *:
    """
    #define seep_load(p) __atomic_load_n(p, __ATOMIC_SEQ_CST)
    #define seep_put(p, v) __atomic_store_n(p, v, __ATOMIC_SEQ_CST)
    """
    int load "seep_load"(int *) noexcept nogil
    void put "seep_put"(int *, int) noexcept nogil

cdef enum:
    PATIENCE = 20               # microseconds that an idle helper sleeps
    HELPED_LEFT = 12            # with fewer plays to come a question is answered sooner than shared

cdef struct Team:
    Search *main
    Search *helpers[256]        # MOST_THREADS
    pthread_t threads[256]
    int n                       # helpers
    int running                 # ... of which so many have a thread
    u64 busy[4096]              # BUSY_SIZE; keys that some thread works on
    State asked                 # the question: is the gain of `asked` at least beta?
    int beta
    int question                # its number; odd while the words above are written
    int over


cdef Team *new_team(Search *q, int threads) except NULL:
    """Memory for `threads` threads of a search, the one that asks among them; raises MemoryError."""
    cdef Team *team = <Team *>calloc(1, sizeof(Team))
    if not team:
        raise MemoryError("no memory for a team")
    team.main = q
    while team.n < threads - 1:
        try:
            team.helpers[team.n] = new_search(q.table)
        except MemoryError:
            free_team(team)
            raise
        team.n += 1
    return team


cdef void free_team(Team *team) noexcept nogil:
    cdef int i
    if team:
        for i in range(team.n):
            free_search(team.helpers[i])
        free(team)


cdef void help_out(Team *team, Search *q) noexcept nogil:
    """Work on each question until the search is over."""
    cdef State s
    cdef int number, beta, answered = 0
    while not load(&team.over):
        number = load(&team.question)
        if number == answered or number & 1:
            usleep(PATIENCE)
            continue
        put(<int *>&q.stop, RUNNING)
        s = team.asked
        beta = team.beta
        if load(&team.question) == number:
            probe(q, &s, q.stack, beta)
            answered = number


cdef void *run(void *place) noexcept nogil:
    cdef Search *q = <Search *>place
    help_out(<Team *>q.team, q)
    return NULL


cdef void start_team(Team *team) noexcept nogil:
    cdef int i
    memset(team.busy, 0, sizeof(team.busy))
    team.over = team.running = 0
    team.question = 0
    team.main.team = team
    team.main.busy = team.busy
    for i in range(team.n):
        set_techniques(team.helpers[i], team.main.rules, team.main.on)
        team.helpers[i].team = team
        team.helpers[i].busy = team.busy
        team.helpers[i].nodes = 0
        team.helpers[i].next_poll = <u64>-1
        if pthread_create(&team.threads[i], NULL, run, team.helpers[i]):
            break               # with fewer helpers it only takes longer
        team.running += 1


cdef void call_off(Team *team) noexcept nogil:
    """Helpers leave what they are at."""
    cdef int i
    for i in range(team.running):
        put(<int *>&team.helpers[i].stop, CALLED_OFF)


cdef void end_team(Team *team) noexcept nogil:
    cdef int i
    put(&team.question, team.question + 1)
    put(&team.over, 1)
    call_off(team)
    for i in range(team.running):
        pthread_join(team.threads[i], NULL)
        team.main.nodes += team.helpers[i].nodes
    team.main.busy = NULL


cdef int ask(Search *q, const State *s, Move *stack, int beta) noexcept nogil:
    cdef Team *team = <Team *>q.team
    if q.busy and s.left >= HELPED_LEFT:
        put(&team.question, team.question + 1)
        team.asked = s[0]
        team.beta = beta
        call_off(team)
        put(&team.question, team.question + 1)
    return probe(q, s, stack, beta)
