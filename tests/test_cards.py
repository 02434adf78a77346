"""Cards: names read and written, points and kinds under both scorings."""

from __future__ import annotations

import pytest

from seep_solver.cards import ALL_POINTS, CARDS, Card, card, kind, lowest, points, worth, written


def test_there_are_52_cards_named_in_order() -> None:
    assert [str(one) for one in CARDS[:5]] == ["AC", "AD", "AH", "AS", "2C"]
    assert str(CARDS[-1]) == "KS"
    assert len({str(one) for one in CARDS}) == 52


@pytest.mark.parametrize("text", ["TD", "10D", "td", "10d", "T♦", "10♦", "t♢", " TD ", "T♦\ufe0f"])
def test_a_card_is_read_in_every_form(text: str) -> None:
    assert card(text) is CARDS[37]
    assert card(text) == Card(text) == Card("TD")


@pytest.mark.parametrize("text", ["", "T", "D", "1D", "11D", "TX", "TDTD", "0D", "١D", "T D"])
def test_what_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="no card"):
        card(text)


@pytest.mark.parametrize("number", [-1, 52])
def test_a_number_out_of_range_is_refused(number: int) -> None:
    with pytest.raises(ValueError, match="0 to 51"):
        Card(number)


def test_a_card_knows_its_rank_suit_and_name() -> None:
    king = card("KS")
    assert (king.rank, king.suit, str(king), repr(king), f"{king}") == (13, "S", "KS", "Card('KS')", "KS")
    assert eval(repr(king)) == king


def test_lists_are_written_in_order() -> None:
    assert written([card("KS"), card("4D"), card("4C"), card("AS")]) == "AS4C4DKS"
    assert written([]) == "-"


def test_points_of_a_hundred() -> None:
    assert ALL_POINTS[100] == sum(points(one, 100) for one in CARDS) == 100
    assert [points(card(name), 100) for name in ("AC", "AS", "TD", "TC", "9S", "KS", "KD")] == [
        1,
        1,
        6,
        0,
        9,
        13,
        0,
    ]


def test_points_of_thirty_without_most_cards() -> None:
    assert ALL_POINTS[30] == worth(CARDS, 30) == 26
    assert [points(card(name), 30) for name in ("AC", "AS", "TD", "2S", "9S", "KS", "3S")] == [
        1,
        1,
        12,
        1,
        9,
        0,
        0,
    ]


@pytest.mark.parametrize(
    ("scoring", "one", "other", "alike"),
    [
        (100, "4C", "4H", True),
        (100, "4C", "4S", False),
        (100, "AC", "AS", True),
        (100, "TC", "TD", False),
        (30, "3S", "3C", True),
        (30, "9S", "9C", False),
        (30, "TD", "TS", False),
        (30, "AC", "AS", True),
    ],
)
def test_interchangeable_cards_are_of_one_kind(scoring: int, one: str, other: str, alike: bool) -> None:
    assert (kind(card(one), scoring) == kind(card(other), scoring)) is alike


def test_lowest_suits_in_reading_order() -> None:
    names = lowest([card("4H"), card("4S"), card("4C"), card("TH"), card("TD")], 100)
    assert {str(old): str(new) for old, new in names.items()} == {
        "4H": "4C", "4S": "4S", "4C": "4D", "TH": "TC", "TD": "TD",
    }  # fmt: skip
