"""One position as an input holds it, and what is said of an input that cannot be read."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from seep_solver.faults import Fault, NotationError

if TYPE_CHECKING:
    from seep_solver.position import Position
    from seep_solver.rules import Rules

_ID = re.compile(r"(?:^|\s)id=(\S+)")


class InputError(ValueError):
    """An input that cannot be read at all: where, what was expected, and what to do."""

    def __init__(self, where: str, message: str, hint: str | None = None) -> None:
        super().__init__(f"{where}: {message}")
        self.where = where
        self.message = message
        self.hint = hint


class NoPositions(InputError):
    """Inputs that could be read, and held not one position."""


class Item(NamedTuple):
    """One position as it was found: its text, not yet read.

    `id` is for a line that has none of its own: the table's, else the number of the line (of the row in a
    table, of the argument). `source` is ``file:line``; `folder` is what a path in ``rules=`` starts from
    (None: the current folder). `faults` says why there is no text. `found` is its position, once it has been read.
    """

    text: str
    id: str
    source: str
    folder: Path | None = None
    faults: tuple[Fault, ...] = ()
    found: Position | None = None

    @property
    def name(self) -> str:
        """The id written in the line, else the item's; for lines that cannot be read as well."""
        written = _ID.search(self.text)
        return written.group(1) if written else self.id

    def position(self, rules: Rules | None = None) -> Position:
        """Read the position, under `rules` if they are given; NotationError says what is wrong."""
        from seep_solver.position import Position

        if self.found is not None:
            return self.found
        if self.faults:
            raise NotationError(self.faults)
        return Position.parse(self.text, rules=rules, relative_to=self.folder)

    def ahead(self, rules: Rules | None) -> Item:
        """The item with its position read under `rules`; without, where it cannot be, as `position` will tell."""
        try:
            return self._replace(found=self.position(rules))
        except Exception:
            return self

    def refusal(self, reason: Exception) -> Fault:
        """Why a position without faults has no answer, as a fault of the field that stands in the way."""
        if not isinstance(reason, ValueError):
            return Fault("position", 1, self.text, f"not solved: {type(reason).__name__}: {reason}".rstrip(": "))
        field = "rules" if hasattr(reason, "option") else getattr(reason, "field", "position")
        words = self.text.split()
        keyed = (word for word in words if word.startswith(f"{field}="))
        text = words[1] if field == "hands" else next(keyed, "")
        return Fault(field, self.text.index(text) + 1, text, str(reason), getattr(reason, "hint", None))


def clean(text: str) -> str:
    """`text` with lone surrogates (of names that are no UTF-8, of JSON) spelled out: no file holds them."""
    return text if text.isascii() else text.encode("utf-8", "backslashreplace").decode("utf-8")
