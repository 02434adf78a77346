"""Where results go: one Parquet file or a folder of parts, with the hidden files that let a run go on."""

from __future__ import annotations

import errno
import fcntl
import json
import os
import re
import shutil
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any
from uuid import uuid4

from seep_solver.atomic import atomically, unfinished
from seep_solver.inputs import Source
from seep_solver.settings import canonical_json

LOCK = ".lock"
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
class Share:
    """What one job of an array solves: of `jobs` that count from 1, the positions of the one of this `number`."""

    number: int
    jobs: int

    def has(self, row: int) -> bool:
        """Whether the position at this place, from 0, is one of the job's."""
        return row % self.jobs == self.number - 1

    def __str__(self) -> str:
        return f"{self.number}/{self.jobs}"


@dataclass(frozen=True, slots=True)
class Place:
    """The file (`single`) or folder `out`, and the paths that belong to it.

    Each run keeps its rows at a desk of its own in the journal until they are put in their place: a job of an
    array always at the same one, where its manifest lies too, any other run at a new one.
    """

    out: Path
    single: bool
    share: Share | None = None
    run: str = field(default_factory=lambda: uuid4().hex[:12])

    @classmethod
    def of(cls, out: Path, share: Share | None = None) -> Place:
        """A name that ends in .parquet is one file, any other a folder; OutputError if the other is there."""
        single = out.suffix.lower() == ".parquet"
        if single and out.is_dir():
            hint = "a name that ends in .parquet is one file"
            raise OutputError(out, "expected a file, found a folder", hint)
        if not single and out.exists() and not out.is_dir():
            hint = "end the name in .parquet for one file"
            raise OutputError(out, "expected a folder, found a file", hint)
        return cls(out, single, share)

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

    @property
    def desk(self) -> Path:
        """The folder in the journal that this run writes to."""
        share = self.share
        return self.journal / (f"{share.number:05d}-of-{share.jobs:05d}" if share else self.run)

    @property
    def progress(self) -> Path:
        """The manifest that this run keeps."""
        return self.desk / "manifest.json" if self.share else self.manifest

    def desks(self) -> list[Path]:
        """The folders whose rows this run goes on from: all there are, for a job of an array its own."""
        if self.share:
            return [self.desk]
        others = [path for path in self.journal.glob("[!.]*") if path.is_dir() and path != self.desk]
        return [*sorted(others), self.desk]

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
        return self.out.is_dir() and any(not path.name.startswith(".seep-") for path in self.out.iterdir())

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

    def manifests(self) -> list[Manifest]:
        """What runs have told: that of the whole first, then those of jobs; OutputError for a damaged one."""
        paths = [self.manifest, *sorted(self.journal.glob("[!.]*-of-*/manifest.json"))]
        return [told for path in paths if (told := _read(path)) is not None]

    def read_manifest(self) -> Manifest | None:
        """The manifest that this run keeps, None if there is none; OutputError for a damaged one."""
        return _read(self.progress)

    def begin(self, identity: dict[str, Any], *, resume: bool, force: bool) -> Manifest:
        """The manifest to go on from, or a new one where all starts anew and what was there is removed.

        OutputError where the results, or those of a job of an array, are of other settings.
        """
        for told in [] if force else self.manifests():
            self._compare(told.identity, identity)
        self.remove_unfinished()
        if self.share and not self.manifest.exists():
            self.write_manifest(Manifest(identity), self.manifest)
        earlier = None if force else self.read_manifest()
        if not self.share and (earlier is None or not resume):
            self.clear()
        return earlier if earlier and resume else Manifest(identity)

    def _compare(self, earlier: dict[str, Any], identity: dict[str, Any]) -> None:
        if earlier != identity:
            changed = sorted(key for key in identity if earlier.get(key) != identity[key])
            told = ", ".join(f"{key} was {earlier.get(key)} and is {identity[key]}" for key in changed)
            raise OutputError(self.out, f"its rows are of other settings: {told}", ANEW)

    def write_manifest(self, manifest: Manifest, path: Path | None = None) -> None:
        """Write the manifest that this run keeps, or the one at `path`."""
        with atomically(path or self.progress) as stream:
            stream.write(canonical_json(asdict(manifest)).encode() + b"\n")

    @property
    def finished(self) -> bool:
        """Whether every row is in its place."""
        told = _read(self.manifest)
        return told is not None and told.rows is not None

    def jobs_finished(self) -> bool:
        """Whether every job of the array has solved its share."""
        if self.share is None:
            return False
        paths = [replace(self, share=Share(at, self.share.jobs)).progress for at in range(1, self.share.jobs + 1)]
        told = [_read(path) for path in paths]
        return all(each is not None and each.rows is not None for each in told)

    def clear(self) -> None:
        """Remove what runs have made, and nothing else; a single file stays until the new one replaces it."""
        self.manifest.unlink(missing_ok=True)
        for path in self.parts().values():
            path.unlink()
        self.empty_journal()
        self.desk.mkdir()

    def remove_unfinished(self) -> None:
        """Remove files that a killed run left half written; those of other jobs may be in work."""
        found = list(self.desk.glob(".*.unfinished"))
        if self.share is None:
            found += self.manifest.parent.glob(unfinished(self.manifest, "*").name)
            found += self.folder.glob(unfinished(self.out, "*").name if self.single else ".part-*.unfinished")
            found += self.journal.glob("[!.]*/.*.unfinished")
        for path in found:
            path.unlink(missing_ok=True)

    def empty_journal(self) -> None:
        """Remove the rows that wait to be put in their place."""
        for path in self.journal.iterdir():
            if path.is_dir():
                # First out of the way of a worker that has outlived its run: its rows find no folder any more.
                away = path.rename(path.with_name(f".{uuid4().hex[:12]}"))
                shutil.rmtree(away, ignore_errors=True)

    @contextmanager
    def held(self, patient: bool = False) -> Iterator[None]:
        """Keep other runs out while the block runs; the system lets go for a process that is killed.

        Jobs of an array keep out each its like and all others but jobs. A `patient` run waits for them to end.
        """
        fresh = not self.single and not self.out.exists()
        self.journal.mkdir(parents=True, exist_ok=True)
        with ExitStack() as locks:
            self._take(self._lock, fcntl.LOCK_SH if self.share else fcntl.LOCK_EX, patient, locks)
            self.desk.mkdir(exist_ok=True)
            if self.share:
                self._take(self.desk / LOCK, fcntl.LOCK_EX, patient, locks)
            try:
                yield
            finally:
                self._leave(fresh)

    def _take(self, path: Path, how: int, patient: bool, locks: ExitStack) -> None:
        """Lock a place, where its file system can, by a file that its last owner has not just removed."""
        while True:
            path.parent.mkdir(exist_ok=True)
            handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
            locks.callback(os.close, handle)
            try:
                fcntl.flock(handle, how if patient else how | fcntl.LOCK_NB)
                if os.path.samestat(os.fstat(handle), path.stat()):
                    return
            except OSError as error:
                if not isinstance(error, BlockingIOError | FileNotFoundError):
                    return
            if not patient:
                raise OutputError(self.out, "another run is writing here", "wait for it, or stop it")

    def _leave(self, fresh: bool) -> None:
        """Remove the journal if nothing is in it, and a folder made for nothing."""
        if self.share:
            return
        for path in self.journal.iterdir():
            with suppress(OSError):  # it holds rows
                path.rmdir()
        if any(path != self._lock for path in self.journal.iterdir()):
            return
        self._lock.unlink()
        self.journal.rmdir()
        if fresh:
            with suppress(OSError):  # it is in use
                self.out.rmdir()

    @property
    def _lock(self) -> Path:
        return self.journal / LOCK


def _read(path: Path) -> Manifest | None:
    try:
        return Manifest(**json.loads(path.read_bytes()))
    except FileNotFoundError:
        return None
    except (ValueError, TypeError) as error:
        message = "expected the manifest of a run, found something else"
        raise OutputError(path, message, "--force starts anew") from error


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
