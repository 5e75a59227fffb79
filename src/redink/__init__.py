"""redink: how well do GEC systems correct, how hard were the errors, how far can the numbers be trusted?

    import redink

    data = redink.read(["strong.txt", "weak.txt"], source="source.txt", references=["reference.txt"])
    redink.score(data, ["F0.5", "M2", "GLEU"], trust=redink.Trust(seed=0))
    for sentence in redink.annotate([("He go home .", "He goes home .")]):
        print(sentence.edits)

Names are looked up on first use, so that importing redink costs next to nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from redink.errors import InputError, MissingExtraError, RedinkError, UsageError
    from redink.evaluation.results import Results
    from redink.judging.api import sample_pairs
    from redink.questions.agreement.ratings import measure_ratings
    from redink.questions.agreement.run import measure_agreement
    from redink.questions.conservatism.api import measure_conservatism, rerank
    from redink.questions.coverage.api import measure_coverage
    from redink.questions.coverage.mathematics.incentive import disincentive
    from redink.questions.coverage.results import CoverageSettings
    from redink.questions.difficulty.api import measure_difficulty
    from redink.questions.faithfulness.api import measure_faithfulness
    from redink.questions.score.api import annotate, compare, read, score
    from redink.questions.score.gate_api import gate, save_baseline
    from redink.questions.score.run import Trust
    from redink.reading.judgements import read_judgements
    from redink.reading.judging_tasks import read_tasks
    from redink.records import AnnotatedSentence, Edit, EvalSet, Reference, System
    from redink.scoring.measure import Conventions
    from redink.version import __version__

_HOMES = {
    "AnnotatedSentence": "redink.records",
    "Conventions": "redink.scoring.measure",
    "CoverageSettings": "redink.questions.coverage.results",
    "Edit": "redink.records",
    "EvalSet": "redink.records",
    "InputError": "redink.errors",
    "MissingExtraError": "redink.errors",
    "RedinkError": "redink.errors",
    "Reference": "redink.records",
    "Results": "redink.evaluation.results",
    "System": "redink.records",
    "Trust": "redink.questions.score.run",
    "UsageError": "redink.errors",
    "__version__": "redink.version",
    "annotate": "redink.questions.score.api",
    "compare": "redink.questions.score.api",
    "disincentive": "redink.questions.coverage.mathematics.incentive",
    "gate": "redink.questions.score.gate_api",
    "measure_agreement": "redink.questions.agreement.run",
    "measure_conservatism": "redink.questions.conservatism.api",
    "measure_coverage": "redink.questions.coverage.api",
    "measure_difficulty": "redink.questions.difficulty.api",
    "measure_faithfulness": "redink.questions.faithfulness.api",
    "measure_ratings": "redink.questions.agreement.ratings",
    "read": "redink.questions.score.api",
    "read_judgements": "redink.reading.judgements",
    "read_tasks": "redink.reading.judging_tasks",
    "rerank": "redink.questions.conservatism.api",
    "sample_pairs": "redink.judging.api",
    "save_baseline": "redink.questions.score.gate_api",
    "score": "redink.questions.score.api",
}

__all__ = [
    "AnnotatedSentence",
    "Conventions",
    "CoverageSettings",
    "Edit",
    "EvalSet",
    "InputError",
    "MissingExtraError",
    "RedinkError",
    "Reference",
    "Results",
    "System",
    "Trust",
    "UsageError",
    "__version__",
    "annotate",
    "compare",
    "disincentive",
    "gate",
    "measure_agreement",
    "measure_conservatism",
    "measure_coverage",
    "measure_difficulty",
    "measure_faithfulness",
    "measure_ratings",
    "read",
    "read_judgements",
    "read_tasks",
    "rerank",
    "sample_pairs",
    "save_baseline",
    "score",
]


def __getattr__(name: str) -> object:
    """Find a public name in the room where it lives."""
    if name not in _HOMES:
        raise AttributeError(f"module 'redink' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    """List the public names."""
    return sorted(__all__)
