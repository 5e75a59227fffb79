"""The name of a file to write in, how to pack it out: gzip for `.gz`, zstd for `.zst`.

What is written is packed piece by piece, each piece whole in itself (a gzip member, a zstd frame): both formats
are read across them by every program, and an unfinished file can be cut and continued between two pieces.
"""

from __future__ import annotations

import gzip
import io
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO, TypeAlias, cast

from redink.errors import MissingExtraError

Pack: TypeAlias = Callable[[bytes], bytes]
"""Packs a piece; the same bytes give the same bytes."""

_PIECE = 1 << 20


def packer(path: str | Path) -> Pack | None:
    """Find how a file of this name is packed, if at all."""
    ending = Path(path).suffix.lower()
    if ending == ".gz":
        return _gzip
    return _zstd() if ending == ".zst" else None


def unpacked_name(path: str | Path) -> str:
    """Give the name that a file has unpacked, by whose ending its form is told: `edits.m2` of `edits.m2.gz`."""
    name = str(path)
    return name[: name.rindex(".")] if name.lower().endswith((".gz", ".zst")) else name


def _gzip(piece: bytes) -> bytes:
    return gzip.compress(piece, 6, mtime=0)  # without the time of day, or no two runs would give the same file


def _zstd() -> Pack:
    try:
        import zstandard
    except ImportError as error:
        raise MissingExtraError(
            "zstd files need the package zstandard", remedy='type: pip install "redink[cluster]", or write .gz'
        ) from error
    return zstandard.compress


def packed_stream(out: BinaryIO, pack: Pack) -> BinaryIO:
    """Give a stream that packs what is written to it into `out`."""
    return cast(BinaryIO, io.BufferedWriter(_Packed(out, pack), _PIECE))


class _Packed(io.RawIOBase):
    def __init__(self, out: BinaryIO, pack: Pack) -> None:
        self._out = out
        self._pack = pack

    def writable(self) -> bool:
        return True

    def write(self, piece: Any) -> int:
        taken = bytes(piece)
        self._out.write(self._pack(taken))
        return len(taken)
