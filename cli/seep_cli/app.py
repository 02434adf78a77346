"""The command `seep`: which commands there are, and what every way of ending means to the caller."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from difflib import get_close_matches
from importlib import import_module
from typing import Annotated, Any, NamedTuple, cast

import typer
from typer.core import TyperCommand, TyperGroup

from seep_cli import console
from seep_cli.options import Mistake

ANSWERED, PARTLY, NOTHING, INTERRUPTED = 0, 1, 2, 130
SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": console.PLAIN_WIDTH}


class Entry(NamedTuple):
    """A command: the function ``module.name`` and its line in `seep --help`."""

    name: str
    summary: str


COMMANDS: dict[str, Entry] = {
    "analyse": Entry("analyse", "every legal move with its exact gain, and the line of best play"),
    "analyze": Entry("analyse", ""),
    "best": Entry("best", "one best move and nothing else: for scripts"),
    "moves": Entry("moves", "the legal moves, or which rule an illegal one breaks"),
    "check": Entry("check", "the canonical line of each position, and every fault"),
    "show": Entry("show", "the table drawn: floor, houses, hands, score"),
    "solve": Entry("solve", "many positions into Parquet, on every core, resumable"),
    "generate": Entry("generate", "positions for study: endgames reached by play, puzzles"),
    "arena": Entry("arena", "agents against each other over the same deals, sides swapped"),
    "stats": Entry("stats", "what solved tables say: gains, kinds of moves, seeps, effort; SQL"),
    "report": Entry("report", "the same with pictures and a browser of positions, as one page"),
    "perft": Entry("perft", "counts of move sequences"),
    "bench": Entry("bench", "a fixed suite solved on one thread: speed and a signature"),
    "rules": Entry("rules", "the presets, and what each option of the rules means"),
}
HIDDEN = {"analyze"}

# The class of every mistake that Click finds in a command line; Typer gives it no name of its own.
USAGE_ERROR = cast(type[Exception], typer.BadParameter.__mro__[1])

# A command line can never hold this character, so it marks an argument that is a position and no option.
SHIELD = "\0"


class Command(TyperCommand):
    """A command whose arguments may be positions with an empty floor, which start with a dash."""

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write arguments and options; what to give for an argument is its name, not a Python type."""
        sections: dict[str, list[tuple[str, str]]] = {"argument": [], "option": []}
        for parameter in self.get_params(ctx):
            if (record := parameter.get_help_record(ctx)) is not None:
                sections[parameter.param_type_name].append((record[0].split(" <")[0], record[1]))
        for title, rows in sections.items():
            if rows:
                with formatter.section(f"{title.capitalize()}s"):
                    formatter.write_dl(rows)

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the command line, keeping positions out of the way of the option parser."""
        shielded = [SHIELD + a if a[:1] == "-" and a[1:2].isspace() else a for a in args]
        rest = super().parse_args(ctx, shielded)
        ctx.params = {name: _unshielded(value) for name, value in ctx.params.items()}
        return rest


def _unshielded(value: Any) -> Any:
    if isinstance(value, str):
        return value.removeprefix(SHIELD)
    return [_unshielded(each) for each in value] if isinstance(value, list | tuple) else value


class Commands(TyperGroup):
    """The commands, each imported only when it is asked for."""

    def list_commands(self, ctx: Any) -> list[str]:
        """Names in the order of the help page."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Import and build one command; None if there is none of that name."""
        entry = COMMANDS.get(cmd_name)
        if entry is None:
            return None
        function = getattr(import_module(f"seep_cli.{entry.name}"), entry.name)
        lone = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
        lone.command(cmd_name, cls=Command, context_settings=SETTINGS, hidden=cmd_name in HIDDEN)(function)
        return typer.main.get_command(lone)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find the command that the first word names."""
        name = args[0]
        if name not in COMMANDS and not name.startswith("-"):
            close = get_close_matches(name, [known for known in COMMANDS if known not in HIDDEN], 1)
            hint = f"did you mean {close[0]}?" if close else "seep --help lists the commands"
            raise Mistake(f"no such command {console.quoted(name)}", hint)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the list of commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, entry.summary) for name, entry in COMMANDS.items() if name not in HIDDEN])


app = typer.Typer(
    cls=Commands,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings=SETTINGS,
)


def _version(wanted: bool) -> None:
    if wanted:
        from seep_solver.settings import release

        console.result(f"seep {release()}")
        raise typer.Exit(ANSWERED)


@app.callback(invoke_without_command=True)
def seep(
    ctx: typer.Context,
    version: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help="Print the version and exit (default: off)."),
    ] = False,
) -> None:
    """Exact analysis of Seep (Sweep, Sip), the card game, and estimates where hands are hidden.

    A position is one line: the floor, the hands split by slashes, the seat to play. Try

      seep analyse "4C6CTC 2CTD/3C5D/7H8C/9CQD 1"
    """
    if ctx.invoked_subcommand is None:
        print(ctx.get_help(), file=sys.stderr)
        raise typer.Exit(NOTHING)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command line (that of the process if not given); the exit code is interface's."""
    console.prepare()
    try:
        code = _run(list(sys.argv[1:] if arguments is None else arguments))
        sys.stdout.flush()
    except BrokenPipeError:
        console.abandon_output()
        return ANSWERED
    except OSError as fault:
        console.abandon_output()
        console.error((fault.strerror or str(fault)).lower())
        return NOTHING
    return code


def _run(arguments: list[str]) -> int:
    try:
        group = typer.main.get_command(app)
        with group.make_context("seep", arguments) as context:
            group.invoke(context)
    except typer.Exit as stop:
        return stop.exit_code
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except Mistake as mistake:
        console.error(mistake.message, hint=mistake.hint)
        return NOTHING
    except MemoryError:
        console.error("not enough memory", hint="a smaller table may fit: --hash-mb")
        return NOTHING
    except USAGE_ERROR as usage:
        _usage_error(usage)
        return NOTHING
    return ANSWERED


def _usage_error(usage: Any) -> None:
    """Say what is wrong with a command line in our manner rather than Click's."""
    command = usage.ctx.command_path if usage.ctx else "seep"
    hint = f"{command} --help lists what it takes"
    name = getattr(usage, "option_name", None)
    if name and hasattr(usage, "possibilities"):
        if usage.possibilities:
            hint = f"did you mean {usage.possibilities[0]}?"
        message = f"no such option {console.quoted(name)}"
    else:
        message = (usage.message or usage.format_message()).rstrip(".").replace("'", '"').replace(SHIELD, "")
        message = message[:1].lower() + message[1:]
    console.error(message, hint=hint, place=command)
