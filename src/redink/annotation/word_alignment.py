"""Align words by weighted bipartite matching: source and correction in, pairs of equal or similar words out.

Two rules (Choshen's thesis, ch. 2; x is the source with n words, c a correction with m words):

* `thesis`: cost(i, j) = Levenshtein(x_i, c_j) + |i − j| / max(n, m). Words without a partner cost nothing, so
  that exactly |n − m| words stay alone, and a deletion beside an unrelated insertion becomes one pair. The
  printed rule is the distance alone; the position term and the free padding are those of the released program.
* `gap`: cost(i, j) = Levenshtein(x_i, c_j) / max(|x_i|, |c_j|) + |i − j| / max(n, m), and each word without a
  partner costs `gap`. Words with little in common stay alone: clean pairs.

Among the cheapest `thesis` matchings the one with the fewest changed pairs is taken, and among those the
one nearest to the diagonal (Σ(i − j)², which crosses least). Either rule gives the same pairs in both
directions, because the shorter sentence is always matched into the longer one.

Why equal words at both ends can be paired at once under `thesis`, whose distance d obeys the triangle inequality:

* Start, x_1 = c_1. If x_1 ~ c_j and x_i ~ c_1, then x_1 ~ c_1 and x_i ~ c_j is cheaper: d(x_i, c_j) ≤ d(x_i, c_1) +
  d(x_1, c_j), and |i − j| < (i − 1) + (j − 1) for i, j > 1. If x_1 or c_1 is alone, pairing them is cheaper too.
* End, x_n = c_m. The same exchange never costs more, because |i − j| + |n − m| ≤ |i − m| + |n − j|, nor does it
  change more pairs, and Σ(i − j)² falls. If x_n is alone (n > m) and x_i ~ c_m, then pairing x_n ~ c_m saves
  d(x_i, c_m) ≥ 1 and costs less than 1 more, unless x_i = c_m: so the ends are paired where n = m or the word
  stands only once in what is left of the longer sentence.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache, lru_cache
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias
from unicodedata import category

import numpy as np
from numpy.typing import NDArray

from redink.errors import InputError, UsageError
from redink.records import Tokens

Rule: TypeAlias = Literal["thesis", "gap"]
Pair: TypeAlias = tuple[int, int]
Costs: TypeAlias = NDArray[np.float64]

GAP = 0.4
"""Cost of a word without a partner under the rule `gap`: a pair may differ by less than two of these."""
_EXACT = 2**53
"""Whole numbers up to this are exact in the assignment's floating point."""
_NEAR = 1e-9
"""Weight of Σ(i − j)² among equally cheap matchings under `gap`."""
_KEPT_TOKENS = 1 << 16
_KEPT_PAIRS = 1 << 17
_LONGEST_KEPT = 400
"""Words of two sentences whose alignment is kept: 100,000 alignments of long texts would fill the memory."""
_MOST_CELLS = 4_000_000
"""Cells of a table of costs, for two texts of 2,000 words that differ at both ends: 200 MB and seconds of work."""


class Words(NamedTuple):
    """The words of a sentence that are compared."""

    texts: Tokens
    """The words, as compared."""
    positions: tuple[int, ...]
    """The position of the token that each word comes from."""


class WordAlignment(NamedTuple):
    """The pairs of source words and correction words that belong together."""

    source: Tokens
    """Words of the source, x."""
    correction: Tokens
    """Words of the correction, c."""
    pairs: tuple[Pair, ...]
    """Aligned places (i, j), 0-based, by i."""

    @property
    def changed_pairs(self) -> list[Pair]:
        """Aligned words that differ."""
        return [(i, j) for i, j in self.pairs if self.source[i] != self.correction[j]]

    @property
    def source_alone(self) -> list[int]:
        """Words of the source without a partner: deleted."""
        aligned = {i for i, _ in self.pairs}
        return [i for i in range(len(self.source)) if i not in aligned]

    def insertions(self) -> list[Pair]:
        """Give (slot, j) of each inserted word: how many source words stand before it, and its place.

        A word is inserted right after the partner of the nearest aligned word before it.
        """
        partner = {j: i for i, j in self.pairs}
        inserted, slot = [], 0
        for j in range(len(self.correction)):
            if j in partner:
                slot = partner[j] + 1
            else:
                inserted.append((slot, j))
        return inserted

    def turned(self) -> WordAlignment:
        """Give the alignment of the correction with the source."""
        return WordAlignment(self.correction, self.source, tuple(sorted((j, i) for i, j in self.pairs)))


