"""Inputs: what a command is given, turned into a stream of position lines, one at a time.

An input is a line of notation, a file, a folder of files, or ``-`` (standard input). `find` tells them
apart and says at once what cannot be read; `read` streams them. A row that holds no position becomes an
item with faults, and the stream goes on. Nothing here holds more than a batch of rows, so an input may be
larger than memory.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from seep_solver.faults import Fault
from seep_solver.item import InputError, Item, NoPositions, clean
from seep_solver.lines import lines

__all__ = ["InputError", "Item", "NoPositions", "Source", "expected", "find", "positions", "read"]

ENDINGS = (".seep", ".csv", ".jsonl", ".parquet")
ANY_ENDING = f"{', '.join(ENDINGS[:-1])} or {ENDINGS[-1]}"
TABLES = ENDINGS[1:]
STANDARD_INPUT = "-"

_SUITS = "SHDC♠♥♦♣"
_CARDS = re.compile(rf"((10|[2-9TJQKA])[{_SUITS}]|\[\d)[-0-9TJQKAx{_SUITS}\[\]:@/+*,.]*", re.IGNORECASE)
_COMMENT = re.compile(r"(?:^|\s)#")


@dataclass(frozen=True, slots=True)
class Source:
    """One thing to read: the file at `path`, standard input (`name` is ``-``), or the position `line` itself.

    `name` is what results and messages call it; `number` counts the arguments from 1. `listed` says that
    the file was found in a folder that was named.
    """

    name: str
    number: int
    path: Path | None = None
    line: str | None = None
    listed: bool = False


def positions(arguments: Sequence[str]) -> Iterator[Item]:
    """Every position of the arguments, in order; InputError at once for what cannot be read."""
    return read(find(arguments))


def find(arguments: Sequence[str]) -> list[Source]:
    """Tell positions, files, folders and standard input apart, and check that each can be read."""
    sources: list[Source] = []
    for number, argument in enumerate(arguments, 1):
        if argument == STANDARD_INPUT:
            if any(source.name == STANDARD_INPUT for source in sources):
                raise InputError(STANDARD_INPUT, "standard input can be read only once", "name it once")
            sources.append(Source(STANDARD_INPUT, number))
        elif _is_position(argument):
            sources.append(Source(f"argument:{number}", number, line=clean(argument)))
        else:
            sources.extend(_files(argument, number))
    return sources


def read(sources: Sequence[Source]) -> Iterator[Item]:
    """Stream the positions of `sources` in order; NoPositions at the end if there was none."""
    found = False
    for source in sources:
        for item in _items(source):
            found = True
            yield item
    if not found:
        names = ", ".join(source.name for source in sources[:3]) + (", ..." if len(sources) > 3 else "")
        hint = "a position a line, or a table with a column `position`"
        raise NoPositions(names or "input", "no position in it", hint)


def again(sources: Sequence[Source]) -> bool:
    """Whether all of it can be read a second time: no pipe, no standard input."""
    return all(source.line is not None or (source.path and source.path.is_file()) for source in sources)


def expected(sources: Sequence[Source]) -> int | None:
    """About how many positions there are, for progress; None where that cannot be known beforehand."""
    total = 0
    for source in sources:
        if source.line is not None:
            total += 1
        elif source.path is None or not source.path.is_file():
            return None
        else:
            total += _expected_in(source.path)
    return total


def _expected_in(path: Path) -> int:
    if _ending(path) == ".parquet":
        from seep_solver.tables import rows_in

        return rows_in(path)
    with path.open("rb") as stream:
        filled = sum(1 for line in stream if line.strip() and not line.startswith(b"#"))
    return filled - (_ending(path) == ".csv")


def _is_position(argument: str) -> bool:
    """An argument with white space is a position, unless a file of that name exists."""
    if argument.startswith("- "):
        return True
    return any(character.isspace() for character in argument) and not _exists(Path(argument))


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):  # longer than a name can be, or with a null byte
        return False


def _files(argument: str, number: int) -> list[Source]:
    """The file of a path, or those of a folder in name order."""
    path = Path(argument)
    if not argument or not _exists(path):
        hint = "a file, a folder, - or a position in quotes"
        if _CARDS.fullmatch(argument):
            hint = "quote the whole position"
        raise InputError(f'"{clean(argument)}"', "no such file or folder", hint)
    try:
        listed = path.is_dir()
        files = _in_folder(path) if listed else [path]
        for file in files:
            _check(file)
    except OSError as error:
        raise InputError(clean(str(error.filename or path)), _reason(error)) from error
    return [Source(clean(str(file)), number, file, listed=listed) for file in files]


def _in_folder(folder: Path) -> list[Path]:
    names = sorted(path.name for path in folder.iterdir() if _ending(path) in ENDINGS and path.is_file())
    shown = [folder / name for name in names if not name.startswith(".")]
    if not shown:
        hint = "folders inside it are not searched"
        raise InputError(clean(str(folder)), f"no {ANY_ENDING} file in this folder", hint)
    return shown


def _check(path: Path) -> None:
    """Open the file once, so that what cannot be read is said before any work is done."""
    if not path.is_file():  # a pipe or a device: opening it would take what it has to say
        return
    name = clean(str(path))
    if _ending(path) not in ENDINGS:
        found = f'"{clean(path.suffix)}"' if path.suffix else "none"
        hint = f"lines of notation may have any name: - < {name}"
        if _ending(path) == ".sgn":
            hint = f"a position of a game record: --record {name} --at N"
        raise InputError(name, f"expected the ending {ANY_ENDING}, found {found}", hint)
    with path.open("rb"):
        pass
    if _ending(path) in TABLES:
        from seep_solver.tables import check_columns

        check_columns(path, name)


def _items(source: Source) -> Iterator[Item]:
    if source.line is not None:
        yield Item(source.line, str(source.number), source.name)
        return
    try:
        if source.path is None:
            with open(0, "rb", closefd=False) as stream:
                yield from _lines_of_notation(stream, source.name, None)
        elif _ending(source.path) in TABLES and source.path.is_file():
            from seep_solver.tables import rows

            yield from rows(source.path, source.name)
        else:
            with source.path.open("rb") as stream:
                yield from _lines_of_notation(stream, source.name, source.path.parent)
    except OSError as error:
        raise InputError(source.name, _reason(error)) from error


def _lines_of_notation(stream: BinaryIO, name: str, folder: Path | None) -> Iterator[Item]:
    for number, line in lines(stream, comments=True):
        source = f"{name}:{number}"
        if isinstance(line, Fault):
            yield Item("", str(number), source, folder, (line,))
            continue
        text = _COMMENT.split(line, maxsplit=1)[0]
        if text.strip():
            yield Item(text, str(number), source, folder)


def _ending(path: Path) -> str:
    return path.suffix.lower()


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()
