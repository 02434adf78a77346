"""A set of rules in a TOML file: `base`, the options that differ, and a `name`; all its faults at once."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from stat import S_ISREG
from typing import Any, Final

from seep_solver.faults import Fault, quoted, shortened
from seep_solver.options import BY_NAME
from seep_solver.rules import PRESETS, Rules, RulesError, clashes, meant, refusal, toml

LARGEST: Final = 100_000  # bytes

_PLACE = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")


def load(path: Path, called: str) -> Rules:
    """The rules of the file at `path`, which is named `called`; RulesError with every fault of it."""
    reading = _Reading(str(path), _text(path))
    rules = _rules(reading, path.stem)
    if rules is None or reading.faults:
        raise RulesError.of_file(str(path), reading.faults)
    object.__setattr__(rules, "path", called)
    return rules


def named(text: str, folder: Path) -> Rules:
    """The rules of the file that is called `text` in `folder`.

    It is read once while it stays as it is, for it may be named on every line of a long stream.
    """
    place = folder / text
    try:
        status = place.stat()
    except (OSError, ValueError) as fault:
        raise _unreadable(place, getattr(fault, "strerror", None) or str(fault)) from fault
    if not S_ISREG(status.st_mode) or status.st_size > LARGEST:
        raise _unreadable(place, f"not a file of {LARGEST} bytes at most")
    return _read(str(place), status.st_mtime_ns, status.st_size)


@lru_cache(maxsize=64)
def _read(place: str, _changed: int, _size: int) -> Rules:
    return load(Path(place), _plain(place))


def _plain(place: str) -> str:
    """The path without its detours, as a/../b, where that is the same file."""
    plain = os.path.normpath(place)
    try:
        return plain if Path(place).samefile(plain) else place
    except OSError:  # behind a link the detour leads elsewhere
        return place


def path_from(path: str, folder: Path) -> str:
    """A path that starts from the current folder, as one that starts from `folder`.

    An absolute one stays as it is unless it leads into that folder.
    """
    place = Path(path)
    whole, folder = place.parent.resolve() / place.name, folder.resolve()
    if place.is_absolute() and not whole.is_relative_to(folder):
        return path
    return os.path.relpath(whole, folder)


def _unreadable(path: Path, reason: str) -> RulesError:
    return RulesError(f"cannot read the rules file {quoted(str(path))}: {reason.lower()}")


def _text(path: Path) -> str:
    try:
        raw = path.read_bytes()
    except OSError as fault:
        raise _unreadable(path, fault.strerror or str(fault)) from fault
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        line = raw.count(b"\n", 0, fault.start) + 1
        column = len(raw[: fault.start].rpartition(b"\n")[2].decode("utf-8")) + 1
        found = raw[fault.start : fault.start + 8].decode("ascii", "backslashreplace")
        told = Fault("file", column, found, f"not UTF-8 text: {quoted(found)}", "save the file as UTF-8", line)
        raise RulesError.of_file(str(path), [told]) from fault


@dataclass(slots=True)
class _Reading:
    """The text of a file, and what is wrong with it."""

    place: str
    text: str
    faults: list[Fault] = field(default_factory=list)

    def fault(self, key: str, message: str, hint: str | None = None, *, at: str | None = None) -> None:
        """Note a fault of a key, where it stands, or where the key `at` does."""
        line, column = self._find(at or key)
        self.faults.append(Fault(key, column, at or key, message, hint, line))

    def _find(self, key: str) -> tuple[int | None, int]:
        """Line and column of a key, or of the section of that name; no line where it is not written so."""
        found = re.search(rf"^[ \t]*\[*[ \t]*([\"']?{re.escape(key)}[\"']?)[ \t]*[.=\]]", self.text, re.MULTILINE)
        if found is None:
            return None, 1
        before = self.text[: found.start(1)]
        return before.count("\n") + 1, len(before.rpartition("\n")[2]) + 1

    def table(self) -> dict[str, Any] | None:
        """The whole as TOML; None, with a fault noted, where it is none."""
        import tomllib

        try:
            return tomllib.loads(self.text)
        except (ValueError, RecursionError) as fault:
            said = str(fault)
            at = _PLACE.search(said)
            line, column = (int(at[1]), int(at[2])) if at and at[1] else self._end()
            if at is None:
                line, column = 1, 1
            message = f"not TOML: {_PLACE.sub('', said).lower()}"
            hint = "seep rules classic --toml starts such a file"
            self.faults.append(Fault("file", column, "", message, hint, line))
            return None

    def _end(self) -> tuple[int, int]:
        lines = self.text.rstrip("\n").split("\n")
        return len(lines), len(lines[-1]) + 1


def _rules(reading: _Reading, stem: str) -> Rules | None:
    """The rules that the text says; None, or faults noted, where it says none."""
    table = reading.table()
    if table is None:
        return None
    name, base = _word(reading, table, "name", stem), _word(reading, table, "base", "classic")
    if base is not None and base.lower() not in PRESETS:
        near = meant(base, PRESETS)
        reading.fault("base", f"base = {quoted(base)}{near}: expected one of {', '.join(PRESETS)}")
        base = None
    own = {key: value for key, value in table.items() if key not in ("name", "base")}
    wrong = {key for key, value in own.items() if _tell_value(reading, key, value)}
    if base is None:
        return None
    good = {key: value for key, value in own.items() if key not in wrong}
    options = {**PRESETS[base.lower()].options(), **good}
    for fields, reason in clashes(options):
        if not wrong & set(fields):
            reading.fault(fields[0], reason, at=next((each for each in fields if each in own), None))
    for message in _claims(name, options) if name and not reading.faults else ():
        reading.fault("name", message, 'give the rules a name of their own: name = "ours"')
    return Rules(name=name, **options) if name and not reading.faults else None


def _word(reading: _Reading, table: dict[str, Any], key: str, usual: str) -> str | None:
    value = table.get(key, usual)
    if isinstance(value, str) and value:
        return value
    reading.fault(key, f"{key} = {shortened(toml(value))}: expected a word in quotes")
    return None


def _tell_value(reading: _Reading, key: str, value: object) -> bool:
    """Note what is wrong with one field; whether something is."""
    message = refusal(key, value) if key in BY_NAME else None
    if key not in BY_NAME:
        message = f"no option {quoted(key)}{meant(key, BY_NAME)}: expected one of {', '.join(BY_NAME)}"
    if message is not None:
        reading.fault(key, message)
    return message is not None


def _claims(name: str, options: dict[str, Any]) -> Iterator[str]:
    """A name of a preset is for the options of that preset."""
    preset = PRESETS.get(name.lower())
    if preset is None:
        return
    theirs = preset.options()
    other = [f"{key} = {toml(value)}" for key, value in options.items() if value != theirs[key]]
    if other:
        differences = ", ".join(other)
        yield f"the name {quoted(name)} is that of the preset {preset.name}, and these rules differ: {differences}"
