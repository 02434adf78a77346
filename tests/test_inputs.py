"""Inputs: what an argument is, what each kind of file gives, and what is said of each that is bad."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from seep_solver.faults import NotationError
from seep_solver.inputs import InputError, Item, NoPositions, expected, find, positions, read
from seep_solver.lines import LONGEST

LINE = "4C6CTC 2CTD/3C5D/7H8C/9CQD 1"
OTHER = "4C7D[11:5C6H@1] JS9H3C/QDJH8C/4S2D2H/KS6S5D 1 last=2"


def written(path: Path, text: str | bytes) -> str:
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return str(path)


def items(*arguments: str) -> list[Item]:
    return list(positions(arguments))


def refusal(*arguments: str) -> InputError:
    with pytest.raises(InputError) as caught:
        list(positions(arguments))
    return caught.value


def test_a_line_of_notation() -> None:
    (item,) = items(LINE)
    assert item == Item(LINE, "1", "argument:1")
    assert str(item.position()) == LINE


def test_arguments_are_numbered() -> None:
    assert [item.id for item in items(LINE, OTHER)] == ["1", "2"]
    assert items(LINE + " id=e1")[0].name == "e1"


def test_an_empty_floor_is_a_position_and_no_option() -> None:
    (item,) = items("- 4C/5C/6C/7C 1")
    assert item.text == "- 4C/5C/6C/7C 1"


def test_a_file_with_white_space_in_its_name_is_a_file(tmp_path: Path) -> None:
    path = written(tmp_path / "my endgames.seep", LINE)
    assert items(path)[0].source == f"{path}:1"


@pytest.mark.parametrize("argument", ["4C6CTC", "2CTD/3C5D/7H8C/9CQD", "4C7D[11:5C6H@1]", "10D", "a♠4♥"])
def test_an_unquoted_position(argument: str) -> None:
    assert refusal(argument).hint == "quote the whole position"


@pytest.mark.parametrize("argument", ["games.seep", "", "no/such/folder", "x" * 5000, "a\0b"])
def test_a_missing_file(argument: str) -> None:
    error = refusal(argument)
    assert error.message == "no such file or folder"
    assert error.hint == "a file, a folder, - or a position in quotes"


def test_seep_file(tmp_path: Path) -> None:
    text = f"\ufeff# endgames\r\n\r\n{LINE} id=e1 # two tens\r\n  {OTHER}\r\n#{LINE}\r\n{LINE}"
    path = written(tmp_path / "a.seep", text)
    assert [(item.text.strip(), item.name, item.source) for item in items(path)] == [
        (f"{LINE} id=e1", "e1", f"{path}:3"),
        (OTHER, "4", f"{path}:4"),
        (LINE, "6", f"{path}:6"),
    ]


def test_paths_of_rules_start_from_the_file(tmp_path: Path) -> None:
    written(tmp_path / "ours.toml", 'base = "classic"\nsweep = 40\n')
    path = written(tmp_path / "a.seep", f"{LINE} rules=./ours.toml")
    assert items(path)[0].position().rules.sweep == 40


def test_a_comment_may_be_in_any_encoding(tmp_path: Path) -> None:
    path = written(tmp_path / "a.seep", b"# caf\xe9\n" + LINE.encode())
    assert [item.id for item in items(path)] == ["2"]


def test_csv(tmp_path: Path) -> None:
    text = f'id,gain,position\ne1,17,{LINE}\n,3,"{OTHER}"\n\n"two\nlines",1,{LINE}\nshort\n'
    path = written(tmp_path / "a.csv", text)
    found = items(path)
    assert [(item.id, item.source) for item in found] == [
        ("e1", f"{path}:2"),
        ("2", f"{path}:3"),
        ("two\nlines", f"{path}:5"),
        ("short", f"{path}:7"),
    ]
    assert found[1].text == OTHER
    assert found[3].faults[0].message == "expected a position, found nothing"


def test_the_id_of_the_line_goes_before_that_of_the_table(tmp_path: Path) -> None:
    path = written(tmp_path / "a.csv", f"id,position\nours,{LINE} id=theirs\n")
    assert items(path)[0].name == "theirs"


def test_jsonl(tmp_path: Path) -> None:
    rows = [{"id": 7, "position": LINE}, {"position": OTHER, "id": None}, {"position": 5}, {"id": "x"}, [1]]
    text = "\n".join(json.dumps(row) for row in rows) + '\n\n{"position": \n{"position": "\\ud800"}\n'
    path = written(tmp_path / "a.jsonl", text)
    found = items(path)
    assert [(item.id, item.text) for item in found[:2]] == [("7", LINE), ("2", OTHER)]
    assert [item.faults[0].message for item in found[2:6]] == [
        "expected a position, found something else",
        "expected a position, found nothing",
        'expected a JSON object with a "position"',
        'expected a JSON object with a "position"',
    ]
    assert found[2].faults[0].text == "5"
    assert found[5].source == f"{path}:7"
    assert found[5].faults[0].column == 14
    assert found[6].text == "\\ud800"


@pytest.mark.parametrize("text_type", [pa.string(), pa.large_string(), pa.dictionary(pa.int32(), pa.string())])
def test_parquet(tmp_path: Path, text_type: pa.DataType) -> None:
    path = tmp_path / "a.parquet"
    columns = {"gain": pa.array([1, 2, 3]), "position": pa.array([LINE, None, OTHER]).cast(text_type)}
    pq.write_table(pa.table(columns | {"id": pa.array([5, None, 6])}), path)
    found = items(str(path))
    assert [(item.id, item.text, item.source) for item in found] == [
        ("5", LINE, f"{path}:1"),
        ("2", "", f"{path}:2"),
        ("6", OTHER, f"{path}:3"),
    ]
    assert found[1].faults[0].message == "expected a position, found nothing"


def test_a_folder_gives_its_files_in_name_order(tmp_path: Path) -> None:
    for name in ("b.seep", "a.jsonl", "c.CSV", ".hidden.seep", "notes.txt"):
        text = {"a.jsonl": json.dumps({"position": LINE}), "c.CSV": f"position\n{LINE}\n"}.get(name, LINE)
        written(tmp_path / name, text)
    (tmp_path / "deeper.seep").mkdir()
    written(tmp_path / "deeper.seep" / "d.seep", LINE)
    sources = find([str(tmp_path)])
    assert [source.path and source.path.name for source in sources] == ["a.jsonl", "b.seep", "c.CSV"]
    assert expected(sources) == len(list(read(sources))) == 3


def test_a_folder_with_nothing_to_read(tmp_path: Path) -> None:
    written(tmp_path / "notes.txt", LINE)
    assert refusal(str(tmp_path)).message == "no .seep, .csv, .jsonl or .parquet file in this folder"


def test_an_unknown_ending(tmp_path: Path) -> None:
    error = refusal(written(tmp_path / "a.txt", LINE))
    assert error.message == 'expected the ending .seep, .csv, .jsonl or .parquet, found ".txt"'
    assert "--record" in str(refusal(written(tmp_path / "a.sgn", "")).hint)


@pytest.mark.parametrize("name", ["a.seep", "a.jsonl"])
@pytest.mark.parametrize("text", ["", "\n\n", "\ufeff"])
def test_an_empty_file(tmp_path: Path, name: str, text: str) -> None:
    path = written(tmp_path / name, text)
    with pytest.raises(NoPositions, match="no position in it"):
        list(positions([path]))


def test_an_empty_file_among_others(tmp_path: Path) -> None:
    assert len(items(written(tmp_path / "a.seep", ""), LINE)) == 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected a header with a column `position`, the file is empty"),
        ("id,line\n1,2\n", "expected a header with a column `position`, found id, line"),
    ],
)
def test_a_csv_without_the_column(tmp_path: Path, text: str, message: str) -> None:
    error = refusal(written(tmp_path / "a.csv", text))
    assert (error.message, error.where) == (message, f"{tmp_path / 'a.csv'}:1")


def test_a_bad_parquet_file(tmp_path: Path) -> None:
    for columns in ({"line": [LINE]}, {"position": [1]}):
        pq.write_table(pa.table(columns), tmp_path / "a.parquet")
        assert "column `position`" in refusal(str(tmp_path / "a.parquet")).message
    path = written(tmp_path / "b.parquet", LINE)
    assert refusal(path).message == "expected a Parquet file, found something else"


@pytest.mark.parametrize("name", ["a.seep", "a.csv", "a.jsonl"])
def test_bytes_that_are_no_text(tmp_path: Path, name: str) -> None:
    good, bad = LINE.encode(), b"4C\xff\xfe 2C/3C/4D/5C 1"
    head = b"position\n" if name == "a.csv" else b""
    if name == "a.jsonl":
        good, bad = json.dumps({"position": LINE}).encode(), b'{"\xff'
    found = items(written(tmp_path / name, head + good + b"\n" + bad + b"\n" + good + b"\n"))
    assert [bool(item.faults) for item in found] == [False, True, False]
    assert found[1].faults[0].message == "expected text in UTF-8"
    assert found[1].faults[0].column == 3
    with pytest.raises(NotationError):
        found[1].position()


@pytest.mark.parametrize("name", ["a.seep", "a.csv", "a.jsonl"])
def test_a_line_of_a_megabyte(tmp_path: Path, name: str) -> None:
    good = json.dumps({"position": LINE}) if name == "a.jsonl" else LINE
    head = "position\n" if name == "a.csv" else ""
    found = items(written(tmp_path / name, f"{head}{good}\n{'4C' * 2**19}\n{good}\n"))
    assert [bool(item.faults) for item in found] == [False, True, False]
    assert found[1].faults[0].message == f"expected a line of at most {LONGEST:,} bytes"
    assert len(found[1].faults[0].text) < 50


def test_a_quote_that_is_never_closed(tmp_path: Path) -> None:
    path = written(tmp_path / "a.csv", f'position\n{LINE}\n"{LINE}\n' + f"{LINE}\n" * 5000)
    found = items(path)
    assert found[0].text == LINE
    assert found[1].faults[0].message.startswith("expected a row of CSV")


def test_json_without_end(tmp_path: Path) -> None:
    (item,) = items(written(tmp_path / "a.jsonl", "[" * 60_000))
    assert item.faults


@pytest.mark.skipif(os.getuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read(tmp_path: Path) -> None:
    path = tmp_path / "a.seep"
    written(path, LINE)
    path.chmod(0)
    assert refusal(str(path)).message == "permission denied"


def test_a_file_that_goes_away(tmp_path: Path) -> None:
    sources = find([written(tmp_path / "a.seep", LINE)])
    (tmp_path / "a.seep").unlink()
    with pytest.raises(InputError, match="no such file or directory"):
        list(read(sources))


def test_standard_input_is_read_once() -> None:
    assert refusal("-", "-").message == "standard input can be read only once"


def test_a_name_that_is_no_text(tmp_path: Path) -> None:
    path = os.fsencode(tmp_path) + b"/caf\xe9.seep"
    with open(path, "wb") as stream:  # noqa: PTH123, Path has no names in bytes
        stream.write(LINE.encode())
    (item,) = items(os.fsdecode(path))
    item.source.encode()
    assert item.source.endswith("caf\\udce9.seep:1")


def test_a_stream_is_not_held(tmp_path: Path) -> None:
    path = written(tmp_path / "a.seep", f"{LINE}\n" * 100_000)
    stream = positions([path])
    assert next(stream).id == "1"
    assert expected(find([path, LINE])) == 100_001
    assert expected(find(["-"])) is None
