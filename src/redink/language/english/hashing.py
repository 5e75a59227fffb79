"""Strings and table sizes in, rows of hashed embedding tables out, all strings at once.

These are the hash functions of spaCy's and Thinc's `HashEmbed`: MurmurHash64A of the string gives a key, and
MurmurHash3 (x64, 128 bits) of the key gives four numbers, each of which finds a row. So words that share rows in the
teacher's tables share them in ours. About 450 strings, such as `X` and `mark`, are exceptions: spaCy numbers them by a
list. Both functions are Austin Appleby's and in the public domain.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

Keys: TypeAlias = NDArray[np.uint64]

_BLOCK: Final = 8
"""Bytes that the first function reads at once."""
_TIMES: Final = np.uint64(0xC6A4A7935BD1E995)
_START: Final = np.uint64(1)
_FAR: Final = np.uint64(47)
_FIRST: Final = np.uint64(0x87C37B91114253D5)
_SECOND: Final = np.uint64(0x4CF5AD432745937F)
_LAST: Final = ((np.uint64(33), np.uint64(0xFF51AFD7ED558CCD)), (np.uint64(33), np.uint64(0xC4CEB9FE1A85EC53)))
_HALF: Final = np.uint64(32)
_LOW: Final = np.uint64(2**32 - 1)


def string_keys(strings: Sequence[bytes]) -> Keys:
    """Give the key of each string: MurmurHash64A, seed 1."""
    lengths = np.fromiter(map(len, strings), np.uint64, len(strings))
    blocks = int(lengths.max(initial=0)) // _BLOCK + 1
    padded = np.array(strings, f"S{blocks * _BLOCK}").view("<u8").reshape(len(strings), blocks)
    keys: Keys = lengths * _TIMES ^ _START
    for block in range(blocks):
        reached = np.flatnonzero(lengths > block * _BLOCK)
        part = padded[reached, block]
        mixed = part * _TIMES
        mixed ^= mixed >> _FAR
        mixed *= _TIMES
        # The bytes after the last whole block are taken as they are.
        keys[reached] = (keys[reached] ^ np.where(lengths[reached] >= (block + 1) * _BLOCK, mixed, part)) * _TIMES
    keys ^= keys >> _FAR
    keys *= _TIMES
    keys ^= keys >> _FAR
    return keys


def four_rows(keys: Keys, seed: int, rows: int) -> NDArray[np.int32]:
    """Give four rows for each key, (keys, 4): MurmurHash3 x64 128 of the key's eight bytes, modulo `rows`."""
    high = keys * _FIRST
    high = ((high << np.uint64(31)) | (high >> np.uint64(33))) * _SECOND
    start = np.uint64(seed ^ _BLOCK)
    high = (high ^ start) + start
    low = high + start
    high, low = _finished(high), _finished(low)
    high += low
    low += high
    quarters = np.stack([high & _LOW, high >> _HALF, low & _LOW, low >> _HALF], axis=1)
    return (quarters % np.uint64(rows)).astype(np.int32)


def _finished(keys: Keys) -> Keys:
    for shift, times in _LAST:
        keys = (keys ^ (keys >> shift)) * times
    return keys ^ (keys >> _LAST[0][0])
