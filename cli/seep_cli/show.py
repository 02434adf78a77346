"""`seep show`: the table drawn for people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from seep_cli import console, options

if TYPE_CHECKING:
    from seep_cli.stream import Asked
    from seep_solver.position import Hand, Position


def show(
    positions: options.Positions = None,
    rules: options.Rules = None,
    json: options.Json = False,
    record: options.Record = None,
    at: options.At = None,
    seat: options.Seat = None,
) -> None:
    """The table drawn for people: floor, houses with owners and cemented marks, hands, score.

    Seat 1 sits nearest and play goes round counter-clockwise.
    """
    from seep_cli.stream import Stream

    stream = Stream.asked(positions, rules=rules, record=record, at=at, seat=seat, json=json)

    def answer(asked: Asked) -> None:
        if json:
            console.result_json(asked.head() | _parts(asked.position))
            return
        from rich.text import Text

        from seep_cli.draw import table

        lines = table(asked.position, asked.name, console.screen())
        console.show(Text("\n").join(([Text()] if stream.answered else []) + lines))

    stream.answer_each(answer)


def _parts(position: Position) -> dict[str, Any]:
    """The parts of a position by name, for programs that read no notation."""
    points, cards = position.won()
    return {
        "to_move": position.turn,
        "floor": [str(card) for card in position.floor],
        "houses": [
            {
                "value": house.value,
                "cards": [str(card) for card in house.cards],
                "cemented": house.cemented,
                "owners": list(house.owners),
            }
            for house in position.houses
        ],
        "hands": [_hand(hand) for hand in position.hands],
        "points": list(points),
        "cards": list(cards),
        "seeps": list(position.seeps),
        "bonus": list(position.bonus),
    }


def _hand(hand: Hand | None) -> dict[str, Any] | None:
    if hand is None:
        return None
    parts: dict[str, Any] = {"cards": [str(card) for card in hand.cards], "unknown": hand.unknown}
    return parts | ({"later": [_hand(stage) for stage in hand.stages]} if hand.stages else {})
