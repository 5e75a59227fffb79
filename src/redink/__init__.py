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
    from redink.conservatism.incentive import disincentive
    from redink.errors import InputError, MissingExtraError, RedinkError, UsageError
    from redink.evaluate.agreement import measure_agreement
    from redink.evaluate.agreement_ratings import measure_ratings
    from redink.evaluate.api import annotate, compare, read, score
    from redink.evaluate.conservatism_api import measure_conservatism, rerank
    from redink.evaluate.coverage_api import measure_coverage
    from redink.evaluate.coverage_results import CoverageSettings
    from redink.evaluate.difficulty_api import measure_difficulty
    from redink.evaluate.faithfulness_api import measure_faithfulness
    from redink.evaluate.gate_api import gate, save_baseline
    from redink.evaluate.results import Results
    from redink.evaluate.scores import Trust
    from redink.judging.api import sample_pairs
    from redink.reading.judgements import read_judgements
    from redink.reading.judging_tasks import read_tasks
    from redink.records import AnnotatedSentence, Edit, EvalSet, Reference, System
    from redink.scoring.measure import Conventions
    from redink.version import __version__

_HOMES = {
    "AnnotatedSentence": "redink.records",
    "Conventions": "redink.scoring.measure",
    "CoverageSettings": "redink.evaluate.coverage_results",
    "Edit": "redink.records",
    "EvalSet": "redink.records",
    "InputError": "redink.errors",
    "MissingExtraError": "redink.errors",
    "RedinkError": "redink.errors",
    "Reference": "redink.records",
    "Results": "redink.evaluate.results",
    "System": "redink.records",
    "Trust": "redink.evaluate.scores",
    "UsageError": "redink.errors",
    "__version__": "redink.version",
    "annotate": "redink.evaluate.api",
    "compare": "redink.evaluate.api",
    "disincentive": "redink.conservatism.incentive",
    "gate": "redink.evaluate.gate_api",
    "measure_agreement": "redink.evaluate.agreement",
    "measure_conservatism": "redink.evaluate.conservatism_api",
    "measure_coverage": "redink.evaluate.coverage_api",
    "measure_difficulty": "redink.evaluate.difficulty_api",
    "measure_faithfulness": "redink.evaluate.faithfulness_api",
    "measure_ratings": "redink.evaluate.agreement_ratings",
    "read": "redink.evaluate.api",
    "read_judgements": "redink.reading.judgements",
    "read_tasks": "redink.reading.judging_tasks",
    "rerank": "redink.evaluate.conservatism_api",
    "sample_pairs": "redink.judging.api",
    "save_baseline": "redink.evaluate.gate_api",
    "score": "redink.evaluate.api",
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
