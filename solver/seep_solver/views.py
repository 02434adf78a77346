"""The views that questions about solved tables are asked of: what is derived from the text of a row, and how.

`results` holds the rows as they are in the files. Everything else stands on it:

- `positions`: a row an exact position that is not finished
- `moves`: a row a legal move of those
- `choices`: a row a position and kind of move that is legal there

Nothing is replayed. Houses, loose cards and hands are read off the text of the position, the kind of a move off its
notation; the floor is followed along a line of play by counting what lies on it (`change`). docs/stats.md explains
every column.
"""

from __future__ import annotations

from typing import Final

from seep_solver.cards import RANKS

# What a file of results must have to be asked.
NEEDED: Final = (
    "id", "position", "position_key", "rules", "cards_left", "to_move", "kind", "gain", "margin", "best", "pv", "moves",
    "nodes", "time_us", "source",
)  # fmt: skip

# `used`: loose cards that a move takes or puts in. `brackets`: houses that it names.
# `change`: by how much the number of things on the floor (loose cards and houses) grows. A capture takes all that it
# names; a house move puts its loose cards and the houses it names into one.
MACROS: Final = f"""
create macro rank_of(card) as strpos('{RANKS}', card[1]);
create macro used(move) as greatest(length(split_part(split_part(move, '[', 1), '=', 1)) - 3, 0) // 2;
create macro brackets(move) as length(move) - length(replace(move, '[', ''));
create macro change(move) as if(contains(move, 'x'), 0, 1) - used(move) - brackets(move);
create macro kind_of(move) as case
    when length(move) = 2 then 'throw'
    when contains(move, 'x') then 'capture'
    when brackets(move) = 0 then 'build'
    when brackets(move) = 1 and contains(move, '[' || split_part(move, '=', 2) || ']') then 'add'
    else 'raise' end;
create macro points_of(card, scoring) as case
    when scoring = 100 and card[2] = 'S' then rank_of(card)
    when scoring = 100 and card = 'TD' then 6
    when scoring = 30 and card in ('TD', '9S', '2S') then rank_of(card) + if(card = 'TD', 2, if(card = '2S', -1, 0))
    when card[1] = 'A' then 1
    else 0 end;
create macro pips(cards) as list_sum([rank_of(cards[i:i]) for i in range(1, length(cards), 2)]);
create macro is_cemented(house) as
    coalesce(pips(split_part(split_part(house, ':', 2), '@', 1)) > try_cast(split_part(house, ':', 1) as int), false);
create macro owned(house, seats) as
    length(translate(split_part(house, '@', 2), seats, '')) < length(split_part(house, '@', 2));
"""

# A house as it stands in the position, without its brackets: 11:5C6H@1.
POSITIONS: Final = """
create view every_position as
with read as (
    select filename as file, file_row_number as file_row, * exclude (kind, filename, file_row_number),
        split_part(position, ' ', 1) as floor, split_part(position, ' ', 2) as hands
    from results where kind = 'exact' and cards_left > 0
), told as (
    select *, length(hands) - length(replace(hands, '/', '')) + 1 as players,
        length(replace(split_part(floor, '[', 1), '-', '')) // 2 as loose,
        [rtrim(each, ']') for each in string_split(floor, '[')[2:]] as house,
        if(to_move % 2 = 1, '13', '24') as our_seats, if(to_move % 2 = 1, '24', '13') as other_seats
    from read
), counted as (
    select *, (cards_left + players - 1) // players as hand, len(house) as houses,
        len([each for each in house if is_cemented(each)]) as cemented,
        len([each for each in house if owned(each, our_seats)]) as own_houses,
        len([each for each in house if owned(each, other_seats)]) as other_houses,
        loose + len(house) as on_floor,
        [change(move) for move in pv] as changes,
        [one.gain for one in moves] as gains
    from told
), seen as (
    select *,
        [one.move for one in moves if cards_left > 1 and contains(one.move, 'x') and on_floor + change(one.move) = 0]
            as seeps,
        [ply for ply in range(1, len(pv) + 1)
            if ply < cards_left and contains(pv[ply], 'x') and on_floor + list_sum(changes[1:ply]) = 0] as seep_plies
    from counted
)
select file, file_row, id, position, position_key, rules, players, scoring, ownership, cards_left, hand, to_move,
    2 - to_move % 2 as side, gain, margin, best, pv, moves, nodes, time_us, source,
    floor, hands, loose, house, houses, cemented, own_houses, other_houses,
    len(moves) as branching, len(best) as best_moves,
    if(len(gains) > 1, gains[1] - gains[2], null) as edge, gains[1] - gains[-1] as swing,
    seeps, len(seeps) > 0 as can_seep,
    list_has_any(best, seeps) as seep_is_best, list_has_all(seeps, best) as must_seep,
    len([ply for ply in seep_plies if ply % 2 = 1]) as own_seeps,
    len([ply for ply in seep_plies if ply % 2 = 0]) as other_seeps
from seen left join rule_sets on rules = rule_sets.name;
"""

_CONTEXT: Final = (
    "file, file_row, id, position, rules, players, scoring, cards_left, hand, to_move, side, loose, houses, cemented, "
    "own_houses, other_houses, branching"
)

MOVES: Final = f"""
create view moves as
with each as (
    select {_CONTEXT}, gain as best_gain, seeps, unnest(moves) as one from positions
)
select {_CONTEXT}, best_gain, one.move as move, kind_of(one.move) as kind,
    one.move[1:2] as card, rank_of(one.move) as rank, one.move[2] as suit, points_of(one.move[1:2], scoring) as points,
    used(one.move) as used, one.gain as gain, best_gain - one.gain as loss, one.gain = best_gain as is_best,
    list_contains(seeps, one.move) as is_seep
from each where one.gain is not null;
"""

CHOICES: Final = f"""
create view choices as
with told as (
    select {_CONTEXT}, gain,
        [{{'kind': kind_of(one.move), 'loss': gain - one.gain}} for one in moves if one.gain is not null] as each
    from positions
), apart as (
    select *, [{{'kind': name, 'losses': [one.loss for one in each if one.kind = name]}}
        for name in ['throw', 'capture', 'build', 'add', 'raise']] as all_kinds,
        list_distinct([one.kind for one in each if one.loss = 0]) as best_kinds
    from told
), legal as (
    select *, [one for one in all_kinds if len(one.losses) > 0] as legal_kinds from apart
), listed as (
    select {_CONTEXT}, gain, best_kinds, len(legal_kinds) as kinds, unnest(legal_kinds) as one from legal
)
select {_CONTEXT}, gain, kinds, one.kind as kind, len(one.losses) as moves, list_min(one.losses) as loss,
    list_contains(best_kinds, one.kind) as is_best, best_kinds = [one.kind] as is_only
from listed;
"""
