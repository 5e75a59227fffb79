"""Long output that survives a kill: blocks of text in, a whole file out, sooner or later.

Beside `out.m2` grow `out.m2.part`, the output so far, and `out.m2.part.log`, one line a block: how
many rows and bytes there are after it, and a checksum of the block. A line of the log is written
after its block; what a kill, a power cut or a full disk leaves torn is found by its checksum and cut
off. So a resumed run goes on behind the last whole block and gives the bytes of a run that was never
disturbed. The first line of the log holds the conditions (settings and checksums of the inputs):
under others, resuming is refused.
"""

from __future__ import annotations

import hashlib
import os
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from pathlib import Path
from typing import IO, BinaryIO, TypeAlias

import msgspec

from redink.errors import InputError, Place, RedinkError, UsageError
from redink.reading.files import file_mode, sync_folder
from redink.reading.packing import Pack, packer

Conditions: TypeAlias = dict[str, str]
"""All that the bytes of an output depend on, by name."""
Seal: TypeAlias = Callable[[Path, Path], None]
"""Turns the text that was journalled (first path) into another form (second path)."""

BLOCK = 1024
"""Rows of output that are committed together."""
_SYNC_EVERY = 64
"""Blocks after which the system is told to put everything on the disk."""


class _Beginning(msgspec.Struct, frozen=True):
    format: int
    conditions: Conditions


class _Block(msgspec.Struct, frozen=True):
    rows: int
    """Rows of output up to the end of this block."""
    bytes: int
    """Bytes of output up to the end of this block."""
    checksum: str


_NOTHING = _Block(0, 0, "")


class Journal:
    """An output file in the making: the part that is there, and its log."""

    def __init__(self, target: Path, part: BinaryIO, log: BinaryIO, done: _Block, pack: Pack | None = None) -> None:
        """Go on behind the block `done`; each block is packed by itself."""
        self.target = target
        self._part = part
        self._log = log
        self._done = done
        self._pack = pack
        self._unsynced = 0

    @property
    def rows(self) -> int:
        """Rows that are safe: a resumed run skips as many."""
        return self._done.rows

    def write(self, rendered: Iterable[str]) -> None:
        """Write rows of text in blocks."""
        remaining = iter(rendered)
        while block := list(islice(remaining, BLOCK)):
            self._commit(len(block), "".join(block).encode("utf-8"))

    def write_head(self, head: str) -> None:
        """Write what stands above the first row, unless it is there."""
        if not self._done.bytes:
            self._commit(0, head.encode("utf-8"))

    def _commit(self, rows: int, text: bytes) -> None:
        block = text if self._pack is None else self._pack(text)
        done = _Block(self._done.rows + rows, self._done.bytes + len(block), _checksum(block))
        try:
            self._part.write(block)
            self._part.flush()
            self._log.write(msgspec.json.encode(done) + b"\n")
            self._log.flush()
            self._unsynced += 1
            if self._unsynced == _SYNC_EVERY:
                self._sync()
        except OSError as error:
            raise self._write_error(error) from error
        self._done = done

    def _write_error(self, error: OSError) -> RedinkError:
        return RedinkError(
            f"cannot write: {error.strerror or error}",
            place=Place(str(self.target)),
            remedy=f"{self.rows} rows are safe: make room and run the same command with --resume",
        )

    def _sync(self) -> None:
        os.fsync(self._part.fileno())
        os.fsync(self._log.fileno())
        self._unsynced = 0

    def finish(self, seal: Seal | None = None) -> None:
        """Put the whole file in its place."""
        part, sealed = part_of(self.target), self.target.with_name(f"{self.target.name}.sealed")
        try:
            self._sync()
            if seal is not None:
                seal(part, sealed)
            final = part if seal is None else sealed
            final.chmod(file_mode(self.target))
            final.replace(self.target)
            sync_folder(self.target)
        except OSError as error:
            sealed.unlink(missing_ok=True)
            raise self._write_error(error) from error
        self.discard()

    def discard(self) -> None:
        """Leave nothing behind."""
        part_of(self.target).unlink(missing_ok=True)
        log_of(self.target).unlink(missing_ok=True)


class Stream:
    """The same face for output that is written as it comes: a pipe has no memory."""

    rows = 0

    def __init__(self, out: IO[str]) -> None:
        """Take what is open for writing."""
        self._out = out

    def write(self, rendered: Iterable[str]) -> None:
        """Write rows of text."""
        self._out.writelines(rendered)

    def write_head(self, head: str) -> None:
        """Write what stands above the first row."""
        self._out.write(head)


def part_of(target: Path) -> Path:
    """Name the file that holds the output so far."""
    return target.with_name(f"{target.name}.part")


def log_of(target: Path) -> Path:
    """Name the log of the blocks in it."""
    return target.with_name(f"{target.name}.part.log")


