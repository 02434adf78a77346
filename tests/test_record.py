"""Game records: the example replayed, faults told with line and column, deals not fully known, comments."""

from __future__ import annotations

import random
import re
from itertools import pairwise
from pathlib import Path

import pytest
from dealer import position_line, random_game
from hypothesis import given, settings
from hypothesis import strategies as st

from seep_solver.explain import explain
from seep_solver.moves import Move
from seep_solver.play import after
from seep_solver.position import Position
from seep_solver.record import Deal, PlayFault, Record, RecordError, dump, dumps, load, loads, position
from seep_solver.rules import PRESETS, Rules

EXAMPLE = """\
[Rules "classic"]
[Deal "7CTHQCKD 3H7H9HQS+3D5H5S6C6H8D8SJH/2C4C5C6D7D8C9C9STCJCQDQH/ACADAH2D2S3S6S8HTSJDKCKH/AS2H3C4D4H4S5D7S9DTDJSKS"]
[Seeps "1/5"]
[Result "76-324"]

bid 12
1. QSxQC 2C+7C=9 TSxTH KSxKD
2. 9Hx[9] 5C 6S+5C=11 JSx[11]
3. 7H 7Dx7H 2D 2Hx2D
4. JH JCxJH 8H AS+8H=9
5. 8D 9Sx[9] 3S+8D=11 4S
6. 3D 4Cx4S JDx[11] 3Cx3D
7. 3H 6D+3H=9 2S 9D+[9]=9
8. 8S TCx2S8S KC TD
9. 5S 9Cx[9] KHxKC 5Dx5S
10. 5H QD AC 7S
11. 6CxAC5H QHxQD AD 4D
12. 6H 8CxAD7S AH 4Hx4D
"""
DEAL = next(line for line in EXAMPLE.splitlines() if "[Deal" in line)


def refused(text: str) -> RecordError:
    with pytest.raises(RecordError) as caught:
        loads(text)
    return caught.value


def test_the_example_is_its_own_canonical_form() -> None:
    assert dumps(loads(EXAMPLE)) == EXAMPLE


def test_every_play_of_the_example_is_legal() -> None:
    (deal,) = loads(EXAMPLE).deals
    here = position(deal)
    assert len(deal.plays) == 48
    for number, move in enumerate(deal.plays, 1):
        assert position(deal, at=number) == here
        assert here.faults() == []
        assert explain(here, move) is None
        here = here.play(str(move))
    assert here == deal.final
    assert deal.finished
    assert (here.totals, here.seeps, here.last) == ((76, 324), (1, 5), 2)
    assert [str(found) for found in deal.positions()][-1] == str(here)


def test_the_position_before_a_play() -> None:
    (deal,) = loads(EXAMPLE).deals
    assert str(position(deal)).endswith(" 1 bid=12 taken=-/-")
    assert str(position(deal, at=2)).startswith("7CTHKD 3D3H5H5S6C6H7H8D8S9HJH/2C4C")
    assert position(deal, at=49).cards_left == 0
    for number in (0, 50):
        with pytest.raises(ValueError, match="has 48 plays, so expected 1 to 49"):
            position(deal, at=number)


def test_the_position_as_a_seat_saw_it() -> None:
    (deal,) = loads(EXAMPLE).deals
    first = position(deal, seat=1)
    assert str(first) == "7CTHQCKD 3H7H9HQS+x8/x12/x12/x12 1 bid=12 taken=-/-"
    tenth = position(deal, at=10, seat=2)
    assert str(tenth).split()[1] == "x9/4C6D7D8C9C9STCJCQDQH/x10/x10"
    assert tenth.taken == position(deal, at=10).taken
    assert first.faults() == tenth.faults() == []
    with pytest.raises(ValueError, match="no seat 5"):
        position(deal, seat=5)


def test_an_illegal_play_tells_its_number_text_and_what_is_legal() -> None:
    error = refused(EXAMPLE.replace("TSxTH KSxKD", "TSxTD KSxKD"))
    (fault,) = error.faults
    assert isinstance(fault, PlayFault)
    assert (fault.line, fault.column, fault.text, fault.number) == (7, 18, "TSxTD", 3)
    assert fault.message == 'play 3 (round 1, seat 3): "TSxTD" is not legal: TD does not lie on the floor'
    assert fault.alternatives == tuple(map(str, position(loads(EXAMPLE).deals[0], at=3).moves()))
    assert "TSxTH" in fault.alternatives
    assert fault.hint is not None
    assert fault.hint.startswith("legal here: 2D 2D+[9]=11 ")
    assert str(error).startswith("7:18: play 3 ")


