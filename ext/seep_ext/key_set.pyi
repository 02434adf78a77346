"""Keys met so far."""

class KeySet:
    """A set of 64-bit keys, 11 to 21 bytes for each."""

    def __len__(self) -> int: ...
    def add(self, key: int) -> bool:
        """Put a key in; whether it is new."""
