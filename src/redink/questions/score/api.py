"""What Python users call: plain values in, records out; text is annotated on the way where needed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from redink.annotation.annotator import Annotator, Row, Settings
from redink.annotation.workers import annotate_rows, as_it_is
from redink.errors import UsageError
from redink.evaluation.data import annotated, lacks_edits, load
from redink.evaluation.presets import Preset, find_preset
from redink.evaluation.results import Results
from redink.language.registry import DEFAULT, load_pipeline
from redink.questions.score import run as scores
from redink.questions.score.run import Trust
from redink.records import AnnotatedSentence, EvalSet, Tokens
from redink.scoring.measure import Conventions, Need, need_of

read = load

Text = str | Sequence[str]
"""A sentence: tokenised text, or its tokens."""


def annotate(
    pairs: Iterable[tuple[Text, Text | Sequence[Text]]],
    *,
    pipeline: str = DEFAULT,
    settings: Settings | None = None,
    jobs: int = 1,
) -> Iterator[AnnotatedSentence]:
    """Find and name the edits of (source, correction) pairs, lazily and in order.

    Args:
        pairs: Sources, each with a correction; sentences are tokenised text or tuples of tokens. For
            several corrections of a source give them as a list of strings.
        pipeline: `redink-en`, `errant`, `plain`, or a spaCy model.
        settings: How edits are found.
        jobs: Number of processes.
    """
    annotator = Annotator(load_pipeline(pipeline), settings)
    return annotate_rows(map(_row, pairs), annotator, as_it_is, jobs=jobs)


def _row(pair: tuple[Text, Text | Sequence[Text]]) -> Row:
    if isinstance(pair, str) or len(pair) != 2:
        raise UsageError(
            f"a pair is a source and its correction, not {pair!r}",
            remedy="give several corrections of one source as a list: (source, [first, second])",
        )
    source, corrections = pair
    several = isinstance(corrections, list) and all(isinstance(one, str) for one in corrections)
    versions = corrections if several else (corrections,)
    return _tokens(source), tuple(_tokens(version) for version in versions)  # type: ignore[arg-type]


def _tokens(text: Text) -> Tokens:
    return tuple(text.split()) if isinstance(text, str) else tuple(text)


def score(
    data: EvalSet,
    measures: str | Sequence[str] | None = None,
    *,
    conventions: Conventions | None = None,
    trust: Trust | None = None,
    pipeline: str | None = None,
    preset: str | None = None,
    jobs: int = 1,
) -> Results:
    """Score every system by every measure; texts get their edits from the pipeline first.

    Args:
        data: What `read` gave.
        measures: Names of measures: P, R and F0.5 when left out.
        conventions: Reference rule and the like.
        trust: How intervals are made; none are when left out.
        pipeline: `redink-en` (when left out), `errant`, `plain`, or a spaCy model.
        preset: `conll14`, `bea19` or `jfleg`: score as that task did; fixes all of the above but `trust`.
        jobs: Number of processes; the result is the same for any.
    """
    measures = (measures,) if isinstance(measures, str) else measures
    _expect_settings(conventions, trust)
    run = _run(measures or ("P", "R", "F0.5"), conventions, pipeline, preset, given=measures)
    ready, name = _ready(data, run.pipeline, need_of(run.measures, run.conventions), jobs)
    return scores.score(ready, run.measures, conventions=run.conventions, trust=trust, pipeline=name, jobs=jobs)


def compare(
    data: EvalSet,
    measures: str | Sequence[str] | None = None,
    *,
    conventions: Conventions | None = None,
    trust: Trust | None = None,
    pipeline: str | None = None,
    preset: str | None = None,
    jobs: int = 1,
) -> Results:
    """Score all systems, test each against the first, and every pair for ranks, clusters and letters.

    Arguments as in `score`; the measure is F0.5 when left out. `trust` also says which test is made, how p-values are
    corrected (`holm`, `bh`, `none`) and at which level; without it, there are as many resamples as the pairs need.
    """
    measures = (measures,) if isinstance(measures, str) else measures
    _expect_settings(conventions, trust)
    run = _run(measures or ("F0.5",), conventions, pipeline, preset, given=measures)
    ready, name = _ready(data, run.pipeline, need_of(run.measures, run.conventions), jobs)
    return scores.compare(ready, run.measures, conventions=run.conventions, trust=trust, pipeline=name, jobs=jobs)


def _expect_settings(conventions: object, trust: object) -> None:
    """Refuse `trust=True` and `conventions="faithful"`, which are easily written."""
    for name, given, kind in (("conventions", conventions, Conventions), ("trust", trust, Trust)):
        if not isinstance(given, kind | None):
            raise UsageError(f"{name} is {given!r}", remedy=f"give redink.{kind.__name__}(...), or leave it out")


def _run(
    measures: Sequence[str],
    conventions: Conventions | None,
    pipeline: str | None,
    preset: str | None,
    *,
    given: Sequence[str] | None,
) -> Preset:
    """Put the arguments together, or take a preset, which leaves nothing to choose."""
    if preset is None:
        return Preset(tuple(measures), conventions or Conventions(), pipeline, "")
    if given is not None or conventions is not None or pipeline is not None:
        raise UsageError(
            f"the preset {preset!r} fixes measures, conventions and pipeline",
            remedy="give the preset alone, or no preset",
        )
    return find_preset(preset)


def _ready(data: EvalSet, pipeline: str | None, need: Need = "edits", jobs: int = 1) -> tuple[EvalSet, str]:
    """Annotate what a measure needs and the data lack; gives the data and the pipeline for the signature."""
    if not lacks_edits(data, need):
        return data, "none"
    annotator = Annotator(load_pipeline(pipeline or DEFAULT))
    return annotated(data, annotator, need=need, jobs=jobs), f"{annotator.pipeline.name}@{annotator.pipeline.version}"
