"""What solved tables say: each statistic is SQL over the views, and how its columns are to be read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from seep_solver.column import Column
from seep_solver.study import Counts, Row, Study


@dataclass(frozen=True, slots=True)
class Statistic:
    """A question that is asked of every table: `about` says what its columns mean."""

    name: str
    title: str
    about: str
    sql: str
    columns: tuple[Column, ...]


@dataclass(frozen=True, slots=True)
class Stats:
    """Every statistic of some tables: `tables` holds the rows of each by its name."""

    out: Path
    files: int
    unfinished: bool
    where: str | None
    counts: Counts
    tables: dict[str, list[Row]]

    def as_json(self) -> dict[str, Any]:
        """One object, keys in a fixed order; no `where` where there is none."""
        head = {"out": str(self.out), "files": self.files, "unfinished": self.unfinished}
        if self.where:
            head["where"] = self.where
        return {**head, "counts": asdict(self.counts), **self.tables}


def stats(study: Study) -> Stats:
    """Ask every statistic."""
    tables = {each.name: study.rows(each.sql) for each in STATISTICS}
    return Stats(study.out, len(study.files), study.unfinished, study.where, study.counts, tables)


_GAIN: Final = """count(*) as positions, avg(gain) as mean,
    sqrt((sum(gain::bigint * gain) - sum(gain) * avg(gain)) / nullif(count(*) - 1, 0) / count(*)) as std_err,
    quantile_cont(gain, 0.05) as p5, quantile_cont(gain, 0.25) as q1, quantile_cont(gain, 0.5) as median,
    quantile_cont(gain, 0.75) as q3, quantile_cont(gain, 0.95) as p95, min(gain) as least, max(gain) as most,
    avg((gain > 0)::int) as ahead"""
_CARDS_ABOUT: Final = "Cards are those that the seat to play has still to play."
_GAIN_COLUMNS: Final = (
    Column("positions", "positions"),
    Column("mean", "mean gain", "points"),
    Column("std_err", "± s.e.", "number"),
    Column("p5", "5 %", "points"),
    Column("q1", "25 %", "points"),
    Column("median", "median", "points"),
    Column("q3", "75 %", "points"),
    Column("p95", "95 %", "points"),
    Column("ahead", "gain > 0", "share", bar=True),
)
_GAIN_ABOUT: Final = (
    "The gain in points from the side to move, to the end of the deal: mean with its standard error, quantiles, and "
    "the share of positions in which the side to move gains more than the other."
)


def _gain(name: str, title: str, about: str, group: str, *columns: Column, tail: str = "") -> Statistic:
    names = ", ".join(column.name for column in columns)
    sql = f"select {group}, {_GAIN} from positions {tail or f'group by {names} order by {names}'}"
    return Statistic(name, title, about, sql, columns + _GAIN_COLUMNS)


_HAND: Final = Column("hand", "cards")
_OWNERS: Final = "['own', 'other side', 'both sides', 'nobody']"
_WHOSE: Final = """case when own_houses > 0 and other_houses > 0 then 'both sides'
    when own_houses > 0 then 'own' when other_houses > 0 then 'other side' else 'nobody' end"""
# Loss of the best move of a kind, where moves of two kinds or more are legal.
_KIND: Final = """count(*) as positions, avg(is_best::int) as best, avg(is_only::int) as only, avg(loss) as loss,
    avg(loss) filter (not is_best) as worse_mean, quantile_cont(loss, 0.5) filter (not is_best) as worse_median,
    quantile_cont(loss, 0.9) filter (not is_best) as worse_p90, max(loss) as worst"""
_KIND_ORDER: Final = "list_position(['throw', 'capture', 'build', 'add', 'raise'], kind)"
_KIND_COLUMNS: Final = (
    Column("positions", "legal in"),
    Column("best", "a best move", "share", bar=True),
    Column("only", "only best", "share"),
    Column("loss", "mean loss", "number"),
)

STATISTICS: Final[tuple[Statistic, ...]] = (
    _gain("gain_by_hand", "Gain by cards in hand", f"{_GAIN_ABOUT} {_CARDS_ABOUT}", "hand", _HAND),
    _gain("gain_by_seat", "Gain by seat to play", "Seat 1 opened the deal.", "to_move as seat", Column("seat", "seat")),
    _gain(
        "gain_by_houses",
        "Gain by houses on the floor",
        "Houses of any value and owner.",
        "houses",
        Column("houses", "houses"),
    ),
    _gain(
        "gain_by_house",
        "Gain by whose the house is, where one house stands",
        "Own is the side to move's; a cemented house holds two sets or more and cannot be raised.",
        f"{_WHOSE} as owner, if(cemented > 0, 'cemented', 'ordinary') as form",
        Column("owner", "owner", "word"),
        Column("form", "house", "word"),
        tail=f"where houses = 1 group by owner, form order by list_position({_OWNERS}, owner), form desc",
    ),
    Statistic(
        "kinds",
        "Kinds of moves",
        "Only positions in which moves of two kinds or more are legal. A best move: some best move is of this kind; "
        "only best: every best move is. The loss is that of the best move of the kind against the best of all, over "
        "all these positions (mean loss) and over those in which the kind is not best (where worse).",
        f"select kind, {_KIND} from choices where kinds > 1 group by kind order by {_KIND_ORDER}",
        (
            Column("kind", "kind", "word"),
            *_KIND_COLUMNS,
            Column("worse_mean", "where worse", "number"),
            Column("worse_median", "median", "number"),
            Column("worse_p90", "90 %", "number"),
            Column("worst", "most", "number"),
        ),
    ),
    Statistic(
        "kinds_by_hand",
        "Kinds of moves by cards in hand",
        f"The same by cards. {_CARDS_ABOUT}",
        f"select hand, kind, {_KIND} from choices where kinds > 1 group by hand, kind order by hand, {_KIND_ORDER}",
        (_HAND, Column("kind", "kind", "word"), *_KIND_COLUMNS),
    ),
    Statistic(
        "throws",
        "What a throw loses, by card",
        "Every legal throw where there is another legal move, by rank and card points of the card thrown: how often "
        "it is a best move, and what it loses against the best move of any kind.",
        """select card[1] as card, rank, points, count(*) as throws, avg(is_best::int) as best, avg(loss) as loss,
        quantile_cont(loss, 0.9) as loss_p90, max(loss) as worst
        from moves where kind = 'throw' and branching > 1 group by all order by rank, points""",
        (
            Column("card", "card", "word"),
            Column("points", "card points"),
            Column("throws", "throws"),
            Column("best", "a best move", "share"),
            Column("loss", "mean loss", "number", bar=True),
            Column("loss_p90", "90 %", "number"),
            Column("worst", "most", "number"),
        ),
    ),
    Statistic(
        "seeps",
        "Seeps by cards in hand",
        "Can: some legal move is a seep. Best: some best move is one. Must: every best move is one, so that not to "
        "seep costs points. In the line of best play: a seep of the side to move, of the other side, and the mean "
        "number of both.",
        """select hand, count(*) as positions, avg(can_seep::int) as can, avg(seep_is_best::int) as best,
        avg(must_seep::int) as must, avg((own_seeps > 0)::int) as own, avg((other_seeps > 0)::int) as other,
        avg(own_seeps + other_seeps) as line from positions group by hand order by hand""",
        (
            _HAND,
            Column("positions", "positions"),
            Column("can", "can seep", "share"),
            Column("best", "best", "share"),
            Column("must", "must", "share", bar=True),
            Column("own", "line: own", "share"),
            Column("other", "other's", "share"),
            Column("line", "seeps a line", "number"),
        ),
    ),
    Statistic(
        "branching",
        "Choice by cards in hand",
        "Legal moves, interchangeable cards counted once; positions with one legal move; with one best move, where "
        "there is a choice; and how much the best move gains over the next and over the worst.",
        """select hand, count(*) as positions, avg(branching) as mean, quantile_cont(branching, 0.5) as median,
        max(branching) as most, avg((branching = 1)::int) as forced,
        avg((best_moves = 1)::int) filter (branching > 1) as one_best, avg(edge) as edge,
        avg(swing) filter (branching > 1) as swing from positions group by hand order by hand""",
        (
            _HAND,
            Column("positions", "positions"),
            Column("mean", "moves", "number", bar=True),
            Column("median", "median", "number"),
            Column("most", "most"),
            Column("forced", "one legal", "share"),
            Column("one_best", "one best", "share"),
            Column("edge", "to the next", "number"),
            Column("swing", "to the worst", "number"),
        ),
    ),
    Statistic(
        "effort",
        "Effort by cards in hand",
        "Nodes that the search took for a position; microseconds where the tables were solved with --timings.",
        """select hand, count(*) as positions, avg(nodes) as mean, quantile_cont(nodes, 0.1) as p10,
        quantile_cont(nodes, 0.5) as median, quantile_cont(nodes, 0.9) as p90, max(nodes) as most,
        sum(nodes)::double / (select sum(nodes) from positions) as share, avg(time_us) as time_us
        from positions group by hand order by hand""",
        (
            _HAND,
            Column("positions", "positions"),
            Column("mean", "mean nodes"),
            Column("p10", "10 %"),
            Column("median", "median"),
            Column("p90", "90 %"),
            Column("most", "most"),
            Column("share", "of all nodes", "share", bar=True),
            Column("time_us", "mean µs"),
        ),
    ),
    _gain(
        "rules",
        "Gain by rules",
        "Points under one set of rules are not those under another.",
        "rules",
        Column("rules", "rules", "word"),
    ),
)


def shown(statistic: Statistic, rows: Sequence[Row]) -> list[Column]:
    """The columns that say something: not those that are empty in every row."""
    return [column for column in statistic.columns if any(row[column.name] is not None for row in rows)]


def left_out(counts: Counts) -> str:
    """The rows that no statistic counts, in words; empty where all count."""
    words = [("bounds", counts.bounds), (_one("estimate", counts.estimate), counts.estimate)]
    words += [(_one("error", counts.error), counts.error), ("finished", counts.finished)]
    words += [("outside the condition", counts.outside)]
    return ", ".join(f"{count:,} {word}" for word, count in words if count)


def _one(word: str, count: int) -> str:
    return word if count == 1 else f"{word}s"
