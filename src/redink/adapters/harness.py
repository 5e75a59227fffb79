"""Documents and answers in, corpus scores out: functions for a task of lm-evaluation-harness."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

import redink

Sentence = Mapping[str, Any]
"""Source, references and output of one sentence."""

_NAMES: list[str] = []
"""Names of the measures that were asked for, as a YAML file spells them: in small letters."""


def process_results(doc: Mapping[str, Any], results: Sequence[str]) -> dict[str, Sentence]:
    """Give the sentence under the name of every measure: its aggregation scores all sentences together."""
    references = doc["reference"]
    texts = [references] if isinstance(references, str) else list(references)
    sentence = {"source": doc["source"], "reference": texts, "output": results[0].strip()}
    return dict.fromkeys(_NAMES, sentence)


def aggregation(measure: str, **options: Any) -> Callable[[Sequence[Sentence]], float]:
    """Give the function that scores a corpus by a measure; `options` are those of `redink.score`."""
    _NAMES.append(measure.casefold())

    def aggregate(sentences: Sequence[Sentence]) -> float:
        value = redink.score(cast(Any, list(sentences)), measure, **options)["output", measure].value
        return float("nan") if value is None else value

    return aggregate
