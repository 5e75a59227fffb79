"""An `EvalSet` in; how much systems and references change, in which direction, with intervals, out."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from redink.arrays import Floats
from redink.evaluation.results import Results, SystemScores
from redink.questions.conservatism.mathematics.five_way import changes_of
from redink.questions.conservatism.mathematics.rates import COLUMNS, RATES, Rate
from redink.questions.conservatism.mathematics.statistics import (
    Settings,
    Version,
    compare_edits,
    compare_words,
    count_boundaries,
    word_stats,
)
from redink.questions.conservatism.results import ConservatismResults, Measured
from redink.questions.score.run import Trust, signature_of
from redink.records import Edits, EvalSet, Reference, Score, System, Tokens
from redink.scoring.measure import Conventions
from redink.signature import Signature
from redink.stats.intervals import interval
from redink.stats.resampling import Bootstrapped, Resamples, scores_of

_CHANGES = COLUMNS.index("changes")
_SENTENCES = COLUMNS.index("sentences")


def measure_conservatism(
    data: EvalSet,
    *,
    settings: Settings | None = None,
    conventions: Conventions | None = None,
    trust: Trust | None = None,
    pipeline: str = "none",
) -> ConservatismResults:
    """Measure what every system and every reference changes; each reference is held against the others.

    Args:
        data: Sources, references and systems; edit rates and Hit, Wrong, Under and Over need edits of all.
        settings: How words are compared.
        conventions: How absent annotators are read.
        trust: Asks for confidence intervals.
        pipeline: Who made the edits, for the signature.
    """
    settings, conventions = settings or Settings(), conventions or Conventions()
    data = _filled(data, conventions)
    with_edits = _has_edits(data)
    measured = _measure(data, settings, with_edits=with_edits)
    rates = [rate for rate in RATES if _is_possible(rate, data, with_edits=with_edits)]
    signature = _signature(data, settings, conventions, trust, pipeline if with_edits else "none")
    return ConservatismResults(Results(signature, _scores(data, measured, rates, trust)), measured, data, settings)


def _filled(data: EvalSet, conventions: Conventions) -> EvalSet:
    """Let annotators without a line stand for "left alone", unless they were not asked."""
    if conventions.absent == "missing":
        return data
    return replace(data, references=tuple(_whole(reference, data.sources) for reference in data.references))


def _whole(reference: Reference, sources: Sequence[Tokens]) -> Reference:
    texts = tuple(source if text is None else text for source, text in zip(sources, reference.texts, strict=True))
    edits = None if reference.edits is None else tuple(own or () for own in reference.edits)
    return replace(reference, texts=texts, edits=edits)


def _has_edits(data: EvalSet) -> bool:
    versions: tuple[System | Reference, ...] = (*data.systems, *data.references)
    return bool(data.references) and all(version.edits is not None for version in versions)


def _is_possible(rate: Rate, data: EvalSet, *, with_edits: bool) -> bool:
    return {"texts": True, "references": bool(data.references), "edits": with_edits}[rate.needs]


def _measure(data: EvalSet, settings: Settings, *, with_edits: bool) -> tuple[Measured, ...]:
    versions: list[System | Reference] = [*data.systems, *data.references]
    aligned = [settings.align_all(data.sources, version.texts) for version in versions]
    tables = [word_stats(data.sources, own) for own in aligned]
    changes = [
        Version(version.texts, [None if found is None else changes_of(found) for found in own])
        for version, own in zip(versions, aligned, strict=True)
    ]
    found = []
    for number, (version, table) in enumerate(zip(versions, tables, strict=True)):
        count_boundaries(table, data.sources, version.texts, data.documents)
        judges = [other for other in range(len(data.systems), len(versions)) if other != number]
        means = _mean_changes([tables[other] for other in judges], len(data.sources))
        compare_words(table, changes[number], [changes[other] for other in judges], data.sources, means)
        if with_edits:
            answers = _columns([versions[other].edits or () for other in judges], len(data.sources))
            compare_edits(table, data.sources, version.edits or (), answers, settings)
        found.append(Measured(version.name, "system" if number < len(data.systems) else "reference", table))
    return tuple(found)


def _columns(versions: Sequence[Sequence[Edits | None]], n_sentences: int) -> list[list[Edits]]:
    """Give for each sentence the edits of those that have it."""
    return [[edits for own in versions if (edits := own[number]) is not None] for number in range(n_sentences)]


def _mean_changes(tables: Sequence[Floats], n_sentences: int) -> Floats:
    """Give the mean WordChange of the references that have a sentence; 0 where none has."""
    changes = sum((table[:, _CHANGES] for table in tables), np.zeros(n_sentences))
    present = sum((table[:, _SENTENCES] for table in tables), np.zeros(n_sentences))
    mean: Floats = changes / np.maximum(present, 1)
    return mean


def _scores(
    data: EvalSet, measured: Sequence[Measured], rates: Sequence[Rate], trust: Trust | None
) -> tuple[SystemScores, ...]:
    plan = None
    if trust is not None:
        rng = np.random.default_rng(trust.seed)
        plan = Resamples.draw(len(data.sources), trust.resamples, rng, data.documents)
    return tuple(SystemScores(own.name, tuple(_rate_scores(own.table, rates, plan, trust))) for own in measured)


def _rate_scores(table: Floats, rates: Sequence[Rate], plan: Resamples | None, trust: Trust | None) -> list[Score]:
    total = table.sum(axis=0)
    values = [float(rate.score_from_sums(total)) for rate in rates]
    known = [None if math.isnan(value) else value for value in values]
    if plan is None or trust is None:
        return [Score(rate.name, value) for rate, value in zip(rates, known, strict=True)]
    # All rates share one matrix product: their statistics are columns of one table.
    sums, without = plan.sums(table), total - plan.units.rows(table)
    return [
        Score(
            rate.name,
            value,
            interval(
                Bootstrapped(
                    math.nan if value is None else value,
                    scores_of(sums, rate.score_from_sums),
                    scores_of(without, rate.score_from_sums),
                ),
                level=trust.level,
                method=trust.method,
            ),
        )
        for rate, value in zip(rates, known, strict=True)
    ]


def _signature(
    data: EvalSet, settings: Settings, conventions: Conventions, trust: Trust | None, pipeline: str
) -> Signature:
    shared = signature_of(data, (), conventions, trust, pipeline)
    kept = [(name, value) for name, value in shared.fields if name not in ("redink", "measures", "rule")]
    own: dict[str, str | float] = {"measure": "conservatism", "alignment": settings.alignment}
    own |= {"gap": settings.gap} if settings.alignment == "gap" else {}
    own |= {"punctuation": "kept"} if settings.marks else {}
    own |= {"case": "kept"} if settings.case else {}
    own |= {"several": settings.several} if len(data.references) > 1 else {}
    return Signature.of(**own, **dict(kept))
