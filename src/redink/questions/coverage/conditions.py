"""Settings, corrections and data in; the signature of coverage, and of systems beside it, out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from redink.evaluation.conditions import conditions, reference_lines
from redink.questions.coverage.mathematics.validity import Given
from redink.questions.coverage.results import CoverageResults, CoverageSettings
from redink.reading.corrected_sentences import CorrectedSentence
from redink.records import EvalSet
from redink.scoring.names import need_of
from redink.signature import Signature, Value
from redink.version import __version__


def coverage_conditions(
    sentences: Sequence[CorrectedSentence],
    kept: int,
    settings: CoverageSettings,
    pipeline: str,
    votes: Mapping[Given, Sequence[bool]] | None,
) -> Signature:
    """Write down all that coverage depends on: settings, all corrections as they were read, and votes."""
    fields: dict[str, Value] = {
        "measures": " ".join(settings.measures) or "none",
        "match": " ".join(settings.matches),
        "normalisation": str(settings.normalisation),
        "left_alone": settings.left_alone,
        "fewest": settings.fewest,
        "numbers": " ".join(map(str, settings.references)),
        "unseen": settings.method,
        "floor": settings.floor,
        "grid": settings.grid,
        "alpha": settings.alpha,
        "gammas": " ".join(map(str, settings.gammas)),
        "draw": settings.draw,
        "rule": settings.rule,
        "test": f"{settings.sentences} with {settings.clean} clean",
        "sentences": kept,
    }
    checksums = {"data": _correction_lines(sentences)}
    if votes is not None:
        checksums["votes"] = (
            f"{' '.join(source)}\t{' '.join(text)}\t{list(answers)}" for (source, text), answers in votes.items()
        )
    return conditions(fields, pipeline=pipeline, trust=settings.trust, checksums=checksums)


def _correction_lines(sentences: Iterable[CorrectedSentence]) -> Iterator[str]:
    for sentence in sentences:
        yield " ".join(sentence.source)
        yield from (f"\t{' '.join(text)}" for text in sentence.corrections)
        yield from (f"\tby {worker}" for worker in sentence.workers or ())


def conditions_beside(results: CoverageResults, data: EvalSet, pipeline: str) -> Signature:
    """Add what systems are scored against to the conditions of a perfect corrector, which may have been saved."""
    fields = {name: value for name, value in results.signature.fields if name not in ("redink", "beside")}
    version = results.signature.to_dict().get("redink")
    if version != __version__:
        fields["measured_by"] = version
    with_edits = bool(results.curves) and need_of([curve.measure for curve in results.curves]) != "texts"
    lines = [
        f"pipeline {pipeline}",
        *(" ".join(source) for source in data.sources),
        *reference_lines(data.references, with_edits=with_edits),
        *(f"document {document}" for document in data.documents or ()),
    ]
    return conditions(fields, checksums={"beside": lines})
