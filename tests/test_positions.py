"""The files of positions/ are what they say: values, counts, canonical lines, and the suite that ships is the same."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from seep_solver import Position, analyse
from seep_solver.perft import perft
from seep_solver.rules import PRESETS

PLACE = Path(__file__).parent.parent / "positions"
QUICK_CARDS = 16        # in hands: what is proven anew here


def table(name: str) -> list[dict[str, str]]:
    with (PLACE / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize("name", ["endgames/classic.csv", "endgames/presets.csv"])
def test_endgames_have_the_values_they_say(name: str) -> None:
    rows = table(name)
    assert len(rows) >= 140
    for row in rows:
        position = Position.parse(row["position"])
        assert str(position) == row["position"]
        assert not position.faults()
        if position.cards_left <= QUICK_CARDS:
            found = analyse(position)
            assert (str(found.gain), " ".join(found.best)) == (row["gain"], row["best"]), row["id"]
        assert row["checked_by"] == ("referee" if int(row["id"].split("-")[-2]) <= 3 else "engine")


def test_endgames_reach_from_one_card_to_six() -> None:
    cards = {-(-Position.parse(row["position"]).cards_left // 4) for row in table("endgames/classic.csv")}
    assert cards == {1, 2, 3, 4, 5, 6}


def test_perft_counts() -> None:
    rows = table("perft/perft.csv")
    assert rows
    for row in rows:
        assert perft(Position.parse(row["position"]), int(row["depth"])) == int(row["count"]), row["id"]


def test_hidden_positions_are_hidden_and_without_faults() -> None:
    lines = [line for line in (PLACE / "hidden/hidden.seep").read_text(encoding="utf-8").splitlines() if line[0] != "#"]
    assert lines
    for line in lines:
        position = Position.parse(line)
        assert str(position) == line
        assert position.hidden
        assert not position.faults()
        assert position.moves()


def test_the_bench_suite_ships_with_the_command() -> None:
    shipped = Path(__file__).parent.parent / "cli/seep_cli/bench.seep"
    assert shipped.read_bytes() == (PLACE / "bench/bench.seep").read_bytes()


def test_the_bench_suite_has_every_preset_with_every_hand_full() -> None:
    groups = set()
    for line in (PLACE / "bench/bench.seep").read_text(encoding="utf-8").splitlines()[1:]:
        position = Position.parse(line)
        assert not position.faults()
        assert not position.missing
        hands = {len(hand.cards) for hand in position.hands if hand is not None}
        assert len(hands) == 1
        groups.add((position.rules.name, hands.pop()))
    hand_sizes = {4: (3, 4, 5, 6), 2: (6, 7, 8, 9)}
    assert groups == {(name, cards) for name, rules in PRESETS.items() for cards in hand_sizes[rules.players]}
