"""The name of a file in, the function that packs its content out: gzip for `.gz`, zstd for `.zst`.

Text is packed piece by piece, and each piece is complete in itself (a gzip member, a zstd frame). Every program that
reads these formats joins the pieces, and an unfinished file can be cut and continued between two of them.
"""

from __future__ import annotations

import gzip
import io
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO, TypeAlias, cast

from redink.errors import MissingExtraError

Pack: TypeAlias = Callable[[bytes], bytes]
"""A function that packs a piece; equal pieces give equal bytes."""

_PIECE = 1 << 20


def packer(path: str | Path) -> Pack | None:
    """Give the function that packs a file of this name; `None` if such a file is not packed."""
    ending = Path(path).suffix.lower()
    if ending == ".gz":
        return _gzip
    return _zstd() if ending == ".zst" else None


def unpacked_name(path: str | Path) -> str:
    """Give the name without `.gz` or `.zst`, whose ending shows the format: `edits.m2` for `edits.m2.gz`."""
    name = str(path)
    return name[: name.rindex(".")] if name.lower().endswith((".gz", ".zst")) else name


def _gzip(piece: bytes) -> bytes:
    return gzip.compress(piece, 6, mtime=0)  # without the time of day, so that equal runs give equal files


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
        data = bytes(piece)
        self._out.write(self._pack(data))
        return len(data)
