"""Source, output and references in; counts of n-grams kept, deleted and inserted rightly, and GREEN, out.

S. Koyama, R. Nagata, H. Takamura and N. Okazaki (2024), "n-gram F-score for evaluating grammatical error correction"
(INLG). Formula, readings of two programs and zero cases: docs/measures/green.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Literal, TypeAlias

import numpy as np

from redink.arrays import Floats, Ints, ratio
from redink.records import Tokens

Reading: TypeAlias = Literal["koyama", "gecmetrics"]
"""Whose program is followed where two differ: that of the authors, or gec-metrics."""
Unit: TypeAlias = Literal["word", "char"]

ORDER = 4
"""Longest n-gram."""
COLUMNS = tuple(f"{count}{n}" for count in ("tp", "fp", "fn") for n in range(1, ORDER + 1))
BETA = 2.0
"""The usual β: the default of gec-metrics, and that of the authors' example."""
LARGEST = 2_500_000
"""Tokens (or characters) of a sentence with its output and references; three million take 940 MB."""
_BLOCK = 1_000_000
"""Tokens (or characters) whose n-grams are counted at once."""


def reference_counts(
    sources: Sequence[Tokens],
    outputs: Sequence[Tokens],
    references: Sequence[Sequence[Tokens]],
    *,
    unit: Unit = "word",
) -> Floats:
    """Give the counts of each sentence against each reference, (sentences × most references × 12).

    Rows beyond a sentence's last reference are NaN.
    """
    counts: Floats = system_counts(sources, [outputs], references, unit=unit)[0]
    return counts


def system_counts(
    sources: Sequence[Tokens],
    systems: Sequence[Sequence[Tokens]],
    references: Sequence[Sequence[Tokens]],
    *,
    unit: Unit = "word",
) -> Floats:
    """Give `reference_counts` of several systems; the n-grams of sources and references are counted once."""
    most = max(map(len, references), default=0)
    columns: list[Sequence[Tokens | None]] = [sources, *systems]
    columns += [[row[place] if place < len(row) else None for row in references] for place in range(most)]
    table = np.zeros((len(systems), len(sources), most, len(COLUMNS)))
    for part in _blocks([size(texts, unit) for texts in zip(*columns, strict=True)]):
        _count_block(table[:, part], [column[part] for column in columns], unit)
    for place, texts in enumerate(columns[1 + len(systems) :]):
        table[:, [text is None for text in texts], place] = np.nan
    return table


def size(texts: Iterable[Tokens | None], unit: Unit) -> int:
    """Count the tokens or characters of texts."""
    return sum(len(text) if unit == "word" else sum(map(len, text)) + len(text) for text in texts if text)


def _blocks(sizes: Sequence[int]) -> Iterator[slice]:
    """Cut sentences into stretches of at most `_BLOCK` tokens or characters, or one sentence."""
    start = total = 0
    for place, number in enumerate(sizes):
        if place > start and total + number > _BLOCK:
            yield slice(start, place)
            start, total = place, 0
        total += number
    yield slice(start, len(sizes))


def _count_block(table: Floats, columns: Sequence[Sequence[Tokens | None]], unit: Unit) -> None:
    """Fill a part of the table of `system_counts`; columns are sources, systems and references."""
    n_systems = len(table)
    for n, (counts, sentence) in enumerate(_gram_counts(columns, unit)):
        if not len(sentence):
            continue
        starts = np.flatnonzero(np.diff(sentence, prepend=-1))
        s, h = counts[0], counts[1 : 1 + n_systems]
        for place, r in enumerate(counts[1 + n_systems :]):
            tp = np.minimum(np.minimum(s, h), r) + _over(s, np.maximum(h, r)) + _over(np.minimum(h, r), s)
            fp = _over(np.minimum(s, r), h) + _over(h, np.maximum(s, r))
            fn = _over(np.minimum(s, h), r) + _over(r, np.maximum(s, h))
            for part, count in enumerate((tp, fp, fn)):
                table[:, sentence[starts], place, part * ORDER + n] = np.add.reduceat(count, starts, axis=1)


