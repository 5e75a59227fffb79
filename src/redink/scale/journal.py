"""Blocks of text in; a whole file out, even if the run is killed and resumed.

While `out.m2` is being written, there are two files beside it: `out.m2.part`, the output so far, and
`out.m2.part.log`, with one line for each block: the number of rows and bytes up to its end, and a checksum of the
block. The line of the log is written after its block. A block that a kill, a power cut or a full disk left incomplete
is found by its checksum and cut off. A resumed run therefore continues after the last complete block, and gives the
same bytes as a run that was never interrupted. The first line of the log holds the conditions (settings and checksums
of the inputs); resuming under other conditions is refused.
"""

from __future__ import annotations

import hashlib
import json
import os
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path
from typing import IO, BinaryIO, TypeAlias, TypeVar

from redink.errors import InputError, Place, RedinkError, UsageError, users_line
from redink.reading.files import file_mode, sync_folder
from redink.reading.packing import Pack, packer

Conditions: TypeAlias = dict[str, str]
"""Everything that the bytes of an output depend on, by name."""
Seal: TypeAlias = Callable[[Path, Path], None]
"""Turns the text that was journalled (first path) into another form (second path)."""

Line = TypeVar("Line")

BLOCK = 1024
"""Number of rows of output that are committed together."""
_SYNC_EVERY = 64
"""Number of blocks after which the system must write everything to the disk."""


@dataclass(frozen=True, slots=True)
class _Beginning:
    format: int
    conditions: Conditions


@dataclass(frozen=True, slots=True)
class _Block:
    rows: int
    """Number of rows of output up to the end of this block."""
    bytes: int
    """Number of bytes of output up to the end of this block."""
    checksum: str


_NOTHING = _Block(0, 0, "")


class Journal:
    """An unfinished output file: the part written so far, and its log."""

    def __init__(self, target: Path, part: BinaryIO, log: BinaryIO, done: _Block, pack: Pack | None = None) -> None:
        """Continue after the block `done`; each block is packed separately."""
        self.target = target
        self._part = part
        self._log = log
        self._done = done
        self._pack = pack
        self._unsynced = 0

    @property
    def rows(self) -> int:
        """Number of rows that are safely written; a resumed run skips them."""
        return self._done.rows

    def write(self, rendered: Iterable[str]) -> None:
        """Write rows of text in blocks."""
        remaining = iter(rendered)
        while block := list(islice(remaining, BLOCK)):
            self._commit(len(block), "".join(block).encode("utf-8"))

    def write_head(self, head: str) -> None:
        """Write the text above the first row, unless it is already written."""
        if not self._done.bytes:
            self._commit(0, head.encode("utf-8"))

    def _commit(self, rows: int, text: bytes) -> None:
        block = text if self._pack is None else self._pack(text)
        done = _Block(self._done.rows + rows, self._done.bytes + len(block), _checksum(block))
        try:
            self._part.write(block)
            self._part.flush()
            self._log.write(_line(done))
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
        """Give the complete file its final name."""
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
        """Delete the unfinished output and its log."""
        part_of(self.target).unlink(missing_ok=True)
        log_of(self.target).unlink(missing_ok=True)


class Stream:
    """An output with the interface of `Journal` that cannot be resumed, such as a pipe."""

    rows = 0

    def __init__(self, out: IO[str]) -> None:
        """Write to an open file or pipe."""
        self._out = out

    def write(self, rendered: Iterable[str]) -> None:
        """Write rows of text."""
        self._out.writelines(rendered)

    def write_head(self, head: str) -> None:
        """Write the text above the first row."""
        self._out.write(head)


def part_of(target: Path) -> Path:
    """Give the path of the file that holds the output so far."""
    return target.with_name(f"{target.name}.part")


def log_of(target: Path) -> Path:
    """Give the path of the log of the blocks."""
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
    """Give an output that can be resumed; it gets its final name when the body ends without an error.

    After bad input nothing is kept, because correcting the input changes the conditions. After any other interruption
    (Ctrl-C, a kill, a full disk, a dead worker) the unfinished output is kept and can be resumed.

    Args:
        output: The file to write.
        conditions: Everything that the bytes of the output depend on.
        resume: Whether to continue an earlier run; if there is none, a new run begins.
        repeatable: Whether the inputs can be read again. A run that reads a pipe cannot be resumed, so its unfinished
            output is not kept.
        seal: Makes the final form of the output if that is not text (Parquet).
    """
    target = Path(output).resolve()  # a link stays a link: the file that it points to is replaced
    if target.is_dir():
        raise InputError("this is a folder, not a file", place=Place(str(output)), remedy="give the name of a file")
    pack = packer(target) if seal is None else None
    with _opened(part_of(target), output) as part, _opened(log_of(target), output) as log:
        _claim(log, log_of(target), output)
        if not resume and repeatable:
            _refuse_to_lose(log, output)
        done = _recovered(part, log, conditions, output) if resume else None
        if done is None:
            _begin(part, log, conditions, output)
        journal = Journal(target, part, log, done or _NOTHING, pack)
        try:
            yield journal
        except BaseException as error:
            if not repeatable or isinstance(error, InputError | UsageError):
                journal.discard()
            elif isinstance(error, KeyboardInterrupt) and journal.rows:
                warnings.warn(f"{journal.rows} rows are safe: --resume continues from there", stacklevel=users_line())
            raise
        journal.finish(seal)


