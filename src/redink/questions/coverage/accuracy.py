"""Exact matches of systems and a coverage file in; their true accuracies, corrected for few references, out."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from redink.arrays import Floats, Ints
from redink.errors import InputError, UsageError
from redink.evaluation.sources import Sentences
from redink.evaluation.statistics import Statistics
from redink.frozen import frozen
from redink.questions.coverage.inputs import read_corrections
from redink.questions.coverage.mathematics.accuracy_curve import chao_jost, spread_over
from redink.questions.coverage.mathematics.counts import (
    ENOUGH,
    Normalisation,
    SentenceCounts,
    cleaned,
    count_corrections,
    normalised,
)
from redink.questions.coverage.mathematics.matching import Match, key_of
from redink.questions.coverage.mathematics.true_accuracy import TrueAccuracy, compare_accuracies, true_accuracy
from redink.questions.coverage.results import CoverageSettings
from redink.questions.coverage.saved import is_saved, saved_counts
from redink.reading.files import Source
from redink.records import EvalSet
from redink.reports.tables import Cell, Column, Row, Table, make_table, p_cell
from redink.scoring.measure import Conventions, reference_texts
from redink.scoring.names import parse_measure

_MATCH_OF: dict[str, Match] = {"EM": "exact", "EIM": "index", "EIM-printed": "index-printed"}


@frozen
class CorrectedAccuracy:
    """One system's accuracy, corrected for coverage."""

    system: str
    accuracy: TrueAccuracy | None
    """Hits and what they mean; `None` where nothing needs correction or nothing is covered."""
    p: float | None
    """Two-sided p-value that its true accuracy is the first system's; `None` for the first, and without coverage."""


def read_counts(
    path: Source, matches: Sequence[Match], *, source: Sentences | None = None
) -> tuple[Normalisation, dict[Match, list[SentenceCounts]]]:
    """Read how often corrections were given: from what `redink coverage --save` wrote, or from corrections.

    Args:
        path: Either kind of file.
        matches: When corrections are the same.
        source: Source sentences, for corrections that number them.

    Returns:
        What was normalised, and the counts of every sentence by kind of match.
    """
    if is_saved(path):
        return saved_counts(path, matches)
    # As `redink coverage` does by default: what everybody left alone is clean, and one correction tells nothing
    # of others (it would count as all there are).
    usual = CoverageSettings()
    corrections = normalised(read_corrections([path], source=source), usual.normalisation)
    kept = cleaned(corrections, left_alone=usual.left_alone, fewest=usual.fewest)
    return usual.normalisation, {match: count_corrections(kept, key_of(match)) for match in matches}


def corrected_accuracies(
    statistics: Statistics, measure: str, counts: Sequence[SentenceCounts], conventions: Conventions
) -> list[CorrectedAccuracy]:
    """Correct each system's exact matches for the coverage of so many references.

    Only sentences that some reference changes count: an output that rightly leaves a clean sentence alone
    is matched by every reference. Their coverages are taken to be mixed like those of the corrected sentences, with
    as many references M as each has: an annotator that was not asked (`absent="missing"`) is none.
    """
    sizes = references_of_needy(statistics.data, conventions)
    needy, coverage = sizes > 0, _coverage_of_needy(counts, sizes[sizes > 0])
    tables = statistics.tables(parse_measure(measure, conventions))
    hits = [int(rows[needy, 0].sum()) for rows in tables]
    return [
        CorrectedAccuracy(
            system.name,
            true_accuracy(system_hits, coverage) if len(coverage) else None,
            compare_accuracies(hits[0], coverage, system_hits, coverage) if number else None,
        )
        for number, (system, system_hits) in enumerate(zip(statistics.data.systems, hits, strict=True))
    ]


def references_of_needy(data: EvalSet, conventions: Conventions) -> Ints:
    """Give the number of references of each sentence that some reference changes; 0 for those that none does."""
    rows = zip(data.sources, reference_texts(data, conventions.absent), strict=True)
    return np.array([len(texts) * any(text != source for text in texts) for source, texts in rows], dtype=np.int64)