def words_of(tokens: Tokens, *, marks: bool = False, case: bool = False) -> Words:
    """Take the words of a sentence as the thesis does: alphanumerics only, case folded, empty words dropped.

    `marks` keeps punctuation and other characters that are not alphanumeric, `case` keeps upper and lower case apart.
    """
    words = list(map(_word_of(marks, case), tokens))
    positions = [number for number, word in enumerate(words) if word]
    return Words(tuple([words[number] for number in positions]), tuple(positions))


def word_texts(tokens: Tokens, *, marks: bool = False, case: bool = False) -> Tokens:
    """Give the words without their positions, see `words_of`."""
    return tuple(filter(None, map(_word_of(marks, case), tokens)))


@cache
def _word_of(marks: bool, case: bool) -> Callable[[str], str]:
    """Give the function from a token to its word. It remembers by the token alone, which takes half of the time."""

    @lru_cache(_KEPT_TOKENS)
    def word_of(token: str) -> str:
        # Combining marks are not alphanumeric, but are parts of words in many scripts, e.g. the vowels of Hindi.
        if not marks and not token.isalnum():
            token = "".join(sign for sign in token if sign.isalnum() or category(sign).startswith("M"))
        return token if case else token.casefold()

    return word_of


def align_words(
    source: Sequence[str], correction: Sequence[str], *, rule: Rule = "thesis", gap: float = GAP
) -> WordAlignment:
    """Match the words of a source with those of its correction.

    Args:
        source: Words x_1 … x_n (see `words_of`).
        correction: Words c_1 … c_m.
        rule: `thesis` or `gap`, see above.
        gap: Cost of a word without a partner, for the rule `gap`.
    """
    words, corrected = tuple(source), tuple(correction)
    aligned = _kept if len(words) + len(corrected) <= _LONGEST_KEPT else _aligned
    if (len(words), words) > (len(corrected), corrected):
        return aligned(corrected, words, rule, gap).turned()
    return aligned(words, corrected, rule, gap)


def _aligned(short: Tokens, long: Tokens, rule: Rule, gap: float) -> WordAlignment:
    if short == long:
        return WordAlignment(short, long, tuple((i, i) for i in range(len(short))))
    if rule == "thesis":
        return WordAlignment(short, long, tuple(_thesis_pairs(short, long)))
    if rule == "gap":
        return WordAlignment(short, long, tuple(_gap_pairs(short, long, gap)))
    raise UsageError(f"there is no word alignment {rule!r}", remedy="thesis or gap")


_kept = lru_cache(_KEPT_PAIRS)(_aligned)


def changed_core(short: Tokens, long: Tokens) -> tuple[int, int, int]:
    """Give where the part without the equal words of both ends starts, and where it ends in each sentence.

    Under the rule `thesis`, all words outside of it are paired with their equals, see the top of this file.
    """
    start = _common_start(short, long)
    return start, *_common_end(short, long, start)


def _thesis_pairs(short: Tokens, long: Tokens) -> list[Pair]:
    start, end, last = changed_core(short, long)
    core = _cheapest(short[start:end], long[start:last], len(long))
    pairs = [(i, i) for i in range(start)]
    pairs += [(start + i, start + j) for i, j in core]
    shift = last - end
    pairs += [(i, i + shift) for i in range(end, len(short))]
    return pairs


def _common_start(short: Tokens, long: Tokens) -> int:
    for place, (short_word, long_word) in enumerate(zip(short, long, strict=False)):
        if short_word != long_word:
            return place
    return len(short)


def _common_end(short: Tokens, long: Tokens, start: int) -> tuple[int, int]:
    """Give where the core ends in each sentence, see the top of this file."""
    end, last = len(short), len(long)
    if end == last:
        while end > start and short[end - 1] == long[end - 1]:
            end -= 1
        return end, end
    left = Counter(long[start:])
    while end > start and short[end - 1] == long[last - 1]:
        if left[long[last - 1]] > 1:
            break
        end, last = end - 1, last - 1
        left[long[last]] -= 1
    return end, last


