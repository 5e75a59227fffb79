"""What Python users call for coverage: paths or corrections in, `CoverageResults` out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from redink.annotation.annotator import Annotator
from redink.errors import UsageError
from redink.evaluation.data import annotated, lacks_edits
from redink.language.registry import DEFAULT, load_pipeline
from redink.questions.coverage import run as coverage
from redink.questions.coverage.inputs import read_corrections
from redink.questions.coverage.results import CoverageResults, CoverageSettings
from redink.questions.coverage.saved import is_saved, read_saved
from redink.reading.corrected_sentences import CorrectedSentence
from redink.reading.files import Source, display_name
from redink.records import EvalSet
from redink.scoring.measure import expect_list
from redink.scoring.names import need_of


def measure_coverage(
    corrections: Source | Sequence[Source] | Iterable[tuple[str, Sequence[str]]],
    *,
    source: Source | None = None,
    settings: CoverageSettings | None = None,
    data: EvalSet | None = None,
    pipeline: str = DEFAULT,
) -> CoverageResults:
    """Measure how much of people's corrections M references hold, and what a perfect corrector scores with them.

    Args:
        corrections: A table (`.tsv`, `.csv`), M2 or text files, what `save` wrote (`.json`), or pairs of a
            source and its corrections, as tokenised text.
        source: Source sentences, for text files and tables that number them.
        settings: Numbers of references, normalisation, measures and the like; saved results have their own.
        data: Systems and references to set beside the perfect corrector.
        pipeline: Who finds edits: `redink-en`, `errant`, `plain`, or a spaCy model.
    """
    given = [corrections] if isinstance(corrections, Source) else list(corrections)
    paths = [item for item in given if isinstance(item, Source)]
    if len(paths) == 1 and is_saved(paths[0]):
        return _saved_beside(paths[0], settings, data, pipeline)
    settings = settings or CoverageSettings()
    annotator = None
    if settings.measures and need_of(settings.measures) != "texts":
        annotator = Annotator(load_pipeline(pipeline))
        if data is not None and lacks_edits(data, "edits"):
            data = annotated(data, annotator)
    sentences = (
        read_corrections(paths, source=source)
        if paths
        else [_sentence(*pair) for pair in given if not isinstance(pair, Source)]
    )
    return coverage.measure_coverage(sentences, settings, annotator=annotator, data=data)


def _saved_beside(
    path: Source, settings: CoverageSettings | None, data: EvalSet | None, pipeline: str
) -> CoverageResults:
    if settings is not None:
        raise UsageError(
            f"{display_name(path)} was measured with settings of its own",
            remedy="give the corrections themselves to measure them with others",
        )
    saved = read_saved(path)
    if data is None:
        return saved
    measures = [curve.measure for curve in saved.curves]
    if measures and need_of(measures) != "texts" and lacks_edits(data, "edits"):
        data = annotated(data, Annotator(load_pipeline(pipeline)))
    return coverage.beside(saved, data)


def _sentence(source: str, corrections: Sequence[str]) -> CorrectedSentence:
    expect_list("corrections", corrections)
    return CorrectedSentence(tuple(source.split()), tuple(tuple(text.split()) for text in corrections))


def coverage_beside(
    data: EvalSet, path: Source, annotator: Annotator, *, source: Source | None = None, **settings: Any
) -> CoverageResults:
    """Read a coverage file, or measure a file of corrections, and set the systems at hand beside it.

    Args:
        data: Sources, references and systems, with edits.
        path: What `save` wrote, or a table or M2 file of corrections.
        annotator: Finds the edits of corrections.
        source: Source sentences, for tables that number them.
        settings: Further settings, for corrections only.
    """
    if is_saved(path):
        return coverage.beside(read_saved(path), data)
    sentences, clean = size_and_clean(data)
    chosen = replace(CoverageSettings(), sentences=sentences, clean=clean, **settings)
    return coverage.measure_coverage(read_corrections([path], source=source), chosen, annotator=annotator, data=data)


def size_and_clean(data: EvalSet) -> tuple[int, int]:
    """Count sentences, and those of them that no reference changes."""
    coverage.need_references(data)
    rows = zip(data.sources, zip(*(own.texts for own in data.references), strict=True), strict=True)
    return len(data.sources), sum(all(text in (None, source) for text in texts) for source, texts in rows)
