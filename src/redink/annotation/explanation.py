"""A sentence and its correction in; each edit with its type, the rule that named it, and what that rule saw, out."""

from __future__ import annotations

from dataclasses import asdict

from redink.annotation.align import align
from redink.annotation.annotator import Annotator
from redink.annotation.classify import Classification
from redink.annotation.spans import Span, Step
from redink.frozen import frozen
from redink.language.pipeline import Analysis
from redink.records import Tokens


@frozen
class ExplainedEdit:
    """One edit and why it has its type."""

    span: Span
    """The tokens of both sentences that differ."""
    classification: Classification
    """Type, rule and what the rule saw."""


@frozen
class Attribution:
    """What each edit adds to the score of the sentence by one measure."""

    measure: str
    score: float | None
    """Score of the correction."""
    source_score: float | None
    """Score of the source, without any edit."""
    left_out: tuple[float | None, ...]
    """For each edit, the score minus the score without this edit."""
    shapley: tuple[float | None, ...]
    """For each edit, its Shapley value; they add up to `score` − `source_score`."""
    exact: bool
    """Whether all sets of edits were scored; otherwise orders of edits were drawn."""


@frozen
class Explanation:
    """How a correction was divided into edits."""

    source: Analysis
    target: Analysis
    steps: tuple[Step, ...]
    edits: tuple[ExplainedEdit, ...]
    """The edits from left to right."""
    attributions: tuple[Attribution, ...] = ()
    """What the edits add to scores, for each measure asked for."""

    def to_dict(self) -> dict[str, object]:
        """Give everything as plain JSON data."""
        return {
            "source": [token._asdict() for token in self.source],
            "correction": [token._asdict() for token in self.target],
            "alignment": [step._asdict() for step in self.steps],
            "edits": [
                {
                    **edit.span._asdict(),
                    "from": " ".join(token.text for token in self.source[edit.span.start : edit.span.end]),
                    "to": " ".join(token.text for token in self.target[edit.span.target_start : edit.span.target_end]),
                    "type": edit.classification.type,
                    "rule": edit.classification.rule,
                    "because": edit.classification.because,
                    "saw": dict(edit.classification.saw),
                }
                for edit in self.edits
            ],
        } | ({"attributions": [asdict(attribution) for attribution in self.attributions]} if self.attributions else {})


def explain(source: Tokens, correction: Tokens, annotator: Annotator) -> Explanation:
    """Divide a correction into edits and say why each edit has its type."""
    old, new = annotator.analyse((source, correction))
    steps = align(old, new, costs=annotator.settings.costs)
    spans = annotator.spans(source, correction)
    edits = (ExplainedEdit(span, annotator.classify(source, correction, span)) for span in spans)
    return Explanation(old, new, tuple(steps), tuple(edits))
