"""The table of results: columns, metadata, keys, and the rows of what cannot be solved."""

from __future__ import annotations

import json
from dataclasses import replace
from hashlib import blake2b
from pathlib import Path
from typing import Any

import pretend
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hiding import hidden

from seep_solver import results
from seep_solver.cards import CARDS
from seep_solver.exact import analyse
from seep_solver.hidden import estimate
from seep_solver.item import Item
from seep_solver.position import Position
from seep_solver.position_key import key_text, position_key
from seep_solver.results import RulesClash, finished, join_rules, joined, loose_table, packed, unpacked
from seep_solver.row import solved
from seep_solver.rules import PRESETS, Rules
from seep_solver.settings import Settings, canonical_json

LINE = "4C6CTC 2CTD/3C5D/7H8C/9CQD 1"
COLUMNS = {
    "id": "string",
    "position": "string",
    "position_key": "uint64",
    "rules": "dictionary<values=string, indices=int32, ordered=0>",
    "cards_left": "uint8",
    "to_move": "uint8",
    "kind": "dictionary<values=string, indices=int32, ordered=0>",
    "gain": "int16",
    "margin": "int16",
    "low": "int16",
    "high": "int16",
    "mean": "float",
    "std_err": "float",
    "best": "list<element: string>",
    "pv": "list<element: string>",
    "moves": "list<element: struct<move: string, gain: int16, low: int16, high: int16, mean: float, std_err: float>>",
    "nodes": "uint64",
    "time_us": "uint64",
    "worlds": "uint32",
    "seed": "uint64",
    "error": "string",
    "error_field": "string",
    "source": "string",
}


def row_of(text: str, **settings: Any) -> dict[str, Any]:
    return solved(Item(text, "7", "here:7"), Settings(**settings)).values


def written(path: Path, rows: list[dict[str, Any]], rule_sets: results.RuleSets | None = None) -> pa.Table:
    loose = loose_table(range(len(rows)), rows, rule_sets or {})
    metadata = results.file_metadata(results.rules_used(loose), Settings())
    results.write(path, [finished(loose, 0, len(rows))], metadata)
    return pq.read_table(path)


@pytest.mark.parametrize("count", [0, 1, 3])
def test_the_schema_is_the_same_for_any_number_of_rows(tmp_path: Path, count: int) -> None:
    table = written(tmp_path / "a.parquet", [row_of(LINE)] * count)
    assert {field.name: str(field.type) for field in table.schema} == COLUMNS
    assert list(COLUMNS) == table.column_names
    assert table.num_rows == count


def test_a_row_says_what_the_analysis_says() -> None:
    position = Position.parse(LINE)
    found = analyse(position)
    row = row_of(LINE)
    assert row["id"] == "7"
    assert (row["position"], row["rules"], row["cards_left"], row["to_move"]) == (LINE, "classic", 8, 1)
    assert (row["kind"], row["gain"], row["margin"]) == ("exact", found.gain, found.margin)
    assert (row["low"], row["high"], row["nodes"]) == (found.low, found.high, found.nodes)
    assert (row["best"], row["pv"]) == (found.best, found.pv)
    assert [move["move"] for move in row["moves"]] == [move.move for move in found.moves]
    assert row["time_us"] is None
    assert row["position_key"] == position_key(position)
    assert row["source"] == "here:7"


def test_time_only_where_it_is_asked_for() -> None:
    assert row_of(LINE, timings=True)["time_us"] >= 0


def test_bounds() -> None:
    row = row_of("4C7D[11:5C6H@1] JS9H3C/QDJH8C/4S2D2H/KS6S5D 1 last=2", nodes=20)
    assert (row["kind"], row["gain"], row["margin"]) == ("bounds", None, None)
    assert row["low"] < row["high"]


@pytest.mark.parametrize(
    ("text", "field", "message"),
    [
        ("4C4C 2C/3C/5C/6C 1 id=e9", "floor", "4C stands twice"),
        ("4C", "hands", "no hands"),
        (LINE.replace("1", "5") + " id=e9", "turn", "TURN is"),
    ],
)
def test_an_error_row(text: str, field: str, message: str) -> None:
    row = row_of(text)
    assert (row["kind"], row["error_field"]) == ("error", field)
    assert message in row["error"]
    assert row["id"] == ("e9" if "id=" in text else "7")
    assert set(row) == {"id", "kind", "error", "error_field", "source", "column"}


