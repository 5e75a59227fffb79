"""An `EvalSet` of texts or edits in, `SampledPairs` out: the function that Python users call to draw pairs."""

from __future__ import annotations

from pathlib import Path

from redink.annotation.annotator import Annotator
from redink.evaluation.data import annotated, lacks_edits
from redink.judging.errors_of import judged_errors
from redink.judging.pairs import PairPlan, SampledPairs
from redink.judging.pairs import sample_pairs as sample
from redink.language.registry import DEFAULT, load_pipeline
from redink.reading.weights import read_weights
from redink.records import EvalSet


def sample_pairs(
    data: EvalSet,
    *,
    plan: PairPlan | None = None,
    reference: int = 0,
    weights: str | Path | None = None,
    pipeline: str = DEFAULT,
) -> SampledPairs:
    """Draw pairs of errors by level of difficulty, for people to judge; missing edits are added first.

    Args:
        data: Sources, references and systems.
        plan: How many pairs, from which errors, and the seed.
        reference: Number of the reference whose errors are drawn, from 0.
        weights: A weight file that determines the levels; without it, the given systems do.
        pipeline: Language pipeline that makes missing edits.
    """
    if lacks_edits(data, "edits"):
        data = annotated(data, Annotator(load_pipeline(pipeline)))
    counts = None if weights is None else read_weights(weights)
    return sample(judged_errors(data, reference=reference, weights=counts), plan)
