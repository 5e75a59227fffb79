"""Bytes on disk: a path or `-` in, decoded lines out; and files written whole or not at all."""

from __future__ import annotations

import gzip
import io
import os
import sys
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, BinaryIO, TypeAlias, cast

from redink.errors import InputError, Place
from redink.reading.packing import Pack, packed_stream, packer
from redink.reading.unpacking import begun_zstd, guarded, unzstd

Source: TypeAlias = str | Path
"""A file to read; `-` is standard input. Gzip and zstd are told by their first bytes, not by their names."""

_GZIP_MAGIC = b"\x1f\x8b"
_ZSTD_MAGIC = b"\x28\xb5\x2f\xfd"
_BOM = "\ufeff"


def display_name(path: Source) -> str:
    """Give the name by which messages call a file."""
    return "<stdin>" if str(path) == "-" else str(path)


@contextmanager
def open_bytes(path: Source) -> Iterator[BinaryIO]:
    """Open for reading, unpacking gzip and zstd; every failure of the system becomes an `InputError`."""
    name = display_name(path)
    try:
        with _raw(path) as raw:
            yield _unpacked(raw, name)
    except FileNotFoundError as error:
        raise InputError("no such file", place=Place(name), remedy="check the path") from error
    except IsADirectoryError as error:
        raise InputError(
            "this is a folder, not a file", place=Place(name), remedy="give a file of the folder"
        ) from error
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise InputError(
            f"the packed data is damaged: {error}", place=Place(name), remedy="fetch or compress it again"
        ) from error
    except OSError as error:
        raise InputError(
            f"cannot read: {error.strerror or error}", place=Place(name), remedy="may you read it? is the path right?"
        ) from error


@contextmanager
def _raw(path: Source) -> Iterator[BinaryIO]:
    if str(path) == "-":
        yield sys.stdin.buffer
    else:
        with Path(path).open("rb") as handle:
            yield handle


def _unpacked(raw: BinaryIO, name: str) -> BinaryIO:
    """Unpack what is packed, as its first bytes tell."""
    peek = getattr(raw, "peek", None)
    start = peek(4)[:4] if peek is not None else b""
    if start[:2] == _GZIP_MAGIC:
        return guarded(raw, lambda packed: cast(BinaryIO, gzip.GzipFile(fileobj=packed)), name)
    if start == _ZSTD_MAGIC:
        return guarded(raw, unzstd, name)
    return raw


def read_lines(path: Source) -> Iterator[str]:
    r"""Yield the lines of a UTF-8 file without line ends; only `\n` and `\r\n` end a line.

    A byte-order mark is dropped, a missing last newline does not matter, and a blank line is a
    line. Memory is bounded by the longest line.
    """
    with open_bytes(path) as handle:
        for number, raw in enumerate(handle, start=1):
            try:
                line = raw.decode("utf-8")
            except UnicodeDecodeError as error:
                raise InputError(
                    f"not UTF-8: byte 0x{raw[error.start]:02x} at position {error.start + 1} of the line",
                    place=Place(display_name(path), number),
                    remedy="convert the file, e.g. iconv -f latin1 -t utf-8",
                ) from error
            line = line.removesuffix("\n").removesuffix("\r")
            yield line.removeprefix(_BOM) if number == 1 else line


def first_of_stdin() -> str:
    """Look at the beginning of standard input, unpacked, without taking it: what one read gives, 8 kB or less."""
    peek = getattr(sys.stdin.buffer, "peek", None)
    start: bytes = peek(1) if peek is not None else b""
    if start.startswith(_GZIP_MAGIC):
        try:
            start = zlib.decompressobj(wbits=31).decompress(start)
        except zlib.error:
            return ""  # damaged: whoever reads it says so, with its name
    if start.startswith(_ZSTD_MAGIC):
        start = begun_zstd(start)
        if not start:  # its first block is larger than what can be looked at
            raise InputError(
                "what zstd packed cannot be told from its beginning",
                place=Place("<stdin>"),
                remedy="give the file by its name, or unpack it: zstdcat FILE | redink …",
            )
    return start.decode("utf-8", "replace").removeprefix(_BOM)


@contextmanager
def write_whole(path: Source) -> Iterator[IO[str]]:
    """Open a text file for writing that appears under its name only when all of it is on disk.

    What is written goes to a temporary file in the same folder, which takes the name at the end:
    a kill in the middle leaves the old file or none. A name in `.gz` or `.zst` is packed. `-` is
    standard output, written as it comes, and so are pipes and devices.
    """
    if str(path) == "-":
        yield sys.stdout
        sys.stdout.flush()
        return
    if is_device(path):
        with Path(path).open("w", encoding="utf-8", newline="\n") as device:
            yield device
        return
    target = Path(path).resolve()  # a link stays a link: what it points to is replaced
    mode, pack = file_mode(target), packer(target)
    try:
        handle = tempfile.NamedTemporaryFile(  # noqa: SIM115 - closed below, renamed after that
            dir=target.parent, prefix=f".{target.name}.", delete=False
        )
    except OSError as error:
        raise InputError(
            f"cannot write here: {error.strerror or error}",
            place=Place(str(path)),
            remedy="make the folder, or choose another with --output",
        ) from error
    temporary = Path(handle.name)
    try:
        with handle, _text_stream(cast(BinaryIO, handle.file), pack) as text:
            yield text
            text.flush()
            if pack is not None and not handle.tell():
                handle.write(pack(b""))  # gunzip and zstd refuse a file of no bytes
            handle.flush()
            os.fsync(handle.fileno())
        temporary.chmod(mode)
        temporary.replace(target)
        sync_folder(target)
    except OSError as error:
        raise InputError(
            f"cannot write: {error.strerror or error}",
            place=Place(str(path)),
            remedy="give a place where you may write, with -o",
        ) from error
    finally:
        temporary.unlink(missing_ok=True)


def _text_stream(out: BinaryIO, pack: Pack | None) -> io.TextIOWrapper:
    return io.TextIOWrapper(out if pack is None else packed_stream(out, pack), encoding="utf-8", newline="\n")


def sync_folder(target: Path) -> None:
    """Have the new name of a file survive a power cut, where the system lets us."""
    with suppress(OSError):  # Windows opens no folders
        descriptor = os.open(target.parent, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def file_mode(target: Path) -> int:
    """Give the permissions a file has, or would have if it were made now."""
    return target.stat().st_mode & 0o7777 if target.exists() else 0o666 & ~_umask()


def is_device(path: Source) -> bool:
    """Tell a pipe or a device from a file that is there or will be."""
    # A pipe or a device takes bytes but no new name: as root, we would put a plain file in the
    # place of /dev/null.
    return Path(path).exists() and not Path(path).is_file() and not Path(path).is_dir()


def _umask() -> int:
    # The mask can only be read by setting it; NamedTemporaryFile makes private files.
    mask = os.umask(0o022)
    os.umask(mask)
    return mask
