"""Drawing a position for people: a few lines (`summary`), or the whole table seen from above (`table`)."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap
from typing import NamedTuple

from rich.text import Text

from seep_cli.changes import changes
from seep_cli.console import Screen, cards, piece
from seep_solver.cards import Card
from seep_solver.position import Hand, House, Pair, Position

BOX_LINES = ("╭", "╮", "╰", "╯", "─", "│")
BOX_ASCII = ("+", "+", "+", "+", "-", "|")
QUIET = "dim"
STRONG = "bold"
LABEL_WIDTH = 10
MOST_A_ROW = 24


class Grid(NamedTuple):
    """How many cards of a hand and of the floor stand in a row, and how wide the floor is at least."""

    hand: int
    floor: int
    least: int


# From the roomiest to what still fits a narrow window.
GRIDS = (Grid(6, 12, 36), Grid(4, 10, 30), Grid(3, 6, 18))


def heading(position: Position, name: str | None) -> Text:
    """One line that says which position this is, under which rules, and who is to play."""
    line = piece(f"{name}  " if name else "", STRONG)
    turn = f"seat {position.turn} to play"
    if position.bid is not None:
        turn = f"seat {position.turn} opens with a bid of {position.bid}"
    return line.append(f"{position.rules.name} rules, {turn}")


def summary(position: Position, screen: Screen) -> list[Text]:
    """Floor, houses, hands and score, a line each."""
    room = (screen.width - LABEL_WIDTH) // 3
    loose = _in_rows(position.floor, room, screen)
    rows = [("floor" if at == 0 else "", line) for at, line in enumerate(loose)]
    if not loose and not position.houses:
        rows.append(("floor", piece("empty", QUIET)))
    rows += [("house", _house(house, screen)) for house in position.houses]
    rows += [(f"seat {seat}", _hand(hand, screen)) for seat, hand in enumerate(position.hands, 1)]
    rows += [("score" if at == 0 else "", Text(words)) for at, words in enumerate(_score_words(position))]
    return [labelled(label, line, label == f"seat {position.turn}") for label, line in rows]


def table(position: Position, name: str | None, screen: Screen) -> list[Text]:
    """The table from above, seat 1 nearest, play going round counter-clockwise; score and rules below."""
    for grid in GRIDS:
        drawing = _table(position, grid, screen)
        if max(line.cell_len for line in drawing) <= screen.width:
            break
    lines = [heading(position, name), Text(), *drawing]
    for below in (_score_table(position, screen), _unlike_classic(position, screen)):
        lines += [Text(), *below] if below else []
    return lines


def _unlike_classic(position: Position, screen: Screen) -> list[Text]:
    """What the rules change that bears on the deal; nothing under those of classic."""
    said = ", ".join(changes(position.rules, opening=position.bid is not None))
    lines = wrap(f"unlike classic: {said}", screen.width - 2, break_on_hyphens=False) if said else []
    return [piece(f"  {line}", QUIET) for line in lines]


def _table(position: Position, grid: Grid, screen: Screen) -> list[Text]:
    floor = _box(_floor(position, grid, screen), grid.least, screen)
    near, *others = (_seat(position, seat, grid, screen) for seat in range(1, len(position.hands) + 1))
    left, far, right = (others[2], others[1], others[0]) if len(others) == 3 else ([], others[0], [])
    aside = max((line.cell_len for line in left), default=-2) + 2
    width = floor[0].cell_len
    across = _beside(_beside(left, floor, aside), right, aside + width + 2)
    return [*_centred(far, aside, width), *across, *_centred(near, aside, width)]


def labelled(label: str, line: Text, turn: bool) -> Text:
    """A line of `summary`: what it is about, in a column of its own, and the line."""
    start = piece("> " if turn else "  ", STRONG).append(f"{label:<8}", STRONG if turn else QUIET)
    return start.append_text(line)


def _spaced(list_of_cards: Sequence[Card], screen: Screen) -> Text:
    return Text(" ").join(cards(str(card), screen.symbols) for card in list_of_cards)


def _in_rows(list_of_cards: Sequence[Card], count: int, screen: Screen) -> list[Text]:
    return [_spaced(list_of_cards[at : at + count], screen) for at in range(0, len(list_of_cards), count)]


def _house(house: House, screen: Screen) -> Text:
    line = piece(f"{house.value:<2}  ", STRONG).append_text(_spaced(house.cards, screen))
    return line.append(_about(house), QUIET)


def _about(house: House) -> str:
    """Whether a house is cemented, and whose it is."""
    owners = f"seat{'s' if len(house.owners) > 1 else ''} {' '.join(map(str, house.owners))}"
    words = ["cemented"] * house.cemented + [owners] * bool(house.owners)
    return f"  {', '.join(words)}" if words else ""


def _hand(hand: Hand | None, screen: Screen) -> Text:
    if hand is None:
        return piece("not known", QUIET)
    line = _spaced(hand.cards, screen)
    if hand.unknown:
        line.append(f"{' and ' if hand.cards else ''}{hand.unknown} hidden", QUIET)
    if not line.plain:
        line.append("no cards", QUIET)
    for stage in hand.stages:
        line.append("  then ", QUIET).append_text(_hand(stage, screen))
    return line


def _seat(position: Position, seat: int, grid: Grid, screen: Screen) -> list[Text]:
    """A seat of the table: its number, its hand in rows, and what it takes up later."""
    hand, turn = position.hands[seat - 1], seat == position.turn
    label = piece(f"{'> ' if turn else ''}seat {seat}", STRONG if turn else QUIET)
    if hand is None:
        return [label, piece("not known", QUIET)]
    block = [label, *(_part(hand, grid, screen) or [piece("no cards", QUIET)])]
    for stage in hand.stages:
        if later := _part(stage, grid, screen):
            block += [piece("then", QUIET), *later]
    return block


def _part(hand: Hand, grid: Grid, screen: Screen) -> list[Text]:
    hidden = [piece(f"{hand.unknown} hidden", QUIET)] if hand.unknown else []
    return _in_rows(hand.cards, grid.hand, screen) + hidden


def _floor(position: Position, grid: Grid, screen: Screen) -> list[Text]:
    rows = _in_rows(position.floor, grid.floor, screen)
    if not rows and not position.houses:
        return [piece("the floor is empty", QUIET)]
    if rows and position.houses:
        rows.append(Text())
    for house in position.houses:
        first, *more = _in_rows(house.cards, grid.floor - 2, screen)
        rows.append(piece(f"{house.value:>2}  ", STRONG).append_text(first))
        rows += [Text("    ").append_text(line) for line in more]
        rows[-1].append(_about(house), QUIET)
    return rows


def _box(rows: list[Text], least: int, screen: Screen) -> list[Text]:
    top_left, top_right, low_left, low_right, across, down = BOX_LINES if screen.symbols else BOX_ASCII
    width = max(least, *(row.cell_len for row in rows))
    edge = across * (width + 4)
    lines = []
    for row in [Text(), *rows, Text()]:
        line = piece(f"{down}  ", QUIET).append_text(_padded(row, width))
        lines.append(line.append(f"  {down}", QUIET))
    top, bottom = piece(f"{top_left}{edge}{top_right}", QUIET), piece(f"{low_left}{edge}{low_right}", QUIET)
    return [top, *lines, bottom]


def _padded(line: Text, width: int) -> Text:
    return line.copy().append(" " * max(0, width - line.cell_len))


def _centred(block: list[Text], indent: int, width: int) -> list[Text]:
    """`block` in the middle above or below a box of that width, which stands at `indent`."""
    widest = max(line.cell_len for line in block)
    return [Text(" " * (indent + max(0, (width - widest) // 2))).append_text(line) for line in block]


def _beside(left: list[Text], right: list[Text], start: int) -> list[Text]:
    """Two blocks side by side, the shorter one half way down; the right one starts at column `start`."""
    if not left or not right:
        return left or right
    height = max(len(left), len(right))
    lines = [Text() for _ in range(height)]
    for at, line in enumerate(left, (height - len(left)) // 2):
        lines[at] = line
    for at, line in enumerate(right, (height - len(right)) // 2):
        lines[at] = _padded(lines[at], start).append_text(line)
    return lines


def _score_table(position: Position, screen: Screen) -> list[Text]:
    """What each side won so far, and its cards where they are known; nothing where nothing was said."""
    lines = []
    if (figures := _figures(position)) is not None:
        lines.append(piece(f"{'':10}" + "".join(f"{name:>8}" for name in figures), QUIET))
        for side in (0, 1):
            line = piece(f"  side {side + 1}  ", STRONG)
            lines.append(line.append("".join(f"{pair[side]:>8}" for pair in figures.values())))
    room = min(MOST_A_ROW, (screen.width - 15) // 3)
    for side, pile in enumerate(position.taken or (), 1):
        for at, row in enumerate(_in_rows(pile, room, screen)):
            label = f"  side {side} took" if at == 0 else ""
            lines.append(piece(f"{label:<15}", QUIET).append_text(row))
    return lines + [piece(f"  {words}", QUIET) for words in _asides(position)]


def _score_words(position: Position) -> list[str]:
    """The score in a line or two; nothing where nothing was said."""
    figures = _figures(position)
    asides = "; ".join(_asides(position))
    words = []
    if figures is not None:
        pairs = ", ".join(f"{name} {one}-{two}" for name, (one, two) in figures.items())
        words.append(f"{pairs} (side 1 - side 2)")
    return words + ([asides] if asides else [])


def _figures(position: Position) -> dict[str, Pair] | None:
    points, won = position.won()
    figures = {"points": points, "cards": won, "seeps": position.seeps, "bonus": position.bonus}
    if not position.rules.adds_up and not position.missing:
        figures["total"] = position.totals
    return figures if position.taken is not None or any(map(any, figures.values())) else None


def _asides(position: Position) -> list[str]:
    """Who captured last, and the match, in words."""
    words = []
    if position.last is not None:
        words.append(f"side {position.last} captured last")
    if position.lead:
        words.append(f"side {1 if position.lead > 0 else 2} leads the match by {abs(position.lead)}")
    return words
