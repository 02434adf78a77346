"""A table of one's own: a TOML file of rules, on the command line and in positions, and what it may get wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from conftest import Seep

from seep_solver.options import BY_NAME
from seep_solver.rules import PRESETS, Rules

LINE = "4C6CTC 2CTD/3C5D/7H8C/9CQD 1"
SEEP = "9H 9CTC/3C4C/5C6C/7C8C 1"  # 9Cx9H is a seep
OPTIONS = ", ".join(BY_NAME)
NAMES = ", ".join(PRESETS)

FAULTS: dict[str, tuple[str, str]] = {
    "unknown base": ('base = "clasic"', f'ours.toml: base = "clasic": expected one of {NAMES}'),
    "base is a file": ('base = "other.toml"', f'ours.toml: base = "other.toml": expected one of {NAMES}'),
    "base is no word": ("base = 9", "ours.toml: base = 9: expected a word in quotes"),
    "name is no word": ("name = 9", "ours.toml: name = 9: expected a word in quotes"),
    "unknown field": ("swep = 5", f'ours.toml: no option "swep" (did you mean sweep?): expected one of {OPTIONS}'),
    "section": ("[options]\nsweep = 5", f'ours.toml: no option "options": expected one of {OPTIONS}'),
    "bad word": ('absorb = "all"', 'ours.toml: absorb = "all": expected "sets" or "cards" or "none"'),
    "bad number": ("house_min = 5", "ours.toml: house_min = 5: expected a whole number 7 to 13"),
    "bad choice": ("players = 3", "ours.toml: players = 3: expected 4 or 2"),
    "negative": ("sweep = -50", 'ours.toml: sweep = -50: expected a whole number 0 to 500 or "card"'),
    "word for a number": ('sweep_cap = "2"', 'ours.toml: sweep_cap = "2": expected a whole number 0 to 100000'),
    "word for true": ('ownership = "true"', 'ours.toml: ownership = "true": expected true or false'),
    "number for true": ("ownership = 1", "ours.toml: ownership = 1: expected true or false"),
    "true for a number": ("max_houses = true", "ours.toml: max_houses = true: expected a whole number 0 to 7"),
    "fraction": ("knockout = 8.5", "ours.toml: knockout = 8.5: expected a whole number 0 to 100000"),
    "list": ('absorb = ["sets"]', "ours.toml: absorb = ['sets']: expected \"sets\" or"),
    "date": ("sweep = 2000-01-01", "ours.toml: sweep = 2000-01-01: expected a whole number"),
    "houses": (
        "house_min = 12\nhouse_max = 10",
        "ours.toml: house_min = 12 is above house_max = 10: no house could be built",
    ),
    "no owners": (
        'throw_rule = "own-house"\nownership = false',
        'ours.toml: throw_rule = "own-house" asks whose house it is, and ownership = false knows no owners',
    ),
    "no owners in the base": (
        'base = "open-house"\nthrow_rule = "own-house"',
        'ours.toml: throw_rule = "own-house" asks whose house it is',
    ),
    "two players": (
        "players = 2",
        'ours.toml: second_hands = "none" leaves half the cards undealt with players = 2: '
        'expected "reserve" or "redeal"',
    ),
    "four players": (
        'base = "classic-2p"\nplayers = 4',
        'ours.toml: second_hands = "reserve" is for two players: with players = 4 the first hands hold all cards',
    ),
    "all points": (
        "all_points = 60",
        "ours.toml: all_points is a rule of the 30-point game: expected 0 with scoring = 100",
    ),
    "no TOML": ("sweep: 5", 'the rules file "ours.toml" is not TOML: expected \'=\' after a key'),
    "twice": ("sweep = 5\nsweep = 6", 'the rules file "ours.toml" is not TOML: cannot overwrite a value'),
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, empty."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(path: Path, text: str) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"{text}\n", encoding="utf-8")


@pytest.mark.parametrize("name", FAULTS)
def test_a_faulty_file_on_the_command_line(name: str, folder: Path, seep: Seep) -> None:
    text, message = FAULTS[name]
    write(folder / "ours.toml", text)
    ran = seep("analyse", "--rules", "ours.toml", LINE)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"seep: {message}")
    assert "\nhint: " in ran.err


@pytest.mark.parametrize("name", FAULTS)
def test_a_faulty_file_named_in_a_position(name: str, folder: Path, seep: Seep) -> None:
    text, message = FAULTS[name]
    write(folder / "ours.toml", text)
    write(folder / "lines.seep", f"{LINE} rules=ours.toml\n{LINE}")
    ran = seep("best", "lines.seep")
    assert (ran.code, ran.out) == (1, "\nTDx4C6CTC\n")
    assert ran.err.startswith("lines.seep:1:30: ")
    assert message in ran.err
    assert "\nhint: " in ran.err


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("nosuch.toml", 'cannot read the rules file "nosuch.toml": no such file or directory'),
        ("folder.toml", 'cannot read the rules file "folder.toml": not a file of 100000 bytes at most'),
        ("bytes.toml", "the rules file \"bytes.toml\" is not TOML: 'utf-8' codec can't decode byte 0xff"),
        ("clasic", f'no rules "clasic"; expected the path of a .toml file, or one of {NAMES}'),
        ("", f'no rules ""; expected the path of a .toml file, or one of {NAMES}'),
    ],
)
def test_rules_that_cannot_be_read(path: str, message: str, folder: Path, seep: Seep) -> None:
    (folder / "folder.toml").mkdir()
    (folder / "bytes.toml").write_bytes(b"\xff\xfe")
    ran = seep("rules", path)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"seep: {message}")


def test_a_position_that_names_rules_which_are_not_there(folder: Path, seep: Seep) -> None:
    ran = seep("analyse", "--json", f"{LINE} rules=nosuch.toml", f"{LINE} rules=clasic")
    assert ran.code == 2
    faults = [json.loads(line)["errors"][0] for line in ran.out.splitlines()]
    assert [fault["field"] for fault in faults] == ["rules", "rules"]
    assert faults[0]["message"] == 'cannot read the rules file "nosuch.toml": no such file or directory'
    assert faults[0]["hint"] == "a path in rules= starts from the folder of the file that it stands in"
    assert faults[1]["message"] == 'no rules "clasic"'
    assert faults[1]["hint"] == f"the presets are {NAMES}; a file ends in .toml"


def test_what_the_file_says_is_played(folder: Path, seep: Seep) -> None:
    write(folder / "ours.toml", "sweep = 40")
    write(folder / "named.toml", 'base = "Punjabi"\nname = "tante asha"\nall_points = 0\nmost_cards = 0')
    plain, ours, named = (
        json.loads(seep("analyse", "--json", *rules, SEEP).out)
        for rules in ((), ("--rules", "ours.toml"), ("--rules", "named.toml"))
    )
    assert (ours["gain"], ours["rules"]) == (plain["gain"] - 10, "ours")
    assert ours["position"] == f"{plain['position']} rules=ours.toml"
    assert named["rules"] == "tante asha"
    assert named["best"] == ["9Cx9H"]


def test_rules_on_the_command_line_override_those_of_the_position(folder: Path, seep: Seep) -> None:
    write(folder / "ours.toml", "sweep = 40")
    line = f"{SEEP} rules=ours.toml"
    assert json.loads(seep("analyse", "--json", "--rules", "classic", line).out)["position"] == SEEP
    over = json.loads(seep("analyse", "--json", "--rules", "ours.toml", f"{SEEP} rules=punjabi").out)
    assert over["rules"] == "ours"


def test_a_path_starts_from_the_folder_of_its_file(folder: Path, seep: Seep) -> None:
    write(folder / "ours.toml", "sweep = 10")
    write(folder / "deep" / "ours.toml", "sweep = 20")
    line = f"{SEEP} rules=ours.toml"
    write(folder / "deep" / "a.seep", f"{line} id=a")
    write(folder / "deep" / "b.csv", f"id,position\nb,{line}")
    write(folder / "deep" / "c.jsonl", json.dumps({"id": "c", "position": line}))
    write(folder / "deep" / "d.seep", f"{SEEP} rules=../ours.toml id=d")
    outcomes = [json.loads(out) for out in seep("best", "--json", f"{line} id=z", "deep").out.splitlines()]
    gains = {outcome["id"]: outcome["gain"] for outcome in outcomes}
    without = gains["z"] - 10
    assert gains == {"z": without + 10, "a": without + 20, "b": without + 20, "c": without + 20, "d": without + 10}


@pytest.mark.parametrize("other", ["b/ours.toml", "classic.toml"])
def test_a_name_with_two_meanings_in_one_run(other: str, folder: Path, seep: Seep) -> None:
    write(folder / "ours.toml", "sweep = 10")
    write(folder / "b" / "ours.toml", "sweep = 20")
    write(folder / "classic.toml", "sweep = 30")
    write(folder / "lines.seep", f"{SEEP}\n{SEEP} rules=ours.toml\n{SEEP} rules={other}")
    ran = seep("solve", "lines.seep", "-o", "out.parquet", "--jobs", "1")
    assert (ran.code, ran.out) == (2, "")
    name, pair = ("ours", "10 and 20") if "b/" in other else ("classic", "50 and 30")
    assert f'seep: "{name}" names two sets of rules: sweep is {pair}' in ran.err
    assert 'hint: give each file of rules a name of its own: name = "..."' in ran.err
    assert not (folder / "out.parquet").exists()


def test_one_file_by_two_paths_is_one_meaning(folder: Path, seep: Seep) -> None:
    write(folder / "ours.toml", "sweep = 10")
    write(folder / "b" / "ours.toml", 'base = "tabletop"\nopening_throw = "card"\nsweep = 10')
    write(folder / "lines.seep", f"{SEEP} rules=ours.toml\n{SEEP} rules=b/ours.toml")
    assert seep("solve", "lines.seep", "-o", "out.parquet", "--jobs", "1", "--quiet").code == 0
    metadata = pq.read_metadata(folder / "out.parquet").metadata or {}
    assert json.loads(metadata[b"seep.rules"]) == {"ours": PRESETS["classic"].options() | {"sweep": 10}}


@pytest.mark.parametrize("name", PRESETS)
def test_a_file_started_from_a_preset_is_that_preset(name: str, folder: Path, seep: Seep) -> None:
    started = seep("rules", name, "--toml")
    assert started.code == 0
    write(folder / "ours.toml", started.out)
    loaded = Rules.load("ours.toml")
    assert loaded.options() == PRESETS[name].options()
    assert loaded.name == "ours"
    for option in BY_NAME.values():
        assert f"\n# {option.meaning}\n# {option.allowed}\n#{option.name} = " in started.out


def test_every_option_of_a_started_file_can_be_switched_on(folder: Path, seep: Seep) -> None:
    """A # taken away leaves a line that says what held before."""
    started = seep("rules", "bid-card", "--toml").out
    for option in BY_NAME:
        write(folder / "ours.toml", started.replace(f"\n#{option} = ", f"\n{option} = "))
        assert Rules.load("ours.toml").options() == PRESETS["bid-card"].options()


def test_a_started_file_keeps_what_differs(folder: Path, seep: Seep) -> None:
    write(folder / "ours.toml", 'base = "bid-card"\nmax_houses = 2\nname = "two houses"')
    started = seep("rules", "ours.toml", "--toml").out
    active = [line for line in started.splitlines() if line and not line.startswith("#")]
    assert active == ['base = "bid-card"', 'name = "two houses"', "max_houses = 2"]