def test_all_faults_are_told() -> None:
    assert len(row_of("4C4C 2C2C/3C/5C/6C 1 x=1")["error"].split("; ")) >= 3


def test_a_hand_of_which_nothing_is_said_is_an_error_that_shows_the_position() -> None:
    row = row_of("7STDQD */8CQH/*/* 2")
    assert (row["kind"], row["error_field"]) == ("error", "hands")
    assert (row["position"], row["cards_left"], row["to_move"]) == ("7STDQD */8CQH/*/* 2", 2, 2)
    assert row["error"] == "nothing is said of a hand: expected its cards or their number"


def test_rules_hold_for_every_line() -> None:
    assert row_of(f"{LINE} rules=tabletop", rules=PRESETS["classic"])["rules"] == "classic"


def test_a_bug_is_a_row() -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("seep_solver.once.analyse_once", broken)
        row = row_of(LINE)
    assert (row["kind"], row["error"]) == ("error", "not solved: KeyError: 'a bug'")
    assert row["position"] == LINE


def broken(*_: Any, **__: Any) -> Any:
    raise KeyError("a bug")


def test_a_margin_out_of_range_is_a_row() -> None:
    row = row_of(f"{LINE} seeps=1/0 bonus=60000/0")
    assert row["kind"] == "error"


def test_metadata(tmp_path: Path) -> None:
    item = Item(f"{LINE} rules=tabletop", "1", "a:1")
    row = solved(item, Settings())
    known: results.RuleSets = {name: PRESETS[name].options() for name in ("tabletop", "punjabi")}
    written(tmp_path / "a.parquet", [row.values], known)
    metadata = pq.read_metadata(tmp_path / "a.parquet").metadata or {}
    told = {key.decode(): value.decode() for key, value in metadata.items() if key.startswith(b"seep.")}
    assert sorted(told) == ["seep.rules", "seep.schema_version", "seep.seed", "seep.settings", "seep.version"]
    assert json.loads(told["seep.rules"]) == {"tabletop": PRESETS["tabletop"].options()}
    assert json.loads(told["seep.settings"]) == Settings().values()
    assert told["seep.seed"] == "1"


def test_a_hidden_position_is_an_estimate_by_the_seed() -> None:
    line = str(hidden("classic", "04"))
    row = row_of(line, worlds=20, seed=7)
    found = estimate(hidden("classic", "04"), worlds=20, seed=7)
    assert found.kind == "estimate"
    assert (row["kind"], row["id"], row["worlds"], row["seed"]) == ("estimate", "hidden-classic-04", 20, 7)
    assert (row["mean"], row["std_err"], tuple(row["best"])) == (found.mean, found.std_err, found.best)
    assert [(move["move"], move["mean"]) for move in row["moves"]] == [(each.move, each.mean) for each in found.moves]
    assert not {"gain", "margin", "low", "high", "pv", "nodes"} & set(row)
    assert row_of(line, worlds=20, seed=8)["mean"] != row["mean"]


def test_a_hidden_position_of_one_world_is_solved() -> None:
    shown = Position.parse("6D7D x/x/x/4H5S 4")
    out = [card for card in CARDS if card not in set(shown.named()) and str(card) not in ("2C", "2D", "2H")]
    row = row_of(str(replace(shown, gone=tuple(out))))
    assert (row["kind"], row["gain"]) == ("exact", 5)
    assert row["position"].startswith("6D7D 2C/2D/2H/4H5S 4 ")


def test_facts_that_clash_are_an_error_row() -> None:
    shown = Position.parse("[9:4D5D@1] x/x/x/4H5S 4")
    out = [card for card in CARDS if card not in set(shown.named()) and str(card) not in ("2C", "2D", "2H")]
    row = row_of(str(replace(shown, gone=tuple(out))))
    assert (row["kind"], row["error_field"]) == ("error", "hands")
    assert "no deal of the 3 unseen cards fits" in row["error"]


