-- The questions of docs/study.md, asked of out/study/solved through the views that docs/stats.md describes.
-- `x_se` is the standard error of `x`; `x_share` is a share of the `n` of its row. tables.py makes 95 % intervals of both.

-- name: seeps
select hand as cards, count(*) as n, avg(can_seep::int) as can_share, avg(must_seep::int) as must_share,
    avg((own_seeps > 0)::int) as own_in_line_share, avg((other_seeps > 0)::int) as others_in_line_share
from positions group by hand order by hand;

-- name: seep_price
with priced as (
    select hand as cards, max(best_gain) - max(gain) filter (where not is_seep) as price
    from moves group by hand, file, file_row having bool_or(is_seep) and not bool_and(is_seep)
)
select cards, count(*) as n, avg((price > 0)::int) as seep_is_best_share, avg(price) as worth,
    stddev(price) / sqrt(count(*)) as worth_se, quantile_cont(price, 0.5) as median
from priced group by cards order by cards;

-- name: throws
with told as (
    select hand as cards, file, file_row, rank, loss, case when points = 0 then card[1] || ' plain'
        when card[1] = 'A' then 'A' else card end as thrown
    from moves where kind = 'throw' and branching > 1
), totals as (
    select cards, file, file_row, rank, thrown, sum(loss) as lost, count(*) as throws from told group by all
), means as (
    select cards, rank, thrown, sum(lost) / sum(throws) as loss from totals group by all
)
select cards, thrown, sum(throws)::bigint as n, any_value(loss) as loss,
    sqrt(sum((lost - loss * throws) ** 2)) / sum(throws) as loss_se
from totals join means using (cards, rank, thrown) group by cards, rank, thrown order by cards, rank, thrown desc;

-- name: throws_held
with told as (
    select moves.hand as cards, moves.file, moves.file_row, loss, points > 1 as dear,
        [contains(one, card[1]) for one in string_split(hands, '/')] as held
    from moves join positions using (file, file_row) where kind = 'throw' and moves.branching > 1
), totals as (
    select cards, file, file_row, dear, case when held[2] then 'the next seat' when held[4] then 'the last seat, not the next'
        when held[3] then 'the partner alone' else 'no other seat' end as held_by, sum(loss) as lost, count(*) as throws
    from told group by all
), means as (
    select cards, dear, held_by, sum(lost) / sum(throws) as loss from totals group by all
)
select cards, if(dear, 'spade or TD', 'other') as thrown, held_by, sum(throws)::bigint as n, any_value(loss) as loss,
    sqrt(sum((lost - loss * throws) ** 2)) / sum(throws) as loss_se
from totals join means using (cards, dear, held_by) group by cards, dear, held_by order by cards, dear, loss desc;

-- name: houses
select hand as cards, if(own_houses > 0, 'own', 'other side''s') as house, if(cemented > 0, 'cemented', 'ordinary') as form,
    count(*) as n, avg((gain > 0)::int) as ahead_share, avg(gain) as gain, stddev(gain) / sqrt(count(*)) as gain_se
from positions where houses = 1 and own_houses + other_houses = 1 group by all order by cards, house desc, form desc;

-- name: house_fate
with standing as (
    select hand as cards, own_houses > 0 as own, cemented > 0 as cemented, pv, split_part(house[1], ':', 1) as value,
        string_split(regexp_extract(house[1], ':([^@]*)', 1), 'S') as pieces
    from positions where houses = 1 and own_houses + other_houses = 1
), ended as (
    select *, list_position(
        [contains(ply, '[' || value || ']') and not contains(ply, '=' || value) for ply in pv], true) as ended_at,
        coalesce(list_sum([rank_of(piece[-1:]) for piece in pieces[:-2]]), 0) as spades
    from standing
)
select cards, if(own, 'own', 'other side''s') as house, if(cemented, 'cemented', 'ordinary') as form, count(*) as n,
    avg((contains(pv[ended_at], 'x') and (ended_at % 2 = 1) = own)::int) as owner_takes_share,
    avg((contains(pv[ended_at], 'x') and (ended_at % 2 = 1) != own)::int) as rival_takes_share,
    avg((not contains(pv[ended_at], 'x'))::int) as raised_share,
    avg(spades) as spade_points, stddev(spades) / sqrt(count(*)) as spade_points_se
