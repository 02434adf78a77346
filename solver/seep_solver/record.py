"""Game records (.sgn): deals with their plays, read and checked, written, and looked at play by play."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from seep_solver.check import check
from seep_solver.faults import Fault, NotationError, quoted
from seep_solver.moves import Move
from seep_solver.notation import position_of
from seep_solver.play import after
from seep_solver.position import Position
from seep_solver.reading import HandRead, read
from seep_solver.replay import PlayFault, alternatives, completed, positions, reason_against, told
from seep_solver.rules import PRESETS, Rules, RulesError, where_in
from seep_solver.sgn import DEAL_TAGS, FILE_TAGS, Block, Piece, Text
from seep_solver.view import NOBODY, Seen

OPENERS_HAND, OPENERS_NEXT, FULL_HAND = 4, 8, 12


class RecordError(NotationError):
    """A record that cannot be read, or with plays that are not legal: `faults` tell line and column."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        super().__init__(faults)
        self.args = ("; ".join(map(str, faults)),)


@dataclass(frozen=True, slots=True)
class Deal:
    """One deal: the position it starts from, the plays made, its own tags, and comments.

    `start` has no bid where none was made yet. A comment stands with the number of plays before it.
    """

    start: Position
    plays: tuple[Move, ...] = ()
    tags: Mapping[str, str] = field(default_factory=dict)
    comments: tuple[tuple[int, str], ...] = ()

    @property
    def rules(self) -> Rules:
        """The rules it is played under."""
        return self.start.rules

    def positions(self) -> Iterator[Position]:
        """The position before each play, and the one after the last."""
        return positions(self.start, self.plays)

    @property
    def final(self) -> Position:
        """The position after the last play."""
        return position(self, at=len(self.plays) + 1)

    @property
    def finished(self) -> bool:
        """Whether all cards were played."""
        return self.final.cards_left == 0


@dataclass(frozen=True, slots=True)
class Record:
    """A file of deals, and the tags that hold for all of them but for `Rules`, which each deal knows."""

    deals: tuple[Deal, ...]
    tags: Mapping[str, str] = field(default_factory=dict)


def position(deal: Deal, *, at: int = 1, seat: int | None = None) -> Position:
    """The position before play `at`; one past the last play is where the deal stands after it.

    Open as far as the record tells the hands, or as `seat`, whose turn it must be, sees it. ValueError for a play
    the deal has not, and for another seat.
    """
    count = len(deal.plays)
    if not 1 <= at <= count + 1:
        raise ValueError(f"no play {at}: the deal has {count} plays, so expected 1 to {count + 1}")
    if deal.start.bid is None:
        raise ValueError("the deal has no bid yet, so no play is due")
    if seat is not None and not 1 <= seat <= deal.rules.players:
        raise ValueError(f"no seat {seat}: expected 1 to {deal.rules.players}")
    found = deal.start
    for move in deal.plays[: at - 1]:
        found = after(found, move)
    found = completed(found, deal.plays[at - 1 :])
    if seat is None:
        return found
    if seat != found.turn:
        raise ValueError(f"seat {seat}: before play {at} seat {found.turn} is to play, and sees the position")
    return found.seen_by(seat)


def plays_before(deal: Deal, at: int) -> Seen:
    """The plays before play `at`, each with the position before it as all at the table saw it: no hand is shown."""
    made = zip(deal.positions(), deal.plays[: at - 1], strict=False)
    return tuple((before.seen_by(NOBODY), move) for before, move in made)


def load(path: str | Path) -> Record:
    """The record in a file; RecordError with every fault, OSError for a file that cannot be opened."""
    path = Path(path)
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        raise RecordError((Fault("file", 1, "", f"not UTF-8 text: {fault.reason}", None, 1),)) from fault
    return loads(text, relative_to=path.parent)


def loads(text: str, *, relative_to: Path | None = None) -> Record:
    """The record in a text; `relative_to` is the folder that a path of rules starts from.

    Each deal is followed to its first illegal play; RecordError has every fault of every deal.
    """
    cut = Text(text)
    shared = _file_tags(cut.blocks[0])
    deals = [_deal(cut, block, shared, relative_to) for block in cut.blocks]
    if cut.faults:
        raise RecordError(tuple(sorted(cut.faults, key=lambda fault: (fault.line or 0, fault.column))))
    return Record(tuple(deal for deal in deals if deal), _kept(shared))


def _kept(tags: Mapping[str, Piece]) -> dict[str, str]:
    """Tags but for those that the deal itself tells."""
    return {name: piece.text for name, piece in tags.items() if name not in ("Rules", "Deal")}


def _file_tags(block: Block) -> dict[str, Piece]:
    """Take from the first deal the tags that hold for all: the known ones, and others before the cards."""
    names = [name for name in block.tags if name not in DEAL_TAGS]
    if "Deal" in names:
        before = names.index("Deal")
        names = [name for at, name in enumerate(names) if name in FILE_TAGS or at < before]
    return {name: block.tags.pop(name) for name in names}


def _deal(cut: Text, block: Block, shared: Mapping[str, Piece], relative_to: Path | None) -> Deal | None:
    """One deal, followed through its plays; None, with faults noted, where there is none to follow."""
    rules = _rules(cut, block.tags.get("Rules") or shared.get("Rules"), relative_to)
    if "Deal" not in block.tags:
        spot = next(iter([*block.plays, *block.tags.values()]), block.bid or Piece("", 0))
        cut.fault(
            "Deal", spot, "no cards: expected a tag Deal before the plays", 'write [Deal "FLOOR HANDS"]'
        )
        return None
    start = None if rules is None else _start(cut, block, rules)
    if start is None:
        return None
    plays = _followed(cut, start, block.plays)
    if plays is None:
        return None
    deal = Deal(start, plays, _kept(block.tags), tuple(block.comments))
    _check_outcome(cut, block, deal)
    return deal