def test_zstd_and_row_groups(tmp_path: Path) -> None:
    written(tmp_path / "a.parquet", [row_of(LINE)])
    metadata = pq.read_metadata(tmp_path / "a.parquet")
    assert metadata.row_group(0).column(0).compression == "ZSTD"
    assert results.ROWS_A_GROUP == 131_072


def test_the_same_rows_are_the_same_bytes_however_they_came(tmp_path: Path) -> None:
    items = [Item(f"{at} text", str(at), f"a:{at}") for at in range(50)]
    items[7] = items[7]._replace(text="kaputt", faults=(pretend.broken_line(),))
    rows = [pretend.quick(item, Settings()).values for item in items]
    one = loose_table(range(50), rows, {})
    odd, even = (loose_table(range(at, 50, 2), rows[at::2], {}) for at in (1, 0))
    late = loose_table([3, 4], rows[3:5], {})
    other = joined([unpacked(packed(table)) for table in (odd, late, even)])
    for name, table in (("a", one), ("b", other)):
        results.write(tmp_path / name, [finished(table, 0, 50)], {})
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_missing_rows_are_noticed() -> None:
    rows = [pretend.quick(Item("x", "1", "a:1"), Settings()).values] * 2
    with pytest.raises(ValueError, match="expected 3 rows"):
        finished(loose_table([0, 2], rows, {}), 0, 3)


def test_one_name_for_two_sets_of_rules() -> None:
    known: results.RuleSets = {}
    join_rules(known, {"ours": Rules(name="ours", sweep=40).options()})
    join_rules(known, {"ours": Rules(name="ours", sweep=40).options(), "classic": PRESETS["classic"].options()})
    with pytest.raises(RulesClash, match='"ours" names two sets of rules: sweep is 40 and 50'):
        join_rules(known, {"ours": Rules(name="ours").options()})


def key(text: str) -> int:
    return position_key(Position.parse(text))


def test_the_key_is_the_hash_of_the_text() -> None:
    position = Position.parse(LINE)
    text = f"4C6CTC 2CTD/3C5C/7C8C/9CQC 1\n{canonical_json(PRESETS['classic'].options())}"
    assert key_text(position) == text
    assert key(LINE) == int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "little")


@pytest.mark.parametrize(
    "same",
    [
        f"{LINE} id=e1",
        f"{LINE} lead=20",
        f"{LINE} points=3/4 cards=5/6",
        f"{LINE} taken=AS/AC",
        f"{LINE} seeps=1/0 bonus=50/0",
        f"{LINE} gone=KS",
        "4D6CTC 2DTD/3H5C/7D8H/9HQC 1",
        "10c 6d 4h".replace(" ", "") + " 2CTD/3C5D/7H8C/9CQD 1",
    ],
)
def test_what_does_not_matter_to_the_key(same: str) -> None:
    assert key(same) == key(LINE)


@pytest.mark.parametrize(
    "other",
    [
        f"{LINE} last=1",
        f"{LINE} rules=tabletop",
        "4C6CTD 2CTC/3C5D/7H8C/9CQD 1",
        "4S6CTC 2CTD/3C5D/7H8C/9CQD 1",
        "4C6CTC 2CTD/3C5D/7H8C/9CQD 1".replace(" 1", " 3"),
        "4C6CTC 2CTD/3C5D/9CQD/7H8C 1",
    ],
)
def test_what_matters_to_the_key(other: str) -> None:
    assert key(other) != key(LINE)


def test_what_was_won_matters_where_totals_do_not_add_up() -> None:
    line = f"{LINE} rules=punjabi"
    assert key(f"{line} cards=8/6 points=0/0") != key(f"{line} cards=9/5 points=0/0")
    assert key(f"{line} cards=8/6 points=0/0 id=a") == key(f"{line} cards=8/6 points=0/0")


def test_what_is_unseen_matters_to_a_hidden_position() -> None:
    one = Position.parse("TD JC/x/x/x 1 gone=AC")
    two = Position.parse("TD JC/x/x/x 1 taken=AC/-")
    three = Position.parse("TD JC/x/x/x 1 gone=KC")
    assert key_text(one) == key_text(two) != key_text(three)
