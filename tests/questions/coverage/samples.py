"""Small corrected sentences, and the crowd's corrections with the thesis's normalisation."""

from collections.abc import Iterable
from functools import cache
from pathlib import Path

import numpy as np
from hypothesis import strategies as st

from redink.questions.coverage.mathematics.counts import Normalisation, SentenceCounts
from redink.questions.coverage.mathematics.matching import Match
from redink.questions.coverage.mathematics.unseen import Histogram
from redink.reading.corrected_sentences import (
    CorrectedSentence,
    read_correction_table,
)
from tests.shared_files import DATA

CROWD = DATA / "choshen-crowd"
THESIS = Normalisation(fold_case=True, drop_punctuation=True)
MAIN_BATCHES = [("batch", name) for name in ("2634540", "2612793", "2626033")]
"""All but the pilot."""

count_lists = st.lists(st.integers(1, 4), min_size=1, max_size=5)


def corrected(source: str, corrections: Iterable[str]) -> CorrectedSentence:
    return CorrectedSentence(tuple(source.split()), tuple(tuple(text.split()) for text in corrections))


@cache
def crowd() -> tuple[CorrectedSentence, ...]:
    return tuple(read_correction_table(CROWD / "corrections.tsv", where=MAIN_BATCHES))


def _files(match: Match, side: str) -> list[Path]:
    return sorted((CROWD / "unseenEst").glob(f"*_{match}_{side}_hist.txt"))


def counts_of_fingerprint(fingerprint: Iterable[int]) -> SentenceCounts:
    """Give the counts that have a fingerprint (f₁, f₂, …)."""
    counts = [times for times, number in enumerate(fingerprint, start=1) for _ in range(number)]
    return SentenceCounts((), tuple(reversed(counts)))


@cache
def released_counts(match: Match) -> tuple[SentenceCounts, ...]:
    return tuple(counts_of_fingerprint(map(int, path.read_text().split())) for path in _files(match, "input"))


@cache
def released_histograms(match: Match) -> tuple[Histogram, ...]:
    found = []
    for path in _files(match, "output"):
        x, h = np.loadtxt(path, delimiter="\t", skiprows=1, ndmin=2, unpack=True)
        found.append(Histogram(x, h, 50, float(x[0]), np.nan, "released"))
    return tuple(found)
