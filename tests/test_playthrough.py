"""One whole game of each preset, in tests/golden/playthrough/, replayed line by line through the API.

``make golden`` writes the files anew.
"""

from __future__ import annotations

import os
from pathlib import Path

import playthrough
import pytest

from seep_solver.cards import written
from seep_solver.moves import Kind, Move
from seep_solver.position import Position
from seep_solver.rules import PRESETS
from seep_solver.scoring import score_position

FILES = Path(__file__).parent / "golden" / "playthrough"


def text_of(preset: str) -> str:
    path = FILES / f"{preset}.txt"
    if os.environ.get("SEEP_REGENERATE"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(playthrough.game(preset), encoding="utf-8")
    assert path.exists(), f"no {path}: make golden writes it"
    return path.read_text(encoding="utf-8")


def won(before: Position, after: Position) -> str:
    """What a play won, read off the piles before and after it."""
    assert before.taken is not None
    assert after.taken is not None
    said = []
    for at in (0, 1):
        if cards := set(after.taken[at]) - set(before.taken[at]):
            said.append(f"side {at + 1} {written(cards)}")
        if after.seeps[at] > before.seeps[at]:
            said.append(f"seep {after.bonus[at] - before.bonus[at]}")
    if gone := set(after.gone) - set(before.gone):
        said.append(f"nobody {written(gone)}")
    return ", ".join(said) or "-"


@pytest.mark.parametrize("preset", PRESETS)
def test_the_game_is_the_one_that_the_referee_plays(preset: str) -> None:
    assert text_of(preset) == playthrough.game(preset)


@pytest.mark.parametrize("preset", PRESETS)
def test_replayed_line_by_line(preset: str) -> None:
    _, *plays, end = text_of(preset).split("\n\n")
    assert len(plays) == 48
    kinds = set()
    position: Position | None = None
    for number, block in enumerate(plays, 1):
        here, legal, play, gain = block.rstrip("\n").split("\n")
        line = here.removeprefix(f"{number} ")
        reached, position = position, Position.parse(line)
        assert str(position) == line
        assert reached is None or reached == position
        assert position.rules == PRESETS[preset]
        assert position.cards_left == 49 - number
        assert not position.faults()
        assert f"legal {' '.join(map(str, position.moves()))}" == legal
        move = play.removeprefix("play ")
        kinds.add(Move.parse(move).kind)
        after = position.play(move)
        assert f"won {won(position, after)}" == gain
        position = after
    last, totals = end.rstrip("\n").split("\n")
    assert f"end {position}" == last
    assert position is not None
    assert not position.moves()
    one, two = score_position(position).totals
    assert f"totals {one}-{two}" == totals
    assert position.totals == (one, two)
    assert kinds == set(Kind)


def test_no_file_is_left_over() -> None:
    assert {path.stem for path in FILES.iterdir()} == set(PRESETS) == set(playthrough.SEEDS)
