"""What Python users call for difficulty: an `EvalSet` of texts or edits in, `DifficultyResults` out."""

from __future__ import annotations

from pathlib import Path

from redink.annotation.annotator import Annotator
from redink.evaluation.data import annotated, lacks_edits
from redink.language.registry import DEFAULT, load_pipeline
from redink.questions.difficulty import run as difficulty
from redink.questions.difficulty.mathematics.measures import Settings
from redink.questions.difficulty.results import DifficultyResults
from redink.questions.difficulty.run import References
from redink.questions.score.run import Trust
from redink.reading.weights import read_weights
from redink.records import EvalSet


def measure_difficulty(
    data: EvalSet,
    *,
    settings: Settings | None = None,
    references: References | None = None,
    weights: str | Path | None = None,
    trust: Trust | None = None,
    against: str | None = None,
    paired: Trust | None = None,
    pipeline: str = DEFAULT,
) -> DifficultyResults:
    """Weigh every error by how few systems correct it, and score with that; texts get their edits first.

    Args:
        data: Sources, references and systems.
        settings: Mode, weight function, weight of false positives, leave-one-out, β.
        references: Which references count, and how.
        weights: A weight file; without one the systems at hand judge the difficulty.
        trust: Asks for confidence intervals.
        against: A conventional measure, such as `M2`, whose scores are put behind the weighted ones.
        paired: Asks for paired tests of every system against the first.
        pipeline: Who makes the edits that are lacking: `redink-en`, `errant`, `plain`, or a spaCy model.
    """
    name = "none"
    if lacks_edits(data, "edits"):
        annotator = Annotator(load_pipeline(pipeline))
        data, name = annotated(data, annotator), f"{annotator.pipeline.name}@{annotator.pipeline.version}"
    counts = None if weights is None else read_weights(weights)
    results = difficulty.measure_difficulty(
        data, settings=settings, references=references, weights=counts, trust=trust, pipeline=name
    )
    if against is not None:
        results = difficulty.with_conventional(results, data, against)
    return results if paired is None else difficulty.compare_difficulty(results, data, paired)
