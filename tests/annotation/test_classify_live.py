"""The classifier on real analyses: hand-written sentences, against the expected code and ERRANT itself."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import product
from typing import Any

import pytest

from redink.annotation.classify import classify, error_type
from redink.annotation.error_types import CODES, ERROR_TYPES, UNKNOWN
from redink.annotation.rules import ALL_RULES
from redink.annotation.rules.rule import Rule
from redink.annotation.spans import Span
from tests.annotation import errant_live
from tests.annotation.examples import EXAMPLES

pytestmark = pytest.mark.skipif(not errant_live.IS_THERE, reason="needs errant, spaCy and its small English model")

# Marked as wrong, but left as they are.
UNCORRECTED = ("I the of by week .", "She gived up whether on it .")


@cache
def _docs() -> dict[str, Any]:
    """Parse all sentences of this file in one go."""
    pairs = [pair for _, *pair, _ in EXAMPLES]
    pairs += [list(rule.example) for rule in ALL_RULES] + [list(kind.example) for kind in ERROR_TYPES]
    texts = sorted({text for pair in pairs for text in pair} | set(UNCORRECTED))
    return dict(zip(texts, errant_live.parse(texts), strict=True))


def _named(before: str, after: str) -> list[tuple[str, str, str]]:
    """Give our code, our rule and ERRANT's code for each of ERRANT's edits."""
    source, target = _docs()[before], _docs()[after]
    analyses = errant_live.analysis(source), errant_live.analysis(target)
    found = [(classify(*analyses, span), theirs) for span, theirs in errant_live.live_edits(source, target)]
    return [(ours.type, ours.rule, theirs) for ours, theirs in found]


@pytest.mark.parametrize(("code", "before", "after", "rule"), EXAMPLES)
def test_example_gets_its_code(code: str, before: str, after: str, rule: str) -> None:
    assert _named(before, after) == [(code, rule, code)]


@pytest.mark.parametrize("text", UNCORRECTED)
def test_uncorrected_error_is_unknown(text: str) -> None:
    doc = _docs()[text]
    span = Span(1, 4, 1, 4)
    ours = error_type(errant_live.analysis(doc), errant_live.analysis(doc), span)
    assert ours == errant_live.live_type(doc, doc, span) == UNKNOWN


def test_every_code_has_an_example_and_every_type_two() -> None:
    codes = [code for code, *_ in EXAMPLES] + [UNKNOWN] * len(UNCORRECTED)
    assert set(codes) == CODES
    by_type = Counter(code.partition(":")[2] or code for code in codes)
    assert min(by_type[kind.code] for kind in ERROR_TYPES) >= 2


@pytest.mark.parametrize("rule", ALL_RULES, ids=lambda rule: rule.name)
def test_rule_decides_its_own_example(rule: Rule) -> None:
    ((code, name, theirs),) = _named(*rule.example)
    assert name == rule.name
    assert code == theirs
    assert code[2:] in rule.gives


@pytest.mark.parametrize("kind", [kind for kind in ERROR_TYPES if kind.operations], ids=lambda kind: kind.code)
def test_type_has_a_true_example(kind: Any) -> None:
    ((code, _, theirs),) = _named(*kind.example)
    assert code == theirs
    assert code in kind.codes


def test_any_small_span_gets_errants_type() -> None:
    """Not only edits that make sense: every span of at most two tokens a side, near each other."""
    different = []
    compared = 0
    for _, before, after, _ in EXAMPLES:
        source, target = _docs()[before], _docs()[after]
        old, new = errant_live.analysis(source), errant_live.analysis(target)
        for start, shift, length, target_length in product(range(len(old)), (0, 1), range(3), range(3)):
            span = Span(start, start + length, start + shift, start + shift + target_length)
            if span.end <= len(old) and span.target_end <= len(new):
                compared += 1
                if error_type(old, new, span) != errant_live.live_type(source, target, span):
                    different.append((before, after, span))
    assert compared > 5000
    assert not different
