"""A source and its correction, both with units, in; all measurements of the pair out.

`Side` describes one text, `Outcome` holds the measurements of a pair; `statistics` turns outcomes into rows to add up.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from redink.annotation.word_alignment import Rule, align_words
from redink.annotation.word_change import word_change
from redink.arrays import Floats
from redink.questions.faithfulness.mathematics.checks import Finding, check_meaning
from redink.questions.faithfulness.mathematics.fluency_errors import Complaint, Steps, three_steps
from redink.questions.faithfulness.mathematics.scribendi import scribendi
from redink.questions.faithfulness.mathematics.units import Units
from redink.questions.faithfulness.mathematics.usim import Compat, Match, USim, usim
from redink.reading.conllu import Tree
from redink.records import Tokens


class Side(NamedTuple):
    """One text: a sentence, or an essay."""

    tokens: Tokens
    """The tokens as written."""
    units: Units
    """The units of the text."""
    tree: Tree | None = None
    """Its dependency tree, which the checks of meaning need."""


class Language(NamedTuple):
    """What the grammar checker and the language model say about a text."""

    complaints: tuple[Complaint, ...] | None = None
    """Complaints of the grammar checker; `None` when none was used."""
    log_probability: float | None = None
    """ln P of its words and its end; `None` when no language model was used."""
    words: int = 0
    """Number of words in ln P, the end included."""

    @property
    def perplexity(self) -> float | None:
        """exp(−ln P / words)."""
        return math.exp(-self.log_probability / self.words) if self.log_probability is not None else None


class Outcome(NamedTuple):
    """The measurements of one pair."""

    usim: USim
    """Similarity of the units."""
    word_change: int
    """Amount of change, in words."""
    changed: bool
    """Whether the texts differ at all; white space is ignored."""
    findings: tuple[Finding, ...] | None
    """Signs that the meaning may have changed; `None` without trees."""
    before: Language
    """The language of the source."""
    after: Language
    """The language of the correction."""
    scribendi: int | None = None
    """+1, 0 or −1; `None` without a language model."""

    @property
    def steps(self) -> Steps | None:
        """Errors before, removed, left and introduced; `None` without a grammar checker."""
        if self.before.complaints is None or self.after.complaints is None:
            return None
        return three_steps(self.before.complaints, self.after.complaints)

    @property
    def risk(self) -> float:
        """Sort key of the table of sentences: more findings are a higher risk, then a lower USim."""
        return len(self.findings or ()) + 1.0 - (1.0 if self.usim.value is None else self.usim.value)


_KEPT = USim(*[Match(1.0, 1.0)] * 4)


def compare(
    source: Side,
    correction: Side,
    languages: Mapping[Tokens, Language],
    *,
    compat: Compat = "printed",
    alignment: Rule = "thesis",
) -> Outcome:
    """Give all measurements of a pair."""
    before, after = (languages.get(side.tokens, Language()) for side in (source, correction))
    unchanged = source.tokens == correction.tokens
    # A tree is equal to itself by definition. Two annotations of the same text may differ, in trees as in UCCA.
    same_graph = source.tree is not None and source.tree == correction.tree and len(source.units) > 0
    word_alignment = align_words(source.units.words, correction.units.words, rule=alignment)
    scribendi_score = None
    if before.perplexity is not None and after.perplexity is not None:
        scribendi_score = scribendi(source.tokens, correction.tokens, before.perplexity, after.perplexity)
    return Outcome(
        _KEPT if same_graph else usim(source.units, correction.units, compat=compat, alignment=alignment),
        word_change(word_alignment),
        not unchanged,
        check_meaning(source.tree, correction.tree) if source.tree and correction.tree else None,
        before,
        after,
        scribendi_score,
    )


COLUMNS = (
    "one", "changed", "word_change", "at_risk", "checked",
    "usim", "has_usim", "usim_changed", "has_usim_changed", "unlabelled",
    "precision_forward", "recall_forward", "precision_backward", "recall_backward",
    "source_tokens", "tokens", "errors_before", "errors_removed", "errors_introduced",
    "log_before", "words_before", "log_after", "words_after", "scribendi",
)  # fmt: skip
"""Columns of `statistics`; all of them add up over pairs."""

BINS: Mapping[str, range] = {
    "0 (order, marks)": range(1),
    "1": range(1, 2),
    "2": range(2, 3),
    "3": range(3, 4),
    "4–5": range(4, 6),
    "6 or more": range(6, 10**9),
}
"""Amounts of change (words) at which systems are compared."""


def statistics(outcomes: Sequence[Outcome], lengths: Sequence[tuple[int, int]]) -> Floats:
    """Give one row for each pair, (n × (COLUMNS + 2 · BINS)); each bin has the sum of USim and the number of pairs."""
    rows = [_row(outcome, *length) for outcome, length in zip(outcomes, lengths, strict=True)]
    return np.array(rows, dtype=np.float64).reshape(len(rows), len(COLUMNS) + 2 * len(BINS))


def _row(outcome: Outcome, source_tokens: int, tokens: int) -> list[float]:
    value = outcome.usim.value
    similarity, has_value = value or 0.0, float(value is not None)
    moved = float(outcome.changed)
    steps = outcome.steps or Steps(0, 0, 0)
    matches = (*outcome.usim.forward, *outcome.usim.backward)
    bins = [has_value * moved * (outcome.word_change in words) for words in BINS.values()]
    return [
        1.0, moved, outcome.word_change, float(bool(outcome.findings)), float(outcome.findings is not None),
        similarity, has_value, similarity * moved, has_value * moved, outcome.usim.unlabelled or 0.0,
        *(number or 0.0 for number in matches),
        source_tokens, tokens, steps.before, steps.removed, steps.introduced,
        outcome.before.log_probability or 0.0, outcome.before.words,
        outcome.after.log_probability or 0.0, outcome.after.words, outcome.scribendi or 0,
        *(similarity * flag for flag in bins), *bins,
    ]  # fmt: skip
