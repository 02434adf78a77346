"""Libraries that only some of the package needs: what to say when one is not there."""

from __future__ import annotations


class MissingExtra(ImportError):
    """A library that is not installed; `extra` is the extra of seep-solver that brings it, `hint` how."""

    def __init__(self, library: str, extra: str) -> None:
        super().__init__(f"{library} is not installed")
        self.extra = extra
        self.hint = f"pip install 'seep-solver[{extra}]'"
