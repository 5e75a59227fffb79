"""Two analysed sentences and a span of both in; the edit's error type, the rule that named it, and why, out.

`error_type` gives the type alone and is fast; `classify` also gives the reasons. The types are
those of `error_types`, the rules those of `rules`; both follow ERRANT 3.0.2 (see `docs/error-types.md`).
"""

from __future__ import annotations

from redink.annotation.error_types import UNKNOWN
from redink.annotation.rules import ADDED_OR_TAKEN_AWAY, MANY_FOR_MANY, ONE_FOR_ONE
from redink.annotation.rules.facts import what_it_saw
from redink.annotation.rules.rule import Context, Group, Rule
from redink.annotation.spans import Span
from redink.frozen import frozen
from redink.language.pipeline import Analysis

NOTHING_CHANGES = "nothing changes"
"""Name of the reason for `UNK`: an error is marked, but the text stays."""

OPERATION_ONLY = "operation only"
"""Name of the reason where the pipeline knows too little for the rules."""


@frozen
class Classification:
    """The type of an edit and how it came about."""

    type: str
    """One of the 55 codes, e.g. `R:VERB:SVA`."""
    rule: str
    """Name of the rule that decided."""
    because: str
    """When that rule applies, in one sentence."""
    saw: tuple[tuple[str, str], ...]
    """What the rule looked at, as (label, value) pairs."""


def error_type(source: Analysis, target: Analysis, span: Span) -> str:
    """Give the error type of an edit."""
    if is_unchanged(source, target, span):
        return UNKNOWN
    edit = Context(source, target, without_shared_end(source, target, span))
    return f"{_operation(edit)}:{_decide(edit)[1]}"


def classify(source: Analysis, target: Analysis, span: Span) -> Classification:
    """Give the error type of an edit with the rule that named it and what that rule saw."""
    if is_unchanged(source, target, span):
        return Classification(UNKNOWN, NOTHING_CHANGES, "Both sides are the same.", ())
    core = without_shared_end(source, target, span)
    edit = Context(source, target, core)
    rule, kind = _decide(edit)
    left_out = " ".join(token.text for token in target[core.target_end : span.target_end])
    saw = (("last word left out", left_out),) if left_out else ()
    return Classification(f"{_operation(edit)}:{kind}", rule.name, rule.because, saw + what_it_saw(rule, edit))


def classify_by_operation(source: Analysis, target: Analysis, span: Span) -> Classification:
    """Give `M:OTHER`, `R:OTHER`, `U:OTHER` or `UNK`: all that can be told without parts of speech.

    This replaces `classify` for pipelines whose scheme is `operation`.
    """
    if is_unchanged(source, target, span):
        return Classification(UNKNOWN, NOTHING_CHANGES, "Both sides are the same.", ())
    start, end, target_start, target_end = span
    operation = "M" if start == end else "U" if target_start == target_end else "R"
    return Classification(
        f"{operation}:OTHER", OPERATION_ONLY, "The language pipeline does not know parts of speech.", ()
    )


def without_shared_end(source: Analysis, target: Analysis, span: Span) -> Span:
    """Leave out last words that both sides share but for case: *Doctor* → *The doctor* is about *The*.

    One side may become empty, which makes the operation M or U; a one-for-one edit stays whole.
    """
    start, end, target_start, target_end = span
    while (
        end > start
        and target_end > target_start
        and (end - start > 1 or target_end - target_start > 1)
        and source[end - 1].lower == target[target_end - 1].lower
    ):
        end -= 1
        target_end -= 1
    return Span(start, end, target_start, target_end)


def is_unchanged(source: Analysis, target: Analysis, span: Span) -> bool:
    old, new = source[span.start : span.end], target[span.target_start : span.target_end]
    if not old or not new:
        return not old and not new
    # As text, not token by token: that is how ERRANT compares.
    return " ".join([token.text for token in old]) == " ".join([token.text for token in new])


def _operation(edit: Context) -> str:
    if not edit.old:
        return "M"
    return "R" if edit.new else "U"


def _groups_for(edit: Context) -> tuple[Group, ...]:
    if not edit.old or not edit.new:
        return ADDED_OR_TAKEN_AWAY
    return ONE_FOR_ONE if len(edit.old) == len(edit.new) == 1 else MANY_FOR_MANY


def _decide(edit: Context) -> tuple[Rule, str]:
    """Give the first rule that applies and the type it gives."""
    for group in _groups_for(edit):
        if group.when(edit):
            for rule in group.rules:
                kind = rule.decide(edit)
                if kind is not None:
                    return rule, kind
    raise AssertionError("the last rule of every table must always apply")
