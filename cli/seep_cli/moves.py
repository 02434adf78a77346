"""`seep moves`: the legal moves, or which rule an illegal one breaks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from seep_cli import console, options

if TYPE_CHECKING:
    from seep_cli.stream import Asked
    from seep_solver.cards import Card
    from seep_solver.position import Position

CardOption = Annotated[
    str | None,
    typer.Option("--card", metavar="CARD", help="Only moves that play this card, as KS (default: all cards)."),
]
All = Annotated[
    bool,
    typer.Option("--all", help="Spell out interchangeable cards (default: one of each kind, lowest suit)."),
]
Explain = Annotated[
    str | None,
    typer.Option(
        "--explain",
        metavar="MOVE",
        help="Say whether this move is legal, and if not (exit 1) why (default: list moves).",
    ),
]


def moves(
    positions: options.Positions = None,
    card: CardOption = None,
    all_cards: All = False,
    explain: Explain = None,
    rules: options.Rules = None,
    json: options.Json = False,
    record: options.Record = None,
    at: options.At = None,
    seat: options.Seat = None,
) -> None:
    """The legal moves, one a line, sorted by text.

    Cards that are alike to the rules are shown once, with the lowest suits. Moves of several positions are
    separated by an empty line.
    """
    from seep_cli.stream import Stream

    if explain is not None and (card is not None or all_cards):
        raise options.Mistake("--explain takes no --card and no --all", "it looks at one move")
    wanted = None if card is None else _named(card)
    if explain is not None:
        _readable(explain)
    stream = Stream.asked(positions, rules=rules, record=record, at=at, seat=seat, json=json)

    def answer(asked: Asked) -> None:
        if explain is not None:
            if not _explained(asked, explain, json):
                stream.mismatched = True
            return
        listed = _listed(asked.position, wanted, all_cards)
        if json:
            console.result_json(asked.head() | {"moves": listed})
        else:
            if stream.answered:
                console.result("")
            console.show_moves(listed)

    stream.answer_each(answer)


def _named(text: str) -> Card:
    """The card that `--card` names; Mistake if it is none."""
    from seep_solver.cards import card

    try:
        return card(text)
    except ValueError as reason:
        raise options.Mistake(f"--card: {reason}", "as KS or 10D") from reason


def _readable(move: str) -> None:
    """Mistake if `--explain` got something that is no move at all."""
    from seep_solver.moves import Move

    try:
        Move.parse(move)
    except ValueError as reason:
        raise options.Mistake(f"--explain: {reason}") from reason


def _listed(position: Position, wanted: Card | None, all_cards: bool) -> list[str]:
    """The moves as text, of cards like `wanted` if there is one; Refused where the hand has none."""
    from seep_cli.stream import Refused
    from seep_solver.cards import kind
    from seep_solver.moves import spelled_out

    legal = spelled_out(position) if all_cards else position.moves()
    if wanted is not None:
        scoring = position.rules.scoring
        held = position.hand.cards if position.hand else ()
        if not any(kind(card, scoring) == kind(wanted, scoring) for card in held):
            raise Refused(f'seat {position.turn} holds no card like "{wanted}"', field="hands")
        legal = [move for move in legal if kind(move.card, scoring) == kind(wanted, scoring)]
    return [str(move) for move in legal]


def _explained(asked: Asked, move: str, json: bool) -> bool:
    """Print whether `move` is legal, and if it is not, why; True if legal."""
    from seep_solver.explain import explain

    reason = explain(asked.position, move)
    if json:
        verdict: dict[str, Any] = {"move": move, "legal": reason is None}
        console.result_json(asked.head() | verdict | ({} if reason is None else {"reason": reason}))
    else:
        console.result("legal" if reason is None else reason)
    return reason is None
