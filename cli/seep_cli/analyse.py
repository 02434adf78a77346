"""`seep analyse`: every legal move with its exact gain, best first, and the line of best play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from seep_cli import console, options

if TYPE_CHECKING:
    from rich.text import Text

    from seep_cli.console import Screen
    from seep_cli.stream import Asked
    from seep_solver.exact import Analysis, MoveValue
    from seep_solver.hidden import Estimate

MARK = "* "
GUESS_NOTE = "  guess: the gain that a search of a few plays expects; not proven, moves stand in its order"

ALONE_NOTE = "  known   no other deal of the hidden cards fits"


def analyse(
    positions: options.Positions = None,
    rules: options.Rules = None,
    time: options.Time = None,
    nodes: options.Nodes = None,
    hash_mb: options.HashMb = None,
    threads: options.Threads = 1,
    top: options.Top = None,
    json: options.Json = False,
    timings: options.Timings = False,
    quiet: options.Quiet = False,
    record: options.Record = None,
    at: options.At = None,
    seat: options.Seat = None,
    worlds: options.Worlds = None,
    seed: options.Seed = 1,
    method: options.Method = "auto",
    infer: options.Infer = True,
) -> None:
    """Every legal move with its exact gain, best first, and the line of best play.

    The gain of a move is what the side to move still wins more than the other side from here to the end of
    the deal, both playing their best with all cards seen. A search that a limit stops shows proven bounds,
    low..high, and beside them a guess of each move that is not exact. Of a hidden position it is the mean gain
    over deals of the unseen cards, with its standard error, and by how much the best move is ahead.
    """
    from seep_cli.search import Limits, searched
    from seep_cli.stream import Stream

    stream = Stream.asked(positions, rules=rules, record=record, at=at, seat=seat, json=json)
    limits = Limits(time, nodes, hash_mb, threads, quiet, top, worlds, seed, method, infer)

    def answer(asked: Asked) -> None:
        for found in searched(asked, limits, want="all"):
            if not json:
                _show(asked, found, timings, top, first=not stream.answered)
            elif found.kind == "estimate":
                console.result_json({"id": asked.id} | found.to_json(timings=timings, top=top))
            else:
                console.result_json({"id": asked.id} | found.to_json(timings=timings))

    stream.answer_each(answer)


def _show(asked: Asked, found: Analysis | Estimate, timings: bool, top: int | None, first: bool) -> None:
    from rich.text import Text

    from seep_cli.draw import heading, summary
    from seep_cli.estimate_text import estimated

    screen = console.screen()
    lines = [] if first else [Text()]
    lines += [heading(found.position, asked.name), *summary(found.position, screen)]
    if found.kind == "estimate":
        lines += estimated(found, screen, timings, top)
    else:
        lines += _analysed(found, screen, timings, alone=not asked.position.open)
    for line in lines:
        line.truncate(screen.width)
    console.show(Text("\n").join(lines))


def _analysed(analysis: Analysis, screen: Screen, timings: bool, alone: bool) -> list[Text]:
    """The moves of an open position, or of the one deal that fits a hidden one."""
    from rich.text import Text

    lines = [console.piece(ALONE_NOTE, "dim")] if alone else []
    lines += [Text(), *_moves(analysis, screen)]
    if any(move.guess is not None for move in analysis.moves):
        lines += [Text(), console.piece(GUESS_NOTE, "dim")]
    return [*lines, Text(), console.piece(_footer(analysis, timings), "dim")]


def _moves(analysis: Analysis, screen: Screen) -> list[Text]:
    """A row a move: gain, margin where it differs, guess if there is one, the move, the line of play after it."""

    shown = analysis.moves
    if not shown:
        return [console.piece("  no move: the deal is over", "dim")]
    shift = analysis.position.standing
    columns = [["gain", *(_value(move, 0) for move in shown)]]
    if shift:
        columns.append(["margin", *(_value(move, shift) for move in shown)])
    if any(move.guess is not None for move in shown):
        columns.append(["guess", *(f"~{_signed(move.guess)}" if move.guess is not None else "" for move in shown)])
    names = ["move", *(move.move for move in shown)]
    widths = [max(map(len, column)) for column in columns]
    name_width = max(map(len, names))
    rows = []
    for at, name in enumerate(names):
        best = at > 0 and name in analysis.best
        row = console.piece(MARK if best else "  ", "bold green")
        style = "dim" if at == 0 else "bold green" if best else ""
        row.append("  ".join(f"{column[at]:>{width}}" for column, width in zip(columns, widths, strict=True)), style)
        if at == 0:
            rows.append(row.append(f"  {name:<{name_width}}  then", style))
            continue
        row.append("  ").append_text(console.cards(name, screen.symbols)).append(" " * (name_width - len(name)))
        room = screen.width - row.cell_len - 2
        row.append("  ").append_text(_line_of_play(shown[at - 1].pv[1:], room, screen))
        row.rstrip()
        rows.append(row)
    return rows


def _value(move: MoveValue, shift: int) -> str:
    """A gain (or a margin, that much more) as people read it: ``+17``, or ``-3..+17`` for bounds."""
    low, high = _signed(move.low + shift), _signed(move.high + shift)
    return low if low == high else f"{low}..{high}"


def _signed(number: int) -> str:
    return f"{number:+d}" if number else "0"


def _line_of_play(plays: tuple[str, ...], room: int, screen: Screen) -> Text:
    """As many plays as fit in `room` columns, whole ones; dots say that it goes on."""
    used, fitting = 0, 0
    for at, play in enumerate(plays):
        more = 4 if at < len(plays) - 1 else 0
        used += len(play) + (1 if at else 0)
        if used + more > room:
            break
        fitting = at + 1
    words = " ".join(plays[:fitting]) + (" ..." if fitting < len(plays) else "")
    return console.cards(words.strip(), screen.symbols)


def _footer(analysis: Analysis, timings: bool) -> str:
    words = []
    if analysis.kind == "bounds":
        why = {"time": "the time ran out", "nodes": "the nodes ran out", "interrupt": "interrupted"}
        words.append(f"bounds only: {why.get(analysis.stopped, 'stopped')}")
    words.append(f"{analysis.nodes:,} nodes")
    if timings:
        words.append(f"{analysis.time_s:.3f} s")
    return "  " + ", ".join(words)
