"""The terminal: the one module that writes to it.

Results go to standard output, everything else to standard error. Colour, suit symbols and progress appear
only on a terminal that can show them; anything else gets plain ASCII in a fixed width, the same on every run.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TextIO

if TYPE_CHECKING:
    from rich.live import Live
    from rich.text import Text

PLAIN_WIDTH = 100
QUOTE_WIDTH = 60
FIRST_SHOWN = 1.0  # seconds until a search shows how far it is
SHOWN_EVERY = 0.2  # seconds from one line to the next

SYMBOLS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
STYLES = {"C": "", "D": "red", "H": "red", "S": "bold"}
CARD = re.compile(r"([A2-9TJQK])([CDHS])")


@dataclass(frozen=True, slots=True)
class Screen:
    """What a stream can show: ``symbols`` are suits and box lines, ``width`` is in columns."""

    terminal: bool
    colour: bool
    symbols: bool
    width: int


def prepare() -> None:
    """Make the streams of the process fit to write to: never missing, never failing on a character."""
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def abandon_output() -> None:
    """Point standard output nowhere, so that what Python still flushes at exit does not fail once more."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def screen(stream: TextIO | None = None) -> Screen:
    """What `stream` (standard output if not given) can show."""
    stream = sys.stdout if stream is None else stream
    if not stream.isatty():
        return Screen(terminal=False, colour=False, symbols=False, width=PLAIN_WIDTH)
    capable = os.environ.get("TERM", "") not in ("", "dumb")
    return Screen(
        terminal=True,
        colour=capable and not os.environ.get("NO_COLOR"),
        symbols=_encodes(stream, "♣♦♥♠─│╭╯"),
        width=max(40, shutil.get_terminal_size((PLAIN_WIDTH, 24)).columns),
    )


def _encodes(stream: TextIO, text: str) -> bool:
    try:
        text.encode(stream.encoding or "ascii")
    except (LookupError, UnicodeEncodeError):
        return False
    return True


def cards(notation: str, symbols: bool) -> Text:
    """`notation` (cards, a move, a line of play) with its suits coloured, and as symbols where they show."""
    from rich.text import Text

    text, end = Text(), 0
    for found in CARD.finditer(notation):
        text.append(notation[end : found.start()])
        rank, suit = found.groups()
        text.append(rank + (SYMBOLS[suit] if symbols else suit), STYLES[suit])
        end = found.end()
    return text.append(notation[end:])


def piece(words: str, style: str) -> Text:
    """`words` in a style that what is appended later does not take over."""
    from rich.text import Text

    return Text().append(words, style)


def show(text: Text) -> None:
    """Print `text` for people on standard output; lines are never wrapped, a long one is cut at the width."""
    if not screen().colour:
        result(text.plain)
        return
    from rich.console import Console

    console = Console(file=sys.stdout, force_terminal=True, width=screen().width, highlight=False, markup=False)
    console.print(text, no_wrap=True, overflow="crop", emoji=False)
    sys.stdout.flush()


def show_moves(moves: list[str]) -> None:
    """Print moves one a line: canonical text for a program, coloured suits for a person."""
    if not moves:
        return
    if not screen().colour:
        result("\n".join(moves))
        return
    from rich.text import Text

    symbols = screen().symbols
    show(Text("\n").join(cards(move, symbols) for move in moves))


def result(line: str) -> None:
    """Print `line` on standard output at once."""
    print(line, flush=True)


def result_json(value: Mapping[str, Any]) -> None:
    """Print one object on a line of its own, keys in their order, ASCII only."""
    result(json.dumps(value, separators=(",", ":")))


def note(message: str) -> None:
    """Tell a person something on standard error that is not an error."""
    _say(printable(message))


def error(message: str, *, hint: str | None = None, place: str = "seep") -> None:
    """Report an error on standard error as ``place: message``, and what to do about it on a line of its own.

    `place` is where: ``file:line:column``, or the command.
    """
    colour = screen(sys.stderr).colour
    red, bold, plain = ("\x1b[1;31m", "\x1b[1m", "\x1b[0m") if colour else ("", "", "")
    _say(f"{red}{printable(place)}:{plain} {printable(message)}")
    if hint:
        _say(f"{bold}hint:{plain} {printable(hint)}")


