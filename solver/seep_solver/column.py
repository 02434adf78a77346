"""How a column of a statistic is read: its heading, what kind of value it holds, and that value as text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

# count: whole number · number: any · points: a gain, with its sign · share: 0 to 1 · word: text
Form = Literal["count", "number", "points", "share", "word"]


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a statistic; one with a bar is drawn to scale beside its values."""

    name: str
    heading: str
    form: Form = "count"
    bar: bool = False

    def written(self, value: Any) -> str:
        """A value as people read it; a dash for none."""
        if value is None:
            return "-"
        if self.form == "word":
            return str(value)
        if self.form == "share":
            return f"{100 * value:.1f} %"
        return format(value, {"count": ",.0f", "number": ",.2f", "points": "+z,.1f"}[self.form])

    def length(self, value: Any, values: Sequence[Any]) -> float:
        """How long the bar of a value is, 0 to 1: a share as it is, else against the greatest of all `values`."""
        if not self.bar or value is None:
            return 0.0
        greatest = 1.0 if self.form == "share" else max((abs(each) for each in values if each is not None), default=0)
        return abs(value) / greatest if greatest else 0.0
