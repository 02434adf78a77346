"""Hidden positions on the command line: the table and the verdict, JSON, records, what is refused, Ctrl-C."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT, Seep, environment
from hiding import hidden

from seep_cli.estimate_text import verdict
from seep_solver import Position
from seep_solver import hidden as hidden_module
from seep_solver.cards import CARDS
from seep_solver.hidden import USUAL, Estimate, MoveEstimate

OPEN = "4C6CTC 2CTD/3C5D/7H8C/9CQD 1"
LATE, MIDDLE = str(hidden("classic", "04")), str(hidden("classic", "08"))
GAME = ["--record", str(ROOT / "tests/golden/cli/game.sgn"), "--at", "34", "--seat", "2"]


def with_unseen(line: str, unseen: str) -> str:
    """The position in which just these cards are hidden."""
    shown = Position.parse(line)
    out = [card for card in CARDS if card not in set(shown.named()) and str(card) not in unseen.split()]
    return str(replace(shown, gone=tuple(out)))


def object_of(seep: Seep, *arguments: str) -> Any:
    ran = seep(*arguments)
    assert ran.code == 0
    return json.loads(ran.out)


# Answers


def test_time_limits_a_lone_world_of_many_cards(seep: Seep) -> None:
    start = time.monotonic()
    found = object_of(seep, "analyse", "--json", "--time", "0.2", str(hidden("classic-2p", "10")))
    assert found["kind"] == "bounds"
    assert time.monotonic() - start < 5


def test_plays_under_other_rules_are_said_to_tell_nothing(seep: Seep) -> None:
    for command in ("analyse", "best"):
        ran = seep(command, *GAME, "--worlds", "5", "--rules", "tabletop")
        assert ran.code == 0
        assert ran.err == (
            "earlier plays were made under other rules than --rules: they prove nothing and weigh no deals\n"
        )
        for more in (["--quiet", "--rules", "tabletop"], ["--rules", "classic"]):
            assert seep(command, *GAME, "--worlds", "5", *more).err == ""


def test_json_has_its_keys_in_order(seep: Seep) -> None:
    found = object_of(seep, "analyse", "--json", "--worlds", "50", "--seed", "3", "--timings", MIDDLE)
    assert list(found) == [
        "id", "position", "rules", "kind", "to_move", "mean", "std_err", "best", "worlds", "seed", "method", "moves",
        "total", "time_s",
    ]  # fmt: skip
    assert (found["kind"], found["id"], found["seed"], found["method"]) == (
        "estimate", "hidden-classic-08", 3, USUAL,
    )  # fmt: skip
    assert all(list(move) == ["move", "mean", "std_err", "diff", "diff_err", "worlds"] for move in found["moves"])
    assert found["best"] == [found["moves"][0]["move"]]
    assert found["mean"] == found["moves"][0]["mean"]
    shorter = object_of(seep, "analyse", "--json", "--worlds", "50", "--seed", "3", "--top", "2", MIDDLE)
    assert shorter["moves"] == found["moves"][:2]


def test_best_gives_one_move(seep: Seep) -> None:
    whole = object_of(seep, "analyse", "--json", LATE)
    assert seep("best", LATE).out == f"{whole['best'][0]}\n"
    told = object_of(seep, "best", "--json", LATE)
    assert list(told) == [
        "id", "position", "rules", "kind", "to_move", "best", "mean", "std_err", "worlds", "seed", "method", "total",
    ]  # fmt: skip
    assert told == {key: whole[key] for key in told}


def test_the_same_bytes_whatever_the_threads(seep: Seep) -> None:
    runs = {seep("analyse", "--worlds", "64", "--threads", threads, MIDDLE).out for threads in ("1", "2", "3")}
    assert len(runs) == 1


@pytest.mark.parametrize("method", ["montecarlo", "pimc", "ismcts"])
def test_methods(seep: Seep, method: str) -> None:
    assert object_of(seep, "best", "--json", "--method", method, "--worlds", "20", MIDDLE)["method"] == method


def test_text_tells_what_is_known_and_what_was_found(seep: Seep) -> None:
    ran = seep("analyse", "--worlds", "40", "--method", "montecarlo", MIDDLE)
    assert ran.err == ""
    assert "  known   seat 2 holds J (it owns house 11)\n" in ran.out
    assert "about 3.2e9 deals of the 24 hidden cards fit" in ran.out
    assert "40 worlds, by playouts, seed 1" in ran.out
    assert ran.out.count("\n* ") == 1


def test_files_may_mix_open_and_hidden(seep: Seep, tmp_path: Path) -> None:
    path = tmp_path / "mixed.seep"
    path.write_text(f"{OPEN}\n{LATE}\nnonsense\n{OPEN}\n")
    ran = seep("best", str(path))
    assert (ran.code, ran.out.splitlines()) == (1, ["TDx4C6CTC", "AS", "", "TDx4C6CTC"])
    kinds = [json.loads(line)["kind"] for line in seep("analyse", "--json", str(path)).out.splitlines()]
    assert kinds == ["exact", "estimate", "error", "exact"]


def test_one_deal_that_fits_is_solved(seep: Seep) -> None:
    line = with_unseen("6D7D x/x/x/4H5S 4", "2C 2D 2H")
    assert object_of(seep, "analyse", "--json", line)["kind"] == "exact"
    ran = seep("analyse", line)
    assert "no other deal of the hidden cards fits" in ran.out
    assert "  seat 2  2D\n" in ran.out


# Game records


def test_plays_of_a_record_weigh_worlds_unless_told_not_to(seep: Seep) -> None:
    weighed = object_of(seep, "analyse", "--json", *GAME)
    flat = object_of(seep, "analyse", "--json", "--no-infer", *GAME)
    assert 0 < weighed["effective"] < 100
    assert "effective" not in flat
    assert "earlier plays weigh the deals" in seep("analyse", *GAME).out
    assert "earlier plays" not in seep("analyse", "--no-infer", *GAME).out


def test_plays_made_under_other_rules_prove_nothing(seep: Seep) -> None:
    assert "effective" not in object_of(seep, "analyse", "--json", "--rules", "tabletop", *GAME)


# Refusals and notes


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--worlds", "0"], "--worlds: expected a number of worlds from 1"),
        (["--seed", "-1"], "--seed: expected a number from 0"),
        (["--method", "magic"], '--method: expected auto, montecarlo, pimc, ismcts, got "magic"'),
    ],
)
def test_options_that_are_refused(seep: Seep, arguments: list[str], words: str) -> None:
    ran = seep("analyse", *arguments, LATE)
    assert (ran.code, ran.out) == (2, "")
    assert words in ran.err


def test_facts_that_clash_are_named(seep: Seep) -> None:
    line = with_unseen("[9:3C6C@3] x/2CQH/x/x 2", "4C 5C KC")
    ran = seep("analyse", line)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith('argument:1:12: "x/2CQH/x/x": no deal of the 3 unseen cards fits: seat 3 holds a card ')
    assert "\nhint: " in ran.err
    error = json.loads(seep("best", "--json", line).out)
    assert (error["kind"], error["errors"][0]["field"]) == ("error", "hands")


def test_nodes_do_not_limit_worlds_and_that_is_said(seep: Seep) -> None:
    ran = seep("best", "--nodes", "10", LATE)
    assert (ran.out, ran.code) == ("AS\n", 0)
    assert ran.err == "--nodes does not limit the search of hidden positions; --worlds and --time do\n"
    assert seep("best", "--nodes", "10", "--quiet", LATE).err == ""


def test_ctrl_c_prints_what_was_found() -> None:
    # Asked for more worlds than there are it solves them all, which takes minutes.
    line = str(hidden("tabletop", "04"))
    command = [sys.executable, "-m", "seep_cli", "analyse", "--json", "--worlds", "100000", line]
    child = subprocess.Popen(command, stdout=-1, stderr=-1, text=True, env=environment())
    try:
        time.sleep(1.5)
        assert child.poll() is None
        child.send_signal(signal.SIGINT)
        out, err = child.communicate(timeout=5)
    finally:
        child.kill()
        child.wait()
    assert (child.returncode, err) == (130, "")
    found = json.loads(out)
    assert found["kind"] == "estimate"
    assert found["worlds"] > 0


def test_an_estimate_is_printed_before_the_end(seep: Seep, monkeypatch: pytest.MonkeyPatch) -> None:
    estimate = hidden_module.estimate

    def stopped(*given: Any, **limits: Any) -> Estimate:
        found = estimate(*given, **{**limits, "worlds": 10})
        assert isinstance(found, Estimate)
        raise hidden_module.Interrupted(replace(found, stopped="interrupt"))

    monkeypatch.setattr(hidden_module, "estimate", stopped)
    ran = seep("analyse", "--method", "pimc", MIDDLE, LATE)
    assert ran.code == 130
    assert "10 worlds, each searched some plays deep, seed 1, interrupted" in ran.out
    assert ran.out.count("to play") == 1


# Verdicts


def told(*moves: tuple[str, float, float], worlds: int = 2000, every: bool = False) -> str:
    """The verdict on moves with how far behind the best they are and the error of that."""
    rows = tuple(MoveEstimate(move, -diff, 1.0, diff, err, worlds) for move, diff, err in moves)
    return verdict(Estimate(hidden("classic", "04"), rows, worlds, 10**6, every, 1, "exact", None, (), 0.0, ""))


def test_verdicts() -> None:
    assert told(("9H", 0, 0), ("5C", 1.0, 0.6)) == "9H and 5C cannot be told apart after 2,000 worlds"
    assert told(("9H", 0, 0), ("5C", 4.0, 1.0), ("2C", 9.0, 1.0)) == "9H is best: at least 2.0 points ahead of 5C, 95 %"
    assert told(("9H", 0, 0), ("5C", 9.0, 4.0), ("2C", 5.0, 1.0)) == "9H is best: at least 1.2 points ahead of 5C, 95 %"
    assert told(("9H", 0, 0)) == "9H is the only move"
    assert told(("9H", 0, 0), ("5C", 0, 0)) == "9H and 5C are best, as good as each other"
    sure = told(("9H", 0, 0), ("5C", 4.0, 0), every=True)
    assert sure == "9H is best: 4.0 points ahead of 5C on average over all deals"
    rows = [MoveEstimate(move, -diff, 1.0, diff, 1.0, 300, risky) for move, diff, risky in (
        ("9H", 0.0, False), ("5C", 9.0, False), ("2C", -3.0, True))]  # fmt: skip
    risk = Estimate(hidden("classic", "04"), tuple(rows), 300, 10**6, False, 1, "ismcts", None, (2, 4), 0.0, "")
    assert verdict(risk) == "9H is best: at least 7.0 points ahead of 5C, 95 %"
    assert verdict(replace(risk, moves=(rows[0], rows[2]))) == "9H is best: all other moves are too risky"
    many = told(*((f"{rank}H", float(at), 9.0) for at, rank in enumerate("A23456")))
    assert many == "AH, 2H, 3H, 4H and 2 more cannot be told apart after 2,000 worlds"


def test_hidden_positions_need_no_heavy_imports() -> None:
    program = "import sys; from seep_cli.app import main; main(sys.argv[1:]); print(*sys.modules, file=sys.stderr)"
    run = [sys.executable, "-c", program, "best", LATE]
    done = subprocess.run(run, capture_output=True, text=True, env=environment(), check=True)
    assert not {"rich", "pyarrow"} & set(done.stderr.split())


def test_predicted_seats_and_risky_moves_are_told(seep: Seep, monkeypatch: pytest.MonkeyPatch) -> None:
    estimate = hidden_module.estimate

    def with_risk(*given: Any, **limits: Any) -> Estimate:
        found = estimate(*given, **limits)
        assert isinstance(found, Estimate)
        last = replace(found.moves[-1], diff=-1.0, risky=True)
        return replace(found, predicted=(2, 4), moves=(*found.moves[:-1], last))

    monkeypatch.setattr(hidden_module, "estimate", with_risk)
    out = seep("analyse", "--worlds", "40", MIDDLE).out
    assert "seats 2 and 4 have played like the agent careful; the estimate takes them to go on so\n" in out
    assert "!: risky, loses more than 4 points of a hundred if they play perfectly instead\n" in out
    assert out.count("\n! ") == 1
    assert "risky" not in seep("analyse", "--worlds", "40", "--top", "1", MIDDLE).out
    found = object_of(seep, "analyse", "--json", "--worlds", "40", MIDDLE)
    assert found["predicted"] == [2, 4]
    assert [move.get("risky") for move in found["moves"]][-2:] == [None, True]
