"""The text of a game record, cut into tags, comments, bids and plays; what they mean is another matter."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from seep_solver.faults import Fault, quoted, shortened

FILE_TAGS: Final = ("Rules", "Event", "Date", "Seat1", "Seat2", "Seat3", "Seat4")
DEAL_TAGS: Final = ("Seeps", "Result")
KNOWN_TAGS: Final = {name.lower(): name for name in (*FILE_TAGS, *DEAL_TAGS, "Deal")}

_TOKEN = re.compile(
    r"""(?P<space>[\s\ufeff]+)
      | \{(?P<braced>[^}]*)(?P<closed>\}?)
      | ;(?P<rest>[^\n]*)
      | \[\s*(?P<tag>[A-Za-z][A-Za-z0-9_]{0,40})\s*"(?P<value>(?:[^"\\\r\n]|\\[^\r\n])*)"\s*\]
      | (?P<unread>\[[^\n]*)
      | (?P<word>[^\s{;]+)""",
    re.VERBOSE,
)
_NUMBER = re.compile(r"[0-9]{1,3}\.+")
_BID = re.compile(r"bid[=:]?([0-9]{0,3})", re.IGNORECASE)


class Piece(NamedTuple):
    """A piece of the text and where it begins, in characters from the start."""

    text: str
    offset: int


@dataclass(slots=True)
class Block:
    """One deal as typed: its tags, the bid, the plays, and comments with the number of plays before each."""

    tags: dict[str, Piece] = field(default_factory=dict)
    bid: Piece | None = None
    plays: list[Piece] = field(default_factory=list)
    comments: list[tuple[int, str]] = field(default_factory=list)

    @property
    def begun(self) -> bool:
        """Whether play has begun, so that a tag belongs to the next deal."""
        return self.bid is not None or bool(self.plays)


class Text:
    """A whole record: its blocks, and the faults met in cutting it up."""

    def __init__(self, text: str) -> None:
        self.faults: list[Fault] = []
        self._lines = [0, *(match.end() for match in re.finditer("\n", text))]
        self.blocks = [Block()]
        self._bid_due = False
        for match in _TOKEN.finditer(text):
            self._read(match)
        if self._bid_due:
            self.fault("bid", Piece("bid", len(text)), "a bid without its value")

    def fault(self, field: str, piece: Piece, message: str, hint: str | None = None) -> None:
        """Note a fault."""
        line, column = self.place(piece.offset)
        self.faults.append(Fault(field, column, shortened(piece.text), message, hint, line))

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column, from 1, of a place in the text."""
        line = bisect_right(self._lines, offset)
        return line, offset - self._lines[line - 1] + 1

    def _read(self, match: re.Match[str]) -> None:
        piece = Piece(match[0], match.start())
        if match["braced"] is not None:
            self._comment(match["braced"])
            if not match["closed"]:
                self.fault("comment", piece, "a comment that does not end", 'expected "}"')
        elif match["rest"] is not None:
            self._comment(match["rest"])
        elif match["tag"] is not None:
            value = re.sub(r"\\(.)", r"\1", match["value"])
            self._tag(match["tag"], Piece(value, match.start("value")))
        elif match["unread"] is not None:
            hint = 'a tag is a name and a text in quotes, as [Event "finals"]'
            self.fault("tag", piece, f"cannot read the tag {quoted(piece.text)}", hint)
        elif match["word"] is not None:
            self._word(piece)

    def _comment(self, text: str) -> None:
        block = self.blocks[-1]
        if words := " ".join(text.split()):
            block.comments.append((len(block.plays), words))

    def _tag(self, name: str, value: Piece) -> None:
        name = KNOWN_TAGS.get(name.lower(), name)
        block = self.blocks[-1]
        if block.begun or (name == "Deal" and "Deal" in block.tags):
            self.blocks.append(block := Block())
        if name in block.tags:
            self.fault(name, value, f"the tag {name} stands twice")
        block.tags[name] = value

    def _word(self, piece: Piece) -> None:
        block = self.blocks[-1]
        number = _NUMBER.match(piece.text)
        if number is not None and not self._bid_due:
            piece = Piece(piece.text[number.end() :], piece.offset + number.end())
        if not piece.text:
            return
        bid = _BID.fullmatch(piece.text)
        if bid is not None and not self._bid_due:
            piece = Piece(bid[1], piece.offset + bid.start(1))
            self._bid_due = not piece.text
        elif self._bid_due:
            self._bid_due = False
        else:
            block.plays.append(piece)
            return
        if piece.text:
            self._bid(block, piece)

    def _bid(self, block: Block, piece: Piece) -> None:
        if block.bid is not None or block.plays:
            self.fault(
                "bid", piece, "a second bid, or one after the first play", "one bid a deal, before play 1"
            )
        else:
            block.bid = piece
