"""What Python users call to save a run and to check a new output against it; texts get their edits on the way."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from redink.annotation.annotator import Annotator
from redink.evaluation.data import annotated, lacks_edits
from redink.evaluation.results import Results
from redink.language.registry import DEFAULT, load_pipeline
from redink.questions.score import baselines
from redink.questions.score.gate import GateResult, check_gate
from redink.questions.score.run import Trust, score
from redink.records import EvalSet
from redink.scoring.measure import Conventions, Need, need_of


def save_baseline(
    data: EvalSet,
    path: str | Path,
    measures: str | Sequence[str] = ("F0.5",),
    *,
    conventions: Conventions | None = None,
    pipeline: str = DEFAULT,
) -> Results:
    """Score systems and save the results with the statistics of every sentence, for `gate`.

    Args:
        data: What `read` gave.
        path: Where to save.
        measures: Names of measures.
        conventions: Reference rule and the like.
        pipeline: Who makes the edits that are lacking.
    """
    measures = (measures,) if isinstance(measures, str) else measures
    ready, name = _ready(data, pipeline, need_of(measures, conventions))
    results = score(ready, measures, conventions=conventions, pipeline=name)
    baselines.save_baseline(results, ready, path, conventions=conventions)
    return results


def gate(
    data: EvalSet,
    against: str | Path,
    *,
    measures: str | Sequence[str] = (),
    system: str | None = None,
    max_drop: float = 0.5,
    alpha: float = 0.05,
    conventions: Conventions | None = None,
    trust: Trust | None = None,
    pipeline: str = DEFAULT,
) -> GateResult:
    """Check one new system against a saved run: `.passed` says whether it is not significantly worse.

    Args:
        data: What `read` gave, with one system.
        against: A file that `save_baseline` or `redink score --save` wrote.
        measures: Which of the saved measures count; all when empty.
        system: Which saved system to compare with, when there are several.
        max_drop: Points (score × 100) that a measure may lose.
        alpha: Level of the paired test.
        conventions: Reference rule and the like; those of the saved run.
        trust: Kind of test, resamples, seed.
        pipeline: Who makes the edits that are lacking; that of the saved run.
    """
    saved = baselines.read_baseline(against)
    ready, name = _ready(data, pipeline, need_of(saved.measures, conventions))
    return check_gate(
        ready,
        saved,
        measures=(measures,) if isinstance(measures, str) else measures,
        base=system,
        max_drop=max_drop,
        alpha=alpha,
        conventions=conventions,
        trust=trust,
        pipeline=name,
    )


def _ready(data: EvalSet, pipeline: str, need: Need) -> tuple[EvalSet, str]:
    if not lacks_edits(data, need):
        return data, "none"
    annotator = Annotator(load_pipeline(pipeline))
    return annotated(data, annotator, need=need), f"{annotator.pipeline.name}@{annotator.pipeline.version}"