def _rules(cut: Text, named: Piece | None, relative_to: Path | None) -> Rules | None:
    if named is None:
        return PRESETS["classic"]
    try:
        return Rules.named(named.text, relative_to)
    except RulesError as fault:
        for each in fault.faults:
            cut.fault("Rules", named, f"{where_in(fault.place, each)}: {each.message}", each.hint)
        if not fault.faults:
            cut.fault("Rules", named, str(fault), fault.hint)
        return None


def _start(cut: Text, block: Block, rules: Rules) -> Position | None:
    """The position before the opening play, with the bid if there is one."""
    typed, bid = block.tags["Deal"], block.bid
    if len(typed.text.split()) != 2:
        cut.fault("Deal", typed, f"the deal is {quoted(typed.text)}: expected FLOOR and HANDS",
                  "one list a seat, split by /")  # fmt: skip
        return None
    if bid is None and block.plays:
        cut.fault("bid", block.plays[0], f"no bid before the first play {quoted(block.plays[0].text)}",
                  'write the bid before it, as "bid 9"')  # fmt: skip
        return None
    value = str(rules.house_min) if bid is None else bid.text
    reading = read(f"{typed.text} 1 bid={value} taken=-/-")
    _fill_unsaid(reading.hands, rules)
    faults = check(reading, rules, seen=False)
    if bid is None:
        faults = [fault for fault in faults if fault.field != "bid"]
        reading.numbers.pop("bid", None)
    for fault in faults:
        spot = bid if fault.field == "bid" and bid else Piece("", typed.offset + fault.column - 1)
        field = fault.field if fault.field == "bid" else "Deal"
        cut.fault(field, Piece(fault.text, spot.offset), fault.message, fault.hint)
    return None if faults else position_of(reading, rules)


def _fill_unsaid(hands: list[HandRead], rules: Rules) -> None:
    """A hand or an opener's next stage of which a record says nothing has what a deal gives it."""
    second = rules.second_hands != "none"
    opener, others = hands[:1], hands[1:]
    for hand in opener:
        long = any(other.unsaid or len(other.cards) + other.unknown > OPENERS_HAND for other in others)
        if hand.unsaid or (long and not hand.stages):
            later = second and (hand.unsaid or any(other.unsaid or other.stages for other in others))
            hand.stages = _hidden(hand, [OPENERS_NEXT, FULL_HAND] if later else [OPENERS_NEXT])
    for hand in hands:
        if hand.unsaid:
            hand.unsaid, hand.unknown = False, OPENERS_HAND if hand in opener else FULL_HAND
            hand.stages = hand.stages or _hidden(hand, [FULL_HAND] if second else [])


def _hidden(hand: HandRead, sizes: list[int]) -> list[HandRead]:
    return [HandRead(hand.word, unknown=size) for size in sizes]


def _followed(cut: Text, start: Position, typed: list[Piece]) -> tuple[Move, ...] | None:
    """The plays, each legal where it stands; None, with a fault noted, at the first that is not."""
    moves = []
    unread: str | None = None
    for piece in typed:
        try:
            moves.append(Move.parse(piece.text))
        except ValueError as fault:
            unread = str(fault)
            break
    here = start
    for number, move in enumerate(moves):
        known = completed(here, moves[number:])
        reason = reason_against(known, move)
        if reason is not None:
            _tell_play(
                cut, known, typed[number], number + 1, f"{quoted(typed[number].text)} is not legal: {reason}"
            )
            return None
        here = after(here, move)
    if unread is not None:
        _tell_play(cut, here, typed[len(moves)], len(moves) + 1, unread)
        return None
    return tuple(moves)


def _tell_play(cut: Text, position: Position, piece: Piece, number: int, message: str) -> None:
    players = position.rules.players
    where = f"play {number} (round {(number - 1) // players + 1}, seat {position.turn})"
    line, column = cut.place(piece.offset)
    legal = alternatives(position)
    fault = PlayFault("play", column, piece.text, f"{where}: {message}", told(legal), line, number, legal)
    cut.faults.append(fault)


def _check_outcome(cut: Text, block: Block, deal: Deal) -> None:
    """The tags that tell how a finished deal ended are at one with its plays."""
    if deal.start.bid is None or not deal.finished:
        return
    final = deal.final
    for tag, mark, true in (("Seeps", "/", final.seeps), ("Result", "-", final.totals)):
        piece = block.tags.get(tag)
        if piece is None:
            continue
        told = re.fullmatch(f"([0-9]{{1,6}}){mark}([0-9]{{1,6}})", piece.text.replace(" ", ""))
        if told is None:
            cut.fault(
                tag, piece, f"{tag} is {quoted(piece.text)}: expected two numbers as {true[0]}{mark}{true[1]}"
            )
        elif (int(told[1]), int(told[2])) != true:
            cut.fault(
                tag, piece, f"{tag} is {quoted(piece.text)}, but the plays make it {true[0]}{mark}{true[1]}"
            )


def dump(record: Record, path: str | Path) -> None:
    """Write a record to a file; a path of rules will start from the folder of that file."""
    from seep_solver.sgn_writing import text

    path = Path(path)
    path.write_text(text(record, path.parent), encoding="utf-8", newline="\n")


def dumps(record: Record) -> str:
    """The canonical text of a record; a path of rules starts from the current folder."""
    from seep_solver.sgn_writing import text

    return text(record)


__all__ = ["Deal", "PlayFault", "Record", "RecordError", "dump", "dumps", "load", "loads", "plays_before", "position"]
