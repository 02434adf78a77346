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


def test_scripts_get_plain_moves_on_a_terminal_too() -> None:
    shown = on_terminal("best", POSITION)
    assert shown.isascii()
    assert "\x1b" not in shown


def test_errors_are_coloured() -> None:
    shown = on_terminal("check", "4C4C 2CTD/3C5D/7H8C/9CQD 1")
    assert "\x1b[1;31margument:1:3:\x1b[0m " in shown
