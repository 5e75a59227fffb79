"""A sentence and its correction in; each edit with its type, the rule that named it, and what that rule saw, out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from html import escape
from itertools import pairwise

from redink.annotation.align import align
from redink.annotation.annotator import Annotator
from redink.annotation.classify import Classification
from redink.annotation.spans import Span, Step
from redink.frozen import frozen
from redink.language.pipeline import Analysis
from redink.records import Tokens

_NAMES = {"M": "=", "S": "≠", "I": "+", "D": "−", "T": "⇄"}
"""Signs of the steps of an alignment, between the two sentences."""


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

    def __str__(self) -> str:
        """Give the text that `redink explain` prints, without what edits add to scores."""
        return "\n".join(drawn(self))

    def _repr_html_(self) -> str:
        return f"<pre>{escape(str(self))}</pre>"

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


def drawn(
    explanation: Explanation, width: int | None = None, *, style: Callable[..., str] = lambda text, **_: text
) -> list[str]:
    """Give the lines of an explanation: the aligned sentences, in pieces no wider than `width`, then each edit."""
    lines = [*_aligned(explanation, width), ""]
    for edit in explanation.edits:
        lines += _edit(explanation, edit, style)
    return lines if explanation.edits else [*lines, "no edit: the sentences are the same"]


def _aligned(explanation: Explanation, width: int | None) -> list[str]:
    """Set both sentences below each other, column by column, tags above and below."""
    from rich.cells import cell_len

    columns = [
        (
            _labels(explanation.source[step.start : step.end]),
            words_of(explanation.source[step.start : step.end]),
            _NAMES[step.operation],
            words_of(explanation.target[step.target_start : step.target_end]),
            _labels(explanation.target[step.target_start : step.target_end]),
        )
        for step in explanation.steps
    ]
    widths = [max(map(cell_len, column)) for column in columns]
    lines: list[str] = []
    for start, end in pairwise(_borders(widths, width)):
        rows = zip(*columns[start:end], strict=True)
        lines += [""] if lines else []
        lines += [
            "  ".join(
                cell + " " * (width - cell_len(cell)) for cell, width in zip(row, widths[start:end], strict=True)
            ).rstrip()
            for row in rows
        ]
    return lines


def _borders(widths: list[int], width: int | None) -> list[int]:
    """Cut a row of columns, two blanks between them, where the terminal ends."""
    borders, used = [0], 0
    for number, column in enumerate(widths):
        if width is not None and used and used + column > width:
            borders.append(number)
            used = 0
        used += column + 2
    return [*borders, len(widths)]


def words_of(tokens: Analysis) -> str:
    """Give the words of tokens with blanks between them."""
    return " ".join(token.text for token in tokens)


def _labels(tokens: Analysis) -> str:
    # Features of Universal Dependencies are too wide for a column.
    return " ".join(token.pos if "=" in token.tag or not token.tag else token.tag for token in tokens)


def _edit(explanation: Explanation, edit: ExplainedEdit, style: Callable[..., str]) -> list[str]:
    span, reason = edit.span, edit.classification
    old = words_of(explanation.source[span.start : span.end]) or "∅"
    new = words_of(explanation.target[span.target_start : span.target_end]) or "∅"
    saw = "; ".join(f"{label}: {value}" for label, value in reason.saw)
    head = (
        f"{style(reason.type, bold=True)}  {span.start}–{span.end}  {style(old, fg='red')} → {style(new, fg='green')}"
    )
    return [head, f"    rule   {reason.rule}: {reason.because}", *([f"    saw    {saw}"] if saw else [])]
