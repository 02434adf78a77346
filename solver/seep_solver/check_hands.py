"""Checking the hands of a line: their sizes round the table, the stages taken up later, the cards unseen."""

from __future__ import annotations

from collections.abc import Sequence

from seep_solver.reading import HandRead, Reading
from seep_solver.rules import Rules


def check_stages(reading: Reading, rules: Rules) -> None:
    """Stages after `+`: the opener's next one while its opening play is due, second hands for two players."""
    second = int(rules.second_hands != "none")
    for seat, hand in enumerate(reading.hands, 1):
        allowed = second + int(seat == 1 and "bid" in reading.keys)
        for stage in hand.stages[allowed:]:
            hint = "add bid=VALUE if the opening play is due" if seat == 1 and not second else None
            reading.fault(
                "hands",
                stage.word,
                f"a stage of seat {seat} that is never taken up: expected "
                f"{('none', 'one', 'two')[allowed]} after + here",
                hint,
            )


def check_player(reading: Reading) -> None:
    """A hidden position is seen by the seat to play, which knows its own hand."""
    hand = reading.hands[reading.turn - 1]
    if hand.unknown:
        reading.fault(
            "hands",
            hand.word,
            f"hidden cards in the hand of seat {reading.turn}, which is to play: "
            "a hidden position is seen by that seat",
            "name its cards, or leave the hand out with *",
        )


def check_steps(reading: Reading, rules: Rules) -> None:
    """Hands in step: from TURN round the table the sizes never grow and differ by one at most."""
    opening = "bid" in reading.keys
    sizes = [_held(hand, opening and seat == 0) for seat, hand in enumerate(reading.hands)]
    if opening and not reading.hands[0].stages and sizes[0] is not None:
        # An opener's next stage may be left out; then its hand is the shorter by what is left out.
        others = [size for size in sizes[1:] if size is not None]
        if others and sizes[0] < max(others):
            sizes[0] = None
    _check_round(reading, reading.turn - 1, sizes, "")
    if None not in sizes and rules.second_hands != "none":
        played = sum(size for size in sizes if size is not None)
        later = [_later(hand, opening and seat == 0) for seat, hand in enumerate(reading.hands)]
        _check_round(reading, (reading.turn - 1 + played) % rules.players, later, " of the second hands")


def _held(hand: HandRead, opening: bool) -> int | None:
    """Number of cards held, an opener's next stage among them."""
    if hand.unsaid:
        return None
    return _size(hand) + (_size(hand.stages[0]) if opening and hand.stages else 0)


def _later(hand: HandRead, opening: bool) -> int | None:
    stages = hand.stages[1:] if opening else hand.stages
    return None if hand.unsaid else sum(map(_size, stages))


def _size(hand: HandRead) -> int:
    return len(hand.cards) + hand.unknown


def _check_round(reading: Reading, start: int, sizes: Sequence[int | None], whose: str) -> None:
    players = len(sizes)
    order = [seat % players for seat in range(start, start + players) if sizes[seat % players] is not None]
    held = [size for seat in order if (size := sizes[seat]) is not None]
    for at, size in enumerate(held[1:], 1):
        if size > held[at - 1] or size < held[0] - 1:
            shown = " ".join(map(str, held))
            reading.fault(
                "hands",
                reading.hands[order[at]].word,
                f"hands out of step: from seat {order[0] + 1} round "
                f"the sizes{whose} are {shown}, expected never to grow and to differ by one at most",
                "the seat to play has as many cards as any other, or one more than those that have played",
            )
            return


def check_counts(reading: Reading) -> None:
    """As many cards unseen as there are hidden ones; at least as many where a hand or stage is left out."""
    hidden = sum(part.unknown for part in reading.parts())
    if not hidden:
        return
    unseen = 52 - len({placed.card for _, placed in reading.named()})
    left_out = any(hand.unsaid for hand in reading.hands) or _stage_left_out(reading)
    if unseen == hidden or (left_out and unseen > hidden):
        return
    word = next(part.word for part in reading.parts() if part.unknown)
    reading.fault(
        "hands",
        word,
        f"{hidden} cards hidden with x, but floor, hands, taken and gone leave {unseen} unseen",
        "say what was captured with taken=, what is out of play with gone=",
    )


def _stage_left_out(reading: Reading) -> bool:
    if "bid" not in reading.keys or reading.hands[0].stages:
        return False
    return any(_size(hand) > _size(reading.hands[0]) for hand in reading.hands[1:])