@contextmanager
def journalled(
    output: str | Path,
    conditions: Conditions,
    *,
    resume: bool = False,
    repeatable: bool = True,
    seal: Seal | None = None,
) -> Iterator[Journal]:
    """Open an output that can be resumed; it takes its name when the body ends without an error.

    Bad input leaves nothing behind: once it is mended the conditions are others. After any other
    end (Ctrl-C, a kill, a full disk, a dead worker) what is there waits to be resumed.

    Args:
        output: The file to write.
        conditions: All that the bytes of the output depend on.
        resume: Whether to go on where an earlier run stopped; without one, begin.
        repeatable: Whether the inputs can be read again; from a pipe nothing can be resumed, so that
            nothing is kept either.
        seal: Makes the final form of the whole, where that is no text (Parquet).
    """
    target = Path(output).resolve()  # a link stays a link: what it points to is replaced
    if target.is_dir():
        raise InputError("this is a folder, not a file", place=Place(str(output)))
    pack = packer(target) if seal is None else None
    with _opened(part_of(target), output) as part, _opened(log_of(target), output) as log:
        _claim(log, log_of(target), output)
        if not resume and repeatable:
            _refuse_to_lose(log, output)
        done = _recovered(part, log, conditions, output) if resume else None
        if done is None:
            _begin(part, log, conditions)
        journal = Journal(target, part, log, done or _NOTHING, pack)
        try:
            yield journal
        except BaseException as error:
            if not repeatable or isinstance(error, InputError | UsageError):
                journal.discard()
            elif isinstance(error, KeyboardInterrupt) and journal.rows:
                warnings.warn(f"{journal.rows} rows are safe: --resume goes on from there", stacklevel=2)
            raise
        journal.finish(seal)


@contextmanager
def _opened(path: Path, output: str | Path) -> Iterator[BinaryIO]:
    try:
        # Neither "w" (another run may be writing it) nor "r+" (it may not be there).
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
    except OSError as error:
        raise InputError(
            f"cannot write here: {error.strerror or error}",
            place=Place(str(output)),
            remedy="make the folder, or choose another with --output",
        ) from error
    # What cannot be flushed at the end was complained about when it was written.
    handle = os.fdopen(descriptor, "r+b")
    try:
        yield handle
    finally:
        with suppress(OSError):
            handle.close()


def _claim(log: BinaryIO, path: Path, output: str | Path) -> None:
    """Refuse to write what another process is writing; the claim ends with the process."""
    try:
        import fcntl
    except ImportError:  # Windows does not let two processes write one file anyway
        return
    try:
        fcntl.flock(log.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
        # Whoever finished since we opened it has removed it, and what we opened beside it is now the finished file.
        if not os.path.samestat(path.stat(), os.fstat(log.fileno())):
            raise FileNotFoundError(path)
    except OSError as error:
        raise RedinkError(
            "another redink is writing this file", place=Place(str(output)), remedy="wait for it, or choose another"
        ) from error


def _refuse_to_lose(log: BinaryIO, output: str | Path) -> None:
    """Begin anew only where an earlier run got nowhere."""
    blocks = sum(1 for _ in log) - 1
    log.seek(0)
    if blocks > 0:
        raise RedinkError(
            f"an unfinished run is here, about {blocks * BLOCK} rows long",
            place=Place(str(part_of(Path(output)))),
            remedy="--resume goes on with it; to begin anew, delete it and its .log",
        )


def _begin(part: BinaryIO, log: BinaryIO, conditions: Conditions) -> None:
    for handle in (part, log):
        handle.seek(0)  # a torn first line may have been read
        handle.truncate()
    log.write(msgspec.json.encode(_Beginning(1, conditions)) + b"\n")
    log.flush()


def _recovered(part: BinaryIO, log: BinaryIO, conditions: Conditions, output: str | Path) -> _Block | None:
    """Cut both files back to their last whole block and give it; nothing if there is no beginning."""
    first = log.readline()
    try:
        beginning = msgspec.json.decode(first, type=_Beginning) if first.endswith(b"\n") else None
    except (msgspec.DecodeError, UnicodeDecodeError):
        beginning = None
    if beginning is None:
        return None
    _refuse_other_conditions(beginning.conditions, conditions, output)
    done, end = _NOTHING, log.tell()
    for line in log:
        following = _whole_block(line, part, done)
        if following is None:
            break
        done, end = following, end + len(line)
    for handle, length in ((part, done.bytes), (log, end)):
        handle.seek(length)
        handle.truncate()
    return done


def _whole_block(line: bytes, part: BinaryIO, before: _Block) -> _Block | None:
    """Give the block a line of the log speaks of, if both are whole."""
    try:
        block = msgspec.json.decode(line, type=_Block) if line.endswith(b"\n") else None
    except (msgspec.DecodeError, UnicodeDecodeError):
        block = None
    if block is None or block.bytes < before.bytes:
        return None
    text = part.read(block.bytes - before.bytes)
    return block if _checksum(text) == block.checksum else None


def _refuse_other_conditions(
    then: Conditions,
    now: Conditions,
    output: str | Path,
) -> None:
    changed = sorted(name for name in then.keys() | now.keys() if then.get(name) != now.get(name))
    if changed:
        # Not an InputError, which would throw the unfinished work away.
        raise RedinkError(
            f"the unfinished run was made under other conditions: {', '.join(changed)}",
            place=Place(str(output)),
            remedy=f"give the inputs and options of then; to begin anew, delete {part_of(Path(output))} and its .log",
        )


def _checksum(block: bytes) -> str:
    return hashlib.blake2b(block, digest_size=16).hexdigest()
