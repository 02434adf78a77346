"""The options of the rules, resolved for the engine (rules, section 6)."""

from collections.abc import Mapping

class UnplayedOption(ValueError):
    """An option has a value that the engine does not play."""

    option: str
    value: object

class RuleSet:
    """Options in the engine's form. `options` holds every field of the rules' table; raises UnplayedOption."""

    def __init__(self, options: Mapping[str, int | str | bool]) -> None: ...
    @property
    def options(self) -> dict[str, int | str | bool]: ...
