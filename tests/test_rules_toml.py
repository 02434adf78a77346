"""A table of one's own: a TOML file of rules, on the command line and in positions, and what it may get wrong."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from conftest import ROOT, Seep

from seep_solver.faults import NotationError
from seep_solver.options import BY_NAME
from seep_solver.position import Position
from seep_solver.record import dump, load
from seep_solver.rules import PRESETS, Rules, RulesError

LINE = "4C6CTC 2CTD/3C5D/7H8C/9CQD 1"
SEEP = "9H 9CTC/3C4C/5C6C/7C8C 1"  # 9Cx9H is a seep
OPTIONS = ", ".join(BY_NAME)
NAMES = ", ".join(PRESETS)

FAULTS: dict[str, tuple[str, str]] = {
    "unknown base": (
        'base = "clasic"',
        f'ours.toml:1:1: base = "clasic" (did you mean classic?): expected one of {NAMES}',
    ),
    "base is a file": ('base = "other.toml"', f'ours.toml:1:1: base = "other.toml": expected one of {NAMES}'),
    "base is no word": ("base = 9", "ours.toml:1:1: base = 9: expected a word in quotes"),
    "name is no word": ("name = 9", "ours.toml:1:1: name = 9: expected a word in quotes"),
    "unknown field": ("swep = 5", f'ours.toml:1:1: no option "swep" (did you mean sweep?): expected one of {OPTIONS}'),
    "section": ("[options]\nsweep = 5", f'ours.toml:1:2: no option "options": expected one of {OPTIONS}'),
    "bad word": ('absorb = "all"', 'ours.toml:1:1: absorb = "all": expected "sets" or "cards" or "none"'),
    "bad number": ("house_min = 5", "ours.toml:1:1: house_min = 5: expected a whole number 7 to 13"),
    "bad choice": ("players = 3", "ours.toml:1:1: players = 3: expected 4 or 2"),
    "negative": ("sweep = -50", 'ours.toml:1:1: sweep = -50: expected a whole number 0 to 500 or "card"'),
    "word for a number": ('sweep_cap = "2"', 'ours.toml:1:1: sweep_cap = "2": expected a whole number 0 to 100000'),
    "word for true": ('ownership = "true"', 'ours.toml:1:1: ownership = "true": expected true or false'),
    "number for true": ("ownership = 1", "ours.toml:1:1: ownership = 1: expected true or false"),
    "true for a number": ("max_houses = true", "ours.toml:1:1: max_houses = true: expected a whole number 0 to 7"),
    "fraction": ("knockout = 8.5", "ours.toml:1:1: knockout = 8.5: expected a whole number 0 to 100000"),
    "list": ('absorb = ["sets"]', "ours.toml:1:1: absorb = ['sets']: expected \"sets\" or"),
    "date": ("sweep = 2000-01-01", "ours.toml:1:1: sweep = 2000-01-01: expected a whole number"),
    "houses": (
        "house_min = 12\nhouse_max = 10",
        "ours.toml:1:1: house_min = 12 is above house_max = 10: no house could be built",
    ),
    "no owners": (
        'throw_rule = "own-house"\nownership = false',
        'ours.toml:1:1: throw_rule = "own-house" asks whose house it is, and ownership = false knows no owners',
    ),
    "no owners in the base": (
        'base = "open-house"\nthrow_rule = "own-house"',
        'ours.toml:2:1: throw_rule = "own-house" asks whose house it is',
    ),
    "two players": (
        "players = 2",
        'ours.toml:1:1: second_hands = "none" leaves half the cards undealt with players = 2: '
        'expected "reserve" or "redeal"',
    ),
    "four players": (
        'base = "classic-2p"\nplayers = 4',
        'ours.toml:2:1: second_hands = "reserve" is for two players: with players = 4 the first hands hold all cards',
    ),
    "all points": (
        "all_points = 60",
        "ours.toml:1:1: all_points is a rule of the 30-point game: expected 0 with scoring = 100",
    ),
    "no TOML": ("sweep: 5", "ours.toml:1:6: not TOML: expected '=' after a key"),
    "twice": ("sweep = 5\nsweep = 6", "ours.toml:2:10: not TOML: cannot overwrite a value\n"),
    "cut off": ("sweep = 5\nabsorb = 'sets", "ours.toml:2:15: not TOML: expected \"'\""),
    "a preset's name": (
        'name = "classic"\nsweep = 40\nmax_houses = 2',
        'ours.toml:1:1: the name "classic" is that of the preset classic, and these rules differ: '
        "max_houses = 2, sweep = 40\n",
    ),
    "a preset's name in capitals": (
        'base = "punjabi"\nlead = 60\nname = "Punjabi"',
        'ours.toml:3:1: the name "Punjabi" is that of the preset punjabi, and these rules differ: lead = 60\n',
    ),
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
    assert ran.err.startswith(message)
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
        ("clasic", 'no rules "clasic" (did you mean classic?)'),
        ("open", 'no rules "open" (did you mean open-house?)'),
        ("Punjab", 'no rules "Punjab" (did you mean punjabi?)'),
        ("bridge", 'no rules "bridge"'),
        ("own:ours", 'the rules "ours" were made by a program and are in no file'),
        ("", 'no rules ""'),
    ],
)
def test_rules_that_cannot_be_read(path: str, message: str, folder: Path, seep: Seep) -> None:
    (folder / "folder.toml").mkdir()
    ran = seep("rules", path)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"seep: {message}\nhint: ")


def test_a_file_that_is_no_text(folder: Path, seep: Seep) -> None:
    (folder / "bytes.toml").write_bytes(b"sweep = 5\n# \xff\xfe")
    ran = seep("rules", "bytes.toml")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith('bytes.toml:2:3: not UTF-8 text: "\\xff\\xfe"\nhint: save the file as UTF-8')


def test_all_faults_of_a_file_are_told_at_once(folder: Path, seep: Seep) -> None:
    write(folder / "ours.toml", """base = "clasic"
