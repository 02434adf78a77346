"""docs/presets.md says what the code does: its lists are written from it, and its table is read back.

``make golden`` (SEEP_REGENERATE=1) writes the parts between the marks anew.
"""

from __future__ import annotations

import os
import re
import tomllib

import pytest
from conftest import ROOT

from seep_solver.options import BY_NAME, OPTIONS, Value
from seep_solver.presets import ABOUT, SAYS
from seep_solver.rules import PRESETS, Rules

PAGE = ROOT / "docs" / "presets.md"
MARKED = r"(?<=<!-- {} -->\n).*?(?=<!-- end -->)"


def word(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def says() -> str:
    """The list of what each document says."""
    lines = []
    for name, about in ABOUT.items():
        lines += [f"- **{name}**: {about}", *(f"  - {remark}" for remark in SAYS[name])]
    return "\n".join(lines) + "\n"


def options() -> str:
    """The table, an option a row and a preset a column."""
    head = f"| option | {' | '.join(PRESETS)} |\n|---|{'---|' * len(PRESETS)}\n"
    rows = []
    for option in OPTIONS:
        values = [getattr(rules, option.name) for rules in PRESETS.values()]
        cells = [word(value) if value == values[0] else f"**{word(value)}**" for value in values]
        rows.append(f"| {option.name} | {' | '.join(cells)} |\n")
    return head + "".join(rows)


PARTS = {"says": says, "options": options}


def page(part: str) -> str:
    """What the page has between two marks."""
    text = PAGE.read_text(encoding="utf-8")
    marked = re.compile(MARKED.format(part), re.DOTALL)
    if os.environ.get("SEEP_REGENERATE"):
        text = marked.sub(lambda _: PARTS[part](), text, count=1)
        PAGE.write_text(text, encoding="utf-8")
    found = marked.search(text)
    assert found is not None
    return found[0]


@pytest.mark.parametrize("part", PARTS)
def test_the_page_is_what_the_code_says(part: str) -> None:
    assert page(part) == PARTS[part](), "make golden writes it"


def test_the_table_read_back_is_every_preset() -> None:
    head, _, *rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in page("options").splitlines()]
    assert head[1:] == list(PRESETS)
    read: dict[str, dict[str, str]] = {name: {} for name in head[1:]}
    for row in rows:
        for name, cell in zip(head[1:], row[1:], strict=True):
            plain = cell.strip("*")
            read[name][row[0]] = plain
            assert (cell != plain) == (plain != read["classic"][row[0]])
    assert read == {
        name: {option: word(value) for option, value in rules.options().items()} for name, rules in PRESETS.items()
    }


def test_every_preset_is_told_in_plain_text() -> None:
    assert list(ABOUT) == list(SAYS) == list(PRESETS)
    for text in (*ABOUT.values(), *(remark for remarks in SAYS.values() for remark in remarks)):
        assert text.isascii()
        assert not text.endswith(".")


def test_options_named_in_what_the_documents_say_are_there() -> None:
    named = {name for remarks in SAYS.values() for remark in remarks for name in re.findall(r"[a-z]+_[a-z_]+", remark)}
    assert named
    assert named <= set(BY_NAME)


def test_the_example_of_an_own_table_is_one() -> None:
    example = re.search(r"(?<=```toml\n).*?(?=```)", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert example is not None
    fields = tomllib.loads(example[0])
    base = PRESETS[fields.pop("base")]
    ours = Rules(**{**base.options(), **fields})
    assert list(ours.differences(base)) == ["max_houses", "deals"]
