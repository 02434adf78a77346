"""Where `seep generate` takes positions from, as the command line says."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from seep_cli import console, options

if TYPE_CHECKING:
    from seep_solver.dealt import Dealt
    from seep_solver.recorded import Recorded
    from seep_solver.sought import Sought, Span


def span(option: str, text: str | None) -> Span | None:
    """The numbers that an option allows."""
    from seep_solver.sought import Span

    try:
        return None if text is None else Span.read(text)
    except ValueError:
        message = f"{option}: expected a number or a range, got {console.quoted(text or '')}"
        raise options.Mistake(message, "as 2, 1-3, or 1- for one and more") from None


def refuse_with_record(**given: object) -> None:
    """Mistake for an option that says nothing of recorded games."""
    for name, value in given.items():
        if value is not None:
            raise options.Mistake(f"--{name} is for deals that are dealt; a record has its own", f"leave out --{name}")


def dealt(
    rules: str | None, seed: int, cards: int, turn: int, sought: Sought, players: str | None, folder: Path | None
) -> Dealt:
    """The deals to play; Mistake for what no deal has."""
    from seep_cli.stream import named_rules
    from seep_solver.agents import AgentError, agent
    from seep_solver.dealt import Dealt, most_cards
    from seep_solver.rules import PRESETS

    chosen = named_rules(rules) if rules else PRESETS["classic"]
    if turn > chosen.players:
        hint = f"{chosen.name} rules are for {chosen.players} players"
        raise options.Mistake(f"--turn: expected a seat from 1 to {chosen.players}, got {turn}", hint)
    most = most_cards(chosen, turn)
    if cards > most:
        hint = "two players hold as many of their second hands" if chosen.players == 2 else "the opening play is past"
        raise options.Mistake(f"--cards: expected a number of cards from 1 to {most}, got {cards}", hint)
    try:
        players = None if players is None else agent(players).name
    except AgentError as error:
        raise options.Mistake(f"--players: {error}", error.hint) from error
    return Dealt(chosen, seed, cards, turn, sought, players, folder)


def recorded(record: str, cards: int | None, turn: int | None, sought: Sought, folder: Path | None) -> Recorded:
    """The deals of a record; Mistake for one that cannot be read."""
    from seep_solver.faults import NotationError
    from seep_solver.record import load
    from seep_solver.recorded import Recorded

    path, number = options.record_path(record)
    try:
        deals = load(path).deals
    except OSError as fault:
        reason = (fault.strerror or str(fault)).lower()
        raise options.Mistake(f"--record: cannot read {console.quoted(str(path))}: {reason}") from fault
    except NotationError as fault:
        first = fault.faults[0]
        place = f"{path}:{first.line}:{first.column}"
        raise options.Mistake(f"--record: {place}: {first.message}", first.hint) from fault
    if number is not None and not 1 <= number <= len(deals):
        message = f"--record: no deal {number} in {console.quoted(str(path))}"
        raise options.Mistake(message, f"it has deals 1 to {len(deals)}")
    kept = deals if number is None else deals[number - 1 : number]
    return Recorded(kept, number or 1, cards, turn, sought, folder)