@pytest.mark.parametrize(
    ("old", "new", "field", "line", "column", "words"),
    [
        ("76-324", "76-325", "Result", 4, 10, 'Result is "76-325", but the plays make it 76-324'),
        ("76-324", "much", "Result", 4, 10, "expected two numbers as 76-324"),
        ("1/5", "2/5", "Seeps", 3, 9, 'Seeps is "2/5", but the plays make it 1/5'),
        ("bid 12", "bid 11", "bid", 6, 5, "seat 1 holds no jack"),
        ("bid 12", "bid", "bid", 7, 1, 'bid is "1."'),
        ("bid 12\n", "", "bid", 6, 4, 'no bid before the first play "QSxQC"'),
        ("bid 12", "bid 12 bid 9", "bid", 6, 12, "a second bid"),
        ("7CTHQCKD", "7CTHQCAC", "Deal", 2, 68, "AC stands twice"),
        ("7CTHQCKD 3H", "7CTHQCKZ 3H", "Deal", 2, 14, 'no card "KZ"'),
        ('/AS2H3C', ' 1/AS2H3C', "Deal", 2, 8, "expected FLOOR and HANDS"),
        ("[Deal", "[Cards", "Deal", 7, 4, "expected a tag Deal before the plays"),
        ('"classic"', '"clasic"', "Rules", 1, 9, 'no rules "clasic"'),
        ("\"1/5\"", "1/5", "tag", 3, 1, 'cannot read the tag "[Seeps'),
        ('[Seeps "1/5"]', '[Rules "classic"]', "Rules", 3, 9, "the tag Rules stands twice"),
        ("AC 7S", "AC zz", "play", 16, 14, 'play 40 (round 10, seat 4): cannot read the move "zz"'),
        ("AH 4Hx4D\n", "AH 4Hx4D 2C\n", "play", 18, 25, "the deal is over"),
        ("4Hx4D\n", "4Hx4D {well", "comment", 18, 25, "a comment that does not end"),
    ],
)  # fmt: skip
def test_faults_tell_line_and_column(
    old: str, new: str, field: str, line: int, column: int, words: str
) -> None:
    fault = refused(EXAMPLE.replace(old, new, 1)).faults[0]
    assert (fault.field, fault.line, fault.column) == (field, line, column)
    assert words in fault.message


def test_an_empty_file_holds_no_deal() -> None:
    assert refused("").faults[0].message.startswith("no cards")


def test_several_deals_in_one_file() -> None:
    second = EXAMPLE.replace('[Rules "classic"]', '[Lead "248"]')
    text = EXAMPLE.replace("[Deal", '[Event "finals"]\n[Table "2"]\n[Deal') + "\n" + second
    record = loads(text)
    assert record.tags == {"Event": "finals", "Table": "2"}
    assert [deal.tags.get("Lead") for deal in record.deals] == [None, "248"]
    assert record.deals[0].final == record.deals[1].final
    canonical = dumps(record)
    assert canonical.count("bid 12") == 2
    assert loads(canonical) == record
    assert dumps(loads(canonical)) == canonical
    error = refused(text.replace("1. QSxQC", "1. QSxQD").replace("76-324", "1-1"))
    assert [fault.line for fault in error.faults] == [9, 28]


def test_each_deal_may_have_its_own_rules() -> None:
    text = EXAMPLE + "\n" + EXAMPLE.replace("classic", "tabletop").replace("QSxQC", "QS").split("1.")[0]
    record = loads(text)
    assert [deal.rules.name for deal in record.deals] == ["classic", "tabletop"]
    assert record.deals[1].plays == ()
    assert loads(dumps(record)) == record


def test_typing_is_read_generously() -> None:
    typed = (
        EXAMPLE.replace("\n", "\r\n")
        .replace("QSxQC", "1. q♠xQC")
        .replace("bid 12", "BID=12")
        .replace("2. ", "2...")
    )
    typed = typed.replace("[Rules", "\ufeff[rules").replace("TH", "10H").replace("TSx10H", "10sx10h")
    assert dumps(loads(typed)) == EXAMPLE


def test_comments_stay_where_they_are() -> None:
    text = EXAMPLE.replace("bid 12", "{before\n  play} bid 12 ; a } brace").replace(
        "TSxTH", "TSxTH {a seep; no} ; ten\n"
    )
    record = loads(text + "{the end}\n")
    assert record.deals[0].comments == (
        (0, "before play"), (0, "a } brace"), (3, "a seep; no"), (3, "ten"), (48, "the end"),
    )  # fmt: skip
    canonical = dumps(record)
    assert loads(canonical) == record
    assert dumps(loads(canonical)) == canonical
    assert "TSxTH {a seep; no} {ten} KSxKD\n" in canonical
    assert "{before play}\n; a } brace\nbid 12\n" in canonical


def test_tags_keep_their_text() -> None:
    text = EXAMPLE.replace("[Deal", '[Event ""]\n[Seat2 "a \\"b\\" \\\\ ]"]\n[Deal')
    record = loads(text)
    assert record.tags == {"Event": "", "Seat2": 'a "b" \\ ]'}
    assert dumps(record) == text


HANDS = DEAL.split('"')[1].split()[1].split("/")


