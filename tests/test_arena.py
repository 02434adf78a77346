"""Games of a pair, and whole contests: the same for any number of workers, stopped or not."""

from __future__ import annotations

import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pretend_arena
import pyarrow.parquet as pq
import pytest

from seep_solver import PRESETS, Move, results
from seep_solver.agents import Agent, agent
from seep_solver.arena import Contest, _seated, most_cards, play_pair
from seep_solver.arena_crew import ArenaError
from seep_solver.arena_records import deal as record_of
from seep_solver.arena_run import Stopped, run
from seep_solver.arena_store import SCHEMA
from seep_solver.dealing import deal
from seep_solver.game import BadChoice, Game
from seep_solver.place import Manifest, OutputError, Place
from seep_solver.record import Record, dumps, load, loads
from seep_solver.sprt import LEAST_PAIRS, Sprt
from seep_solver.standings import Outcome, Standings
from seep_solver.view import View

CLASSIC = PRESETS["classic"]
TWO = Contest(("greedy", "random"), CLASSIC, 3)
THREE = Contest(("greedy", "random", "mixed:greedy/random"), CLASSIC, 3)
SHARED = ("deal", "bid", "plays")


class Probe(Agent):
    """Plays the first move and notes the streams that it is given."""

    name = "probe"

    def __init__(self) -> None:
        self.streams: list[int] = []

    def choose(self, view: View, stream: int) -> Move:
        self.streams.append(stream)
        return view.moves[0]


class Wrong(Probe):
    """Breaks the rules."""

    def choose(self, view: View, stream: int) -> Move:
        return Move.parse("KSx2C")

    def bid(self, view: View, stream: int) -> int:
        return 3


@pytest.mark.parametrize("name", ["random", "greedy", "mixed:greedy@0.7/random@0.3"])
@pytest.mark.parametrize("cards", [None, 4])
def test_an_agent_against_itself_is_level(name: str, cards: int | None) -> None:
    for meeting in range(4):
        first, second = play_pair(Contest((name, name), CLASSIC, 1, cards), meeting)
        assert first["margin"] == -second["margin"]
        assert [first[key] for key in SHARED] == [second[key] for key in SHARED]
        assert (first["a_side"], second["a_side"]) == (1, 2)


@pytest.mark.parametrize("preset", PRESETS)
def test_games_replay_to_the_same_totals(preset: str) -> None:
    contest = Contest(("greedy", "random"), PRESETS[preset], 5)
    rows = [row for meeting in range(2) for row in play_pair(contest, meeting)]
    text = dumps(Record(tuple(record_of(contest, row) for row in rows)))
    read = loads(text)  # refuses a play that is not legal, and totals that the plays do not make
    assert [len(each.plays) for each in read.deals] == [48] * 4
    for row, each in zip(rows, read.deals, strict=True):
        a, b = (0, 1) if row["a_side"] == 1 else (1, 0)
        assert each.finished
        assert (each.final.totals[a], each.final.totals[b]) == (row["total_a"], row["total_b"])
        assert row["total_a"] - row["total_b"] == row["margin"]
        assert each.final.seeps[a] == row["seeps_a"]
        assert set(row) | {"seconds_a", "seconds_b"} == set(SCHEMA.names)
    assert text.count('[Seat1 "greedy"]') == text.count('[Seat1 "random"]') == 2


@pytest.mark.parametrize("preset", ["classic", "classic-2p"])
def test_endings_are_led_in_to_alike(preset: str) -> None:
    rules = PRESETS[preset]
    for cards in (1, most_cards(rules)):
        first, second = play_pair(Contest(("greedy", "random"), rules, 2, cards), 0)
        start = 49 - cards * rules.players
        assert first["taken_over"] == second["taken_over"] == start
        assert first["plays"][: start - 1] == second["plays"][: start - 1]
        assert first["decisions_a"] + first["decisions_b"] <= cards * rules.players
        record = record_of(Contest(("greedy", "random"), rules, 2, cards), first)
        assert record.tags["TakenOver"] == str(start)


def test_streams_belong_to_the_chair_and_the_play() -> None:
    def streams(*others: Agent) -> list[int]:
        probe = Probe()
        game = Game(deal(CLASSIC, 1, 1), 1, 1)
        game.bid(agent("greedy"))
        game.play([probe, others[0], others[1], others[0]], 44)
        return probe.streams

    quiet, busy = streams(Probe(), Probe()), streams(agent("random"), agent("mixed:greedy/random"))
    assert quiet == busy
    assert len(set(quiet)) == len(quiet)


def test_partners_are_agents_of_their_own() -> None:
    seats = _seated(("greedy", "random"), 4)
    assert [each.name for each in seats] == ["greedy", "random", "greedy", "random"]
    assert len({id(each) for each in seats}) == 4


def test_an_agent_that_breaks_the_rules_is_named() -> None:
    game = Game(deal(CLASSIC, 1, 1), 1, 1)
    with pytest.raises(BadChoice, match="probe bids 3, and no card of its hand has that value"):
        game.bid(Wrong())
    game.bid(agent("greedy"))
    with pytest.raises(BadChoice, match=r"probe plays KSx2C, which is not legal here: .*/x12/x12 2"):
        game.play([Wrong()] * 4)


