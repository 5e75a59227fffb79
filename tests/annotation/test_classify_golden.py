"""The classifier on all edits ERRANT 3.0.2 wrote for CoNLL-2014: 12 systems, both kinds of reference.

Origin: ../shared/golden/errant-3.0.2 (errant 3.0.2, spaCy 3.8, en_core_web_sm 3.8.0). Tolerance: none.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

import pytest

from redink.annotation.classify import error_type
from redink.annotation.spans import Span
from tests.annotation import errant_live

GOLDEN = errant_live.SHARED / "golden" / "errant-3.0.2"

pytestmark = [
    pytest.mark.golden,
    pytest.mark.skipif(not GOLDEN.is_dir(), reason="../shared is not there"),
    pytest.mark.skipif(not errant_live.IS_THERE, reason="needs errant, spaCy and its small English model"),
]

Pair = tuple[str, str, list[tuple[Span, str]]]


def _read_pairs(path: Path) -> Iterator[Pair]:
    """Give source, correction and typed spans for each annotator of each block."""
    for block in path.read_text(encoding="utf-8").strip().split("\n\n"):
        first, *lines = block.split("\n")
        rows = [line[2:].split("|||") for line in lines]
        # One annotator's lines stand together, in the order of their spans.
        for _, own in groupby(rows, key=lambda row: row[5]):
            yield _apply(first[2:].split(), [row for row in own if row[1] != "noop"])


def _apply(source: list[str], rows: list[list[str]]) -> Pair:
    target, spans, offset = list(source), [], 0
    for where, kind, replacement, *_ in rows:
        start, end = map(int, where.split())
        # An error that was only marked leaves the text alone, whatever stands in its line.
        words = source[start:end] if kind == "UNK" else replacement.split()
        target[start + offset : end + offset] = words
        spans.append((Span(start, end, start + offset, start + offset + len(words)), kind))
        offset += len(words) - (end - start)
    return " ".join(source), " ".join(target), spans


def test_gives_all_edits_errants_types() -> None:
    pairs = [pair for path in sorted(GOLDEN.glob("*.m2")) for pair in _read_pairs(path) if pair[2]]
    texts = sorted({text for pair in pairs for text in pair[:2]})
    analyses = dict(zip(texts, map(errant_live.analysis, errant_live.parse(texts)), strict=True))
    different = [
        (source, target, span, kind)
        for source, target, spans in pairs
        for span, kind in spans
        if error_type(analyses[source], analyses[target], span) != kind
    ]
    assert sum(len(spans) for *_, spans in pairs) == 23_690
    assert not different
