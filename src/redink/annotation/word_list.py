"""A word in, whether it is in the British English word list (Hunspell en_GB-large, 2020.12.07) out.

The list (170,565 entries, both -ise and -ize spellings) tells misspellings from real words. It is kept
as sorted bytes in blocks: the right block is found by halving, the word by a plain search inside it.
Unpacking takes a few milliseconds and 2 MB; a set of strings would take four times as long and about
seven times the memory, in every process.
`tools/build_word_list.py` makes the data file; `NOTICE.md` tells where the words come from.
"""

from __future__ import annotations

import zlib
from bisect import bisect_right
from functools import cache, lru_cache
from pathlib import Path

DATA_FILE = Path(__file__).with_name("data") / "en_GB-large.zlib"
"""Sorted UTF-8 lines, each ending in a line feed, compressed with zlib."""

_BLOCK = 1024


@cache
def _sorted_lines() -> bytes:
    return zlib.decompress(DATA_FILE.read_bytes())


@cache
def _blocks() -> list[bytes]:
    """Cut the list into blocks of about `_BLOCK` bytes; each begins and ends with a line feed."""
    lines = b"\n" + _sorted_lines()
    blocks, start = [], 0
    while start < len(lines) - 1:
        end = lines.find(b"\n", start + _BLOCK)
        end = end if end > 0 else len(lines) - 1
        blocks.append(lines[start : end + 1])
        start = end
    return blocks


@lru_cache(maxsize=4096)
def is_word(text: str) -> bool:
    """Tell whether exactly this spelling, including case, is in the list."""
    if "\n" in text:
        return False
    # Half a surrogate pair is no letter of any word, but it must not make the look-up fail.
    line = b"\n" + text.encode(errors="surrogatepass") + b"\n"
    # \xff sorts after all UTF-8, so a block that begins with exactly this line still counts as before it.
    block = bisect_right(_blocks(), line + b"\xff") - 1
    return block >= 0 and line in _blocks()[block]
