"""What a terminal gets and a pipe does not: colour, suit symbols, the width of the window."""

from __future__ import annotations

import os
import pty
import re
import struct
import subprocess
import sys
import termios
from fcntl import ioctl

import pytest
from conftest import environment

WHOLE_DEAL = (
    "7CTHQCKD 3H7H9HQS+3D5H5S6C6H8D8SJH/2C4C5C6D7D8C9C9STCJCQDQH/ACADAH2D2S3S6S8HTSJDKCKH/"
    "AS2H3C4D4H4S5D7S9DTDJSKS 1 bid=12"
)
POSITION = "4C7D[11:5C6H@1] JS9H3C/QDJH8C/4S2D2H/KS6S5D 1 last=2"


def on_terminal(*arguments: str, width: int = 80, **variables: str) -> str:
    """What a terminal of that width receives."""
    ours, theirs = pty.openpty()
    ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, width, 0, 0))
    surroundings = {**environment(), "TERM": "xterm-256color", "PYTHONIOENCODING": "utf-8", **variables}
    surroundings.pop("COLUMNS", None)
    command = [sys.executable, "-m", "seep_cli", *arguments]
    child = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=surroundings)
    os.close(theirs)
    received = b""
    try:
        while part := os.read(ours, 65536):
            received += part
    except OSError:  # Linux says so when the other end has gone
        pass
    os.close(ours)
    child.wait(20)
    return received.decode().replace("\r\n", "\n")


@pytest.mark.parametrize("command", ["analyse", "show"])
def test_colour_and_symbols(command: str) -> None:
    shown = on_terminal(command, POSITION)
    assert "\x1b[31m" in shown
    assert "♥" in shown


@pytest.mark.parametrize("command", ["analyse", "show"])
def test_no_color(command: str) -> None:
    shown = on_terminal(command, POSITION, NO_COLOR="1")
    assert "\x1b" not in shown
    assert "♥" in shown


@pytest.mark.parametrize("command", ["analyse", "show"])
def test_ascii_terminal(command: str) -> None:
    shown = on_terminal(command, POSITION, PYTHONIOENCODING="ascii", TERM="dumb")
    assert shown.isascii()
    assert "\x1b" not in shown


def test_lines_fit_the_window() -> None:
    for width in (60, 120):
        shown = re.sub(r"\x1b\[[\d;]*m", "", on_terminal("analyse", POSITION, width=width))
        assert max(map(len, shown.splitlines())) <= width


def test_a_long_search_says_how_far_it_is() -> None:
    """On a terminal, after a second; the line is gone when the result comes."""
    shown = on_terminal("analyse", "--time", "3", WHOLE_DEAL)
    line = re.search(r"[-+]\d+\.\.[-+]\d+  [\d,]+ nodes  [\d,]+/s  table \d+ %  \d+ s", shown)
    assert line
    result = shown.index("the time ran out")
    assert shown.rindex("nodes  ") < shown.rindex("\x1b[2K") < result
    assert shown.rindex("/s  table") < shown.index("rules, seat 1 opens")


def test_no_colour_in_the_line_of_a_search() -> None:
    shown = on_terminal("analyse", "--time", "3", WHOLE_DEAL, NO_COLOR="1")
    assert "/s  table" in shown
    assert not re.search(r"\x1b\[[\d;]*m", shown)


def test_no_line_where_none_is_wanted() -> None:
    for shown in (on_terminal("analyse", "--time", "2", "--quiet", WHOLE_DEAL),
                  on_terminal("analyse", "--time", "2", WHOLE_DEAL, TERM="dumb")):
        assert "the time ran out" in shown
        assert "/s  table" not in shown


def test_scripts_get_plain_moves_on_a_terminal_too() -> None:
    shown = on_terminal("best", POSITION)
    assert shown.isascii()
    assert "\x1b" not in shown


def test_errors_are_coloured() -> None:
    shown = on_terminal("check", "4C4C 2CTD/3C5D/7H8C/9CQD 1")
    assert "\x1b[1;31margument:1:3:\x1b[0m " in shown
