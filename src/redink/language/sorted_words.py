"""The bytes of sorted words in, a set that finds a word by halving out.

A set of strings takes ten times as long to make as these blocks, in every process. A question takes ten times as long
here, but most commands ask for a few thousand words of a hundred thousand.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Set
from itertools import pairwise

_BLOCK = 1024


class SortedWords(Set[str]):
    """Words without the mark that ends each of them, kept as bytes in blocks of about `_BLOCK`."""

    __slots__ = ("_blocks", "_mark")

    def __init__(self, packed: bytes, mark: bytes = b"\n") -> None:
        """Take distinct words in the order of their UTF-8 bytes, with the mark between them or after each.

        The mark is one byte, and lower than every byte of a word.
        """
        words = packed if packed.endswith(mark) else packed + mark
        last = len(words) - 1
        ends = sorted({words.find(mark, place) for place in range(_BLOCK, last, _BLOCK)} | {last})
        # Each block begins and ends with a mark.
        self._blocks = [mark + words[: ends[0] + 1]] if last else []
        self._blocks += [words[start : end + 1] for start, end in pairwise(ends)]
        self._mark = mark

    @classmethod
    def _from_iterable(cls, it: Iterable[str]) -> frozenset[str]:  # type: ignore[override]  # what `&` and `|` give
        return frozenset(it)

    def __contains__(self, word: object) -> bool:
        """Tell whether exactly this spelling, including case, is in the list."""
        if not isinstance(word, str):
            return False
        # Half a surrogate pair is no letter of any word, but it must not make the look-up fail.
        spelt = word.encode(errors="surrogatepass")
        marked = self._mark + spelt + self._mark
        # \xff sorts after all UTF-8, so a block that begins with exactly this word still counts as before it.
        block = bisect_right(self._blocks, marked + b"\xff") - 1
        return block >= 0 and marked in self._blocks[block] and self._mark not in spelt

    def __iter__(self) -> Iterator[str]:
        """Give the words in the order of their UTF-8 bytes."""
        for block in self._blocks:
            yield from block.decode()[1:-1].split(self._mark.decode())

    def __len__(self) -> int:
        """Count the words."""
        return sum(block.count(self._mark) - 1 for block in self._blocks)
