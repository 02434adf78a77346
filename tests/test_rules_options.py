"""Rules as a value: presets, options and what they refuse, and files of one's own."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from referee_options import PRESETS as REFEREE

from seep_solver.options import OPTIONS
from seep_solver.rules import MEANINGS, PRESETS, Rules, RulesError


def test_the_presets_are_those_of_the_referee() -> None:
    assert {name: rules.options() for name, rules in PRESETS.items()} == REFEREE
    assert all(rules.name == name for name, rules in PRESETS.items())


def test_classic_is_the_default() -> None:
    assert Rules() == Rules.preset("classic") == Rules.named("Classic")


def test_every_field_is_an_option_in_order_with_a_meaning() -> None:
    names = [field.name for field in fields(Rules)]
    assert names == ["name", *(option.name for option in OPTIONS), "path"]
    assert list(MEANINGS) == list(Rules().options()) == names[1:-1]
    assert all(meaning and "\n" not in meaning for meaning in MEANINGS.values())


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
def test_a_value_that_is_not_allowed_names_the_field_and_what_is(option: Any) -> None:
    for value in ("nonsense", -1, 1.5, None, 10**9):
        with pytest.raises(RulesError) as caught:
            Rules(**{option.name: value})  # type: ignore[arg-type]
        assert caught.value.field == option.name
        assert option.allowed in str(caught.value)


def test_true_is_not_the_number_one() -> None:
    with pytest.raises(RulesError, match="max_houses = true"):
        Rules(max_houses=True)
    with pytest.raises(RulesError, match="ownership = 1: expected true or false"):
        Rules(ownership=1)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("changes", "field", "reason"),
    [
        ({"house_min": 12, "house_max": 9}, "house_min", "no house could be built"),
        ({"throw_rule": "own-house", "ownership": False}, "throw_rule", "knows no owners"),
        ({"players": 2}, "second_hands", "half the cards undealt"),
        ({"second_hands": "redeal"}, "second_hands", "for two players"),
        ({"all_points": 60}, "all_points", "30-point game"),
        ({"sweep": -50}, "sweep", "a whole number 0 to"),
    ],
)
def test_refused_combinations_say_why(changes: dict[str, Any], field: str, reason: str) -> None:
    with pytest.raises(RulesError, match=reason) as caught:
        Rules(**changes)
    assert caught.value.field == field


def test_an_option_that_another_makes_idle_is_accepted() -> None:
    assert not Rules(ownership=False, raise_own=False).raise_own


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_survives_its_toml(name: str, tmp_path: Path) -> None:
    path = tmp_path / "ours.toml"
    path.write_text(PRESETS[name].to_toml())
    loaded = Rules.load(path)
    assert loaded.options() == PRESETS[name].options()
    assert (loaded.name, loaded.path) == ("ours", str(path))


def test_own_rules_survive_their_toml(tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    ours = Rules(name='tante "Asha"', max_houses=3, sweep="card", ownership=False)
    path.write_text(ours.to_toml(), encoding="utf-8")
    assert Rules.load(path) == ours


def test_a_file_gives_what_differs_from_its_base(tmp_path: Path) -> None:
    (tmp_path / "ours.toml").write_text('base = "punjabi"\nsweep = 25\nthrow_rule = "hand"\n')
    loaded = Rules.named("ours.toml", tmp_path)
    assert loaded.options() == PRESETS["punjabi"].options() | {"sweep": 25, "throw_rule": "hand"}
    assert (loaded.name, loaded.path) == ("ours", str(tmp_path / "ours.toml"))


def test_a_file_is_read_anew_when_it_changed(tmp_path: Path) -> None:
    path = tmp_path / "ours.toml"
    path.write_text("sweep = 5\n")
    assert Rules.named("ours.toml", tmp_path).sweep == 5
    path.write_text("sweep = 100\n")
    assert Rules.named("ours.toml", tmp_path).sweep == 100


@pytest.mark.parametrize(
    ("text", "field", "reason"),
    [
        ("swep = 5", "swep", "expected one of players, scoring"),
        ("sweep = '5'", "sweep", "a whole number 0 to"),
        ("sweep = 5.0", "sweep", "sweep = 5.0: expected"),
        ('base = "clasic"', "base", "expected one of classic"),
        ("name = 5", "name", "expected a word in quotes"),
        ("sweep = ", None, "1:9: not TOML"),
        ("players = 2", "second_hands", "half the cards"),
    ],
)
def test_a_faulty_file_says_what_is_wrong(tmp_path: Path, text: str, field: str | None, reason: str) -> None:
    (tmp_path / "ours.toml").write_text(text)
    with pytest.raises(RulesError, match=reason) as caught:
        Rules.named("ours.toml", tmp_path)
    assert caught.value.field == field


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", b"a = " + b"[" * 20_000, b"#" * 200_000])
def test_a_file_that_is_no_rules_file_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "ours.toml").write_bytes(content)
    with pytest.raises(RulesError):
        Rules.named("ours.toml", tmp_path)


@pytest.mark.parametrize(
    "name", ["nosuch", "no/such.toml", "nosuch.toml", "/", "/dev/null/x.toml", "a\0b.toml", "~x/y.toml"]
)
def test_rules_that_are_not_there_are_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(RulesError):
        Rules.named(name, tmp_path)


def test_what_was_won_before_matters_where_totals_do_not_add_up() -> None:
    assert Rules().adds_up
    assert Rules().needs == ()
    assert not PRESETS["open-house"].adds_up
    assert PRESETS["open-house"].needs == ("points",)
    assert PRESETS["punjabi"].needs == ("points", "cards")
