"""Documents and answers in, corpus scores out: functions for a task of lm-evaluation-harness."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

import redink

Sentence = Mapping[str, Any]
"""Source, references and output of one sentence."""


def task_functions(*measures: str, **options: Any) -> tuple[Callable[..., Any], ...]:
    """Give `process_results` of a task, and then one aggregation for each measure.

    `options` are those of `redink.score`. The task must list the same measures, in small letters: the harness takes the
    mean of every value that it has no aggregation for, and sentences have none.
    """
    names = [measure.casefold() for measure in measures]

    def process_results(doc: Mapping[str, Any], results: Sequence[str]) -> dict[str, Sentence]:
        references = doc["reference"]
        texts = [references] if isinstance(references, str) else list(references)
        sentence = {"source": doc["source"], "reference": texts, "output": results[0].strip()}
        return dict.fromkeys(names, sentence)

    return (process_results, *(_aggregation(measure, options) for measure in measures))


def _aggregation(measure: str, options: Mapping[str, Any]) -> Callable[[Sequence[Sentence]], float]:
    """Give the function that scores all sentences together by a measure."""

    def aggregate(sentences: Sequence[Sentence]) -> float:
        value = redink.score(cast(Any, list(sentences)), measure, **options)["output", measure].value
        return float("nan") if value is None else value

    return aggregate