def test_only_choices_are_timed() -> None:
    contest = Contest(("greedy", "random"), CLASSIC, 1, timings=True)
    for row in play_pair(contest, 0):
        assert len(row["seconds_a"]) == row["decisions_a"]
        assert len(row["seconds_b"]) == row["decisions_b"]
        assert 0 < row["decisions_a"] < 24
        assert min(row["seconds_a"]) > 0


def test_greedy_beats_random() -> None:
    outcome = run(TWO, 30, jobs=2)
    points = outcome.matches[0].points
    assert points.interval is not None
    assert points.interval[0] > 50
    assert outcome.matches[0].verdict == "a better"
    greedy, random = outcome.agents
    assert greedy.won + random.won == pytest.approx(1)
    assert greedy.points + random.points == pytest.approx(100)
    assert greedy.games == random.games == 60
    assert greedy.times is None


def pretend(contest: Contest, pairs: int, **options: Any) -> Outcome:
    return run(contest, pairs, play=options.pop("play", pretend_arena.quick), **options)


def contents(out: Path) -> tuple[bytes, list[str]]:
    return out.read_bytes(), sorted(path.name for path in out.parent.iterdir())


@pytest.fixture
def log(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Callable[[], list[int]]:
    """The meetings that were played since it was last asked."""
    path = tmp_path_factory.mktemp("log") / "log"
    monkeypatch.setenv(pretend_arena.LOG, str(path))

    def played() -> list[int]:
        text = path.read_text() if path.exists() else ""
        path.write_text("")
        return [int(line) for line in text.split()]

    return played


def after_pairs(count: int, act: Callable[[], object]) -> Callable[[Standings], None]:
    """What to tell so that `act` is done once so many pairs are there."""
    done = False

    def tell(standings: Standings) -> None:
        nonlocal done
        if standings.done >= count and not done:
            done = True
            act()

    return tell


def test_jobs_change_nothing(tmp_path: Path) -> None:
    outcomes = [run(THREE, 3, jobs=jobs, out=tmp_path / f"{jobs}.parquet") for jobs in (1, 2)]
    assert outcomes[0] == outcomes[1]
    assert (tmp_path / "1.parquet").read_bytes() == (tmp_path / "2.parquet").read_bytes()


def test_the_table(tmp_path: Path) -> None:
    out = tmp_path / "games.parquet"
    outcome = pretend(THREE, 5, out=out)
    table = pq.read_table(out)
    assert table.schema.names == SCHEMA.names
    assert table.num_rows == 5 * 3 * 2
    assert table.column("pair").to_pylist() == [pair for pair in range(1, 6) for _ in range(6)]
    rows = [row for row in table.to_pylist() if (row["a"], row["b"]) == THREE.matches[1]]
    assert outcome.matches[1].points.mean == pytest.approx(sum(row["margin"] for row in rows) / 10)
    assert table.schema.metadata[b"seep.seed"] == b"3"
    assert b"greedy random mixed:greedy/random" in table.schema.metadata[b"seep.settings"]


class Halt(Exception):
    """Something that goes wrong in the middle."""


def halt() -> None:
    raise Halt


@pytest.mark.parametrize("contest", [TWO, THREE])
def test_a_run_goes_on_where_it_was(tmp_path: Path, contest: Contest, log: Callable[[], list[int]]) -> None:
    whole, out = tmp_path / "whole" / "games.parquet", tmp_path / "out" / "games.parquet"
    whole.parent.mkdir()
    out.parent.mkdir()
    width = len(contest.matches)
    outcome = pretend(contest, 40, out=whole)
    assert sorted(log()) == list(range(40 * width))
    with pytest.raises(Halt):
        pretend(contest, 40, out=out, tell=after_pairs(15, halt))
    first = log()
    assert not out.exists()
    assert pretend(contest, 40, out=out, jobs=2) == outcome
    assert set(first) & set(log()) <= set(first[-1:])  # one may have been in work
    assert contents(out) == contents(whole)
    assert pretend(contest, 40, out=out) == outcome
    assert log() == []
    assert pretend(contest, 40, out=out, resume=False) == outcome
    assert len(log()) == 40 * width


def test_more_pairs_go_on_and_fewer_take_nothing_away(tmp_path: Path, log: Callable[[], list[int]]) -> None:
    out, whole = tmp_path / "games.parquet", tmp_path / "whole.parquet"
    pretend(TWO, 10, out=out)
    assert pretend(TWO, 25, out=out) == pretend(TWO, 25, out=whole)
    assert log() == [*range(25), *range(25)]
    assert out.read_bytes() == whole.read_bytes()
    assert pretend(TWO, 10, out=out) == pretend(TWO, 10)
    assert out.read_bytes() == whole.read_bytes()


def test_parts_are_put_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, log: Callable[[], list[int]]
) -> None:
    out, whole = tmp_path / "games.parquet", tmp_path / "whole.parquet"
    monkeypatch.setattr(results, "ROWS_A_GROUP", 16)
    pretend(TWO, 5, out=out)
    pretend(TWO, 11, out=out)
    pretend(TWO, 30, out=out)
    pretend(TWO, 30, out=whole)
    assert pq.read_table(out).equals(pq.read_table(whole))
    assert pq.read_table(out).column("pair").to_pylist() == [pair for pair in range(1, 31) for _ in (1, 2)]


