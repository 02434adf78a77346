"""Game records of a contest: each game a deal, with who sat where."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from seep_solver.arena import Contest
from seep_solver.atomic import atomically
from seep_solver.moves import Move
from seep_solver.place import told_of
from seep_solver.position import Position
from seep_solver.record import Deal, Record
from seep_solver.sgn_writing import text


def write(path: Path, contest: Contest, rows: Iterable[dict[str, Any]]) -> None:
    """Write the games in `rows` to a record; OutputError if it cannot be written."""
    deals = tuple(deal(contest, row) for row in rows)
    event = f"arena: {' '.join(contest.agents)}, seed {contest.seed}"
    with told_of(path), atomically(path) as stream:
        stream.write(text(Record(deals, {"Event": event}), path.parent).encode())


def deal(contest: Contest, row: dict[str, Any]) -> Deal:
    """A game as a deal of a record; the tag TakenOver is the first play of the contestants, where others led in."""
    start = Position.parse(f"{row['deal']} 1 bid={row['bid']} taken=-/-", rules=contest.rules)
    sides = (row["a"], row["b"]) if row["a_side"] == 1 else (row["b"], row["a"])
    tags = {f"Seat{seat}": sides[(seat - 1) % 2] for seat in range(1, contest.rules.players + 1)}
    tags |= {"Pair": str(row["pair"]), "Game": str(row["game"])}
    if row["taken_over"] > 1:
        tags["TakenOver"] = str(row["taken_over"])
    for tag, mark, name in (("Seeps", "/", "seeps"), ("Result", "-", "total")):
        a, b = row[f"{name}_a"], row[f"{name}_b"]
        tags[tag] = f"{a}{mark}{b}" if row["a_side"] == 1 else f"{b}{mark}{a}"
    return Deal(start, tuple(map(Move.parse, row["plays"])), tags)
