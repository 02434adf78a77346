"""`seep rules`: the presets, and what each option of the rules means."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING, Annotated

import typer

from seep_cli import console

if TYPE_CHECKING:
    from seep_solver.rules import Rules

ABOUT = {
    "classic": "the North Indian 100-point game (Pagat's page and the online rules drawn from it)",
    "tabletop": "a table guide to the same game",
    "open-house": "an app's game: two houses at most, and a house belongs to no one",
    "bid-card": "another app's game: the opener's first card is its bid",
    "punjabi": "the 30-point game; provisional in its finer points",
    "classic-2p": "classic for two players, each with a second hand in reserve",
    "bid-card-2p": "bid-card for two players, with a second deal",
    "open-house-2p": "open-house for two players, with a second deal",
}

Name = Annotated[
    str | None,
    typer.Argument(
        metavar="NAME",
        show_default=False,
        help="A preset, or a TOML file of rules; without one all presets are listed.",
    ),
]
Toml = Annotated[
    bool,
    typer.Option("--toml", help="Print the rules as TOML, to start a file of one's own (default: a table)."),
]


def rules(name: Name = None, toml: Toml = False) -> None:
    """The presets; with a NAME, its options with what each means.

    To play by rules of one's own: seep rules classic --toml > ours.toml, change what differs, and give
    --rules ours.toml to any command.
    """
    from seep_cli.stream import named_rules

    if name is None and not toml:
        _presets()
        return
    chosen = named_rules(name or "classic")
    if toml:
        console.result(chosen.to_toml().rstrip("\n"))
    else:
        _meanings(chosen)


def _presets() -> None:
    """What each preset is, and in what it differs from classic."""
    from rich.text import Text

    from seep_solver.rules import PRESETS

    width, indent = console.screen().width, max(map(len, PRESETS)) + 2
    lines = []
    for preset, chosen in PRESETS.items():
        about, *more = wrap(ABOUT[preset], width - indent)
        lines.append(console.piece(f"{preset:<{indent}}", "bold").append(about))
        pairs = [f"{field}\xa0{_word(value)}" for field, value in _differences(chosen).items()]
        more += wrap(", ".join(pairs), width - indent, break_on_hyphens=False)
        lines += [console.piece(" " * indent + line.replace("\xa0", " "), "dim") for line in more]
    console.show(Text("\n").join(lines))


def _differences(chosen: Rules) -> dict[str, int | str | bool]:
    from seep_solver.rules import PRESETS

    base = PRESETS["classic"].options()
    return {field: value for field, value in chosen.options().items() if value != base[field]}


def _meanings(chosen: Rules) -> None:
    """One set of rules: each option, its value, and what it means; a star where it differs from classic."""
    from rich.text import Text

    from seep_solver.rules import MEANINGS

    values, differing = chosen.options(), _differences(chosen)
    names, words = max(map(len, values)) + 2, max(len(_word(value)) for value in values.values()) + 2
    room = console.screen().width - 2 - names - words
    about = ABOUT.get(chosen.name, "rules of your own")
    lines = [console.piece(chosen.name, "bold").append(f"  {about}"), Text()]
    for field, value in values.items():
        differs = field in differing
        first, *more = wrap(MEANINGS[field], room, break_on_hyphens=False)
        line = console.piece("* " if differs else "  ", "bold green").append(f"{field:<{names}}")
        line.append(f"{_word(value):<{words}}", "bold green" if differs else "bold")
        lines.append(line.append(first, "dim"))
        lines += [console.piece(" " * (2 + names + words) + rest, "dim") for rest in more]
    if differing:
        lines += [Text(), console.piece("* differs from classic", "dim")]
    console.show(Text("\n").join(lines))


def _word(value: int | str | bool) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
