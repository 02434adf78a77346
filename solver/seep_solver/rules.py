"""A set of rules as one value: every option of the rules' section 6, presets, and files of one's own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from stat import S_ISREG
from typing import Any, Final, Self

from seep_solver.faults import quoted
from seep_solver.options import BY_NAME, MEANINGS, OPTIONS, Value
from seep_solver.presets import DIFFERENCES

LARGEST: Final = 100_000

__all__ = ["MEANINGS", "PRESETS", "Rules", "RulesError", "Value"]


class RulesError(ValueError):
    """Rules that cannot be: `field` names the option at fault, where there is one."""

    def __init__(self, message: str, field: str | None = None) -> None:
        super().__init__(message)
        self.field = field


@dataclass(frozen=True, slots=True)
class Rules:
    """The options a deal is played under; a field left out is that of `classic`.

    `path` is the file that the rules were read from, as it was named; comparing rules leaves it out.
    """

    name: str = "classic"
    players: int = 4
    scoring: int = 100
    house_min: int = 9
    house_max: int = 13
    max_houses: int = 0
    ownership: bool = True
    raise_own: bool = False
    raise_partner: bool = True
    raise_into_cemented: bool = True
    raise_with_floor: bool = False
    absorb: str = "sets"
    packing: str = "maximal"
    throw_rule: str = "card"
    opening_throw: str = "card"
    sweep: int | str = 50
    opening_sweep: int | str = 25
    sweep_cap: int = 0
    sweep_min_points: int = 0
    most_cards: int = 0
    all_points: int = 0
    knockout: int = 9
    knockout_counts: str = "total"
    target: str = "lead"
    lead: int = 100
    deals: int = 0
    next_opener: str = "running"
    second_hands: str = "none"
    path: str = field(default="", compare=False, repr=False)

    def __post_init__(self) -> None:
        for option in OPTIONS:
            _check_value(option.name, getattr(self, option.name))
        _check_combination(self)

    @classmethod
    def preset(cls, name: str) -> Rules:
        """One of `PRESETS`; RulesError lists them for any other name."""
        try:
            return PRESETS[name.lower()]
        except KeyError:
            raise RulesError(f"no preset {quoted(name)}; the presets are {', '.join(PRESETS)}") from None

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """The rules of a TOML file: `base`, the fields that differ, and `name` (else the file's stem)."""
        path = Path(path)
        return cls(**_keywords(_table(path), path), path=str(path))

    @classmethod
    def named(cls, text: str, relative_to: Path | None = None) -> Rules:
        """A preset, or else the path of a TOML file, looked for in the folder `relative_to`."""
        if text.lower() in PRESETS:
            return PRESETS[text.lower()]
        if not text.lower().endswith(".toml") and "/" not in text and "\\" not in text:
            raise RulesError(
                f"no rules {quoted(text)}; expected the path of a .toml file, or one of {', '.join(PRESETS)}"
            )
        return _cached(text, relative_to or Path())

    def options(self) -> dict[str, Value]:
        """Every option by name, in the order of the rules' section 6."""
        return {option.name: getattr(self, option.name) for option in OPTIONS}

    def to_toml(self) -> str:
        """A file to start a table of one's own from: every option with its meaning."""
        preset = PRESETS.get(self.name) == self
        lines = [
            f'base = "{self.name if preset else "classic"}"',
            "# change what differs, and leave out the rest",
        ]
        if not preset:
            lines.insert(0, f"name = {_toml(self.name)}")
        for name, value in self.options().items():
            lines += ["", f"# {MEANINGS[name]}", f"# {BY_NAME[name].allowed}", f"{name} = {_toml(value)}"]
        return "\n".join(lines) + "\n"

    @property
    def adds_up(self) -> bool:
        """Whether what was won before leaves the rest of a deal as it is (rules, section 6)."""
        return not (self.sweep_cap or self.sweep_min_points or self.most_cards or self.all_points)

    @property
    def needs(self) -> tuple[str, ...]:
        """The keys of a position, of `points` and `cards`, that its value hangs on under these rules."""
        points = ("points",) if self.sweep_min_points or self.all_points else ()
        return points + (("cards",) if self.most_cards else ())


def _check_value(name: str, value: object) -> None:
    option = BY_NAME[name]
    if not option.allows(value):
        shown = _toml(value) if isinstance(value, int | str) else repr(value)
        raise RulesError(f"{name} = {shown}: expected {option.allowed}", name)


def _check_combination(rules: Rules) -> None:
    """The combinations that section 6 refuses, each with its reason."""
    if rules.house_min > rules.house_max:
        raise RulesError(
            f"house_min = {rules.house_min} is above house_max = {rules.house_max}: no house could be built",
            "house_min",
        )
    if rules.throw_rule == "own-house" and not rules.ownership:
        raise RulesError(
            'throw_rule = "own-house" asks whose house it is, and ownership = false knows no owners',
            "throw_rule",
        )
    if rules.players == 2 and rules.second_hands == "none":
        raise RulesError(
            'second_hands = "none" leaves half the cards undealt with players = 2: '
            'expected "reserve" or "redeal"',
            "second_hands",
        )
    if rules.players == 4 and rules.second_hands != "none":
        raise RulesError(
            f'second_hands = "{rules.second_hands}" is for two players: with players = 4 '
            "the first hands hold all cards",
            "second_hands",
        )
    if rules.all_points and rules.scoring == 100:
        raise RulesError(
            "all_points is a rule of the 30-point game: expected 0 with scoring = 100", "all_points"
        )


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return str(value)
    import json

    # JSON writes a subset of TOML's basic strings, but for the delete character.
    return json.dumps(str(value), ensure_ascii=False).replace("\x7f", "\\u007f")


def _table(path: Path) -> dict[str, Any]:
    import tomllib

    try:
        return tomllib.loads(path.read_text("utf-8-sig"))
    except OSError as fault:
        raise _unreadable(path, fault.strerror or str(fault)) from fault
    except (UnicodeDecodeError, ValueError, RecursionError) as fault:
        raise RulesError(f"the rules file {quoted(str(path))} is not TOML: {str(fault).lower()}") from fault


def _unreadable(path: Path, reason: str) -> RulesError:
    return RulesError(f"cannot read the rules file {quoted(str(path))}: {reason.lower()}")


def _keywords(table: Mapping[str, Any], path: Path) -> dict[str, Any]:
    """The fields that a file gives, over those of its base; RulesError for one that is none."""
    name, base = table.get("name", path.stem), table.get("base", "classic")
    for field_name, value in (("name", name), ("base", base)):
        if not isinstance(value, str) or not value:
            raise RulesError(f"{field_name} in {quoted(str(path))}: expected a word in quotes", field_name)
    if base not in PRESETS:
        raise RulesError(
            f"base = {quoted(base)} in {quoted(str(path))}: expected one of {', '.join(PRESETS)}", "base"
        )
    own = {key: value for key, value in table.items() if key not in ("name", "base")}
    for key, value in own.items():
        if key not in BY_NAME:
            raise RulesError(
                f"no option {quoted(key)} in {quoted(str(path))}: expected one of {', '.join(BY_NAME)}", key
            )
        _check_value(key, value)
    return {"name": name, **PRESETS[base].options(), **own}


def _cached(text: str, folder: Path) -> Rules:
    """Read once a file while it stays as it is, for it may be named on every line of a long stream."""
    place = folder / text
    try:
        status = place.stat()
    except (OSError, ValueError) as fault:
        raise _unreadable(place, getattr(fault, "strerror", None) or str(fault)) from fault
    if not S_ISREG(status.st_mode) or status.st_size > LARGEST:
        raise _unreadable(place, f"not a file of {LARGEST} bytes at most")
    return _read(text, str(place), status.st_mtime_ns, status.st_size)


@lru_cache(maxsize=64)
def _read(text: str, place: str, _changed: int, _size: int) -> Rules:
    return Rules(**_keywords(_table(Path(place)), Path(place)), path=text)


PRESETS: Final[dict[str, Rules]] = {
    name: Rules(name=name, **differences)  # type: ignore[arg-type]
    for name, differences in DIFFERENCES.items()
}
