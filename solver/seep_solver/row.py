"""One row of results: a position and the settings in, the values of the columns out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from seep_solver.faults import Fault, NotationError
from seep_solver.item import Item
from seep_solver.position import Position
from seep_solver.position_key import position_key
from seep_solver.rules import Rules
from seep_solver.settings import Settings

if TYPE_CHECKING:
    from seep_solver.exact import Analysis
    from seep_solver.hidden import Estimate

SMALLEST, LARGEST = -(2**15), 2**15 - 1  # what the columns of values hold


@dataclass(frozen=True, slots=True)
class Row:
    """Values by column (a column left out is null), and the rules that the position was solved under.

    One value is for messages and stays out of the files: ``column``, where the first error is in its line.
    """

    values: dict[str, Any]
    rules: Rules | None = None


def solved(item: Item, settings: Settings) -> Row:
    """Solve one position. Whatever is wrong with it becomes a row of kind ``error``; nothing else stops."""
    position = None
    try:
        position = item.position(settings.rules)
        return Row(_values(item, _found(position, settings), settings), position.rules)
    except NotationError as error:
        return failed(item, error.faults)
    except Exception as error:
        return failed(item, [item.refusal(error)], position, settings.folder)


def failed(
    item: Item, faults: Sequence[Fault], position: Position | None = None, folder: Path | None = None
) -> Row:
    """The row of a position that has no answer; `position` if it is one, and only cannot be solved.

    `folder` is where the row will stand.
    """
    values = {
        "id": item.name,
        "kind": "error",
        "error": "; ".join(fault.message for fault in faults),
        "error_field": faults[0].field if faults else None,
        "source": item.source,
        "column": faults[0].column if faults else None,
    }
    if position is None:
        return Row(values)
    return Row({**_of_position(position, folder), **values}, position.rules)


def _found(position: Position, settings: Settings) -> Analysis | Estimate:
    """The analysis of an open position, or of one of which a single world fits; the estimate of a hidden one."""
    if position.open:
        return _analysed(position, settings)
    from seep_solver.hidden import estimate, settled

    if (alone := settled(position)) is not None:
        return _analysed(alone, settings)
    found = estimate(
        position,
        method=settings.method,
        worlds=settings.worlds,
        time=settings.time,
        seed=settings.seed,
        hash_mb=settings.hash_mb,
    )
    assert found.kind == "estimate"
    return found


def _analysed(position: Position, settings: Settings) -> Analysis:
    if settings.time is None:
        from seep_solver.once import analyse_once

        return analyse_once(position, nodes=settings.nodes, hash_mb=settings.hash_mb)
    from seep_solver.exact import analyse

    return analyse(position, time=settings.time, nodes=settings.nodes, hash_mb=settings.hash_mb, want="moves")


def _values(item: Item, found: Analysis | Estimate, settings: Settings) -> dict[str, Any]:
    values = {
        "id": item.name,
        **_of_position(found.position, settings.folder),
        "kind": found.kind,
        "best": found.best,
        "time_us": round(found.time_s * 1e6) if settings.timings else None,
        "source": item.source,
    }
    return values | (_of_estimate(found) if found.kind == "estimate" else _of_analysis(found))


def _of_analysis(analysis: Analysis) -> dict[str, Any]:
    values = {"gain": analysis.gain, "margin": analysis.margin, "low": analysis.low, "high": analysis.high}
    if not all(SMALLEST <= (value or 0) <= LARGEST for value in values.values()):
        raise ValueError("expected a margin that fits 16 bits; the bonuses written are too large")
    moves = [{"move": move.move, "gain": move.gain, "low": move.low, "high": move.high} for move in analysis.moves]
    return {**values, "pv": analysis.pv, "moves": moves, "nodes": analysis.nodes}


def _of_estimate(found: Estimate) -> dict[str, Any]:
    return {
        "mean": found.mean,
        "std_err": found.std_err,
        "moves": [{"move": move.move, "mean": move.mean, "std_err": move.std_err} for move in found.moves],
        "worlds": found.worlds,
        "seed": found.seed,
    }


def _of_position(position: Position, folder: Path | None) -> dict[str, Any]:
    if folder is not None and position.rules.path:
        position = replace(position, rules=position.rules.seen_from(folder))
    return {
        "position": str(position),
        "position_key": position_key(position),
        "rules": position.rules.name,
        "cards_left": position.cards_left,
        "to_move": position.turn,
    }