def _cheapest(short: Tokens, long: Tokens, length: int) -> list[Pair]:
    """Match all of `short` into `long`; `length` is max(n, m) of the whole sentences."""
    if not short:
        return []
    if len(long) == 1:
        return [(0, 0)]
    distances = _distances(short, long)
    rows, columns = distances.shape
    steps, squares = _positions(rows, columns)
    # Three criteria in one whole number each: cost × max(n, m), then changed pairs, then Σ(i − j)².
    farthest = rows * max(rows, columns) ** 2 + 1
    unit = (rows + 1) * farthest
    most = (float(distances.max()) * length + columns) * unit * rows
    if most >= _EXACT:
        farthest, unit, squares = 1, rows + 1, np.zeros_like(squares)
    costs = (distances * length + steps) * unit + (distances > 0) * farthest + squares
    return _assign(costs)


def _gap_pairs(short: Tokens, long: Tokens, gap: float) -> list[Pair]:
    """Match the words that are cheaper together than alone.

    The square matrix of n + m rows with its gap cells is not needed: a pair gains cost − 2·gap over two
    words alone, so that pairs without gain can stand for "alone" and are dropped afterwards.
    """
    if not short:
        return []
    distances = _distances(short, long)
    steps, squares = _positions(*distances.shape)
    lengths = np.maximum.outer([len(word) for word in short], [len(word) for word in long])
    gains = np.minimum(distances / lengths + steps / len(long) - 2 * gap, 0.0)
    pairs = _assign(gains + _NEAR * squares)
    return [(i, j) for i, j in pairs if gains[i, j] < 0]


def are_alignable(source: Tokens, correction: Tokens) -> bool:
    """Tell whether the table of what is between the first and the last change can be filled."""
    start, end, last = changed_core(*sorted((source, correction), key=len))
    return (end - start) * (last - start) <= _MOST_CELLS


def _distances(short: Tokens, long: Tokens) -> Costs:
    if len(short) * len(long) > _MOST_CELLS:
        raise InputError(
            f"a text of {len(short)} words cannot be aligned with one of {len(long)} that differs from it at both ends",
            remedy="give one sentence per line; P, R, F, GLEU and EM score longer lines",
        )
    from rapidfuzz.distance import Levenshtein
    from rapidfuzz.process import cdist

    return cdist(short, long, scorer=Levenshtein.distance, dtype=np.float64)


def _positions(rows: int, columns: int) -> tuple[Costs, Costs]:
    """Give |i − j| and (i − j)² of every cell; small tables are kept."""
    return _kept_positions(rows, columns) if rows * columns <= _LONGEST_KEPT * 10 else _new_positions(rows, columns)


def _new_positions(rows: int, columns: int) -> tuple[Costs, Costs]:
    steps = np.abs(np.subtract.outer(np.arange(rows, dtype=np.float64), np.arange(columns, dtype=np.float64)))
    return steps, steps * steps


_kept_positions = lru_cache(1024)(_new_positions)


def _assign(costs: Costs) -> list[Pair]:
    rows, columns = _assignment()(costs)
    return list(zip(rows.tolist(), columns.tolist(), strict=True))


@cache
def _assignment() -> Callable[[Costs], tuple[NDArray[np.intp], NDArray[np.intp]]]:
    """Give SciPy's `linear_sum_assignment`, from its own file: all of `scipy.optimize` takes 0.4 s of CPU to import."""
    package = find_spec("scipy")
    for folder in (package.submodule_search_locations or ()) if package else ():
        for file in Path(folder, "optimize").glob("_lsap.*"):
            if file.name.endswith(tuple(EXTENSION_SUFFIXES)):
                spec = spec_from_file_location("_lsap", file)
                if spec is not None and spec.loader is not None:
                    with suppress(ImportError, AttributeError):
                        module = module_from_spec(spec)
                        spec.loader.exec_module(module)
                        return module.linear_sum_assignment  # type: ignore[no-any-return]
    from scipy.optimize import linear_sum_assignment

    return linear_sum_assignment  # type: ignore[no-any-return]
