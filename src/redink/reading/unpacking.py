"""Packed bytes in, unpacked bytes out, but not without limit: a small file must not fill the memory.

Text shrinks to a third or a tenth. A file that grows to hundreds of times its size when unpacked is
a trap (or a mistake), and is refused once there is enough of it to be sure. `REDINK_UNPACK_RATIO` in
the environment sets another limit; 0 lifts it.
"""

from __future__ import annotations

import io
import os
from collections.abc import Callable
from typing import Any, BinaryIO, cast

from redink.errors import InputError, MissingExtraError, Place, UsageError

_RATIO = 200
"""The most unpacked bytes allowed for each packed byte."""
_SURE = 64 << 20
"""Unpacked bytes below which the ratio is not checked: so few do no harm."""
_BUFFER = 1 << 15
_SIP = 1 << 12
"""Packed bytes read at a time: zstd may turn each into thirty thousand."""


def guarded(raw: BinaryIO, unpack: Callable[[BinaryIO], BinaryIO], name: str) -> BinaryIO:
    """Give the unpacked stream; reading it stops with an error if it grows beyond all measure."""
    packed = _Counted(raw)
    return io.BufferedReader(_Guard(packed, unpack(cast(BinaryIO, packed)), name), _BUFFER)


def unzstd(packed: BinaryIO) -> BinaryIO:
    """Unpack zstd, frame after frame (extra `cluster`)."""
    return cast(BinaryIO, _Zstd(packed, _zstandard()))


def begun_zstd(start: bytes) -> bytes:
    """Unpack the beginning of a zstd file; no bytes if it is shorter than a block, or damaged."""
    zstandard = _zstandard()
    try:
        unpacked: bytes = zstandard.ZstdDecompressor().stream_reader(start).read(_BUFFER)
    except zstandard.ZstdError:
        return b""
    return unpacked


def _zstandard() -> Any:
    try:
        import zstandard
    except ImportError as error:
        raise MissingExtraError(
            "zstd files need the package zstandard", remedy='type: pip install "redink[cluster]", or unzstd the file'
        ) from error
    return zstandard


class _Zstd(io.RawIOBase):
    """Frames of zstd as one stream. The package's own reader does not notice that a file was cut off."""

    def __init__(self, packed: BinaryIO, zstandard: Any) -> None:
        self._packed = packed
        self._library = zstandard
        self._frame: Any = None
        self._waiting = b""

    def read(self, size: int = -1) -> bytes:  # noqa: ARG002 - a piece of any size but 0
        """Give the next piece; no bytes at the end."""
        while True:
            piece = self._waiting or self._packed.read(_SIP)
            self._waiting = b""
            if not piece:
                if self._frame is not None:
                    raise EOFError("it is cut off")
                return b""
            self._frame = self._frame or self._library.ZstdDecompressor().decompressobj()
            try:
                unpacked: bytes = self._frame.decompress(piece)
            except self._library.ZstdError as error:
                raise EOFError(str(error)) from error
            if self._frame.eof:
                self._waiting, self._frame = self._frame.unused_data, None
            if unpacked:
                return unpacked


def _limit() -> float:
    text = os.environ.get("REDINK_UNPACK_RATIO", str(_RATIO))
    if not text.isdecimal():
        raise UsageError(f"REDINK_UNPACK_RATIO is {text!r}", remedy="give a whole number; 0 means no limit")
    return int(text) or float("inf")


class _Counted(io.RawIOBase):
    """A stream that counts the bytes taken from it."""

    def __init__(self, raw: BinaryIO) -> None:
        self._raw = raw
        self.taken = 0

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        piece = self._raw.read(size)
        self.taken += len(piece)
        return piece


class _Guard(io.RawIOBase):
    """A stream that stops with an error once it has given far more bytes than it took."""

    def __init__(self, packed: _Counted, unpacked: BinaryIO, name: str) -> None:
        self._packed = packed
        self._unpacked = unpacked
        self._name = name
        self._given = 0
        self._most = _limit()
        self._waiting = memoryview(b"")

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        if not self._waiting:
            self._waiting = memoryview(self._unpacked.read(len(buffer)))
        piece, self._waiting = self._waiting[: len(buffer)], self._waiting[len(buffer) :]
        buffer[: len(piece)] = piece
        self._given += len(piece)
        if self._given > _SURE and self._given > self._most * self._packed.taken:
            raise InputError(
                f"this file grows to more than {self._most:.0f} times its size when unpacked",
                place=Place(self._name),
                remedy="if that is right, set REDINK_UNPACK_RATIO=0 in the environment",
            )
        return len(piece)
