"""What Python users call for faithfulness: an `EvalSet` of texts in, `FaithfulnessResults` out."""

from __future__ import annotations

from redink.evaluation.data import expect_data
from redink.language.trees import TreeParser, load_tree_parser
from redink.questions.faithfulness import run as faithfulness
from redink.questions.faithfulness.results import FaithfulnessResults
from redink.questions.faithfulness.run import Plan
from redink.records import EvalSet


def measure_faithfulness(
    data: EvalSet, *, parser: str | TreeParser = "errant", plan: Plan | None = None
) -> FaithfulnessResults:
    """Tell how much of the meaning systems keep (USim-UD), and whether the language got better; no references needed.

    Args:
        data: Sources and systems; references are not looked at.
        parser: `errant`, a spaCy model by name or path, or any object with `name`, `version` and `parse`.
        plan: What else is measured (errors, fluency, embeddings) and how; by default USim-UD and the checks alone.
    """
    expect_data(data)
    drawn_by = load_tree_parser(parser) if isinstance(parser, str) else parser
    return faithfulness.measure_faithfulness(data, drawn_by, plan=plan)
