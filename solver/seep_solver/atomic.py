"""Files that a reader never meets half: written beside their place, synced, then renamed into it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO
from uuid import uuid4


def unfinished(path: Path, writer: str) -> Path:
    """Where the file that is to be `path` is written: a hidden name that ends in no known ending.

    Each `writer` has a name of its own, for two may write the same file on shared storage.
    """
    return path.with_name(f".{path.name.lstrip('.')}.{writer}.unfinished")


@contextmanager
def atomically(path: Path) -> Iterator[BinaryIO]:
    """A new file that takes the place of `path` when the block ends well, else leaves no trace."""
    beside = unfinished(path, uuid4().hex[:12])
    try:
        with beside.open("wb") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        beside.replace(path)
    except BaseException:
        with suppress(OSError):
            beside.unlink()
        raise
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    """Make the names in `folder` outlive a power cut."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
