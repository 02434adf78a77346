"""An estimate for people: what is known of the hidden cards, the moves with their errors, and a verdict in words."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from rich.text import Text

from seep_cli.console import Screen, cards, piece
from seep_cli.draw import labelled
from seep_solver.belief import Fact
from seep_solver.cards import RANKS
from seep_solver.hidden import RISK, Estimate, MoveEstimate

BEST, CLOSE, BEHIND, RISKY = "* ", "~ ", "  ", "! "
NAMED = 4  # moves that a sentence names
HOW = {
    "exact": "each solved exactly",
    "montecarlo": "by playouts",
    "pimc": "each searched some plays deep",
    "ismcts": "by one tree over all",
}
STOPPED = {"time": "the time ran out", "interrupt": "interrupted"}


def estimated(found: Estimate, screen: Screen, timings: bool, top: int | None) -> list[Text]:
    """The lines below the position."""
    lines = [labelled(label, Text(words), False) for label, words in _known(found)]
    if not found.moves:
        return [*lines, Text(), piece("  no move: the deal is over", "dim")]
    lines += [Text(), *_table(found, screen, top), Text()]
    lines.append(piece("  ", "").append_text(cards(verdict(found), screen.symbols)))
    return [*lines, *(piece(f"  {words}", "dim") for words in _footer(found, timings, top))]


def _known(found: Estimate) -> list[tuple[str, str]]:
    """What is proven of the other hands, and how many deals that leaves."""
    told = [
        (f"seat {seat} {'holds' if holds else 'holds no'} {' '.join(RANKS[fact.rank - 1] for fact in facts)}", why)
        for (seat, holds, why), facts in groupby(
            sorted(found.facts, key=_about), key=lambda fact: (fact.seat, fact.holds, fact.why)
        )
    ]
    lines = [f"{words} ({why})" for words, why in told]
    unseen = sum(hand.unknown + sum(stage.unknown for stage in hand.stages) for hand in found.position.hands if hand)
    lines.append(f"{_number(found.total)} deals of the {unseen} hidden cards fit")
    return [("known" if at == 0 else "", words) for at, words in enumerate(lines)]


def _about(fact: Fact) -> tuple[int, bool, str, int]:
    return fact.seat, not fact.holds, fact.why, fact.rank


def _number(total: int) -> str:
    """A count of deals in digits as long as people read them."""
    if total < 10**9:
        return f"{total:,}"
    digits, _, zeros = f"{total:.1e}".partition("e")
    return f"about {digits}e{int(zeros)}"


def _table(found: Estimate, screen: Screen, top: int | None) -> list[Text]:
    """A row a move: mean gain with its error, how far behind the best with the error of that, worlds."""
    shown = found.moves[:top]
    rows = [["gain", "", "behind", "", "worlds"], *(_figures(move, move.move in found.best) for move in shown)]
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    lines = []
    for at, row in enumerate(rows):
        words = "  ".join(f"{figure:{'<' if column in (1, 3) else '>'}{width}}" for column, (figure, width)
                          in enumerate(zip(row, widths, strict=True)) if width)  # fmt: skip
        if at == 0:
            lines.append(piece(f"{BEHIND}{words}  move", "dim"))
            continue
        mark, style = _mark(found, shown[at - 1])
        line = piece(mark, style).append(f"{words}  ", style)
        lines.append(line.append_text(cards(shown[at - 1].move, screen.symbols)))
    return lines


def _figures(move: MoveEstimate, best: bool) -> list[str]:
    gain, behind = _signed(move.mean), "" if best or move.diff is None else f"{move.diff:.1f}"
    return [gain, _error(move.std_err), behind, "" if best else _error(move.diff_err), f"{move.worlds:,}"]


def _error(error: float | None) -> str:
    return f"+/- {error:.1f}" if error else ""


def _signed(number: float | None) -> str:
    return "" if number is None else f"{number:+.1f}".replace("+0.0", "0.0").replace("-0.0", "0.0")


def _mark(found: Estimate, move: MoveEstimate) -> tuple[str, str]:
    if move.move in found.best:
        return BEST, "bold green"
    if move.risky:
        return RISKY, "dim"
    return (BEHIND, "") if move.apart else (CLOSE, "green")


def verdict(found: Estimate) -> str:
    """In words whether one move is best, how surely, or which cannot be told apart."""
    best, rest = found.best, found.moves[len(found.best) :]
    close = [move for move in found.moves if move.move not in best and not move.apart]
    if not found.worlds:
        return "no deal was finished: moves stand in the order in which a player at sight would like them"
    if len(found.moves) == 1:
        return f"{best[0]} is the only move"
    if close:
        return f"{_listed([*best, *(move.move for move in close)])} cannot be told apart after {_worlds(found)}"
    first = f"{best[0]} is best" if len(best) == 1 else f"{_listed(best)} are best, as good as each other"
    if not rest:
        return first
    safe = [move for move in rest if not move.risky]
    if not safe:
        return f"{first}: all other moves are too risky"
    least = min(safe, key=lambda move: move.ahead or 0.0)
    if found.every:
        return f"{first}: {least.diff:.1f} points ahead of {least.move} on average over all deals"
    return f"{first}: at least {least.ahead:.1f} points ahead of {least.move}, 95 %"


def _listed(moves: Sequence[str]) -> str:
    if len(moves) > NAMED:
        return f"{', '.join(moves[:NAMED])} and {len(moves) - NAMED} more"
    return f"{', '.join(moves[:-1])} and {moves[-1]}"


def _worlds(found: Estimate) -> str:
    return "1 world" if found.worlds == 1 else f"{found.worlds:,} worlds"


def _all(found: Estimate) -> str:
    if found.worlds == found.total:
        return f"all {found.total:,} deals"
    return f"all {found.total:,} deals, {found.worlds:,} but for interchangeable cards"


def _footer(found: Estimate, timings: bool, top: int | None) -> list[str]:
    words = [_all(found) if found.every else _worlds(found)]
    words += [HOW[found.method]] if found.worlds else []
    words += [] if found.every else [f"seed {found.seed}"]
    words += [STOPPED[found.stopped]] if found.stopped in STOPPED else []
    words += [f"{found.time_s:.3f} s"] if timings else []
    lines = [", ".join(words)]
    if not found.every and found.worlds > 1:
        lines[0] += "; +/-: one standard error"
    if found.effective is not None:
        lines.append(_weighed(found.effective))
    if found.predicted:
        lines.append(_predicted(found.predicted))
    if any(move.risky for move in found.moves[:top]):
        lines.append(f"!: risky, loses more than {RISK} points of a hundred if they play perfectly instead")
    return lines


def _weighed(effective: float) -> str:
    if not effective:
        return "earlier plays weigh nothing: no deal makes them likely"
    return f"earlier plays weigh the deals: a hundred of them are worth {effective:.0f} equally likely ones"


def _predicted(seats: Sequence[int]) -> str:
    if len(seats) == 1:
        return f"seat {seats[0]} has played like the agent careful; the estimate takes it to go on so"
    named = " and ".join(map(str, seats))
    return f"seats {named} have played like the agent careful; the estimate takes them to go on so"
