"""What stats says is what a slow reading of the same tables says; what is no exact row distorts nothing."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import plain_stats
import pyarrow.parquet as pq
import pytest
import solved
from plain_stats import Seen

from seep_solver.cards import points
from seep_solver.column import Column
from seep_solver.results import SCHEMA
from seep_solver.stats import STATISTICS, Stats, left_out, stats
from seep_solver.study import Study, StudyError, files_of, plain, study

Row = dict[str, Any]


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return solved.solve(tmp_path_factory.mktemp("stats"))


@pytest.fixture(scope="module")
def items(out: Path) -> list[Seen]:
    return plain_stats.seen(solved.rows(out / "part-00000.parquet"))


@pytest.fixture(scope="module")
def opened(out: Path) -> Iterator[Study]:
    with study(out) as tables:
        yield tables


@pytest.fixture(scope="module")
def found(opened: Study) -> Stats:
    return stats(opened)


@pytest.fixture(scope="module")
def expected(items: list[Seen]) -> dict[str, list[Row]]:
    return plain_stats.tables(items)


def rounded(rows: list[Row]) -> list[Row]:
    """Without what two ways of adding up leave in the last places."""
    return [{k: float(f"{v:.9g}") + 0.0 if isinstance(v, float) else v for k, v in row.items()} for row in rows]


def test_the_tables_have_every_kind_of_row(items: list[Seen], opened: Study) -> None:
    counts = opened.counts
    assert counts.used == len(items) > 280
    assert (counts.error, counts.finished, counts.outside, counts.estimate) == (1, 1, 0, 0)
    assert counts.bounds > 5
    assert left_out(counts) == f"{counts.bounds} bounds, 1 error, 1 finished"
    assert {one.position.rules.players for one in items} == {2, 4}
    assert {move.kind.value for one in items for move, _ in one.moves} == set(plain_stats.KINDS)


@pytest.mark.parametrize("name", [statistic.name for statistic in STATISTICS])
def test_every_statistic_is_right(name: str, found: Stats, expected: dict[str, list[Row]]) -> None:
    assert rounded(found.tables[name]) == rounded(expected[name])


def test_positions_are_read_right(opened: Study, items: list[Seen]) -> None:
    told = opened.rows("select * exclude (moves) from positions order by file_row")
    for row, one in zip(told, items, strict=True):
        gains = sorted((gain for _, gain in one.moves), reverse=True)
        position = one.position
        facts = {
            "id": one.row["id"], "rules": position.rules.name, "players": position.rules.players,
            "scoring": position.rules.scoring, "ownership": position.rules.ownership,
            "cards_left": position.cards_left, "hand": one.hand, "side": position.side,
            "loose": len(position.floor), "houses": len(position.houses), "cemented": one.cemented,
            "own_houses": one.owned_by(True), "other_houses": one.owned_by(False), "branching": len(one.moves),
            "best_moves": len(one.best), "swing": gains[0] - gains[-1],
            "edge": gains[0] - gains[1] if len(gains) > 1 else None,
            "can_seep": bool(one.seeps), "seep_is_best": any(move in one.seeps for move in one.best),
            "must_seep": all(move in one.seeps for move in one.best), "seeps": list(map(str, one.seeps)),
            "own_seeps": one.line_seeps[0], "other_seeps": one.line_seeps[1],
        }  # fmt: skip
        assert {name: row[name] for name in facts} == facts


def test_moves_are_read_right(opened: Study, items: list[Seen]) -> None:
    told = opened.rows("select * from moves order by file_row, gain desc, move")
    assert len(told) == sum(len(one.moves) for one in items)
    rows = iter(told)
    for one in items:
        for move, gain in one.moves:
            facts = {
                "move": str(move), "kind": move.kind.value, "card": str(move.card), "rank": move.card.rank,
                "suit": move.card.suit, "points": points(move.card, one.position.rules.scoring),
                "used": len(move.loose), "gain": gain, "best_gain": one.gain, "loss": one.gain - gain,
                "is_best": gain == one.gain, "is_seep": move in one.seeps,
            }  # fmt: skip
            row = next(rows)
            assert {name: row[name] for name in facts} == facts


def test_choices_are_read_right(opened: Study, items: list[Seen]) -> None:
    told = {(row["file_row"], row["kind"]): row for row in opened.rows("select * from choices")}
    places = opened.rows("select file_row from positions order by file_row")
    for place, one in zip(places, items, strict=True):
        kinds = [kind for kind in plain_stats.KINDS if one.loss(kind) is not None]
        for kind in kinds:
            row = told.pop((place["file_row"], kind))
            assert row["kinds"] == len(kinds)
            assert row["moves"] == sum(move.kind.value == kind for move, _ in one.moves)
            assert (row["loss"], row["is_best"]) == (one.loss(kind), one.loss(kind) == 0)
            assert row["is_only"] == ({move.kind.value for move in one.best} == {kind})
    assert not told


def test_a_condition_leaves_the_rest_out(out: Path, items: list[Seen]) -> None:
    with study(out, "rules = 'punjabi' and hand < 4 -- few") as part:
        few = [one for one in items if one.position.rules.name == "punjabi" and one.hand < 4]
        assert part.counts.used == len(few) > 0
        assert part.counts.outside == len(items) - len(few)
        assert rounded(stats(part).tables["kinds"]) == rounded(plain_stats.tables(few)["kinds"])


def test_the_same_on_every_run(out: Path, found: Stats) -> None:
    with study(out) as again:
        assert stats(again).as_json() == found.as_json()


def test_a_file_is_as_good_as_its_folder(out: Path, found: Stats) -> None:
    with study(out / "part-00000.parquet") as alone:
        assert stats(alone).tables == found.tables


def test_parts_are_one_table(out: Path, tmp_path: Path, opened: Study) -> None:
    for number in (0, 1):
        shutil.copy(out / "part-00000.parquet", tmp_path / f"part-{number:05}.parquet")
    shutil.copy(out / "part-00000.parquet", tmp_path / ".hidden.parquet")
    with study(tmp_path) as twice:
        assert len(twice.files) == 2
        assert twice.counts.used == 2 * opened.counts.used
        places = "select count(distinct (file, file_row)) as places from positions"
        assert twice.rows(places) == [{"places": twice.counts.used}]
        assert not twice.unfinished


def test_a_quote_in_a_name(out: Path, tmp_path: Path, opened: Study) -> None:
    odd = tmp_path / "it's [1] *.parquet"
    shutil.copy(out / "part-00000.parquet", odd)
    with study(odd) as tables:
        assert tables.counts == opened.counts


def test_no_row_at_all(tmp_path: Path) -> None:
    path = tmp_path / "none.parquet"
    pq.write_table(SCHEMA.empty_table(), path)
    with study(path) as tables:
        assert (tables.counts.rows, tables.counts.used) == (0, 0)
        assert all(rows == [] for rows in stats(tables).tables.values())


def test_what_cannot_be_asked(tmp_path: Path, out: Path) -> None:
    other = tmp_path / "other.parquet"
    pq.write_table(SCHEMA.empty_table().drop_columns(["moves"]), other)
    text = tmp_path / "text.parquet"
    text.write_text("no table")
    empty = tmp_path / "empty"
    empty.mkdir()
    cases = [
        (tmp_path / "nowhere", "no such file or folder"),
        (other, "expected a table of results, with a column moves"),
        (text, "expected a Parquet file, found something else"),
        (empty, "no .parquet file in it"),
    ]
    for path, words in cases:
        with pytest.raises(StudyError, match=words), study(path):
            pass
    with pytest.raises(StudyError, match='cannot answer "hnad = 3": '), study(out, "hnad = 3"):
        pass


def test_an_unfinished_folder(out: Path, tmp_path: Path) -> None:
    shutil.copytree(out, tmp_path / "half")
    manifest = tmp_path / "half" / ".seep-manifest.json"
    text = manifest.read_text()
    rows = len(solved.rows(out / "part-00000.parquet"))
    assert f'"rows":{rows}' in text
    manifest.write_text(text.replace(f'"rows":{rows}', '"rows":null'))
    with study(tmp_path / "half") as tables:
        assert tables.unfinished
    (tmp_path / "half" / "part-00000.parquet").unlink()
    with pytest.raises(StudyError, match="no part is written yet"):
        files_of(tmp_path / "half")


def test_answers_come_in_chunks(opened: Study) -> None:
    answer = opened.ask("select * from range(2500)")
    assert [len(chunk) for chunk in answer.chunks] == [1000, 1000, 500]
    with pytest.raises(StudyError, match=r'cannot answer "select los from moves": .*los'):
        opened.ask("select los from moves")


def test_plain_values(opened: Study) -> None:
    [row] = opened.rows("select 1.5::decimal(3, 1) as a, 2::hugeint as b, 'nan'::double as c, [1] as d, {'e': 1} as f")
    assert plain(row) == {"a": 1.5, "b": 2, "c": None, "d": [1], "f": {"e": 1}}


def test_columns_as_text() -> None:
    assert Column("a", "", "points").written(-0.02) == "+0.0"
    assert Column("a", "", "share").written(0.125) == "12.5 %"
    assert Column("a", "", "count").written(1234.5) == "1,234"
    assert Column("a", "", "word").written(None) == "-"
    assert Column("a", "", "number", bar=True).length(2, [1, None, 4]) == 0.5
    assert Column("a", "", "share", bar=True).length(0.25, [0.25]) == 0.25