def _coverage_of_needy(counts: Sequence[SentenceCounts], sizes: Ints) -> Floats:
    """Spread the coverages of the corrected sentences over the sentences of each M."""
    known = [sentence.counts for sentence in counts if sentence.n > 1]
    if not known:
        raise InputError(
            "no sentence has two corrections, and a single correction says nothing about coverage",
            remedy="give corrections of several people",
        )
    coverage = np.zeros(len(sizes))
    for m in np.unique(sizes).tolist():
        same_size = sizes == m
        coverage[same_size] = spread_over(
            [chao_jost(sentence_counts, [m])[0] for sentence_counts in known], int(same_size.sum())
        )
    return coverage


def corrected_table(
    rows: Sequence[CorrectedAccuracy],
    measure: str,
    references: str,
    fewest: int = ENOUGH,
    normalisation: Normalisation | None = None,
) -> Table:
    """One row per system: hits, naive and true accuracy."""
    columns = (
        Column("system"),
        Column("hits", digits=0),
        Column("sentences", digits=0),
        Column("naive", f"{measure} of these", digits=3),
        Column("true", "true accuracy", direction="higher", digits=3),
        Column("above", "P(perfect ≥ hits)", digits=4),
        Column("p", "p against the first", digits=4),
    )
    cells = []
    for row in rows:
        values = [Cell(None)] * 5
        if row.accuracy is not None:
            values = [
                *(Cell(row.accuracy.hits), Cell(row.accuracy.sentences), Cell(row.accuracy.naive)),
                Cell(row.accuracy.estimate, row.accuracy.interval),
                p_cell(row.accuracy.above_perfect),
            ]
        cells.append(Row((Cell(row.system), *values, p_cell(row.p))))
    notes = [
        f"Only sentences that some reference changes; the coverage of {references} reference(s) comes from the "
        "corrections. True accuracy: share of outputs that people would accept, if the system varies as people do "
        "(above 1: it matches more often than people do); its interval ignores the uncertainty of the coverage itself.",
        "P: probability that a perfect corrector matches as often. p: cautious test of independent samples; redink "
        "compare tests pairs.",
    ]
    if fewest < ENOUGH:
        notes.append(f"Some coverages come from only {fewest} corrections: the intervals are too narrow.")
    if normalisation is not None and (normalisation.fold_case or normalisation.drop_punctuation):
        notes.append(
            f"The coverage is that of normalised corrections ({normalisation}), but {measure} compares texts as they "
            "are and matches less often: the true accuracy is too low unless outputs and references are normalised "
            "in the same way."
        )
    return make_table(f"{measure} corrected for coverage", columns, cells, notes=notes)


def coverage_corrected_tables(
    statistics: Statistics, measures: Sequence[str], path: Source, conventions: Conventions
) -> list[Table]:
    """Make the table of each measure that counts matches (`score --coverage`, group `redink.breakdowns`).

    `path` is a coverage file, or corrections.
    """
    wanted = [measure for measure in measures if measure in _MATCH_OF]
    if not wanted:
        raise UsageError("--coverage corrects only exact matches", remedy="add -m EM (or EIM)")
    data = statistics.data
    normalisation, counts = read_counts(path, [_MATCH_OF[measure] for measure in wanted], source=data.sources)
    tables = []
    for measure in wanted:
        given = counts[_MATCH_OF[measure]]
        rows = corrected_accuracies(statistics, measure, given, conventions)
        fewest = min(sentence.n for sentence in given)
        tables.append(corrected_table(rows, measure, _span(data, conventions), fewest, normalisation))
    return tables


def _span(data: EvalSet, conventions: Conventions) -> str:
    """Say how many references sentences have: `2`, or `1 to 2` where annotators are missing."""
    sizes = references_of_needy(data, conventions)
    numbers = sorted({*sizes[sizes > 0].tolist()}) or [len(data.references)]
    return str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]} to {numbers[-1]}"