def test_interrupts_keep_what_is_finished(tmp_path: Path, log: Callable[[], list[int]]) -> None:
    out, sgn = tmp_path / "games.parquet", tmp_path / "games.sgn"
    with pytest.raises(Stopped) as caught:
        run(TWO, 500, out=out, records=sgn, tell=after_pairs(3, lambda: signal.raise_signal(signal.SIGINT)))
    assert caught.value.outcome is not None
    assert caught.value.outcome.pairs >= 3
    assert len(load(sgn).deals) == 2 * caught.value.outcome.pairs
    pairs = caught.value.outcome.pairs
    assert run(TWO, pairs, out=out) == caught.value.outcome
    with pytest.raises(Stopped) as caught:
        pretend(TWO, 5, tell=lambda standings: signal.raise_signal(signal.SIGINT))
    assert caught.value.outcome is None


def test_no_pair_leaves_nothing_behind(tmp_path: Path) -> None:
    out, sgn = tmp_path / "games.parquet", tmp_path / "games.sgn"
    with pytest.raises(Stopped):
        pretend(TWO, 5, out=out, records=sgn, tell=lambda standings: signal.raise_signal(signal.SIGINT))
    assert list(tmp_path.iterdir()) == []
    Place.of(out).write_manifest(Manifest({"seed": 9}))  # of a run that was killed before its first pair
    assert pretend(TWO, 2, out=out).pairs == 2


def test_a_sequential_test_stops_where_it_is_settled(tmp_path: Path, log: Callable[[], list[int]]) -> None:
    outs = [tmp_path / "1.parquet", tmp_path / "2.parquet"]
    one, two = (pretend(TWO, 500, sprt=Sprt(0, 8), jobs=jobs, out=outs[jobs - 1]) for jobs in (1, 2))
    assert one.matches == two.matches
    assert one.matches[0].verdict == "accept H1"
    assert LEAST_PAIRS <= one.pairs < 500
    assert one.sprt is not None
    assert one.sprt.count == one.pairs
    assert pq.read_metadata(outs[0]).num_rows == 2 * one.pairs
    assert outs[0].read_bytes() == outs[1].read_bytes()
    log()
    assert pretend(TWO, 500, sprt=Sprt(0, 8), out=outs[0]).matches == one.matches
    assert log() == []
    assert pretend(TWO, 30, sprt=Sprt(0, 0.1)).matches[0].verdict == "undecided"
    with pytest.raises(ValueError, match="two agents"):
        pretend(THREE, 5, sprt=Sprt(0, 8))


def test_other_contests_are_refused(tmp_path: Path) -> None:
    out = tmp_path / "games.parquet"
    pretend(TWO, 2, out=out)
    changes = {
        "agents was greedy random": Contest(("greedy", "greedy"), CLASSIC, 3),
        "seed was 3 and is 4": Contest(TWO.agents, CLASSIC, 4),
        "rules was classic": Contest(TWO.agents, PRESETS["punjabi"], 3),
        "cards was None and is 5": Contest(TWO.agents, CLASSIC, 3, 5),
        "timings was False": Contest(TWO.agents, CLASSIC, 3, timings=True),
    }
    for message, other in changes.items():
        with pytest.raises(OutputError, match=message) as caught:
            pretend(other, 2, out=out)
        assert "--force" in str(caught.value.hint)
    assert pretend(changes["seed was 3 and is 4"], 2, out=out, force=True).pairs == 2
    assert pq.read_schema(out).metadata[b"seep.seed"] == b"4"


def test_files_that_are_none_of_ours(tmp_path: Path) -> None:
    out = tmp_path / "games.parquet"
    out.write_text("something else")
    with pytest.raises(OutputError, match="no run of this command made it"):
        pretend(TWO, 2, out=out)
    pretend(TWO, 2, out=out, force=True)
    out.write_text("damaged since")
    with pytest.raises(OutputError, match="the file is damaged"):
        pretend(TWO, 2, out=out)
    with pytest.raises(OutputError, match=r"ends in \.parquet"):
        pretend(TWO, 2, out=tmp_path / "games.csv")
    with pytest.raises(OutputError, match="cannot write"):
        pretend(TWO, 2, out=tmp_path / "games.parquet" / "more.parquet")


@pytest.mark.parametrize(
    ("play", "message"),
    [
        (pretend_arena.fails, "pair 14 of greedy against random: ValueError: no idea what to play"),
        (pretend_arena.dies, "pair 14 of greedy against random: the process that played it ended with exit code 7"),
    ],
)
def test_a_pair_that_cannot_be_played_is_named(tmp_path: Path, play: Any, message: str) -> None:
    out = tmp_path / "games.parquet"
    with pytest.raises(ArenaError, match=message):
        pretend(TWO, 20, out=out, play=play)
    assert pretend(TWO, 20, out=out) == pretend(TWO, 20)
