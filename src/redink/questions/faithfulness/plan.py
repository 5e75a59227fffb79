"""What is asked for in; what is measured, with the checker and the models loaded, out."""

from __future__ import annotations

from typing import Literal, TypeAlias

from redink.annotation.word_alignment import Rule
from redink.errors import MissingExtraError
from redink.evaluation.trust import Trust
from redink.frozen import frozen
from redink.questions.faithfulness.mathematics.embedding import Embedder
from redink.questions.faithfulness.mathematics.fluency_errors import Checker, load_checker
from redink.questions.faithfulness.mathematics.trigram import TrigramModel, load_model
from redink.questions.faithfulness.mathematics.usim import Compat

CheckerName: TypeAlias = Literal["harper", "languagetool", "none"]


@frozen
class Plan:
    """What is measured, and how."""

    compat: Compat = "printed"
    alignment: Rule = "thesis"
    """How words are aligned."""
    checker: Checker | None = None
    model: TrigramModel | None = None
    embedder: Embedder | None = None
    trust: Trust | None = None
    """Makes intervals; `None` for none."""
    notes: tuple[str, ...] = ()
    """What could not be measured, and why."""


def load_plan(
    *,
    compat: Compat = "printed",
    alignment: Rule = "thesis",
    checker: CheckerName | None = None,
    fluency: bool | None = None,
    embedding: str | None = None,
    trust: Trust | None = None,
) -> Plan:
    """Load what is asked for; what is not asked for is measured where it is installed."""
    notes: list[str] = []
    counting: Checker | None = None
    model: TrigramModel | None = None
    if checker != "none":
        try:
            counting = load_checker(checker or "harper")
        except MissingExtraError as error:
            if checker:
                raise
            notes.append(f"redink: errors are not counted: {error}")
    if fluency is not False:
        try:
            model = load_model()
        except MissingExtraError as error:
            if fluency:
                raise
            notes.append(f"redink: no perplexity: {error}")
    return Plan(compat, alignment, counting, model, Embedder(embedding) if embedding else None, trust, tuple(notes))