def _over(left: Ints, right: Ints) -> Ints:
    """Give max(0, left − right)."""
    surplus: Ints = np.maximum(0, left - right)
    return surplus


def _gram_counts(columns: Sequence[Sequence[Tokens | None]], unit: Unit) -> Iterable[tuple[Ints, Ints]]:
    """Yield for n = 1…4 how often each n-gram of a sentence is in each column, (columns × n-grams), and its sentence.

    All texts are one long row of numbered tokens. An n-gram is numbered by its first n − 1 tokens, which have a number
    already, and its last token. Equal n-grams of different sentences have different numbers, which rise with the
    sentences.
    """
    texts = [() if text is None else tuple(" ".join(text)) if unit == "char" else text for text in chain(*columns)]
    sizes = np.array([len(text) for text in texts], dtype=np.int64)
    known: dict[str, int] = {}
    tokens = np.array([known.setdefault(token, len(known)) for text in texts for token in text], dtype=np.int64)
    column_and_sentence = np.repeat(np.arange(len(texts)), sizes)
    # How many tokens follow in the same text, the token itself included.
    left = np.repeat(np.cumsum(sizes), sizes) - np.arange(len(tokens))
    sentences = max(1, len(texts) // len(columns))
    grams, start = column_and_sentence % sentences, np.arange(len(tokens))
    for n in range(1, ORDER + 1):
        long_enough = left[start] >= n
        grams, start = grams[long_enough], start[long_enough]
        distinct, grams = np.unique(grams * (len(known) + 1) + tokens[start + n - 1], return_inverse=True)
        column, sentence = np.divmod(column_and_sentence[start], sentences)
        cells = len(columns) * len(distinct)
        counts = np.bincount(column * len(distinct) + grams, minlength=cells).reshape(len(columns), -1)
        home = np.zeros(len(distinct), dtype=np.int64)
        home[grams] = sentence
        yield counts, home


def score_from_sums(sums: Floats, *, beta: float = BETA, reading: Reading = "koyama", order: int = ORDER) -> Floats:
    """Turn (…, 12) sums into F_β of the geometric means of P_n and R_n over n = 1…order."""
    tp, fp, fn = np.moveaxis(np.asarray(sums, dtype=np.float64).reshape(*np.shape(sums)[:-1], 3, ORDER), -2, 0)
    p = _geometric_mean(ratio(tp, tp + fp, nothing=1.0)[..., :order])
    r = _geometric_mean(ratio(tp, tp + fn, nothing=0.0 if reading == "koyama" else 1.0)[..., :order])
    score: Floats = ratio((1 + beta**2) * p * r, beta**2 * p + r, nothing=0.0)
    return score


def _geometric_mean(shares: Floats) -> Floats:
    zero = shares == 0
    mean: Floats = np.where(zero.any(axis=-1), 0.0, np.exp(np.log(np.where(zero, 1.0, shares)).mean(axis=-1)))
    return mean


def chosen_counts(table: Floats, *, beta: float = BETA, reading: Reading = "koyama") -> Floats:
    """Give the counts against the reference with the best score of each sentence, (sentences × 12).

    Of equals, `koyama` takes the one with the better score over n = 1…3, then 1…2, then 1; then, as `gecmetrics` at
    once, the first.
    """
    absent = np.isnan(table[:, :, 0])
    best = ~absent
    for order in (ORDER, 3, 2, 1) if reading == "koyama" else (ORDER,):
        scores = score_from_sums(np.nan_to_num(table), beta=beta, reading=reading, order=order)
        scores = np.where(best, scores, -1.0)
        best &= scores == scores.max(axis=1, keepdims=True, initial=-1.0)
    chosen: Floats = table[np.arange(len(table)), best.argmax(axis=1)] if table.shape[1] else table[:, 0]
    return chosen