def _say(line: str) -> None:
    sys.stdout.flush()
    print(line, file=sys.stderr, flush=True)


def printable(text: str) -> str:
    """`text` with what could disturb a terminal (control characters, stray bytes) written as escapes."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape", "backslashreplace").decode() for c in text)


def quoted(text: str) -> str:
    """`text` in quotes, cut short when long."""
    return f'"{text}"' if len(text) <= QUOTE_WIDTH else f'"{text[: QUOTE_WIDTH - 3]}..."'


class Progress:
    """A bar on standard error that says how many are done, how fast, and how long is left."""

    def __init__(self, advance: Any, describe: Any = None) -> None:
        self._advance = advance
        self._describe = describe

    @property
    def visible(self) -> bool:
        """Whether anything is shown."""
        return self._advance is not None

    def done(self, count: int = 1) -> None:
        """`count` more are done."""
        if self._advance is not None:
            self._advance(count)

    def say(self, words: str) -> None:
        """Say `words` beside the bar."""
        if self._describe is not None:
            self._describe(words)


@contextmanager
def progress(total: int | None, unit: str = "positions", *, quiet: bool = False, done: int = 0) -> Iterator[Progress]:
    """Show progress while the block runs; nothing when standard error is no terminal or `quiet`.

    `total` is None when it is not known; `done` of it were there before, and do not count for the rate.
    """
    if quiet or not screen(sys.stderr).terminal:
        yield Progress(None)
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, ProgressColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar
    from rich.text import Text

    class Rate(ProgressColumn):
        def render(self, task: Any) -> Text:
            speed = (task.completed - done) / task.elapsed if task.elapsed else 0.0
            words = f"{speed:,.0f}/s" if speed >= 10 else f"{speed:.1f}/s" if speed else "-/s"
            return Text(words, "cyan")

    colour = screen(sys.stderr).colour
    console = Console(file=sys.stderr, force_terminal=True, no_color=not colour, highlight=False)
    columns = [BarColumn(30), MofNCompleteColumn(), TextColumn("{task.description}"), Rate()]
    columns.append(TimeRemainingColumn(elapsed_when_finished=True))
    # Standard output is left alone: it may be a pipe while standard error is the terminal.
    with Bar(*columns, console=console, transient=True, redirect_stdout=False) as bar:
        task = bar.add_task(unit, total=total, completed=done)
        yield Progress(
            lambda count: bar.advance(task, count), lambda words: bar.update(task, description=f"{unit}  {words}")
        )


@contextmanager
def searching(*, quiet: bool = False) -> Iterator[Callable[[int, int, int, int], None] | None]:
    """A line that says how far a search is, from its second second until the block ends; then it is gone.

    The block gets what to call with low, high, nodes and the thousandths of the table in use; None when standard
    error is no terminal, cannot move its cursor, or `quiet`.
    """
    if quiet or not screen(sys.stderr).terminal or os.environ.get("TERM", "") in ("", "dumb"):
        yield None
        return
    live: Live | None = None
    start = shown = 0.0
    first = 0

    def watch(low: int, high: int, nodes: int, use: int) -> None:
        nonlocal live, start, shown, first
        now = time.monotonic()
        if not start:
            start, first = now, nodes
        if now - start < FIRST_SHOWN or now - shown < SHOWN_EVERY:
            return
        shown = now
        if live is None:
            live = _line_on_terminal()
            live.start()
        known = f"{low:+d}" if low == high else f"{low:+d}..{high:+d}"
        speed = (nodes - first) / (now - start)
        words = f"{known}  {nodes:,} nodes  {speed:,.0f}/s  table {use / 10:.0f} %  {now - start:.0f} s"
        live.update(piece(words, "cyan"), refresh=True)

    try:
        yield watch
    finally:
        if live is not None:
            live.stop()


def _line_on_terminal() -> Live:
    """A line on standard error that is drawn anew in its place, and vanishes."""
    from rich.console import Console
    from rich.live import Live

    colour = screen(sys.stderr).colour
    console = Console(file=sys.stderr, force_terminal=True, no_color=not colour, highlight=False)
    return Live(
        console=console, auto_refresh=False, transient=True, redirect_stdout=False, vertical_overflow="crop"
    )
