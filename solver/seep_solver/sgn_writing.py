"""The canonical text of a game record."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from seep_solver.notation import write
from seep_solver.sgn import DEAL_TAGS, FILE_TAGS

if TYPE_CHECKING:
    from seep_solver.record import Deal, Record
    from seep_solver.rules import Rules


def text(record: Record, folder: Path | None = None) -> str:
    """Tags of the file, then for each deal its tags, an empty line, the bid, and a round a line.

    A path of rules starts from `folder` (None: from the current one).
    """

    def called(rules: Rules) -> str:
        return (rules.seen_from(folder) if folder else rules).reference

    shared = called(record.deals[0].rules) if record.deals else "classic"
    tags = {"Rules": shared, **record.tags}
    head = _tags(tags, [*FILE_TAGS, *(name for name in tags if name not in FILE_TAGS)])
    sections = []
    for deal in record.deals:
        own = {} if called(deal.rules) == shared else {"Rules": called(deal.rules)}
        sections.append(head + _deal_tags({**own, **deal.tags}, deal) + _plays(deal))
        head = ""
    return "\n".join(sections)


def _deal_tags(tags: Mapping[str, str], deal: Deal) -> str:
    """The cards, the deal's other tags, and those of the outcome last."""
    floor, hands, *_ = write(deal.start).split()
    others = [name for name in tags if name not in (*FILE_TAGS, *DEAL_TAGS)]
    cards = {"Deal": f"{floor} {hands}"}
    return _tags(tags, FILE_TAGS) + _tags(cards, cards) + _tags(tags, others) + _tags(tags, DEAL_TAGS)


def _tags(tags: Mapping[str, str], names: Iterable[str]) -> str:
    return "".join(f'[{name} "{_escaped(tags[name])}"]\n' for name in names if name in tags)


def _escaped(text: str) -> str:
    return " ".join(text.splitlines()).replace("\\", "\\\\").replace('"', '\\"')


def _plays(deal: Deal) -> str:
    """An empty line, early comments, the bid, and the rounds, each comment behind the play it follows."""
    lines = [""]
    lines += [_comment(text).rstrip("\n") for at, text in deal.comments if at == 0]
    if deal.start.bid is not None:
        lines.append(f"bid {deal.start.bid}")
    players, count = deal.rules.players, len(deal.plays)
    for first in range(0, count, players):
        words = [f"{first // players + 1}."]
        for number in range(first + 1, min(first + players, count) + 1):
            words.append(str(deal.plays[number - 1]))
            words += [_comment(text) for at, text in deal.comments if at == number]
        lines.append(" ".join(words).replace("\n ", "\n").rstrip("\n"))
    return "\n".join(lines if len(lines) > 1 else []) + "\n"


def _comment(text: str) -> str:
    words = " ".join(text.split())
    return f"; {words}\n" if "}" in words else f"{{{words}}}"
