"""A set of rules as one value: every option of the rules' section 6, presets, and files of one's own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from stat import S_ISREG
from typing import Any, Final

from seep_solver.faults import quoted, shortened
from seep_solver.options import BY_NAME, MEANINGS, OPTIONS, Value
from seep_solver.presets import DIFFERENCES

LARGEST: Final = 100_000

__all__ = ["MEANINGS", "PRESETS", "Rules", "RulesError", "Value"]


class RulesError(ValueError):
    """Rules that cannot be: `field` names the option at fault, where there is one; `hint` says what to do."""

    def __init__(self, message: str, field: str | None = None, hint: str | None = None) -> None:
        super().__init__(message)
        self.field = field
        self.hint = hint


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
    def load(cls, path: str | Path) -> Rules:
        """The rules of a TOML file: `base`, the fields that differ, and `name` (else the file's stem)."""
        return _loaded(Path(path), str(path))

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

    def differences(self, base: Rules) -> dict[str, Value]:
        """The options in which these rules differ from `base`, with their values here."""
        theirs = base.options()
        return {name: value for name, value in self.options().items() if value != theirs[name]}

    def to_toml(self) -> str:
        """A file to start a table of one's own from: the nearest preset as base, and what differs from it.

        Every other option stands there as a comment, with its meaning and what it may be.
        """
        base = min(PRESETS.values(), key=lambda preset: (len(self.differences(preset)), preset.name != self.name))
        own = self.differences(base)
        named = PRESETS.get(self.name) != self
        lines = [
            "# take away the # before an option to change it; what is left out is as in the base",
            f"base = {_toml(base.name)}",
            f"{'' if named else '#'}name = {_toml(self.name if named else 'ours')}",
        ]
        for name, value in self.options().items():
            mark = "" if name in own else "#"
            lines += ["", f"# {MEANINGS[name]}", f"# {BY_NAME[name].allowed}", f"{mark}{name} = {_toml(value)}"]
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
        shown = _toml(value) if isinstance(value, int | str) else str(value)
        raise RulesError(f"{name} = {shortened(shown)}: expected {option.allowed}", name)


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
        raise RulesError(
            f"the rules file {quoted(str(path))} is not TOML: {str(fault).lower()}",
            hint="seep rules classic --toml starts such a file",
        ) from fault


def _unreadable(path: Path, reason: str) -> RulesError:
    return RulesError(f"cannot read the rules file {quoted(str(path))}: {reason.lower()}")


def _loaded(place: Path, called: str) -> Rules:
    """The rules of the file at `place`, which is named `called`; RulesError says in which file the fault is."""
    table = _table(place)
    try:
        return Rules(**_keywords(table, place.stem), path=called)
    except RulesError as fault:
        raise RulesError(f"{shortened(str(place))}: {fault}", fault.field) from fault


def _keywords(table: Mapping[str, Any], stem: str) -> dict[str, Any]:
    """The fields that a file gives, over those of its base; RulesError for one that is none."""
    name, base = table.get("name", stem), table.get("base", "classic")
    for key, value in (("name", name), ("base", base)):
        if not isinstance(value, str) or not value:
            raise RulesError(f"{key} = {shortened(str(value))}: expected a word in quotes", key)
    if base.lower() not in PRESETS:
        raise RulesError(f"base = {quoted(base)}: expected one of {', '.join(PRESETS)}", "base")
    own = {key: value for key, value in table.items() if key not in ("name", "base")}
    for key, value in own.items():
        if key not in BY_NAME:
            raise RulesError(f"no option {quoted(key)}{_near(key)}: expected one of {', '.join(BY_NAME)}", key)
        _check_value(key, value)
    return {"name": name, **PRESETS[base.lower()].options(), **own}


def _near(key: str) -> str:
    """The option that was meant, if a name is close to it."""
    from difflib import get_close_matches

    near = get_close_matches(key, BY_NAME, 1)
    return f" (did you mean {near[0]}?)" if near else ""


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
    return _loaded(Path(place), text)


PRESETS: Final[dict[str, Rules]] = {
    name: Rules(name=name, **differences)  # type: ignore[arg-type]
    for name, differences in DIFFERENCES.items()
}