@pytest.mark.parametrize(
    ("hands", "written"),
    [
        (f"x4+x8/x12/{HANDS[2]}/{HANDS[3]}", f"x4+x8/x12/{HANDS[2]}/{HANDS[3]}"),
        ("*/*/*/*", "x4+x8/x12/x12/x12"),
        ("3H7H9HQS/*/*/*", "3H7H9HQS+x8/x12/x12/x12"),
        ("3H7H9HQS+x8/2CQDx10/*/x12", "3H7H9HQS+x8/2CQDx10/x12/x12"),
    ],
)
def test_what_plays_show_of_hidden_hands_is_known(hands: str, written: str) -> None:
    text = EXAMPLE.replace("/".join(HANDS), hands)
    (deal,), (known,) = loads(text).deals, loads(EXAMPLE).deals
    assert f'"7CTHQCKD {written}"' in dumps(loads(text))
    assert dumps(loads(dumps(loads(text)))) == dumps(loads(text))
    for number in (2, 3, 20, 49):
        assert position(deal, at=number) == position(known, at=number)
    first = position(deal)
    assert [str(hand and hand.cards) for hand in first.hands[1:]] == [
        str(hand and hand.cards) for hand in position(known).hands[1:]
    ]


def test_a_deal_broken_off_leaves_hidden_what_was_not_shown() -> None:
    text = (
        EXAMPLE.replace("/".join(HANDS), "3H7H9HQS+x8/*/*/*")
        .split("4. JH")[0]
        .replace('[Result "76-324"]\n', "")
    )
    (deal,) = loads(text).deals
    assert not deal.finished
    assert str(position(deal, at=10)).split()[1] == "3Hx8/7Dx9/2Dx9/2Hx9"
    assert str(position(deal, at=10, seat=2)).split()[1] == "x9/7Dx9/x10/x10"


def test_an_illegal_play_from_a_hidden_hand_is_found() -> None:
    text = EXAMPLE.replace("/".join(HANDS), "*/*/*/*")
    (fault,) = refused(text.replace("TSxTH", "KD")).faults
    assert "KD is not in the hand of seat 3" in fault.message
    (fault,) = refused(text.replace("TSxTH", "TS")).faults
    assert "TS can capture TH" in fault.message


def _game(preset: str, seed: int) -> Deal:
    """A random game as a record."""
    rules = PRESETS[preset]
    found = [
        Position.parse(position_line(state), rules=rules)
        for state in random_game(random.Random(seed), rules.options())
    ]
    plays = []
    for here, there in pairwise(found):
        plays.append(next(move for move in _candidates(here, there) if after(here, move) == there))
    return Deal(found[0], tuple(plays))


def _candidates(here: Position, there: Position) -> list[Move]:
    from seep_solver.moves import spelled_out

    held = here.hand.cards if here.hand else ()
    left = there.hands[here.turn - 1]
    gone = [card for card in held if left is None or card not in left.cards]
    return [move for move in spelled_out(here) if move.card in gone]


@pytest.mark.parametrize("preset", PRESETS)
def test_games_under_every_preset_survive(preset: str) -> None:
    deal = _game(preset, 7)
    final = deal.final
    tags = {"Seeps": "{}/{}".format(*final.seeps), "Result": "{}-{}".format(*final.totals)}
    record = Record((Deal(deal.start, deal.plays, tags),), {"Date": "2024.01.01"})
    assert loads(dumps(record)) == record
    assert dumps(loads(dumps(record))) == dumps(record)
    hidden = re.sub(r"(?<=/)\w+", lambda hand: f"x{len(hand[0]) // 2}", dumps(record), count=1)
    assert position(loads(hidden).deals[0], at=20) == position(deal, at=20)


def test_files(tmp_path: Path) -> None:
    (tmp_path / "ours.toml").write_text('base = "tabletop"\n')
    path = tmp_path / "game.sgn"
    path.write_bytes(b"\xef\xbb\xbf" + EXAMPLE.replace("classic", "ours.toml").encode())
    record = load(path)
    assert record.deals[0].rules == Rules.load(tmp_path / "ours.toml")
    dump(record, path)
    assert path.read_text() == EXAMPLE.replace("classic", "ours.toml")
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(RecordError, match="not UTF-8"):
        load(path)
    with pytest.raises(FileNotFoundError):
        load(tmp_path / "none.sgn")


@given(st.text() | st.text('[]{};"\\ \nDealRulesbid12QSxKC.', max_size=80))
@settings(deadline=None, max_examples=300)
def test_garbage_is_refused_with_faults(text: str) -> None:
    error = refused(text)
    assert all(fault.line and fault.column >= 1 and fault.message.isprintable() for fault in error.faults)


@pytest.mark.parametrize(
    "text", ["[" * 500_000, "{" * 500_000, '[A "' + "\\" * 500_000, "x " * 300_000, "bid " * 100_000]
)
def test_huge_garbage_is_refused(text: str) -> None:
    assert refused(text).faults
