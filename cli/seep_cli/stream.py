"""Positions through a command, one after another: what cannot be answered is said, and the stream goes on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import typer

from seep_cli import console, options
from seep_cli.app import NOTHING, PARTLY

if TYPE_CHECKING:
    from seep_solver.faults import Fault
    from seep_solver.inputs import Item
    from seep_solver.position import Position
    from seep_solver.rules import Rules
    from seep_solver.view import Seen


@dataclass(frozen=True, slots=True)
class Asked:
    """A position that a command is to answer.

    `id` is the position's own or what its place in the input gives it; `name` is what people call it, None
    for a position typed on the command line. `plays` are those that led to it, where a game record tells them;
    `other_rules` says that they are left out, for they were made under other rules.
    """

    position: Position
    id: str
    name: str | None
    plays: Seen = ()
    other_rules: bool = False

    def head(self, *keys: str) -> dict[str, Any]:
        """The keys that start the JSON of every command; all three, or those asked for."""
        head = {"id": self.id, "position": str(self.position), "rules": self.position.rules.name}
        return {key: head[key] for key in keys} if keys else head


class Refused(ValueError):
    """A position without faults that a command cannot answer, and the field that stands in its way."""

    def __init__(self, message: str, *, field: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.field = field
        self.hint = hint


class Stream:
    """The positions of a command line, and how many of them were answered so far.

    `keep_step` prints an empty line for a position that is not answered; `mismatched` is for the command
    to set when an answer is a no.
    """

    def __init__(
        self,
        items: Iterable[Item],
        rules: Rules | None,
        *,
        json: bool,
        keep_step: bool = False,
        title: str | None = None,
        plays: Seen = (),
    ) -> None:
        self.items = items
        self.rules = rules
        self.json = json
        self.keep_step = keep_step
        self.title = title
        self.plays = plays
        self.answered = 0
        self.failed = 0
        self.mismatched = False

    @classmethod
    def asked(
        cls,
        arguments: list[str] | None,
        *,
        rules: str | None,
        record: str | None,
        at: int | None,
        seat: int | None,
        json: bool,
        keep_step: bool = False,
    ) -> Stream:
        """The stream that arguments and shared options ask for; Mistake if they do not fit together."""
        under = None if rules is None else named_rules(rules)
        if record is not None:
            if arguments:
                raise options.Mistake("expected a POSITION or --record, got both", "leave one of them out")
            item, title, plays = _recorded(record, at, seat)
            return cls([item], under, json=json, title=title, plays=plays)
        if at is not None or seat is not None:
            raise options.Mistake("--at and --seat need --record", "name the game record: --record FILE")
        if not arguments:
            raise options.Mistake(
                "missing POSITION", "quote a line of notation, name a file, or give - for standard input"
            )
        items, alone = _found(arguments)
        return cls(items, under, json=json, keep_step=keep_step and not alone)

    def answer_each(self, answer: Callable[[Asked], None]) -> None:
        """Answer every position, or say why not; typer.Exit with PARTLY or NOTHING unless all went well."""
        from seep_solver.inputs import InputError

        unreadable = False
        try:
            for item in self.items:
                self._answer(item, answer)
        except InputError as fault:
            console.error(fault.message, hint=fault.hint, place=fault.where)
            unreadable = True
        if unreadable or not self.answered:
            raise typer.Exit(NOTHING)
        if self.failed or self.mismatched:
            raise typer.Exit(PARTLY)

    def _answer(self, item: Item, answer: Callable[[Asked], None]) -> None:
        try:
            answer(_asked(item, self.rules, self.title, self.plays))
        except ValueError as reason:
            self.failed += 1
            self._refuse(item, reason)
        else:
            self.answered += 1

    def _refuse(self, item: Item, reason: ValueError) -> None:
        """Say why a position is not answered: its faults, or the one thing that the command could not do."""
        faults = getattr(reason, "faults", None) or (item.refusal(reason),)
        if self.json:
            errors = [_error_object(fault) for fault in faults]
            console.result_json({"id": item.name, "kind": "error", "errors": errors})
            return
        for fault in faults:
            told = not fault.text or '"' in fault.message or fault.text in fault.message
            text = "" if told else f"{console.quoted(fault.text)}: "
            console.error(text + fault.message, hint=fault.hint, place=f"{item.source}:{fault.column}")
        if self.keep_step:
            console.result("")


def named_rules(name: str) -> Rules:
    """The rules of that name or file; Mistake if there are none such, or the file cannot be read."""
    from seep_solver.rules import Rules, RulesError, where_in

    try:
        return Rules.named(name)
    except RulesError as fault:
        if not fault.faults:
            raise options.Mistake(str(fault), fault.hint or "seep rules tells them all") from fault
        *more, last = fault.faults
        for each in more:
            console.error(each.message, hint=each.hint, place=where_in(fault.place, each))
        hint = last.hint or "seep rules classic tells what each option may be"
        console.error(last.message, hint=hint, place=where_in(fault.place, last))
        raise typer.Exit(NOTHING) from fault


def _found(arguments: list[str]) -> tuple[Iterator[Item], bool]:
    """The items of the arguments, and whether there is only one line of notation."""
    from seep_solver.inputs import InputError, find, read

    try:
        sources = find(arguments)
    except InputError as fault:
        console.error(fault.message, hint=fault.hint, place=fault.where)
        raise typer.Exit(NOTHING) from fault
    return read(sources), len(sources) == 1 and sources[0].line is not None


def _recorded(record: str, at: int | None, seat: int | None) -> tuple[Item, str, Seen]:
    """The one position of a game record that the options name, what people call it, and the plays before it."""
    from seep_solver.faults import NotationError
    from seep_solver.inputs import Item
    from seep_solver.record import load, plays_before, position

    path, number = options.record_path(record)
    try:
        deals = load(path).deals
    except OSError as fault:
        reason = (fault.strerror or str(fault)).lower()
        raise options.Mistake(f"--record: cannot read {console.quoted(record)}: {reason}") from fault
    except NotationError as unread:
        for each in unread.faults:
            console.error(each.message, hint=each.hint, place=f"{path}:{each.line}:{each.column}")
        raise typer.Exit(NOTHING) from unread
    deal = 1 if number is None else number
    if not 1 <= deal <= len(deals):
        message = f"--record: no deal {deal} in {console.quoted(str(path))}"
        raise options.Mistake(message, f"the last one is deal {len(deals)}")
    try:
        found = position(deals[deal - 1], at=at or 1, seat=seat)
    except ValueError as fault:
        raise options.Mistake(f"--record: {fault}") from fault
    title = f"{path.name} deal {deal} play {at or 1}"
    return Item(str(found), f"{deal}.{at or 1}", f"{path}:{deal}"), title, plays_before(deals[deal - 1], at or 1)


def _asked(item: Item, rules: Rules | None, title: str | None, plays: Seen) -> Asked:
    """Read an item; NotationError with every fault of it. Plays made under other rules prove nothing."""
    from seep_solver.faults import NotationError

    position = item.position(rules)
    if faults := position.faults():
        raise NotationError(tuple(faults))
    typed = item.source.startswith("argument:")
    place = position.id or (item.source if item.id.isdecimal() else item.id)
    name = title or (position.id if typed else place)
    other = bool(plays) and plays[0][0].rules != position.rules
    return Asked(position, position.id or item.id, name, () if other else plays, other)


def _error_object(fault: Fault) -> dict[str, Any]:
    parts = {"field": fault.field, "column": fault.column, "text": fault.text, "message": fault.message}
    return parts | ({"hint": fault.hint} if fault.hint else {})
