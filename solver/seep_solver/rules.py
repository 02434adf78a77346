"""A set of rules as one value: every option of the rules' section 6, presets, and files of one's own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from seep_solver.faults import Fault, quoted, shortened
from seep_solver.options import BY_NAME, MEANINGS, OPTIONS, Value
from seep_solver.presets import DIFFERENCES

# What a line calls rules that no file and no preset holds.
OWN: Final = "own:"

__all__ = ["MEANINGS", "PRESETS", "Rules", "RulesError", "Value"]


class RulesError(ValueError):
    """Rules that cannot be: `field` names the option at fault, where there is one; `hint` says what to do.

    Of a file `faults` holds all that is wrong in it, with lines and columns, and `place` is its path.
    """

    def __init__(self, message: str, field: str | None = None, hint: str | None = None) -> None:
        super().__init__(message)
        self.field = field
        self.hint = hint
        self.place = ""
        self.faults: tuple[Fault, ...] = ()

    @classmethod
    def of_file(cls, place: str, faults: Sequence[Fault]) -> RulesError:
        """All faults of the file at `place`; the field and hint are those of the first."""
        told = [f"{where_in(place, fault)}: {fault.message}" for fault in faults]
        first = faults[0]
        error = cls("; ".join(told), None if first.field == "file" else first.field, first.hint)
        error.place, error.faults = place, tuple(faults)
        return error


def where_in(place: str, fault: Fault) -> str:
    """``file:line:column`` of a fault, or the file alone where the line is not known."""
    file = shortened(place)
    return file if fault.line is None else f"{file}:{fault.line}:{fault.column}"


@dataclass(frozen=True, slots=True)
class Rules:
    """The options a deal is played under; a field left out is that of `classic`.

    Rules of one's own should have a `name` of their own, for results tell it. `path` is the file that the rules
    were read from, from the current folder; only reading a file sets it, and comparing rules leaves it out.
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
    path: str = field(default="", init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        for name, value in self.options().items():
            if (reason := refusal(name, value)) is not None:
                raise RulesError(reason, name)
        for fields, reason in clashes(self.options()):
            raise RulesError(reason, fields[0])

    @classmethod
    def preset(cls, name: str) -> Rules:
        """One of `PRESETS`; RulesError lists them for any other name."""
        try:
            return PRESETS[name.lower()]
        except KeyError:
            message = f"no preset {quoted(name)}{meant(name, PRESETS)}"
            raise RulesError(message, hint=f"the presets are {', '.join(PRESETS)}") from None

    @classmethod
    def load(cls, path: str | Path) -> Rules:
        """The rules of a TOML file: `base`, the fields that differ, and `name` (else the file's stem)."""
        from seep_solver.rules_file import load

        return load(Path(path), str(path))

    @classmethod
    def named(cls, text: str, relative_to: Path | None = None) -> Rules:
        """A preset, or else the path of a TOML file, looked for in the folder `relative_to`."""
        if text.lower() in PRESETS:
            return PRESETS[text.lower()]
        if text.startswith(OWN):
            raise RulesError(
                f"the rules {quoted(text.removeprefix(OWN))} were made by a program and are in no file",
                hint="write them to a file with Rules.to_toml, or give the rules along with the line",
            )
        if not text.lower().endswith(".toml") and "/" not in text and "\\" not in text:
            raise RulesError(
                f"no rules {quoted(text)}{meant(text, PRESETS)}",
                hint=f"the presets are {', '.join(PRESETS)}; a file ends in .toml",
            )
        from seep_solver.rules_file import named

        return named(text, relative_to or Path())

    @property
    def reference(self) -> str:
        """What names these rules in a line or record: the preset, or the path of their file from the current folder.

        Rules that a program made are in neither: they are called ``own:NAME``, which nothing reads as other rules.
        """
        if self.path:
            return self.path
        return self.name if PRESETS.get(self.name) == self else f"{OWN}{self.name}"

    def seen_from(self, folder: Path) -> Rules:
        """The same rules with their path as it starts from `folder`, for a file that will stand there."""
        if not self.path:
            return self
        from seep_solver.rules_file import path_from

        moved = copy(self)
        object.__setattr__(moved, "path", path_from(self.path, folder))
        return moved

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
            f"base = {toml(base.name)}",
            f"{'' if named else '#'}name = {toml(self.name if named else 'ours')}",
        ]
        for name, value in self.options().items():
            mark = "" if name in own else "#"
            lines += ["", f"# {MEANINGS[name]}", f"# {BY_NAME[name].allowed}", f"{mark}{name} = {toml(value)}"]
        return "\n".join(lines) + "\n"

    @property
    def adds_up(self) -> bool:
        """Whether what was won before leaves the rest of a deal as it is (rules, section 6)."""
        return not (self.sweep_cap or self.sweep_min_points or self.most_cards or self.all_points)

    @property
    def needs(self) -> tuple[str, ...]:
        """The keys of a position, of `points` and `cards`, that its value hangs on under these rules.

        `seeps`, on which it hangs under a cap, is none of them: left out it says that there was no seep.
        """
        points = ("points",) if self.sweep_min_points or self.all_points else ()
        return points + (("cards",) if self.most_cards else ())


def refusal(name: str, value: object) -> str | None:
    """Why an option does not take a value; None if it does."""
    option = BY_NAME[name]
    return None if option.allows(value) else f"{name} = {shortened(toml(value))}: expected {option.allowed}"


def clashes(options: Mapping[str, Any]) -> Iterator[tuple[tuple[str, ...], str]]:
    """The combinations that section 6 refuses: the fields that clash, the one to blame first, and the reason."""
    house_min, house_max = options["house_min"], options["house_max"]
    if house_min > house_max:
        yield (
            ("house_min", "house_max"),
            f"house_min = {house_min} is above house_max = {house_max}: no house could be built",
        )
    if options["throw_rule"] == "own-house" and not options["ownership"]:
        yield (
            ("throw_rule", "ownership"),
            'throw_rule = "own-house" asks whose house it is, and ownership = false knows no owners',
        )
    players, second = options["players"], options["second_hands"]
    if players == 2 and second == "none":
        yield (
            ("second_hands", "players"),
            'second_hands = "none" leaves half the cards undealt with players = 2: expected "reserve" or "redeal"',
        )
    if players == 4 and second != "none":
        yield (
            ("second_hands", "players"),
            f'second_hands = "{second}" is for two players: with players = 4 the first hands hold all cards',
        )
    if options["all_points"] and options["scoring"] == 100:
        yield (
            ("all_points", "scoring"),
            "all_points is a rule of the 30-point game: expected 0 with scoring = 100",
        )


def toml(value: object) -> str:
    """A value as TOML writes it; what no option can be, in some form that tells it."""
    if isinstance(value, bool):
        return str(value).lower()
    if not isinstance(value, str):
        return str(value)
    import json

    # JSON writes a subset of TOML's basic strings, but for the delete character.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def meant(word: str, names: Iterable[str]) -> str:
    """`` (did you mean NAME?)`` if some name is close to the word or starts with it, else nothing."""
    from difflib import get_close_matches

    known = list(names)
    begun = [name for name in known if word and name.startswith(word.lower())]
    near = begun[:1] or get_close_matches(word.lower(), known, 1)
    return f" (did you mean {near[0]}?)" if near else ""


PRESETS: Final[dict[str, Rules]] = {
    name: Rules(name=name, **differences)  # type: ignore[arg-type]
    for name, differences in DIFFERENCES.items()
}
