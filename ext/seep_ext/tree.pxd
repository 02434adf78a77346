# A tree of plays over all worlds: single-observer information-set Monte Carlo tree search (Cowling, Powley, Whitehouse
# 2012). A node is a sequence of plays from the root, the same in every world, as all plays are seen by all; in a world
# the plays from a node are those that are legal there.
from seep_ext.types cimport u32, u64
from seep_ext.policy cimport Care
from seep_ext.rules cimport Rules
from seep_ext.state cimport Move, State
from seep_ext.takings cimport Memory

cdef struct Node:               # 40 bytes
    Move move                   # the play that leads here
    u32 child                   # the first of its children, 0 none; each knows the next
    u32 next
    u32 visits
    u32 seen                    # visits of its parent in worlds where the play was legal
    double sum                  # over the visits, of what the mover's side won from the play on, itself included

cdef struct Taste:              # how a seat's plays are chosen in the tree
    float curious               # points; weight of the bonus for plays tried seldom
    float trust                 # a point of the policy's score is worth so many of the first guess of a play's value
    float firm                  # ... and that guess counts as so many visits
    Care care                   # the policy

cdef struct Style:              # how a tree is searched
    Taste seat[4]
    int plays                   # of a playout from a new node

cdef struct Tree:
    Node *nodes
    u32 used
    u32 room

cdef Tree *new_tree(u32 room) except NULL
cdef void free_tree(Tree *tree) noexcept nogil
# Forget all but nodes 1..roots, for the moves of the race.
cdef void plant(Tree *tree, int roots) noexcept nogil

# Play a world on from a node, the position after that node's move, and learn from it; what the side to play wins.
cdef float grow(Tree *tree, u32 node, const Style *style, const Rules *rules, State *s, Memory *memory, Move *moves,
                u64 *stream) noexcept nogil
