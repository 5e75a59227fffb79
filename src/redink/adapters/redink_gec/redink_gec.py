"""Texts in, scores out: a metric of Hugging Face `evaluate`, loaded by `evaluate.load(redink.adapters.METRIC)`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import datasets
import evaluate

import redink

_INPUTS = """
Args:
    predictions: Outputs of a system, one text for each sentence.
    references: For each sentence, a list of corrections.
    sources: What the learner wrote.
    measures: Names of measures; F0.5 if none is named.
    Everything else is passed on to `redink.score`.
Returns:
    The score of each measure by its name, and the signature.
"""


class RedinkGec(evaluate.Metric):  # type: ignore[misc]
    """Scores of grammatical error correction."""

    def _info(self) -> Any:
        text = datasets.Value("string")
        features = {"predictions": text, "references": datasets.Sequence(text), "sources": text}
        return evaluate.MetricInfo(
            description="Scores of grammatical error correction: F0.5 of edits, M2, GLEU and others.",
            citation="",
            inputs_description=_INPUTS,
            features=datasets.Features(features),
        )

    def _compute(
        self,
        *,
        predictions: Sequence[str],
        references: Sequence[Sequence[str]],
        sources: Sequence[str],
        measures: str | Sequence[str] = ("F0.5",),
        **options: Any,
    ) -> dict[str, Any]:
        rows: Any = [
            {"source": source, "reference": list(corrections), "output": output}
            for source, corrections, output in zip(sources, references, predictions, strict=True)
        ]
        results = redink.score(rows, measures, **options)
        return {**{score.measure: score.value for _, score in results}, "signature": str(results.signature)}
