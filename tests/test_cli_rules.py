"""`seep rules`, and what `seep show` says of rules that are not those of classic."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from conftest import Seep

from seep_cli import console
from seep_cli.changes import OF_ANY, OF_VALUE, changes
from seep_solver.options import BY_NAME
from seep_solver.presets import ABOUT, SAYS
from seep_solver.rules import PRESETS, Rules, RulesError

CLASSIC = PRESETS["classic"]
LINE = "4C6CTC 2CTD/3C5D/7H8C/9CQD 1"
# What a drawing shows anyway, and what is about the match.
UNSAID = {"players", "second_hands", "knockout", "knockout_counts", "target", "lead", "deals", "next_opener"}


def word(value: int | str | bool) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def tables(out: str) -> list[list[list[str]]]:
    """The tables of `seep rules`: a line of names, then a line an option, in cells."""
    blocks = [block.splitlines() for block in out.split("\n\n")[1:]]
    return [[line.split() for line in block] for block in blocks if block[0].startswith(" ")]


@pytest.mark.parametrize(("width", "count"), [(60, 3), (100, 2), (130, 1)])
def test_the_presets_side_by_side(
    seep: Seep, monkeypatch: pytest.MonkeyPatch, width: int, count: int
) -> None:
    monkeypatch.setattr(console, "screen", lambda *_: console.Screen(False, False, False, width))
    ran = seep("rules")
    assert ran.code == 0
    assert max(map(len, ran.out.splitlines())) <= width
    found: dict[str, dict[str, str]] = {}
    for names, *rows in tables(ran.out):
        for name in names:
            found[name] = {row[0]: row[1 + names.index(name)] for row in rows}
    assert list(found) == list(PRESETS)
    assert len(tables(ran.out)) == count
    same = ran.out[ran.out.index("the same in all: ") :].replace("\n", " ")
    for option in BY_NAME:
        for name, rules in PRESETS.items():
            value = getattr(rules, option)
            star = "*" if value != getattr(CLASSIC, option) else ""
            assert f"{option} {word(value)}" in same or found[name][option] == f"{word(value)}{star}"


def test_what_each_document_says_is_shown(seep: Seep) -> None:
    together = " ".join(seep("rules").out.split())
    for name, rules in PRESETS.items():
        alone = " ".join(seep("rules", name).out.split())
        for text in (ABOUT[name], *SAYS[name]):
            assert text in together
            assert text in alone
        for option, value in rules.options().items():
            star = "* " if value != getattr(CLASSIC, option) else ""
            assert f" {star}{option} {word(value)} " in alone


def test_json_has_every_option_and_what_is_said(seep: Seep) -> None:
    found = [json.loads(line) for line in seep("rules", "--json").out.splitlines()]
    assert [each["rules"] for each in found] == list(PRESETS)
    for each in found:
        name = each["rules"]
        assert list(each) == ["rules", "about", "says", "options"]
        assert each["options"] == PRESETS[name].options()
        assert (each["about"], each["says"]) == (ABOUT[name], list(SAYS[name]))
    assert json.loads(seep("rules", "punjabi", "--json").out) == found[list(PRESETS).index("punjabi")]


def test_rules_of_ones_own(seep: Seep, tmp_path: Any) -> None:
    path = tmp_path / "ours.toml"
    path.write_text('base = "tabletop"\nsweep = 40\n')
    ran = seep("rules", str(path))
    assert ran.out.startswith(f"ours  rules of one's own, in {path}\n")
    stars = [line.split()[1] for line in ran.out.splitlines() if line.startswith("* ") and "differs" not in line]
    assert stars == ["opening_throw", "sweep"]
    answer = json.loads(seep("rules", str(path), "--json").out)
    assert (answer["rules"], answer["says"]) == ("ours", [])


def test_two_forms_at_once(seep: Seep) -> None:
    ran = seep("rules", "--toml", "--json")
    assert (ran.code, ran.err) == (
        2,
        "seep: expected --toml or --json, got both\nhint: leave one of them out\n",
    )


def test_every_change_at_the_table_is_said() -> None:
    assert not {name for name, _ in OF_VALUE} - set(BY_NAME)
    assert not set(OF_ANY) - set(BY_NAME)
    for option in BY_NAME.values():
        for value in ((True, False) if option.switch else (*option.words, *list(option.numbers)[:14])):
            if value == getattr(CLASSIC, option.name):
                continue
            with_players = {"players": 2, "second_hands": "reserve"} if option.name == "second_hands" else {}
            more = {"scoring": 30} if option.name == "all_points" else {}
            try:
                rules = replace(CLASSIC, **{**with_players, **more, option.name: value})  # type: ignore[arg-type]
            except RulesError:
                continue
            said = changes(rules, opening=True)
            assert len(said) == (option.name not in UNSAID) + bool(more), (option.name, value)
            assert all(words.isascii() and "{" not in words for words in said)


def test_one_is_not_many() -> None:
    assert changes(replace(CLASSIC, sweep_cap=1, sweep_min_points=1, max_houses=1), opening=True) == [
        "one house at most",
        "no bonuses with more than one seep",
        "no bonuses without a card point",
    ]


def test_an_idle_option_is_not_said() -> None:
    two = replace(CLASSIC, players=2, second_hands="reserve", raise_partner=False)
    assert changes(two, opening=True) == []
    nobodys = replace(CLASSIC, ownership=False, raise_own=True, raise_partner=False)
    assert changes(nobodys, opening=True) == ["houses have no owners"]
    opening = Rules(opening_throw="last-resort", opening_sweep="bid")
    assert changes(opening, opening=False) == []
    assert len(changes(opening, opening=True)) == 2


@pytest.mark.parametrize("name", PRESETS)
def test_the_drawing_ends_with_what_the_rules_change(seep: Seep, name: str) -> None:
    rules = PRESETS[name]
    line = LINE if rules.players == 4 else "4C6CTC 2CTD/3C5D 1"
    out = seep("show", f"{line} rules={name}").out
    said = ", ".join(changes(rules, opening=False))
    assert ("unlike classic:" in out) == bool(said)
    if said:
        assert " ".join(out.split()).endswith(f"unlike classic: {said}")


def test_totals_are_shown_where_they_do_not_add_up(seep: Seep) -> None:
    """Two seeps on 10 card points: void."""
    won = "points=10/40 cards=20/20 seeps=2/0 bonus=100/0"
    assert "total" not in seep("show", f"{LINE} {won}").out
    shown = seep("show", f"{LINE} {won} rules=open-house").out.splitlines()
    figures = {line.split()[1]: line.split()[2:] for line in shown if line.startswith("  side ")}
    assert figures == {"1": ["10", "20", "2", "100", "10"], "2": ["40", "20", "0", "0", "40"]}
    assert "total" not in seep("show", f"{LINE} seeps=2/0 rules=open-house").out
