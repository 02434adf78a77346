"""What can be wrong with a text: one fault, all the faults of a line, and the words they are told in."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

SHOWN: Final = 48


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong: where it stands, the text at fault, what was expected, and what to do.

    `field` is `floor`, `hands`, `turn` or a key; `column` counts from 1; `line` is set in longer texts.
    """

    field: str
    column: int
    text: str
    message: str
    hint: str | None = None
    line: int | None = None

    def __str__(self) -> str:
        place = f"{self.line}:{self.column}" if self.line is not None else str(self.column)
        return f"{place}: {self.message}"


class NotationError(ValueError):
    """A text that cannot be read, or that breaks the rules: `faults` holds all that was found."""

    def __init__(self, faults: Iterable[Fault], line: int | None = None) -> None:
        self.faults = tuple(faults)
        self.line = line
        super().__init__("; ".join(fault.message for fault in self.faults))


def shortened(text: str, limit: int = SHOWN) -> str:
    """`text` in printable characters, its middle left out where it is long."""
    if len(text) > limit:
        text = text[: limit - 12] + "..." + text[-9:]
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)


def quoted(text: str) -> str:
    """`text` as messages quote it."""
    return f'"{shortened(text)}"'
