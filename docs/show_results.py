"""Show a folder of results that `seep solve` wrote: a line for each set of rules, and the costliest choice."""

from __future__ import annotations

import sys
from statistics import mean
from typing import Any

import pyarrow.parquet as pq

COLUMNS = ["id", "position", "rules", "kind", "cards_left", "gain", "best", "moves", "nodes"]
LINE = "{:<14}{:>10}{:>8}{:>11}{:>11}{:>15}{:>14}"


def lead(row: dict[str, Any]) -> int:
    """By how much the best move beats the next."""
    moves = row["moves"]
    return int(moves[0]["gain"] - moves[1]["gain"]) if len(moves) > 1 else 0


def main(folder: str) -> None:
    rows = [row for row in pq.read_table(folder, columns=COLUMNS).to_pylist() if row["kind"] == "exact"]
    print(LINE.format("rules", "positions", "cards", "mean gain", "best gain", "one best move", "nodes"))
    for rules in dict.fromkeys(row["rules"] for row in rows):
        part = [row for row in rows if row["rules"] == rules]
        cards = [row["cards_left"] for row in part]
        choices = [row for row in part if len(row["moves"]) > 1]
        single = sum(len(row["best"]) == 1 for row in choices)
        print(
            LINE.format(
                rules,
                len(part),
                f"{min(cards)}-{max(cards)}",
                f"{mean(row['gain'] for row in part):+.1f}",
                f"{max(row['gain'] for row in part):+d}",
                f"{single} of {len(choices)}",
                f"{sum(row['nodes'] for row in part):,}",
            )
        )
    row = max((row for row in rows if row["rules"] == "classic"), key=lead)
    print(f"\nThe costliest choice under classic, {row['id']}: {row['best'][0]} wins {lead(row)} more than any other.")
    print(f'seep analyse "{row["position"]}"')


if __name__ == "__main__":
    main(sys.argv[1])
