"""The page of `seep report`: whole, escaped, in need of nothing; and in Chromium, where it is installed, alive."""

from __future__ import annotations

import json
import re
import struct
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import browser
import plain_stats
import pytest
import solved
from conftest import Seep

from seep_cli.app import main
from seep_solver import Position
from seep_solver.panels import PANELS
from seep_solver.stats import STATISTICS

OUTSIDE = re.compile(r"https?:|(?<![\w-])(?:src|srcset|action|poster)\s*=|url\((?!#)|@import", re.IGNORECASE)
VOID = {"meta", "input", "br", "hr", "link", "img"}


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return solved.solve(tmp_path_factory.mktemp("report"))


@pytest.fixture(scope="module")
def page(out: Path) -> Path:
    path = out.parent / "report.html"
    assert main(["report", str(out), "-o", str(path), "--quiet"]) == 0
    return path


@pytest.fixture(scope="module")
def text(page: Path) -> str:
    return page.read_text(encoding="utf-8")


class Elements(HTMLParser):
    """The elements of a page, and whether each is closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def data(text: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(text.split('id="data">')[1].split("</script>")[0])
    return found


def test_structure(text: str) -> None:
    elements = Elements(text)
    assert elements.open == []
    names = [name for name, _ in elements.found]
    assert names.count("svg") == names.count("figure") == len(PANELS)
    assert names.count("script") == 2
    ids = [attributes["id"] for _, attributes in elements.found if "id" in attributes]
    assert len(ids) == len(set(ids))
    assert {f"table-{each.name}" for each in STATISTICS} <= set(ids)
    wanted = set(re.findall(r"url\(#([^)]+)\)", text)) | set(re.findall(r'href="#([^"]+)"', text))
    assert wanted <= set(ids)
    labels = [attributes.get("aria-label") for name, attributes in elements.found if name == "svg"]
    assert all(labels)


def test_nothing_from_outside(text: str) -> None:
    assert OUTSIDE.findall(text) == []
    links = [attributes["href"] for _, attributes in Elements(text).found if attributes.get("href")]
    assert [link for link in links if link and not link.startswith("#")] == []
    assert "default-src 'none'" in text


def test_text_is_no_markup(text: str) -> None:
    assert text.count("<script") == 2
    assert "<script>alert" not in text
    names = [one["id"] for one in data(text)]
    assert '<script>alert("1")</script>' in names


def test_a_condition_is_escaped(seep: Seep, out: Path, tmp_path: Path) -> None:
    path = tmp_path / "few.html"
    ran = seep("report", str(out), "-o", str(path), "--where", "hand < 3 and id <> '</script>{{data}}'")
    assert (ran.code, ran.out) == (0, "")
    found = path.read_text(encoding="utf-8")
    assert "<code>hand &lt; 3 and id &lt;&gt; &#x27;&lt;/script&gt;{{data}}&#x27;</code>" in found
    assert {one["hand"] for one in data(found)} == {1, 2}


def test_positions_are_those_of_the_tables(text: str, out: Path) -> None:
    rows = solved.rows(out / "part-00000.parquet")
    items = plain_stats.seen(rows)
    found = data(text)
    assert [one["position"] for one in found] == [one.row["position"] for one in items]
    for one, item in zip(found, items, strict=True):
        assert one["moves"] == [[str(move), move.kind.value, gain] for move, gain in item.moves]
        assert (one["pv"], one["gain"]) == (item.row["pv"], item.row["gain"])


def test_a_choice_of_positions(seep: Seep, out: Path, tmp_path: Path, text: str) -> None:
    texts = []
    for name in ("a.html", "b.html"):
        ran = seep("report", str(out), "-o", str(tmp_path / name), "--positions", "40")
        assert ran.code == 0
        assert ran.err.endswith("exact positions, 40 of them to look through\n")
        texts.append((tmp_path / name).read_bytes())
    assert texts[0] == texts[1]
    few = data(texts[0].decode())
    assert len(few) == 40
    assert [one for one in data(text) if one in few] == few  # in the order of the tables
    assert "40 of " in texts[0].decode()


def test_options_that_cannot_be(seep: Seep, out: Path) -> None:
    assert seep("report", str(out)).err == "seep: missing -o OUT\nhint: -o report.html\n"
    assert seep("report", str(out), "-o", "a.pdf").err == 'seep: -o: expected a name that ends in .html, got "a.pdf"\n'
    assert seep("report", str(out), "-o", "no/folder/a.html").err == 'seep: -o: no folder "no/folder"\n'


# In a browser.

needs_browser = pytest.mark.skipif(browser.missing() is not None, reason=f"{browser.missing()} is not installed")


@pytest.fixture(scope="module")
def live(page: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[browser.Page]:
    with browser.browser(tmp_path_factory.mktemp("profile")) as chromium:
        chromium.open(page)
        yield chromium
        assert chromium.complaints() == []


def choose(live: browser.Page, name: str, value: str) -> None:
    live.run(f"const s = document.getElementById({name!r}); s.value = {value!r};"
             "s.dispatchEvent(new Event('input', {bubbles: true}))")  # fmt: skip


def reset(live: browser.Page) -> None:
    live.run("document.getElementById('controls').reset(); update()")


@needs_browser
def test_it_opens_from_disk(live: browser.Page, text: str) -> None:
    count = len(data(text))
    assert live.texts("#count") == [f"{count} of {count} positions"]
    assert live.texts("#detail h3") == [data(text)[0]["id"]]
    assert live.run("return performance.getEntriesByType('resource').length") == 0


@needs_browser
def test_choosing_by_click_and_key(live: browser.Page, text: str) -> None:
    reset(live)
    names = [one["id"] for one in data(text)]
    live.click("#list li", 2)
    assert live.texts("#detail h3") == [names[2]]
    live.type("#list", "down")
    assert live.texts("#detail h3") == [names[3]]
    live.type("#list", "end")
    assert live.texts("#detail h3") == [names[-1]]
    assert live.texts('#list [aria-selected="true"] .name') == [names[-1]]
    live.type("#list", "home")
    assert live.texts("#detail h3") == [names[0]]


@needs_browser
def test_filters(live: browser.Page, text: str) -> None:
    reset(live)
    positions = data(text)
    cases = {
        ("hand", "3"): lambda one: one["hand"] == 3,
        ("rules", "punjabi"): lambda one: one["rules"] == "punjabi",
        ("kind", "raise"): lambda one: any(k == "raise" and gain == one["gain"] for _, k, gain in one["moves"]),
        ("houses", "cemented"): lambda one: one["cemented"] > 0,
        ("seep", "must"): lambda one: one["must_seep"],
    }
    for (name, value), fits in cases.items():
        reset(live)
        choose(live, name, value)
        count = sum(map(fits, positions))
        assert 0 < count < len(positions)
        assert live.texts("#count") == [f"{count} of {len(positions)} positions"]
    reset(live)
    live.type("#text", "t♦ readme")
    assert live.texts("#count")[0].startswith("0 of ")
    assert live.texts("#detail") == ["No position is like that."]
    reset(live)
    live.type("#text", "J♠x4♣7♦[11]")
    assert live.texts("#list .name") == ["readme"]


@needs_browser
def test_sorting(live: browser.Page, text: str) -> None:
    positions = data(text)
    for key in ("gain", "swing", "nodes", "edge"):
        for order in ("-1", "1"):
            reset(live)
            choose(live, "sort", key)
            choose(live, "order", order)
            numbers = [-(10**9) if one[key] is None else one[key] for one in positions]
            best = max(numbers) if order == "-1" else min(numbers)
            first = live.run(f"return found[0].{key}")
            assert (-(10**9) if first is None else first) == best


@needs_browser
def test_a_position_is_drawn(live: browser.Page) -> None:
    reset(live)
    live.type("#text", "readme")
    assert live.texts(".floor > .loose .card") == ["4♣", "7♦"]
    assert live.texts(".house .label") == ["11 seat 1"]
    assert live.texts(".near .card") == ["3♣", "9♥", "J♠"]
    assert live.texts(".turn b") == ["seat 1 to play"]
    assert live.texts(".moves .best-move td")[:4] == ["J♠x4♣7♦[11]", "capture", "+38", "best"]
    live.click(".moves button", 0)
    assert sorted(live.texts(".card.marked")) == ["4♣", "7♦", "J♠"]
    live.click(".line button", 1)
    assert live.texts(".floor") == ["the floor is empty"]
    assert [words.strip() for words in live.texts(".line .seep")] == ["seep"]


@needs_browser
def test_ids_are_text(live: browser.Page) -> None:
    reset(live)
    live.type("#text", "alert")
    assert live.texts("#detail h3") == ['<script>alert("1")</script>']
    assert live.run("return document.querySelectorAll('#detail script, #list script').length") == 0


@needs_browser
def test_lines_are_replayed_right(live: browser.Page, out: Path) -> None:
    """Each step along each line has the floor, the hands and the turn that the Python API finds."""
    step = "({table, seep}) => ({...table, floor: floorText(table), seep})"
    told = live.run(f"return POSITIONS.map((position) => along(position).map({step}))")
    items = plain_stats.seen(solved.rows(out / "part-00000.parquet"))
    for steps, item in zip(told, items, strict=True):
        position, before = item.position, sum(item.position.seeps)
        for move, step in zip([None, *item.row["pv"]], steps, strict=True):
            position = position.play(move) if move else position
            assert step["seep"] == (sum(position.seeps) > before)
            before = sum(position.seeps)
            assert [[cards for cards in hand if cards] for hand in step["hands"]] == held(position)
            if position.cards_left:  # at the end of a deal a side takes what lies on the floor
                assert (step["floor"], step["turn"]) == (str(position).split()[0], position.turn)


def held(position: Position) -> list[list[list[str]]]:
    """The hands by stages, as names of cards."""
    parts = [[hand, *hand.stages] for hand in position.hands if hand]
    return [[list(map(str, part.cards)) for part in hand if part.cards] for hand in parts]


@needs_browser
@pytest.mark.parametrize("dark", [False, True])
def test_light_and_dark(live: browser.Page, tmp_path: Path, dark: bool) -> None:
    picture = tmp_path / "page.png"
    live.look(picture, 1200, 900, dark=dark)
    width, _ = struct.unpack(">II", picture.read_bytes()[16:24])
    assert width == 1200
    channels = live.run("return getComputedStyle(document.body).backgroundColor.match(/\\d+/g).slice(0, 3).map(Number)")
    assert (max(channels) < 64) is dark
    assert live.run("return document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    ink = live.run("return getComputedStyle(document.querySelector('figure svg text')).fill")
    assert (int(re.findall(r"\d+", ink)[0]) > 200) is dark


@needs_browser
def test_a_narrow_window(live: browser.Page, tmp_path: Path) -> None:
    live.look(tmp_path / "narrow.png", 500, 900)
    assert live.run("return document.documentElement.scrollWidth <= document.documentElement.clientWidth")
