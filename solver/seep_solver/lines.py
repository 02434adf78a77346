"""The lines of a text file: bounded, decoded, numbered. A line that is no text is a fault, not the end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

from seep_solver.faults import Fault

LONGEST = 65_536  # bytes; a position with every card and key fits many times over


def lines(stream: BinaryIO, *, comments: bool) -> Iterator[tuple[int, str | Fault]]:
    """Each line's number and text without its end; under `comments` a line that starts with ``#`` is empty.

    A byte-order mark and CRLF are dropped. What cannot be decoded or is longer than `LONGEST` is a fault.
    """
    number = 0
    while raw := stream.readline(LONGEST + 1):
        number += 1
        if len(raw) > LONGEST:
            _skip_rest(stream, raw)
            shown = raw[:24].decode("utf-8", "replace") + "..."
            yield number, Fault("line", 1, shown, f"expected a line of at most {LONGEST:,} bytes", None)
        elif comments and raw.lstrip().startswith(b"#"):
            yield number, ""  # may be in any encoding
        else:
            yield number, _decoded(raw.rstrip(b"\r\n"), first=number == 1)


def _skip_rest(stream: BinaryIO, raw: bytes) -> None:
    while raw and not raw.endswith(b"\n"):
        raw = stream.readline(LONGEST)


def _decoded(raw: bytes, first: bool) -> str | Fault:
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        column = len(raw[: error.start].decode("utf-8")) + 1
        found = raw[error.start : error.start + 8].decode("ascii", "backslashreplace")
        return Fault("line", column, found, "expected text in UTF-8", "save the file as UTF-8")
    return text.removeprefix("\ufeff") if first else text
