"""Where results go: one Parquet file or a folder of parts, with the hidden files that let a run go on."""

from __future__ import annotations

import errno
import fcntl
import json
import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from seep_solver.atomic import atomically, unfinished
from seep_solver.inputs import Source
from seep_solver.settings import canonical_json

PART = re.compile(r"part-(\d{5,})\.parquet")
ANEW = "name another OUT, or --force to replace what is there"
FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


class OutputError(ValueError):
    """The results cannot be written where they were asked for: where, why, and what to do."""

    def __init__(self, where: Path | str, message: str, hint: str | None = None) -> None:
        super().__init__(f"{where}: {message}")
        self.where = str(where)
        self.message = message
        self.hint = hint


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a run is and how far it has read; a run goes on only where all of it agrees.

    `identity` is all that can change a row beside the input; `read` counts the positions read so far,
    `digest` is a fingerprint of them; `rows` is their number once the run is finished.
    """

    identity: dict[str, Any]
    read: int = 0
    digest: str = ""
    rows: int | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """The file (`single`) or folder `out`, and the paths that belong to it."""

    out: Path
    single: bool

    @classmethod
    def of(cls, out: Path) -> Place:
        """A name that ends in .parquet is one file, any other a folder; OutputError if the other is there."""
        single = out.suffix.lower() == ".parquet"
        if single and out.is_dir():
            hint = "a name that ends in .parquet is one file"
            raise OutputError(out, "expected a file, found a folder", hint)
        if not single and out.exists() and not out.is_dir():
            hint = "end the name in .parquet for one file"
            raise OutputError(out, "expected a folder, found a file", hint)
        return cls(out, single)

    @property
    def folder(self) -> Path:
        """The folder that the files of results stand in."""
        return self.out.parent if self.single else self.out

    @property
    def journal(self) -> Path:
        """The hidden folder of rows that are not in their place yet."""
        return self.out.with_name(f".{self.out.name}.journal") if self.single else self.out / ".seep-journal"

    @property
    def manifest(self) -> Path:
        """The hidden file that says what the results are of."""
        if self.single:
            return self.out.with_name(f".{self.out.name}.manifest.json")
        return self.out / ".seep-manifest.json"

    def part(self, number: int) -> Path:
        """The file of a part; numbers count from 0."""
        return self.out if self.single else self.out / f"part-{number:05d}.parquet"

    def parts(self) -> dict[int, Path]:
        """The parts of a folder that are written."""
        if self.single or not self.out.is_dir():
            return {}
        found = ((PART.fullmatch(path.name), path) for path in self.out.iterdir())
        return dict(sorted((int(match[1]), path) for match, path in found if match))

    def foreign(self) -> bool:
        """Whether something is here that no run of ours has made."""
        if self.manifest.exists():
            return False
        if self.single:
            return self.out.exists()
        return self.out.is_dir() and any(path != self.journal for path in self.out.iterdir())

    def among(self, sources: Sequence[Source]) -> bool:
        """Whether the results would be read as input, by this run or when it is run again."""
        out = self.out.resolve()
        folder = out.parent if self.single else out
        for source in sources:
            if source.path is not None:
                path = source.path.resolve()
                if path == out or (path.parent == folder and (source.listed or not self.single)):
                    return True
        return False

    def read_manifest(self) -> Manifest | None:
        """The manifest, None if there is none; OutputError for a damaged one."""
        try:
            return Manifest(**json.loads(self.manifest.read_bytes()))
        except FileNotFoundError:
            return None
        except (ValueError, TypeError) as error:
            message = "expected the manifest of a run, found something else"
            raise OutputError(self.manifest, message, "--force starts anew") from error

    def begin(self, identity: dict[str, Any], *, resume: bool, force: bool) -> Manifest:
        """The manifest to go on from, or a new one where all starts anew and what was there is removed.

        OutputError where the results are of other settings.
        """
        earlier = None if force else self.read_manifest()
        if earlier is not None and earlier.identity != identity:
            changed = sorted(key for key in identity if earlier.identity.get(key) != identity[key])
            told = ", ".join(f"{key} was {earlier.identity.get(key)} and is {identity[key]}" for key in changed)
            raise OutputError(self.out, f"its rows are of other settings: {told}", ANEW)
        self.remove_unfinished()
        if earlier is None or not resume:
            self.clear()
            return Manifest(identity)
        return earlier

    def write_manifest(self, manifest: Manifest) -> None:
        """Write the manifest."""
        with atomically(self.manifest) as stream:
            stream.write(canonical_json(asdict(manifest)).encode() + b"\n")

    def clear(self) -> None:
        """Remove what runs have made, and nothing else; a single file stays until the new one replaces it."""
        self.manifest.unlink(missing_ok=True)
        for path in self.parts().values():
            path.unlink()
        self.empty_journal()

    def remove_unfinished(self) -> None:
        """Remove files that a killed run left half written."""
        unfinished(self.manifest).unlink(missing_ok=True)
        pattern = unfinished(self.part(0)).name if self.single else ".part-*.unfinished"
        for path in [*self.manifest.parent.glob(pattern), *self.journal.glob(".*.unfinished")]:
            path.unlink()

    def empty_journal(self) -> None:
        """Remove the rows that wait to be put in their place."""
        for path in self.journal.iterdir():
            if path != self._lock:
                path.unlink()

    @contextmanager
    def held(self) -> Iterator[None]:
        """Keep other runs out while the block runs; the system lets go for a process that is killed."""
        fresh = not self.single and not self.out.exists()
        self.journal.mkdir(parents=True, exist_ok=True)
        handle = os.open(self._lock, os.O_RDWR | os.O_CREAT, 0o644)
        try:
            self._take(handle)
            try:
                yield
            finally:
                self._leave(fresh)
        finally:
            os.close(handle)

    def _take(self, handle: int) -> None:
        """Lock the place, where its file system can, by a file that its last owner has not just removed."""
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            busy = not os.path.samestat(os.fstat(handle), self._lock.stat())
        except (BlockingIOError, FileNotFoundError):
            busy = True
        except OSError:
            busy = False
        if busy:
            raise OutputError(self.out, "another run is writing here", "wait for it, or stop it")

    def _leave(self, fresh: bool) -> None:
        """Remove the journal if nothing is in it, and a folder made for nothing."""
        if any(path != self._lock for path in self.journal.iterdir()):
            return
        self._lock.unlink()
        self.journal.rmdir()
        if fresh:
            with suppress(OSError):  # it is in use
                self.out.rmdir()

    @property
    def _lock(self) -> Path:
        return self.journal / ".lock"


@contextmanager
def told_of(out: Path) -> Iterator[None]:
    """What the system refuses, told of the output: a full disk, a folder that may not be written."""
    try:
        yield
    except OSError as error:
        hint = "name an OUT that can be written"
        if error.errno in FULL:
            hint = "make room and run it again: what is finished is kept"
        raise OutputError(out, f"cannot write: {(error.strerror or str(error)).lower()}", hint) from error
