"""What Python users call for conservatism and re-ranking: texts or edits in, results out."""

from __future__ import annotations

from pathlib import Path

from redink.annotation.annotator import Annotator
from redink.evaluation.data import annotated, expect_data, lacks_edits
from redink.language.registry import DEFAULT, load_pipeline
from redink.questions.conservatism import reranking as conservatism_reranking
from redink.questions.conservatism import run as conservatism
from redink.questions.conservatism.mathematics.statistics import Settings
from redink.questions.conservatism.reranking import How, Reranked
from redink.questions.conservatism.results import ConservatismResults
from redink.questions.score.run import Trust
from redink.reading.nbest import Candidates, read_nbest
from redink.records import EvalSet
from redink.scoring.measure import Conventions
from redink.scoring.names import need_of


def measure_conservatism(
    data: EvalSet,
    *,
    settings: Settings | None = None,
    conventions: Conventions | None = None,
    trust: Trust | None = None,
    edits: bool = True,
    pipeline: str = DEFAULT,
) -> ConservatismResults:
    """Measure how much systems and references change; texts get their edits first.

    Args:
        data: Sources, references and systems.
        settings: How words are compared.
        conventions: How absent annotators are read.
        trust: Asks for confidence intervals.
        edits: Whether edits are looked at too: their number, Hit, Wrong, Under and Over.
        pipeline: Who makes the edits that are lacking: `redink-en`, `errant`, `plain`, or a spaCy model.
    """
    expect_data(data)
    name = "none"
    if edits and data.references and lacks_edits(data, "edits"):
        annotator = Annotator(load_pipeline(pipeline))
        data, name = annotated(data, annotator), _name(annotator)
    return conservatism.measure_conservatism(
        data, settings=settings, conventions=conventions, trust=trust, pipeline=name
    )


def rerank(
    data: EvalSet,
    nbest: str | Path | Candidates,
    *,
    how: How | None = None,
    conventions: Conventions | None = None,
    trust: Trust | None = None,
    pipeline: str = DEFAULT,
) -> Reranked:
    """Pick from n-best lists what scores best against M references, and measure what the picks change.

    Args:
        data: Sources and references.
        nbest: An n-best file, or candidates by sentence number (from 0), best first.
        how: The measure, the numbers of references, and how they are chosen.
        conventions: Conventions of the measure.
        trust: Asks for confidence intervals.
        pipeline: Who makes edits, for measures that look at them.
    """
    expect_data(data)
    candidates = nbest if isinstance(nbest, dict) else read_nbest(nbest)
    how = how or How()
    need = need_of([how.measure])
    if need == "texts":
        return conservatism_reranking.rerank(data, candidates, how=how, conventions=conventions, trust=trust)
    annotator = Annotator(load_pipeline(pipeline))
    return conservatism_reranking.rerank(
        data,
        candidates,
        how=how,
        conventions=conventions,
        trust=trust,
        annotate=lambda own: annotated(own, annotator, need=need),
        pipeline=_name(annotator),
    )


def _name(annotator: Annotator) -> str:
    return f"{annotator.pipeline.name}@{annotator.pipeline.version}"
