"""A word in, whether it is in the British English word list (Hunspell en_GB-large, 2020.12.07) out.

The list (170,565 entries, both -ise and -ize spellings) tells misspellings from real words. It is kept
as sorted bytes, about 2 MB, in which words are found by halving; a set of strings would take ten times as
long to make and about seven times the memory, in every process. The file is not compressed, because
unpacking it would take every command that looks at its data 4 ms; a wheel compresses it anyway.
`tools/build_word_list.py` makes the data file; `NOTICE.md` tells where the words come from.
"""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path

from redink.language.sorted_words import SortedWords

DATA_FILE = Path(__file__).with_name("data") / "en_GB-large.txt"
"""Sorted UTF-8 lines, each ending in a line feed."""


@cache
def _words() -> SortedWords:
    return SortedWords(DATA_FILE.read_bytes())


@lru_cache(maxsize=4096)
def is_word(text: str) -> bool:
    """Tell whether exactly this spelling, including case, is in the list."""
    return text in _words()
