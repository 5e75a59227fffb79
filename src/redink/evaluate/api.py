"""What Python users call: plain values in, records out; text is annotated on the way where needed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from redink.annotation.annotator import Annotator, Row, Settings
from redink.annotation.workers import annotate_rows
from redink.difficulty.measures import Settings as DifficultySettings
from redink.evaluate import difficulty, scores
from redink.evaluate.difficulty import References
from redink.evaluate.difficulty_results import DifficultyResults
from redink.evaluate.inputs import annotated, lacks_edits, load
from redink.evaluate.results import Results
from redink.evaluate.scores import Trust
from redink.language.registry import DEFAULT, load_pipeline
from redink.reading.weights import read_weights
from redink.records import AnnotatedSentence, EvalSet, Tokens
from redink.scoring.measure import Conventions

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
    return annotate_rows(map(_row, pairs), annotator, _as_it_is, jobs=jobs)


def _as_it_is(sentence: AnnotatedSentence) -> AnnotatedSentence:
    return sentence


def _row(pair: tuple[Text, Text | Sequence[Text]]) -> Row:
    source, corrections = pair
    several = isinstance(corrections, list) and all(isinstance(one, str) for one in corrections)
    versions = corrections if several else (corrections,)
    return _tokens(source), tuple(_tokens(version) for version in versions)  # type: ignore[arg-type]


def _tokens(text: Text) -> Tokens:
    return tuple(text.split()) if isinstance(text, str) else tuple(text)


def score(
    data: EvalSet,
    measures: Sequence[str] = ("P", "R", "F0.5"),
    *,
    conventions: Conventions | None = None,
    trust: Trust | None = None,
    pipeline: str = DEFAULT,
) -> Results:
    """Score every system by every measure; texts get their edits from the pipeline first."""
    ready, name = _ready(data, pipeline)
    return scores.score(ready, measures, conventions=conventions, trust=trust, pipeline=name)


def compare(
    data: EvalSet,
    measures: Sequence[str] = ("F0.5",),
    *,
    conventions: Conventions | None = None,
    trust: Trust | None = None,
    pipeline: str = DEFAULT,
) -> Results:
    """Score all systems and test each against the first."""
    ready, name = _ready(data, pipeline)
    return scores.compare(ready, measures, conventions=conventions, trust=trust, pipeline=name)


def measure_difficulty(
    data: EvalSet,
    *,
    settings: DifficultySettings | None = None,
    references: References | None = None,
    weights: str | Path | None = None,
    trust: Trust | None = None,
    pipeline: str = DEFAULT,
) -> DifficultyResults:
    """Weigh every error by how few systems correct it, and score with that; texts get their edits first.

    Args:
        data: Sources, references and systems.
        settings: Mode, weight function, weight of false positives, leave-one-out, β.
        references: Which references count, and how.
        weights: A weight file; without one the systems at hand judge the difficulty.
        trust: Asks for confidence intervals.
        pipeline: `redink-en`, `errant`, `plain`, or a spaCy model.
    """
    ready, name = _ready(data, pipeline)
    counts = None if weights is None else read_weights(weights)
    return difficulty.measure_difficulty(
        ready, settings=settings, references=references, weights=counts, trust=trust, pipeline=name
    )


def _ready(data: EvalSet, pipeline: str) -> tuple[EvalSet, str]:
    if not lacks_edits(data, "edits"):
        return data, "none"
    annotator = Annotator(load_pipeline(pipeline))
    return annotated(data, annotator), f"{annotator.pipeline.name}@{annotator.pipeline.version}"
