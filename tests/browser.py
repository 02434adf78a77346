"""Chromium without a window, driven over WebDriver (W3C) with nothing but the standard library.

Needs `chromium` and `chromedriver` on the path; `missing` says which is not there.
"""

from __future__ import annotations

import base64
import json
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import ProxyHandler, Request, build_opener

PATIENCE = 20  # seconds
PORT = re.compile(rb"started successfully on port (\d+)")
KEYS = {"down": "\ue015", "end": "\ue010", "home": "\ue011", "enter": "\ue007", "tab": "\ue004"}
_ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
_DIRECT = build_opener(ProxyHandler({}))
_QUIET = (
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
    "--force-prefers-reduced-motion", "--disable-background-networking",
    "--disable-component-update", "--disable-dev-shm-usage",
)  # fmt: skip


def missing() -> str | None:
    """What is not installed that a browser takes."""
    return next((name for name in ("chromium", "chromedriver") if shutil.which(name) is None), None)


class Page:
    """A page in the browser."""

    def __init__(self, session: str) -> None:
        self._session = session

    def open(self, path: Path) -> None:
        """Open a file."""
        self._post("url", url=path.resolve().as_uri())

    def run(self, script: str) -> Any:
        """What the body of a function in JavaScript returns."""
        return self._post("execute/sync", script=script, args=[])

    def click(self, css: str, number: int = 0) -> None:
        """Click the first element, or the one of that number, as a person would: it must be there to be clicked."""
        self._post(f"element/{self._find(css, number)}/click")

    def type(self, css: str, text: str) -> None:
        """Type into an element; names of `KEYS` are keys."""
        self._post(f"element/{self._find(css, 0)}/value", text=KEYS.get(text, text))

    def texts(self, css: str) -> list[str]:
        """The text of each element, as it is seen."""
        found: list[str] = self.run(f"return [...document.querySelectorAll({css!r})].map((node) => node.innerText)")
        return found

    def look(self, path: Path, width: int, height: int, *, dark: bool = False) -> None:
        """A picture of what stands in a window of that size."""
        self._post("window/rect", width=width, height=height)
        scheme = [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]
        self._post("goog/cdp/execute", cmd="Emulation.setEmulatedMedia", params={"features": scheme})
        path.write_bytes(base64.b64decode(_call("GET", f"{self._session}/screenshot")))

    def complaints(self) -> list[str]:
        """What the browser has said of the page: errors, things it was not let load."""
        return [entry["message"] for entry in self._post("se/log", type="browser")]

    def _find(self, css: str, number: int) -> str:
        found = self._post("elements", using="css selector", value=css)
        assert len(found) > number, f"no {css}"
        return str(found[number][_ELEMENT])

    def _post(self, command: str, **values: Any) -> Any:
        return _call("POST", f"{self._session}/{command}", values)


@contextmanager
def browser(profile: Path) -> Iterator[Page]:
    """A browser with a fresh profile in that folder; it is gone when the block ends."""
    driver = subprocess.Popen(["chromedriver", "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    try:
        address = f"http://127.0.0.1:{_port(driver)}/session"
        options = {"args": [*_QUIET, f"--user-data-dir={profile}"], "binary": shutil.which("chromium")}
        wanted = {"goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}}
        session = _call("POST", address, {"capabilities": {"alwaysMatch": wanted}})["sessionId"]
        try:
            yield Page(f"{address}/{session}")
        finally:
            _call("DELETE", f"{address}/{session}")
    finally:
        driver.terminate()
        driver.wait(PATIENCE)


def _port(driver: subprocess.Popen[bytes]) -> int:
    """The port that the driver says it listens on."""
    assert driver.stdout is not None
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline and (line := driver.stdout.readline()):
        if match := PORT.search(line):
            return int(match[1])
    raise OSError("chromedriver does not start")


def _call(method: str, address: str, values: dict[str, Any] | None = None) -> Any:
    data = None if values is None else json.dumps(values).encode()
    request = Request(address, data, {"Content-Type": "application/json"}, method=method)
    try:
        with _DIRECT.open(request, timeout=PATIENCE) as got:
            return json.load(got)["value"]
    except HTTPError as error:
        raise AssertionError(json.load(error)["value"]["message"]) from error