swep = 5
  absorb = "all"   # sweep = 5
house_min = 12

house_max = 10
"sweep" = -5""")
    told = [
        ('base = "clasic" (did you mean classic?): expected one of', "ours.toml:1:1"),
        ('no option "swep" (did you mean sweep?): expected one of', "ours.toml:2:1"),
        ('absorb = "all": expected "sets" or "cards" or "none"', "ours.toml:3:3"),
        ("sweep = -5: expected a whole number", "ours.toml:7:1"),
    ]
    ran = seep("moves", "--rules", "ours.toml", LINE)
    assert (ran.code, ran.out) == (2, "")
    errors = [line for line in ran.err.splitlines() if not line.startswith("hint: ")]
    assert len(errors) == len(told)
    for line, (words, place) in zip(errors, told, strict=True):
        assert line.startswith(f"{place}: {words}")
    answer = json.loads(seep("moves", "--json", f"{LINE} rules=ours.toml").out)
    assert [fault["field"] for fault in answer["errors"]] == ["rules"] * len(told)
    assert [fault["message"].startswith(f"{place}: {words}") for fault, (words, place) in
            zip(answer["errors"], told, strict=True)] == [True] * len(told)
    write(folder / "ours.toml", "house_min = 12\nhouse_max = 10\nabsorb = 5\nplayers = 2")
    errors = seep("moves", "--rules", "ours.toml", LINE).err.splitlines()
    assert [line.split(": ")[0] for line in errors] == ["ours.toml:3:1", "ours.toml:1:1", "ours.toml:4:1", "hint"]


def test_a_position_that_names_rules_which_are_not_there(folder: Path, seep: Seep) -> None:
    ran = seep("analyse", "--json", f"{LINE} rules=nosuch.toml", f"{LINE} rules=clasic")
    assert ran.code == 2
    faults = [json.loads(line)["errors"][0] for line in ran.out.splitlines()]
    assert [fault["field"] for fault in faults] == ["rules", "rules"]
    assert faults[0]["message"] == 'cannot read the rules file "nosuch.toml": no such file or directory'
    assert faults[0]["hint"] == "a path in rules= starts from the folder of the file that it stands in"
    assert faults[1]["message"] == 'no rules "clasic" (did you mean classic?)'
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


def test_a_path_is_written_so_that_it_is_read_back(folder: Path, seep: Seep) -> None:
    """On standard output a path starts from the current folder, in a table from where the table stands."""
    write(folder / "deep" / "ours.toml", "sweep = 20")
    write(folder / "deep" / "a.seep", f"{SEEP} rules=ours.toml")
    write(folder / "deep" / "b.seep", f"{SEEP} rules=../deep/./ours.toml")
    (folder / "away").mkdir()
    for name in ("a", "b"):
        line = f"{SEEP} rules=deep/ours.toml"
        assert seep("check", f"deep/{name}.seep").out == f"{line}\n"
        for command in ("analyse", "best", "moves", "perft --depth 1"):
            answer = json.loads(seep(*command.split(), "--json", f"deep/{name}.seep").out)
            assert answer["position"] == line
    outs = {"out.parquet": "deep/ours.toml", "out": "../deep/ours.toml", "deep/out.parquet": "ours.toml",
            "away/out.parquet": "../deep/ours.toml", str(folder / "away" / "out"): "../../deep/ours.toml"}  # fmt: skip
    gain = json.loads(seep("best", "--json", "deep/a.seep").out)["gain"]
    for out, path in outs.items():
        assert seep("solve", "deep/a.seep", "-o", out, "--jobs", "1", "--quiet").code == 0
        row = pq.read_table(out).to_pylist()[0]
        assert (row["position"], row["gain"]) == (f"{SEEP} rules={path}", gain)
        again = json.loads(seep("best", "--json", out).out)
        assert (again["gain"], again["rules"]) == (gain, "ours")


def test_a_path_that_is_absolute_stays_so(folder: Path, seep: Seep) -> None:
    write(folder / "deep" / "ours.toml", "sweep = 20")
    line = f"{SEEP} rules={folder}/deep/ours.toml"
    assert seep("check", line).out == f"{line}\n"
    assert seep("solve", line, "-o", "out", "--jobs", "1", "--quiet").code == 0
    assert pq.read_table("out").column("position").to_pylist() == [line]


def test_a_detour_through_a_link_is_kept(folder: Path, seep: Seep) -> None:
    """Where link/.. is not the folder that the link stands in, the path is written as it leads."""
    write(folder / "deep" / "ours.toml", "sweep = 20")
    (folder / "deep" / "er").mkdir()
    (folder / "link").symlink_to(folder / "deep" / "er")
    line = f"{SEEP} rules=link/../ours.toml"
    assert seep("check", line).out == f"{line}\n"
    assert seep("solve", line, "-o", "out", "--jobs", "1", "--quiet").code == 0
    assert json.loads(seep("best", "--json", "out").out)["rules"] == "ours"


def test_a_position_of_a_record_finds_the_rules_of_the_record(folder: Path, seep: Seep) -> None:
    write(folder / "deep" / "ours.toml", 'base = "tabletop"')
    game = (ROOT / "positions" / "rules" / "example_game.sgn").read_text()
    write(folder / "deep" / "game.sgn", game.replace('[Rules "classic"]', '[Rules "ours.toml"]'))
    answer = json.loads(seep("moves", "--json", "--record", "deep/game.sgn", "--at", "5").out)
    assert answer["rules"] == "ours"
    assert " rules=deep/ours.toml " in answer["position"]
    record = load("deep/game.sgn")
    dump(record, "game.sgn")
    assert '[Rules "deep/ours.toml"]' in Path("game.sgn").read_text()
    assert load("game.sgn") == record


def test_rules_made_in_python_are_called_their_own() -> None:
    """They are written so that no reader takes them for others, and read back with the rules beside the line."""
    for rules in (Rules(name="punjab", sweep=10), replace(PRESETS["classic"], sweep=10), Rules(name="a/b c.toml")):
        position = Position.parse(SEEP, rules=rules)
        line = str(position)
        assert " rules=own:" in line
        assert len(line.split()) == 4
        assert Position.parse(line, rules=rules) == position
        assert position.faults() == []
        with pytest.raises(NotationError, match="were made by a program and are in no file"):
            Position.parse(line)
    assert str(Position.parse(SEEP, rules=Rules(name="classic"))) == SEEP


def test_rules_changed_in_python_are_no_longer_those_of_the_file(folder: Path) -> None:
    write(folder / "ours.toml", "sweep = 20")
    changed = replace(Rules.load("ours.toml"), sweep=30)
    assert str(Position.parse(SEEP, rules=changed)).endswith(" rules=own:ours")


def test_rules_of_a_position_may_be_named(folder: Path) -> None:
    write(folder / "ours.toml", "sweep = 20")
    assert Position.parse(SEEP, rules="punjabi").rules == PRESETS["punjabi"]
    assert Position.parse(SEEP, rules="ours.toml").rules.sweep == 20
    with pytest.raises(RulesError, match=r'no rules "punjab" \(did you mean punjabi\?\)'):
        Position.parse(SEEP, rules="punjab")
    with pytest.raises(TypeError, match="rules: expected Rules or the name of some, got dict"):
        Position.parse(SEEP, rules={"sweep": 5})  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"rules: expected Rules, got str; Rules\.named takes"):
        replace(Position.parse(SEEP), rules="punjabi")  # type: ignore[arg-type]


def test_a_name_with_two_meanings_in_one_run(folder: Path, seep: Seep) -> None:
    write(folder / "ours.toml", "sweep = 10")
    write(folder / "b" / "ours.toml", "sweep = 20")
    write(folder / "lines.seep", f"{SEEP}\n{SEEP} rules=ours.toml\n{SEEP} rules=b/ours.toml")
    ran = seep("solve", "lines.seep", "-o", "out.parquet", "--jobs", "1")
    assert (ran.code, ran.out) == (2, "")
    assert 'seep: "ours" names two sets of rules: sweep is 10 and 20' in ran.err
    assert 'hint: give each file of rules a name of its own: name = "..."' in ran.err
    assert not (folder / "out.parquet").exists()


def test_a_file_called_like_a_preset_needs_a_name_of_its_own(folder: Path, seep: Seep) -> None:
    write(folder / "classic.toml", "sweep = 30")
    ran = seep("best", "--rules", "classic.toml", SEEP)
    assert ran.code == 2
    said = 'the name "classic" is that of the preset classic, and these rules differ: sweep = 30'
    assert ran.err == f'classic.toml: {said}\nhint: give the rules a name of their own: name = "ours"\n'
    write(folder / "classic.toml", 'sweep = 30\nname = "ours"')
    assert json.loads(seep("best", "--json", "--rules", "classic.toml", SEEP).out)["rules"] == "ours"
    write(folder / "classic.toml", "sweep = 50")
    assert seep("check", "--rules", "classic.toml", SEEP).out == f"{SEEP}\n"


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
