"""An `EvalSet` in; how much systems and references change, in which direction, with intervals, out."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import replace
from typing import get_args

import numpy as np

from redink.annotation.word_alignment import GAP, WordAlignment
from redink.annotation.word_alignment import Rule as Alignment
from redink.arrays import Floats
from redink.evaluation.conditions import conditions, partition
from redink.evaluation.estimate import estimates
from redink.evaluation.in_memory import takes_texts
from redink.evaluation.preparation import expect_data, prepare
from redink.evaluation.trust import Draws, Trust
from redink.questions.conservatism.mathematics.five_way import changes_of
from redink.questions.conservatism.mathematics.four_way import FourWay, Several
from redink.questions.conservatism.mathematics.rates import COLUMNS, RATES
from redink.questions.conservatism.mathematics.statistics import (
    Known,
    Settings,
    Version,
    compare_edits,
    compare_words,
    count_boundaries,
    word_stats,
)
from redink.questions.conservatism.results import ConservatismResults, Measured
from redink.records import Edits, EvalSet, Reference, System
from redink.scoring.edit_overlap import GROUPS
from redink.scoring.measure import Absent, Need, expect_choice, filled
from redink.stats.intervals import IntervalMethod

_CHANGES = COLUMNS.index("changes")
_SENTENCES = COLUMNS.index("sentences")


@takes_texts
def conservatism(
    data: EvalSet,
    *,
    alignment: Alignment = "thesis",
    gap: float = GAP,
    marks: bool = False,
    case: bool = False,
    edits: bool = True,
    several: Several = "best",
    by: str | None = None,
    ci: bool = False,
    interval: IntervalMethod = "percentile",
    level: float = 0.95,
    resamples: int = 1000,
    seed: int = 12345,
    absent: Absent = "missing",
    keep_types: bool = False,
    auto: bool = False,
    pipeline: str = "redink-en",
    cache: bool = False,
) -> ConservatismResults:
    """Measure how much systems and references change the source. The pipeline finds the edits of texts first.

    Arguments that are not in this list mean the same as in `score`:
        alignment: Word alignment: as in the `thesis`, or with a cost for words without a partner (`gap`).
        gap: The cost of a word without a partner, with `gap`.
        marks: Whether punctuation marks count as words.
        case: Whether upper and lower case are different.
        edits: Whether to count edits too: edit ratios, and Hit, Wrong, Under and Over. For this, redink annotates the
            texts.
        several: How Hit, Wrong, Under and Over use several references: the `best` for each sentence, or `any` of them.
        by: Also show edit ratios for each `operation`, `type` or `operation-type`.
        ci: Whether rates get confidence intervals.
    """
    expect_data(data)
    settings = Settings(alignment, gap, marks, case, several)
    trust = Trust(interval, level, resamples, seed) if ci else None
    if by is not None:
        expect_choice("grouping of edits", by, tuple(GROUPS))
    need: Need = "edits" if edits and data.references else "texts"
    ready = prepare(data, need, pipeline=pipeline, cache=cache, auto=auto, types=True, keep_types=keep_types)
    results = measured(ready.data, settings=settings, absent=absent, trust=trust, pipeline=ready.pipeline)
    return replace(results, by=by, type_notes=ready.notes)


def measured(
    data: EvalSet,
    *,
    settings: Settings | None = None,
    absent: Absent = "missing",
    trust: Trust | None = None,
    pipeline: str = "none",
) -> ConservatismResults:
    """Measure what every system and every reference changes; each reference is compared with the others.

    Edit rates and Hit, Wrong, Under and Over need edits of all. `trust` asks for intervals.
    """
    expect_choice("reading of absent annotators", absent, get_args(Absent))
    settings = settings or Settings()
    data = filled(data, absent)
    with_edits = bool(data.references) and all(version.edits is not None for version in _versions(data))
    known = {"texts": True, "references": bool(data.references), "edits": with_edits}
    rates = [rate for rate in RATES if known[rate.needs]]
    draws = None if trust is None else Draws(trust, len(data.sources), data.documents)
    several = {"several": settings.several} if len(data.references) > 1 else {}
    signature = conditions(
        {"measure": "conservatism"} | settings.word_conditions | several | {"absent": absent},
        data=data,
        with_edits=with_edits,
        with_types=with_edits,
        pipeline=pipeline if with_edits else "none",
        trust=trust,
        # Sentences merged across lines are looked for within documents; with intervals, `units` names these.
        checksums={"documents": partition(data.documents)} if data.documents is not None and trust is None else None,
    )
    versions = tuple(
        Measured(
            version.name,
            tuple(estimates(table, rates, draws)),
            "system" if isinstance(version, System) else "reference",
            table,
        )
        for version, table in zip(_versions(data), _tables(data, settings, with_edits=with_edits), strict=True)
    )
    return ConservatismResults(signature, versions, data, settings)


def _versions(data: EvalSet) -> list[System | Reference]:
    return [*data.systems, *data.references]


def _tables(data: EvalSet, settings: Settings, *, with_edits: bool) -> list[Floats]:
    """Give the statistics of every version, each (sentences × columns)."""
    versions = _versions(data)
    known: Known[WordAlignment] = {}
    alignments = [settings.align_all(data.sources, version.texts, known) for version in versions]
    rows: dict[int, tuple[float, ...]] = {}
    tables = [word_stats(data.sources, aligned, rows) for aligned in alignments]
    changed = {id(pairs): changes_of(pairs) for pairs in known.values()}
    changes = [
        Version(version.texts, [None if pairs is None else changed[id(pairs)] for pairs in aligned])
        for version, aligned in zip(versions, alignments, strict=True)
    ]
    # Systems have the same judges, so that what one of them writes need not be compared again for the next.
    words: Known[tuple[float, ...]] = {}
    counts: dict[tuple[Hashable, ...], FourWay] = {}
    for number, (version, table) in enumerate(zip(versions, tables, strict=True)):
        count_boundaries(table, data.sources, version.texts, data.documents)
        judges = [judge for judge in range(len(data.systems), len(versions)) if judge != number]
        means = _mean_changes([tables[judge] for judge in judges], len(data.sources))
        if number >= len(data.systems):
            words, counts = {}, {}
        compare_words(table, changes[number], [changes[judge] for judge in judges], data.sources, means, words)
        if with_edits:
            answers = _answers([versions[judge].edits or () for judge in judges], len(data.sources))
            compare_edits(table, data.sources, version.edits or (), answers, settings, counts)
    return tables


def _answers(references: Sequence[Sequence[Edits | None]], n_sentences: int) -> list[list[Edits]]:
    """Give for each sentence the edits of the references that have it."""
    return [
        [edits for reference in references if (edits := reference[number]) is not None] for number in range(n_sentences)
    ]


def _mean_changes(tables: Sequence[Floats], n_sentences: int) -> Floats:
    """Give the mean WordChange of the references that have a sentence; 0 where none has."""
    changes = sum((table[:, _CHANGES] for table in tables), np.zeros(n_sentences))
    present = sum((table[:, _SENTENCES] for table in tables), np.zeros(n_sentences))
    mean: Floats = changes / np.maximum(present, 1)
    return mean
