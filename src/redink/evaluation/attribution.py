"""A sentence, its correction, references and measures in; what each edit of the correction adds to the score out."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TypeAlias

import numpy as np

from redink.annotation.annotator import Annotator
from redink.annotation.explanation import Attribution, Explanation
from redink.arrays import Floats
from redink.errors import UsageError
from redink.evaluation.data import picked
from redink.evaluation.preparation import annotated, expect_data
from redink.evaluation.statistics import Statistics
from redink.reading.corrections import apply_edits
from redink.records import Edit, Edits, EvalSet, Reference, System, Tokens
from redink.scoring.measure import Conventions, CountsTogether, Measure
from redink.scoring.names import expect_scorable, need_of, parse_measures
from redink.stats.shapley import MOST_EXACT, Contributions, contributions

_NAME = "correction"

Shares: TypeAlias = Mapping[tuple[int, Edits], Floats]
"""Shapley's values of the edits of an output, by the number of its sentence and its edits."""


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
    attributions = (attribute(data, edits, measure) for measure in parse_measures(measures, conventions))
    return replace(explanation, attributions=tuple(attributions))


def attribute(data: EvalSet, edits: Edits, measure: Measure) -> Attribution:
    """Score every set of the edits of one sentence, and give what each edit adds."""
    values = _values(data, [(0, edits)], measure)
    contributions = _contributions(values, 0, edits)
    return Attribution(
        measure.name,
        _known(values[0, edits]),
        _known(values[0, ()]),
        tuple(map(_known, contributions.left_out.tolist())),
        tuple(map(_known, contributions.shapley.tolist())),
        contributions.exact,
    )


def shares_of_edits(data: EvalSet, measure: Measure) -> Shares:
    """Give Shapley's values of the edits in each output of each sentence.

    Outputs with more edits than can be valued exactly, and those with overlapping edits, are left out.
    """
    outputs = dict.fromkeys(
        (number, edits)
        for system in data.systems
        for number, edits in enumerate(system.edits or ())
        if 0 < len(edits) <= MOST_EXACT and not _overlap(edits)
    )
    values = _values(data, outputs, measure)
    return {(number, edits): _contributions(values, number, edits).shapley for number, edits in outputs}


def _contributions(values: Mapping[tuple[int, Edits], float], number: int, edits: Edits) -> Contributions:
    return contributions(lambda members: values[number, _kept(edits, members)], len(edits), _rng())


def _values(data: EvalSet, outputs: Iterable[tuple[int, Edits]], measure: Measure) -> dict[tuple[int, Edits], float]:
    """Score, all at once, what is needed for the contributions of the edits: the outputs with some edits left out."""
    if isinstance(measure, CountsTogether):
        raise UsageError(
            f"{measure.name} depends on all systems together, not on one output",
            remedy="name another measure, such as F0.5 or GLEU",
        )
    asked: dict[tuple[int, Edits], None] = {}
    for number, edits in outputs:

        def ask(members: frozenset[int], number: int = number, edits: Edits = edits) -> float:
            asked[number, _kept(edits, members)] = None
            return 0.0

        ask(frozenset())
        ask(frozenset(range(len(edits))))
        contributions(ask, len(edits), _rng())
    if not asked:
        return {}
    rows = [number for number, _ in asked]
    empty = replace(data, systems=())
    texts = tuple(apply_edits(data.sources[number], edits) for number, edits in asked)
    system = System(_NAME, texts, tuple(edits for _, edits in asked))
    scores = Statistics(replace(picked(empty, rows), systems=(system,))).sentence_scores(measure, _NAME)
    return dict(zip(asked, scores.tolist(), strict=True))


def _overlap(edits: Edits) -> bool:
    return any(later.start < earlier.end for earlier, later in pairwise(sorted(edits, key=lambda edit: edit.start)))


def _kept(edits: Edits, members: frozenset[int]) -> Edits:
    return tuple(edits[number] for number in sorted(members))


def _rng() -> np.random.Generator:
    return np.random.default_rng(12345)


def _known(value: float) -> float | None:
    return None if math.isnan(value) else value