@contextmanager
def _opened(path: Path, output: str | Path) -> Iterator[BinaryIO]:
    try:
        # Neither "w" (another run may be writing the file) nor "r+" (the file may not exist).
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
    except OSError as error:
        raise InputError(
            f"cannot write here: {error.strerror or error}",
            place=Place(str(output)),
            remedy="create the folder, or choose another with --output",
        ) from error
    # An error on closing is ignored: it has already been raised when the data were written.
    handle = os.fdopen(descriptor, "r+b")
    try:
        yield handle
    finally:
        with suppress(OSError):
            handle.close()


def _claim(log: BinaryIO, path: Path, output: str | Path) -> None:
    """Refuse to write a file that another process is writing; the lock ends with the process."""
    try:
        import fcntl
    except ImportError:  # Windows does not let two processes write one file anyway
        return
    try:
        fcntl.flock(log.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
        # A run that finished after we opened the log has deleted the log, and its part is now the finished file.
        if not os.path.samestat(path.stat(), os.fstat(log.fileno())):
            raise FileNotFoundError(path)
    except OSError as error:
        raise RedinkError(
            "another redink is writing this file", place=Place(str(output)), remedy="wait for it, or choose another"
        ) from error


def _refuse_to_lose(log: BinaryIO, output: str | Path) -> None:
    """Refuse to begin a new run if an earlier run has written blocks."""
    blocks = sum(1 for _ in log) - 1
    log.seek(0)
    if blocks > 0:
        raise RedinkError(
            f"there is an unfinished run here, about {blocks * BLOCK} rows long",
            place=Place(str(part_of(Path(output)))),
            remedy="continue it with --resume; to start again, delete it and its .log",
        )


def _begin(part: BinaryIO, log: BinaryIO, conditions: Conditions, output: str | Path) -> None:
    try:
        for handle in (part, log):
            handle.seek(0)  # a torn first line may have been read
            handle.truncate()
        log.write(_line(_Beginning(1, conditions)))
        log.flush()
    except OSError as error:
        raise InputError(
            f"cannot write: {error.strerror or error}",
            place=Place(str(output)),
            remedy="make room on the disk, or choose another place with --output",
        ) from error


def _recovered(part: BinaryIO, log: BinaryIO, conditions: Conditions, output: str | Path) -> _Block | None:
    """Give the last complete block, after cutting both files back to it; `None` if the log has no first line."""
    beginning = _whole_line(log.readline(), _Beginning)
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
    """Give the block that a line of the log describes; `None` if the line or the block is incomplete."""
    block = _whole_line(line, _Block)
    if block is None or not before.bytes <= block.bytes <= os.fstat(part.fileno()).st_size:
        return None
    text = part.read(block.bytes - before.bytes)
    return block if _checksum(text) == block.checksum else None


def _line(record: _Beginning | _Block) -> bytes:
    """Write a line of the log."""
    return json.dumps(asdict(record), ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def _whole_line(line: bytes, kind: type[Line]) -> Line | None:
    """Give the record that a line of the log is; `None` if the line is cut short or damaged."""
    from redink.reading.strict_json import decode_json

    try:
        return decode_json(line, kind, "damaged", place=Place(""), remedy="") if line.endswith(b"\n") else None
    except InputError:
        return None


def _refuse_other_conditions(then: Conditions, now: Conditions, output: str | Path) -> None:
    changed = sorted(name for name in then.keys() | now.keys() if then.get(name) != now.get(name))
    if changed:
        # Not an InputError, which would delete the unfinished output.
        raise RedinkError(
            f"the unfinished run was made under other conditions: {', '.join(changed)}",
            place=Place(str(output)),
            remedy=f"give the earlier inputs and options; to start again, delete {part_of(Path(output))} and its .log",
        )


def _checksum(block: bytes) -> str:
    return hashlib.blake2b(block, digest_size=16).hexdigest()
