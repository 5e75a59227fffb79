"""A sentence, its correction, references and measures in; what each edit of the correction adds to the score out."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from redink.annotation.annotator import Annotator
from redink.annotation.explanation import Attribution, Explanation
from redink.evaluation.preparation import annotated, expect_data
from redink.evaluation.statistics import Statistics
from redink.reading.corrections import apply_edits
from redink.records import Edit, Edits, EvalSet, Reference, System, Tokens
from redink.scoring.measure import Conventions, Measure
from redink.scoring.names import expect_scorable, need_of, parse_measures
from redink.stats.shapley import contributions

_NAME = "correction"


def with_attributions(
    explanation: Explanation,
    source: Tokens,
    correction: Tokens,
    references: Sequence[Tokens],
    measures: Sequence[str],
    annotator: Annotator,
) -> Explanation:
    """Give the explanation with what each edit adds to the sentence's score, by every measure."""
    spans = (edit.span for edit in explanation.edits)
    edits = tuple(
        Edit(span.start, span.end, correction[span.target_start : span.target_end], explained.classification.type)
        for span, explained in zip(spans, explanation.edits, strict=True)
    )
    data = EvalSet(
        (source,),
        tuple(Reference(f"reference {number}", (text,)) for number, text in enumerate(references)),
        (System(_NAME, (correction,), (edits,)),),
    )
    conventions = Conventions()
    expect_data(data)
    expect_scorable(measures, data)
    data = annotated(data, annotator, need=need_of(measures, conventions))
    found = (attribute(data, edits, measure) for measure in parse_measures(measures, conventions))
    return replace(explanation, attributions=tuple(found))


def attribute(data: EvalSet, edits: Edits, measure: Measure, *, seed: int = 12345) -> Attribution:
    """Score every set of the edits of one sentence, and give what each edit adds."""

    def value(members: frozenset[int]) -> float:
        kept = tuple(edits[number] for number in sorted(members))
        system = System(_NAME, (apply_edits(data.sources[0], kept),), (kept,))
        counted = Statistics(replace(data, systems=(system,)))
        return float(counted.sentence_scores(measure, _NAME)[0])

    everyone = frozenset(range(len(edits)))
    found = contributions(value, len(edits), np.random.default_rng(seed))
    return Attribution(
        measure.name,
        _known(value(everyone)),
        _known(value(frozenset())),
        tuple(map(_known, found.left_out.tolist())),
        tuple(map(_known, found.shapley.tolist())),
        found.exact,
    )


def _known(value: float) -> float | None:
    return None if math.isnan(value) else value
