"""Positions of different rules in one stream give what each gives alone, and what was won before is asked for."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import dealer
import pyarrow.parquet as pq
import pytest
from conftest import Seep

from seep_solver import solve_batch
from seep_solver.cards import ALL_POINTS
from seep_solver.exact import MissingHistory, analyse
from seep_solver.position import Position
from seep_solver.rules import PRESETS, Rules
from seep_solver.scoring import score_position

OWN = 'base = "open-house"\nmax_houses = 3\nmost_cards = 7\nsweep = 30\n'
EACH = 4
SAME = (
    # The same cards under every set of rules for four.
    "4C6CTC 2CTD/3C5D/7H8C/9CQD 1",
    "9H 9CTC/3C4C/5C6C/7C8C 1 last=2",
    "5S4STH 9S9D/TDTS/QC9H/2S4D 3 last=1",
)
NEEDY = [rules for rules in PRESETS.values() if rules.needs]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with a file of rules in it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ours.toml").write_text(OWN)
    return tmp_path


def lines() -> list[str]:
    """Endgames of every preset and of the file, shuffled, with and without what was won before."""
    rng = random.Random("mixed")
    known = {**PRESETS, "ours.toml": Rules.load("ours.toml")}
    found = []
    for name, options in ((name, rules.options()) for name, rules in known.items()):
        history = ("taken", "points") if PRESETS.get(name) in (None, *NEEDY) else ("taken", "points", "none")
        for number in range(EACH):
            state = dealer.endgame(rng, 1 + number % 2, options, history=history[number % len(history)])
            found.append(_named(dealer.position_line(state), name))
        if options["players"] == 4:
            won = "points=2/1 cards=20/12" if options["scoring"] == 30 else "points=30/25 cards=20/12"
            found += [_named(f"{line} {won}", name) for line in SAME]
    rng.shuffle(found)
    return found


def _named(line: str, rules: str) -> str:
    return line if "rules=" in line or rules == "classic" else f"{line} rules={rules}"


def without_id(line: str) -> str:
    answer: dict[str, Any] = json.loads(line)
    answer.pop("id")
    return json.dumps(answer)


def test_a_shuffled_stream_gives_what_each_position_gives_alone(folder: Path, seep: Seep) -> None:
    asked = lines()
    alone = [without_id(seep("analyse", "--json", line).out) for line in asked]
    assert all('"kind": "exact"' in answer for answer in alone)
    for seed in range(2):
        order = random.Random(seed).sample(range(len(asked)), len(asked))
        Path("mixed.seep").write_text("\n".join(asked[at] for at in order))
        ran = seep("analyse", "--json", "mixed.seep")
        assert ran.code == 0
        assert [without_id(line) for line in ran.out.splitlines()] == [alone[at] for at in order]


def test_the_rules_make_a_difference_to_the_same_cards(folder: Path, seep: Seep) -> None:
    for line in SAME:
        answers = [
            json.loads(seep("best", "--json", "--rules", name, f"{line} points=2/1 cards=20/12").out)["gain"]
            for name, rules in PRESETS.items()
            if rules.players == 4
        ]
        assert len(set(answers)) > 1


def test_a_table_of_mixed_rules_gives_the_same(folder: Path, seep: Seep) -> None:
    asked = lines()
    Path("mixed.seep").write_text("\n".join(asked))
    assert seep("solve", "mixed.seep", "-o", "out.parquet", "--jobs", "2", "--quiet").code == 0
    table = pq.read_table("out.parquet")
    columns = ["position", "rules", "to_move", "kind", "gain", "margin", "low", "high", "best", "pv", "nodes"]
    for line, row in zip(asked, table.select(columns).to_pylist(), strict=True):
        alone = json.loads(seep("analyse", "--json", line).out)
        assert row == {key: alone[key] for key in columns}
    options = json.loads((pq.read_metadata("out.parquet").metadata or {})[b"seep.rules"])
    assert options == {name: rules.options() for name, rules in PRESETS.items()} | {
        "ours": Rules.load("ours.toml").options()
    }


def test_a_batch_of_mixed_rules_gives_the_same(folder: Path) -> None:
    positions = [Position.parse(line) for line in lines()]
    batch = solve_batch(positions)
    assert batch.gain.tolist() == [analyse(position).gain for position in positions]


LINE = "4C6C 9CTC/2C9D/3C5C/7C8C 1"
TWO = "4C6C 9CTC/2C9D 1"


def needing(rules: Rules) -> str:
    return f"{LINE if rules.players == 4 else TWO} rules={rules.name}"


def test_presets_that_need_what_was_won_before() -> None:
    assert {rules.name: rules.needs for rules in NEEDY} == {
        "open-house": ("points",),
        "punjabi": ("points", "cards"),
        "open-house-2p": ("points",),
    }


@pytest.mark.parametrize("rules", NEEDY, ids=lambda rules: rules.name)
def test_what_was_won_before_is_asked_for_by_its_key(rules: Rules, seep: Seep) -> None:
    line = needing(rules)
    missing = "points and cards are missing" if rules.name == "punjabi" else "points is missing"
    said = f"{missing}: expected what each side won before, which matters under the rules {rules.name}"
    hint = f"add {' and '.join(f'{key}=A/B' for key in rules.needs)}, or taken=CARDS/CARDS"
    hint += "; seeps=A/B too if there was a seep" if rules.sweep_cap else ""
    for command in ("analyse", "best"):
        ran = seep(command, line)
        assert (ran.code, ran.out) == (2, "")
        assert ran.err == f"argument:1:1: {said}\nhint: {hint}\n"
        error = json.loads(seep(command, "--json", line).out)
        assert error["kind"] == "error"
        assert error["errors"] == [{"field": "points", "column": 1, "text": "", "message": said, "hint": hint}]
    with pytest.raises(MissingHistory):
        analyse(Position.parse(line))
    with pytest.raises(MissingHistory):
        solve_batch([Position.parse(line)])


def test_the_key_that_is_missing_is_the_one_that_is_named(seep: Seep) -> None:
    cards = seep("best", f"{LINE} rules=punjabi points=0/0")
    assert cards.err.startswith("argument:1:1: cards is missing: ")
    assert "hint: add cards=A/B, or taken=CARDS/CARDS\n" in cards.err
    points = seep("best", f"{LINE} rules=punjabi cards=10/20")
    assert points.err.startswith("argument:1:1: points is missing: ")
    with pytest.raises(ValueError, match="points and cards are missing: expected what each side won in the deal"):
        score_position(Position.parse("- -/-/-/- 1 rules=punjabi"))


@pytest.mark.parametrize("rules", NEEDY, ids=lambda rules: rules.name)
def test_nothing_won_is_said_by_zeros_or_by_empty_piles(rules: Rules, seep: Seep) -> None:
    line = needing(rules)
    for told in (" ".join(f"{key}=0/0" for key in rules.needs), "taken=-/-"):
        ran = seep("best", f"{line} {told}")
        assert (ran.code, ran.err) == (0, "")


def test_moves_and_pictures_ask_for_nothing(seep: Seep) -> None:
    for rules in NEEDY:
        for command in (["moves"], ["show"], ["check"], ["perft", "--depth", "1"]):
            assert seep(*command, needing(rules)).code == 0


def test_a_sweep_cap_alone_needs_no_key(folder: Path, seep: Seep) -> None:
    """Seeps that are not told are none, as everywhere: a position without them is one with 0/0."""
    (folder / "cap.toml").write_text("sweep_cap = 2\n")
    assert Rules.load("cap.toml").needs == ()
    untold, zeros = (Position.parse(f"9H 9C/2C/3D/4H 1{more}", rules="cap.toml") for more in ("", " seeps=0/0"))
    assert untold == zeros
    assert untold.missing == ()
    none, two = (json.loads(seep("best", "--json", "--rules", "cap.toml", line).out)["gain"]
                 for line in ("9H 9C/2C/3D/4H 1", "9H 9C/2C/3D/4H 1 seeps=2/0"))  # fmt: skip
    assert none == 50
    assert two == -100


def test_a_table_says_which_key_is_missing(folder: Path, seep: Seep) -> None:
    Path("mixed.seep").write_text("\n".join([LINE, *map(needing, NEEDY), f"{needing(NEEDY[0])} points=0/0"]))
    ran = seep("solve", "mixed.seep", "-o", "out.parquet", "--jobs", "1", "--quiet")
    assert ran.code == 1
    rows = pq.read_table("out.parquet").select(["kind", "error", "rules"]).to_pylist()
    assert [row["kind"] for row in rows] == ["exact", "error", "error", "error", "exact"]
    for row, rules in zip(rows[1:], NEEDY, strict=False):
        assert row["rules"] == rules.name
        assert " missing: expected what each side won before" in row["error"]
        assert all(key in row["error"] for key in rules.needs)
    assert "mixed.seep:2:1: points is missing: expected what each side won before" in ran.err


def test_no_more_was_won_than_there_is(seep: Seep) -> None:
    for rules in NEEDY:
        most = ALL_POINTS[rules.scoring]
        ran = seep("best", f"{needing(rules)} points={most}/1 cards=20/20")
        assert ran.code == 2
        assert f'points is "{most}/1": no deal has more than {most} in all' in ran.err


OPENING = "3C4D 9C{}/5C5D/6C6D/7C7D 1 rules={} bid=9"


@pytest.mark.parametrize("rules", NEEDY, ids=lambda rules: rules.name)
def test_before_the_opening_play_nothing_was_won(rules: Rules, seep: Seep) -> None:
    """No key is asked for, zeros say nothing, and the values are those of a deal with empty piles."""
    line = OPENING.format("+2C", rules.name)
    if rules.players == 2:
        line = line.replace("/6C6D/7C7D", "")
    position = Position.parse(line)
    assert position.missing == ()
    zeros = Position.parse(f"{line} points=0/0 cards=0/0 seeps=0/0 bonus=0/0")
    assert zeros == position
    assert str(zeros) == str(position) == line
    told = analyse(Position.parse(f"{line} taken=-/-"))
    found = analyse(position)
    assert (found.gain, found.margin, found.moves) == (told.gain, told.margin, told.moves)
    assert seep("best", line).code == 0


@pytest.mark.parametrize("move", ["9C", "9Cx4D5D"])
def test_after_the_opening_play_all_that_was_won_is_known(move: str) -> None:
    """A throw has won nothing, and that is told too: the rules will ask for it."""
    line = OPENING.format("+2C", "punjabi").replace("3C4D", "3C3D" if move == "9C" else "4D5D").replace("5C5D", "5C8D")
    position = Position.parse(line)
    played = position.play(move)
    assert played.missing == ()
    assert (played.points, played.cards) == ((0, 0), (0, 0) if move == "9C" else (3, 0))
    gain = next(each.gain for each in analyse(position).moves if each.move == move)
    after = analyse(played).margin
    assert after is not None
    assert gain == -after
