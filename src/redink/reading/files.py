"""A path or `-` in, decoded lines out; and text in, files written whole or not at all out."""

from __future__ import annotations

import gzip
import io
import os
import sys
import warnings
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, BinaryIO, TypeAlias, cast

from redink.errors import InputError, Note, Place, users_line
from redink.reading.binary import LONGEST, is_binary, refuse_binary
from redink.reading.encodings import likely_encodings, marked_encoding, unmarked_wide
from redink.reading.packing import Pack, packed_stream, packer
from redink.reading.unpacking import begun_zstd, guarded, unzstd

Source: TypeAlias = str | Path
"""A file to read; `-` is standard input. Gzip and zstd are recognised by their first bytes, not by the name."""

_GZIP_MAGIC = b"\x1f\x8b"
_ZSTD_MAGIC = b"\x28\xb5\x2f\xfd"
_BOM = "\ufeff"
_LOOK = 1 << 16
"""Bytes that are looked at to name an encoding."""


def display_name(path: Source) -> str:
    r"""Give the name of a file for messages; bytes of it that are not UTF-8 are shown as `\xff`."""
    name = str(path)
    if not is_utf8(name):
        name = name.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
    return "<stdin>" if name == "-" else name


def is_utf8(text: str) -> bool:
    """Tell whether a text can be written: a file name or an argument may hold bytes that are no characters."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


@contextmanager
def open_bytes(path: Source) -> Iterator[BinaryIO]:
    """Open a file for reading, and unpack gzip and zstd; every system error becomes an `InputError`."""
    name = display_name(path)
    try:
        with _raw(path) as raw:
            yield _unpacked(raw, name)
    except FileNotFoundError as error:
        raise InputError("no such file", place=Place(name), remedy="check the path") from error
    except IsADirectoryError as error:
        raise InputError(
            "this is a folder, not a file", place=Place(name), remedy="give a file in the folder"
        ) from error
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise InputError(
            f"the packed data is damaged: {error}", place=Place(name), remedy="download or compress it again"
        ) from error
    except OSError as error:
        raise InputError(
            f"cannot read: {error.strerror or error}",
            place=Place(name),
            remedy="check the path and your permission to read it",
        ) from error


@contextmanager
def _raw(path: Source) -> Iterator[BinaryIO]:
    if str(path) == "-":
        yield sys.stdin.buffer
    else:
        with Path(path).open("rb") as handle:
            yield handle


def _unpacked(raw: BinaryIO, name: str) -> BinaryIO:
    """Give the unpacked stream if the first bytes are those of gzip or zstd, else the stream itself."""
    peek = getattr(raw, "peek", None)
    start = peek(LONGEST)[:LONGEST] if peek is not None else b""
    refuse_binary(start, name)
    if start[:2] == _GZIP_MAGIC:
        return guarded(raw, lambda packed: cast(BinaryIO, gzip.GzipFile(fileobj=packed)), name)
    if start[:4] == _ZSTD_MAGIC:
        return guarded(raw, unzstd, name)
    encoding = marked_encoding(start)
    return raw if encoding is None else _as_utf8(raw, encoding, name)


def _as_utf8(raw: BinaryIO, encoding: str, name: str) -> BinaryIO:
    """Give the text of a file whose first bytes name its encoding as UTF-8, and say so."""
    try:
        data = raw.read().decode(encoding).encode()
    except UnicodeError as error:
        raise InputError(
            f"the first bytes say {encoding.upper()}, but it is not: {error}",
            place=Place(name),
            remedy="write the file again as UTF-8",
        ) from error
    warnings.warn(f"redink: note: {name} is {encoding.upper()}, as its first bytes say", Note, stacklevel=users_line())
    return io.BufferedReader(cast(io.RawIOBase, io.BytesIO(data)))  # whoever looks ahead needs `peek`


def read_lines(path: Source) -> Iterator[str]:
    r"""Yield the lines of a UTF-8 file without line ends; only `\n` and `\r\n` end a line.

    A byte-order mark is dropped, a missing last newline does not matter, and a blank line is a
    line. Memory is bounded by the longest line.
    """
    with open_bytes(path) as handle:
        for number, raw in enumerate(handle, start=1):
            if number == 1 and (encoding := unmarked_wide(raw)):
                raise InputError(
                    f"this looks like {encoding.upper()}: every other byte is 0",
                    place=Place(display_name(path), number),
                    remedy=_conversion(encoding, display_name(path)),
                )
            try:
                line = raw.decode("utf-8")
            except UnicodeDecodeError as error:
                raise _not_utf8(raw + handle.read(_LOOK), error.start, Place(display_name(path), number)) from error
            line = line.removesuffix("\n").removesuffix("\r")
            yield line.removeprefix(_BOM) if number == 1 else line


def _not_utf8(data: bytes, start: int, place: Place) -> InputError:
    """Make the error for bytes that are not UTF-8; it names the encodings that fit, and shows how the text reads."""
    cause = f"not UTF-8: byte 0x{data[start]:02x} at position {start + 1} of the line"
    if is_binary(data):
        return InputError(f"{cause}; this is not a text", place=place, remedy="give a text file in UTF-8")
    fitting = likely_encodings(data)
    if not fitting:
        return InputError(cause, place=place, remedy="find out its encoding, and convert it to UTF-8 (iconv)")
    # The text before the first bad byte is UTF-8, and most often ASCII.
    before = data[:start].decode()[-20:]
    shown = [f"{name.upper()} ({before + data[start:].decode(name, 'replace')[:20]!r})" for name, _ in fitting]
    return InputError(
        f"{cause}; the file looks like {' or '.join(shown)}",
        place=place,
        remedy=_conversion(fitting[0].name, place.name),
    )


def _conversion(encoding: str, name: str) -> str:
    return f"if so, convert it: iconv -f {encoding.upper()} -t UTF-8 {name} > {name}.utf8"


def first_of_stdin() -> str:
    """Give the beginning of standard input, at most 8 kB and unpacked, without consuming it."""
    with open_bytes("-"):  # for its errors
        peek = getattr(sys.stdin.buffer, "peek", None)
        start: bytes = peek(1) if peek is not None else b""
    if start.startswith(_GZIP_MAGIC):
        try:
            start = zlib.decompressobj(wbits=31).decompress(start)
        except zlib.error:
            return ""  # damaged: the reader will say so, with the name of the file
    if start.startswith(_ZSTD_MAGIC):
        start = begun_zstd(start)
        if not start:  # the first block is larger than what can be looked at
            raise InputError(
                "the kind of this zstd data cannot be recognised from its beginning",
                place=Place("<stdin>"),
                remedy="give the file by its name, or unpack it: zstdcat FILE | redink …",
            )
    return start.decode("utf-8", "replace").removeprefix(_BOM)


@contextmanager
def write_whole(path: Source) -> Iterator[IO[str]]:
    """Open a text file for writing; it appears under its name only when all of it is on disk.

    The text goes to a temporary file in the same folder, which is renamed at the end: a process
    killed in the middle leaves the old file or none. A file whose name ends in `.gz` or `.zst` is
    packed. Standard output (`-`), pipes and devices are written directly.
    """
    if str(path) == "-":
        yield sys.stdout
        sys.stdout.flush()
        return
    if is_device(path):
        with Path(path).open("w", encoding="utf-8", newline="\n") as device:
            yield device
        return
    target = Path(path).resolve()  # a link stays a link: the file it points to is replaced
    mode, pack = file_mode(target), packer(target)
    try:
        import tempfile

        handle = tempfile.NamedTemporaryFile(  # noqa: SIM115 - closed below, renamed after that
            dir=target.parent, prefix=f".{target.name}.", delete=False
        )
    except OSError as error:
        raise InputError(
            f"cannot write here: {error.strerror or error}",
            place=Place(str(path)),
            remedy="create the folder, or choose another with --output",
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
            remedy="choose a place where you may write, with -o",
        ) from error
    finally:
        temporary.unlink(missing_ok=True)


def write_bytes_whole(path: str | Path, content: bytes) -> None:
    """Write a file of bytes; it appears under its name only when all of it is on disk."""
    target = Path(path)
    temporary = target.with_name(f".{target.name}.part")
    try:
        with temporary.open("wb") as out:
            out.write(content)
            out.flush()
            os.fsync(out.fileno())
        temporary.replace(target)
        sync_folder(target)
    except OSError as error:
        raise InputError(
            f"cannot write: {error.strerror or error}",
            place=Place(str(path)),
            remedy="make room on the disk, or choose a place where you may write",
        ) from error
    finally:
        temporary.unlink(missing_ok=True)


def _text_stream(out: BinaryIO, pack: Pack | None) -> io.TextIOWrapper:
    return io.TextIOWrapper(out if pack is None else packed_stream(out, pack), encoding="utf-8", newline="\n")


def sync_folder(target: Path) -> None:
    """Make the new name of a file survive a power cut, where the system allows it."""
    with suppress(OSError):  # Windows cannot open folders
        descriptor = os.open(target.parent, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def file_mode(target: Path) -> int:
    """Give the permissions a file has, or would have if it were made now."""
    return target.stat().st_mode & 0o7777 if target.exists() else 0o666 & ~_umask()


def is_device(path: Source) -> bool:
    """Tell whether a path is a pipe or a device, not a file that exists or will be made."""
    # No file may be renamed to a pipe or a device: run by root, that would replace /dev/null by
    # a plain file.
    return Path(path).exists() and not Path(path).is_file() and not Path(path).is_dir()


def _umask() -> int:
    # The mask can only be read by setting it; NamedTemporaryFile makes private files.
    mask = os.umask(0o022)
    os.umask(mask)
    return mask
