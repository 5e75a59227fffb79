"""redink: how well do GEC systems correct, how hard were the errors, how far can the numbers be trusted?

    import redink

    data = redink.read(["strong.txt", "weak.txt"], source="source.txt", references=["reference.txt"])
    results = redink.score(data, ["F0.5", "M2", "GLEU"], ci=True, seed=0)
    results["strong", "F0.5"].value
    for sentence in redink.annotate([("He go home .", "He goes home .")]):
        print(sentence.edits)

Names are looked up on first use, so that importing redink costs next to nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from redink.errors import InputError, MissingExtraError, RedinkError, UsageError
    from redink.evaluation.data import read
    from redink.evaluation.edits import annotate, convert, explain
    from redink.evaluation.results import Results
    from redink.judging.draw import pairs
    from redink.page.report import report
    from redink.questions.agreement.run import agreement
    from redink.questions.conservatism.reranking import rerank
    from redink.questions.conservatism.run import conservatism
    from redink.questions.coverage.incentive import incentive
    from redink.questions.coverage.mathematics.incentive import disincentive
    from redink.questions.coverage.run import coverage
    from redink.questions.design.run import design
    from redink.questions.diagnose.run import diagnose
    from redink.questions.difficulty.run import difficulty
    from redink.questions.faithfulness.run import faithfulness
    from redink.questions.meta.run import meta
    from redink.questions.score.gate import gate
    from redink.questions.score.run import compare, score
    from redink.reading.judgements import read_judgements
    from redink.reading.judging_tasks import read_tasks
    from redink.records import AnnotatedSentence, Edit, EvalSet, Reference, System
    from redink.version import __version__

_HOMES = {
    "AnnotatedSentence": "redink.records",
    "Edit": "redink.records",
    "EvalSet": "redink.records",
    "InputError": "redink.errors",
    "MissingExtraError": "redink.errors",
    "RedinkError": "redink.errors",
    "Reference": "redink.records",
    "Results": "redink.evaluation.results",
    "System": "redink.records",
    "UsageError": "redink.errors",
    "__version__": "redink.version",
    "agreement": "redink.questions.agreement.run",
    "annotate": "redink.evaluation.edits",
    "compare": "redink.questions.score.run",
    "conservatism": "redink.questions.conservatism.run",
    "convert": "redink.evaluation.edits",
    "coverage": "redink.questions.coverage.run",
    "design": "redink.questions.design.run",
    "diagnose": "redink.questions.diagnose.run",
    "difficulty": "redink.questions.difficulty.run",
    "disincentive": "redink.questions.coverage.mathematics.incentive",
    "explain": "redink.evaluation.edits",
    "faithfulness": "redink.questions.faithfulness.run",
    "gate": "redink.questions.score.gate",
    "incentive": "redink.questions.coverage.incentive",
    "meta": "redink.questions.meta.run",
    "pairs": "redink.judging.draw",
    "read": "redink.evaluation.data",
    "read_judgements": "redink.reading.judgements",
    "read_tasks": "redink.reading.judging_tasks",
    "report": "redink.page.report",
    "rerank": "redink.questions.conservatism.reranking",
    "score": "redink.questions.score.run",
}

__all__ = [
    "AnnotatedSentence",
    "Edit",
    "EvalSet",
    "InputError",
    "MissingExtraError",
    "RedinkError",
    "Reference",
    "Results",
    "System",
    "UsageError",
    "__version__",
    "agreement",
    "annotate",
    "compare",
    "conservatism",
    "convert",
    "coverage",
    "design",
    "diagnose",
    "difficulty",
    "disincentive",
    "explain",
    "faithfulness",
    "gate",
    "incentive",
    "meta",
    "pairs",
    "read",
    "read_judgements",
    "read_tasks",
    "report",
    "rerank",
    "score",
]


def __getattr__(name: str) -> object:
    """Import a public name from its module on first use."""
    if name not in _HOMES:
        raise AttributeError(f"module 'redink' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    """List the public names."""
    return sorted(__all__)