from ended group by all order by cards, house desc, form desc;

-- name: cemented
with pairs as (
    select hand as cards, own_houses > 0 as own, positions.gain as plain, changed.gain as cemented
    from positions join read_parquet('out/study/solved-cemented/*.parquet') as changed using (id, cards_left)
    where own_houses + other_houses = 1
)
select cards, if(own, 'own', 'other side''s') as house, count(*) as n, avg((plain != cemented)::int) as changed_share,
    avg((plain > 0)::int) as ahead_before_share, avg((cemented > 0)::int) as ahead_after_share,
    avg(cemented - plain) as effect, stddev(cemented - plain) / sqrt(count(*)) as effect_se
from pairs group by all order by cards, house desc;

-- name: turn
with pairs as (
    select hand as cards, least(houses, 2) as houses, positions.gain as first, -changed.gain as second
    from positions join read_parquet('out/study/solved-turn/*.parquet') as changed using (id, cards_left)
)
select cards, case grouping(houses) when 1 then 'any' else if(houses = 2, '2 or more', houses::varchar) end as houses_,
    count(*) as n, avg(first - second) as effect, stddev(first - second) / sqrt(count(*)) as effect_se,
    avg((first < second)::int) as burden_share, avg((first > second)::int) as asset_share,
    quantile_cont(first - second, 0.5) as median
from pairs group by grouping sets ((cards), (cards, houses)) order by cards, grouping(houses) desc, houses_;

-- name: turn_capture
with pairs as (
    select hand as cards, positions.gain + changed.gain as effect,
        len([one for one in positions.moves if contains(one.move, 'x')]) > 0 as first,
        len([one for one in changed.moves if contains(one.move, 'x')]) > 0 as second
    from positions join read_parquet('out/study/solved-turn/*.parquet') as changed using (id, cards_left)
)
select cards, case when first and second then 'either side' when first then 'side 1 alone' when second then 'side 2 alone'
    else 'neither' end as could_capture, count(*) as n, avg(effect) as effect, stddev(effect) / sqrt(count(*)) as effect_se,
    avg((effect < 0)::int) as burden_share
from pairs group by all order by cards, effect;

-- name: last_before
select hand as cards, count(*) as n, avg((positions.gain != changed.gain)::int) as changed_share
from positions join read_parquet('out/study/solved-last/*.parquet') as changed using (id, cards_left)
group by hand order by hand;

-- name: last_capture
with lines as (
    select hand as cards, gain, len(pv) - list_max([i for i in range(1, len(pv) + 1) if contains(pv[i], 'x')]) as after
    from positions
)
select cards, least(after, 4) as plays_after, count(*) as n, count(*) / sum(count(*)) over (partition by cards) as part,
    avg((gain > 0)::int) as ahead_share, avg(gain) as gain, stddev(gain) / sqrt(count(*)) as gain_se
from lines group by cards, plays_after order by cards, plays_after;

-- name: refuse
with told as (
    select hand as cards, file, file_row, max(rank_points) as takes,
        bool_or(kind = 'throw') as can_throw, bool_or(kind = 'capture') as can_take,
        bool_and(kind = 'throw') filter (where is_best) as only_throw,
        bool_and(kind = 'capture') filter (where is_best) as only_take
    from (select *, if(kind = 'capture', points + coalesce(list_sum([points_of(card_, 100) for card_ in
        string_split(regexp_replace(split_part(split_part(move, 'x', 2), '[', 1), '(..)', '\1 ', 'g'), ' ') if card_ != '']), 0),
        0) as rank_points from moves where houses = 0)
    group by hand, file, file_row
)
select cards, case when takes = 0 then '0' when takes < 5 then '1 to 4' when takes < 10 then '5 to 9' when takes < 15 then
    '10 to 14' else '15 and more' end as best_capture_takes, count(*) as n, avg(only_throw::int) as only_throw_share,
    avg(only_take::int) as only_capture_share
from told where can_throw and can_take group by cards, best_capture_takes order by cards, min(takes);
