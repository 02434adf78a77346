"""`seep rules`: the presets, and what each option of the rules means."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap
from typing import TYPE_CHECKING, Annotated

import typer

from seep_cli import console, options

if TYPE_CHECKING:
    from rich.text import Text

    from seep_solver.rules import Rules, Value

OWN = "rules of one's own"
GAP = 2

Name = Annotated[
    str | None,
    typer.Argument(
        metavar="NAME",
        show_default=False,
        help="A preset, or a TOML file of rules; without one all presets, side by side.",
    ),
]
Toml = Annotated[
    bool,
    typer.Option("--toml", help="Print the rules as TOML, to start a file of one's own (default: a table)."),
]
Json = Annotated[bool, typer.Option("--json", help="One JSON object a line and a set of rules (default: a table).")]


def rules(name: Name = None, toml: Toml = False, json: Json = False) -> None:
    """The presets side by side; with a NAME, its options with what each means.

    To play by rules of one's own: seep rules classic --toml > ours.toml, change what differs, and give
    --rules ours.toml to any command.
    """
    from seep_cli.stream import named_rules
    from seep_solver.rules import PRESETS

    if toml and json:
        raise options.Mistake("expected --toml or --json, got both", "leave one of them out")
    chosen = list(PRESETS.values()) if name is None else [named_rules(name)]
    if json:
        for each in chosen:
            console.result_json(_object(each))
    elif toml:
        console.result(chosen[0].to_toml().rstrip("\n"))
    elif name is None:
        _compared(chosen)
    else:
        _meanings(chosen[0])


def _about(chosen: Rules) -> tuple[str, tuple[str, ...]]:
    """What these rules are, and what the document says that they come from."""
    from seep_solver.presets import ABOUT, SAYS
    from seep_solver.rules import PRESETS

    if PRESETS.get(chosen.name) != chosen:
        return (f"{OWN}, in {chosen.path}" if chosen.path else OWN), ()
    return ABOUT[chosen.name], SAYS[chosen.name]


def _object(chosen: Rules) -> dict[str, object]:
    about, says = _about(chosen)
    return {"rules": chosen.name, "about": about, "says": list(says), "options": chosen.options()}


def _differences(chosen: Rules) -> dict[str, Value]:
    from seep_solver.rules import PRESETS

    return chosen.differences(PRESETS["classic"])


def _compared(presets: Sequence[Rules]) -> None:
    """What each preset is, then the options side by side, those that differ from classic with a star."""
    from rich.text import Text

    width, indent = console.screen().width, max(len(chosen.name) for chosen in presets) + GAP
    lines = []
    for chosen in presets:
        about, says = _about(chosen)
        first, *more = wrap(about, width - indent)
        lines.append(console.piece(f"{chosen.name:<{indent}}", "bold").append(first))
        more += [line for remark in says for line in _bullet(remark, width - indent)]
        lines += [console.piece(" " * indent + line, "dim") for line in more]
    rows = [row for row in presets[0].options() if len({chosen.options()[row] for chosen in presets}) > 1]
    for columns in _blocks(presets, width):
        lines += [Text(), *_table(columns, rows)]
    same = ", ".join(f"{row} {_word(value)}" for row, value in presets[0].options().items() if row not in rows)
    lines += [console.piece(line, "dim") for line in ["", *wrap(f"the same in all: {same}", width)]]
    console.show(Text("\n").join([*lines, console.piece("* differs from classic", "dim")]))


def _bullet(remark: str, room: int) -> list[str]:
    return wrap(remark, room, initial_indent="- ", subsequent_indent="  ", break_on_hyphens=False)


def _column(chosen: Rules) -> list[str]:
    """The preset's name and its values as they stand one below the other."""
    differing = _differences(chosen)
    values = chosen.options().items()
    return [chosen.name] + [f"{_word(value)}{'*' if row in differing else ''}" for row, value in values]


def _across(columns: Sequence[Rules]) -> int:
    """How wide a table with these columns is."""
    names = max(map(len, columns[0].options()))
    return names + sum(GAP + max(map(len, _column(chosen))) for chosen in columns)


def _blocks(presets: Sequence[Rules], width: int) -> list[list[Rules]]:
    """The presets as columns of one table; where it is too wide, of one for each number of players and more."""
    if _across(presets) <= width:
        return [list(presets)]
    blocks: list[list[Rules]] = []
    for chosen in presets:
        block = blocks[-1] if blocks else []
        if block and block[0].players == chosen.players and _across([*block, chosen]) <= width:
            block.append(chosen)
        else:
            blocks.append([chosen])
    return blocks


def _table(columns: Sequence[Rules], rows: Sequence[str]) -> list[Text]:
    """One line an option, one column a preset, under a line of names."""
    names = list(columns[0].options())
    label = max(map(len, names))
    texts = [_column(chosen) for chosen in columns]
    lines = []
    for row in ["", *rows]:
        at = names.index(row) + 1 if row else 0
        line = console.piece(f"{row:<{label}}", "")
        for column in texts:
            cell = f"{column[at]:<{max(map(len, column)) + GAP}}"
            style = "bold" if not row else "bold green" if column[at].endswith("*") else "dim"
            line.append(" " * GAP).append(cell[:-GAP], style)
        line.rstrip()
        lines.append(line)
    return lines


def _meanings(chosen: Rules) -> None:
    """One set of rules: each option, its value, and what it means; a star where it differs from classic."""
    from rich.text import Text

    from seep_solver.rules import MEANINGS

    values, differing = chosen.options(), _differences(chosen)
    names, words = max(map(len, values)) + GAP, max(len(_word(value)) for value in values.values()) + GAP
    width = console.screen().width
    room = width - 2 - names - words
    about, says = _about(chosen)
    lines = [console.piece(chosen.name, "bold").append(f"  {about}")]
    lines += [console.piece(line, "dim") for remark in says for line in _bullet(remark, width)]
    lines.append(Text())
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


def _word(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
