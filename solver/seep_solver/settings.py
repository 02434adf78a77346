"""What can change a result beside the position itself."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from seep_solver.rules import Rules

if TYPE_CHECKING:
    from seep_solver.hidden import Method


@dataclass(frozen=True, slots=True)
class Settings:
    """How each position is solved: `time` in seconds and `nodes` (None: no limit), the table in megabytes.

    `rules`, if given, hold for every position whatever its line says. `timings` fills the column `time_us`.
    `folder` is where the results will stand: a path of rules in them starts there (None: the current folder).
    `worlds` (None: as many as an estimate takes by default), `seed` and `method` are for hidden positions.
    """

    rules: Rules | None = None
    time: float | None = None
    nodes: int | None = None
    hash_mb: int = 64
    timings: bool = False
    folder: Path | None = None
    worlds: int | None = None
    seed: int = 1
    method: Method = "auto"

    def values(self) -> dict[str, Any]:
        """The settings by name, as written into the files; the options of `rules` stand there apart."""
        return {
            "rules": self.rules.name if self.rules else None,
            "time": self.time,
            "nodes": self.nodes,
            "hash_mb": self.hash_mb,
            "timings": self.timings,
            "worlds": self.worlds,
            "seed": self.seed,
            "method": self.method,
        }

    def identity(self) -> dict[str, Any]:
        """The settings with the options spelled out: two runs with equal ones give the same rows."""
        options = {"path": self.rules.path, **self.rules.options()} if self.rules else None
        return {**self.values(), "options": options}


def release() -> str:
    """The version of this package, as results name it; "unknown" where it is used without being installed."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("seep-solver")
    except PackageNotFoundError:
        return "unknown"


def canonical_json(value: Any) -> str:
    """JSON with sorted keys and no spaces: equal values are equal texts."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"))
