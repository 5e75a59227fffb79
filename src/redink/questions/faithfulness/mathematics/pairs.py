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
from redink.questions.faithfulness.mathematics.checks import CHECKS, Finding, check_meaning
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


class Meaning(NamedTuple):
    """How far the meaning of a source is that of its correction."""

    usim: USim = USim(*[Match(None, None)] * 4)
    """Similarity of the units."""
    word_change: int = 0
    """Amount of change, in words."""
    findings: tuple[Finding, ...] | None = None
    """Signs that the meaning may have changed; `None` without trees."""


class Outcome(NamedTuple):
    """The measurements of one pair."""

    usim: USim
    """Similarity of the units."""
    word_change: int
    """Amount of change, in words."""
    findings: tuple[Finding, ...] | None
    """Signs that the meaning may have changed; `None` without trees."""
    changed: bool
    """Whether the texts differ at all; white space is ignored."""
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
    meaning = compare_meaning(source, correction, compat=compat, alignment=alignment)
    return outcome(meaning, source.tokens, correction.tokens, languages)


def compare_meaning(
    source: Side, correction: Side, *, compat: Compat = "printed", alignment: Rule = "thesis"
) -> Meaning:
    """Compare the units and the trees of a pair."""
    # A tree is equal to itself by definition. Two annotations of the same text may differ, in trees as in UCCA.
    same_graph = source.tree is not None and source.tree == correction.tree and len(source.units) > 0
    word_alignment = align_words(source.units.words, correction.units.words, rule=alignment)
    return Meaning(
        _KEPT if same_graph else usim(source.units, correction.units, compat=compat, alignment=alignment),
        word_change(word_alignment),
        check_meaning(source.tree, correction.tree) if source.tree and correction.tree else None,
    )


def outcome(meaning: Meaning, source: Tokens, correction: Tokens, languages: Mapping[Tokens, Language]) -> Outcome:
    """Put together what is known of a pair."""
    before, after = (languages.get(tokens, Language()) for tokens in (source, correction))
    scribendi_score = None
    if before.perplexity is not None and after.perplexity is not None:
        scribendi_score = scribendi(source, correction, before.perplexity, after.perplexity)
    return Outcome(*meaning, source != correction, before, after, scribendi_score)


BINS: Mapping[str, range] = {
    "0 (order, marks)": range(1),
    "1": range(1, 2),
    "2": range(2, 3),
    "3": range(3, 4),
    "4–5": range(4, 6),
    "6 or more": range(6, 10**9),
}
"""Amounts of change (words) at which systems are compared."""


BIN_COLUMNS, NUMBER_COLUMNS, MIX_COLUMNS = (
    tuple(f"{what}, {words}" for words in BINS) for what in ("usim", "sentences", "sentences of all systems")
)
COLUMNS = (
    "one", "changed", "word_change", "at_risk", *CHECKS, "checked",
    "usim", "has_usim", "usim_changed", "has_usim_changed", "unlabelled",
    "precision_forward", "recall_forward", "precision_backward", "recall_backward",
    "source_tokens", "tokens", "errors_before", "errors_removed", "errors_introduced",
    "log_before", "words_before", "log_after", "words_after", "scribendi", "tp", "fp", "fn",
    *BIN_COLUMNS, *NUMBER_COLUMNS, *MIX_COLUMNS,
)  # fmt: skip
"""Columns of `statistics`; all of them add up over pairs."""


def statistics(outcomes: Sequence[Outcome], lengths: Sequence[tuple[int, int]]) -> Floats:
    """Give one row for each pair, (n × COLUMNS); `with_mix` fills in the last ones, which are about all systems.

    Each amount of change has the sum of USim and the number of pairs.
    """
    rows = [_row(outcome, *length) for outcome, length in zip(outcomes, lengths, strict=True)]
    return np.array(rows, dtype=np.float64).reshape(len(rows), len(COLUMNS))


def with_mix(tables: Sequence[Floats]) -> list[Floats]:
    """Write into every row the number of changed sentences at each amount of change, over all systems.

    A constant in every row is a weight that no choice of sentences moves.
    """
    number = slice(COLUMNS.index(NUMBER_COLUMNS[0]), COLUMNS.index(NUMBER_COLUMNS[-1]) + 1)
    mix = sum((table[:, number].sum(axis=0) for table in tables), start=np.zeros(len(BINS)))
    filled = [table.copy() for table in tables]
    for table in filled:
        table[:, -len(BINS) :] = mix
    return filled


def _row(outcome: Outcome, source_tokens: int, tokens: int) -> list[float]:
    value = outcome.usim.value
    similarity, has_value = value or 0.0, float(value is not None)
    moved = float(outcome.changed)
    steps = outcome.steps or Steps(0, 0, 0)
    matches = (*outcome.usim.forward, *outcome.usim.backward)
    checks = {finding.check for finding in outcome.findings or ()}
    bins = [has_value * moved * (outcome.word_change in words) for words in BINS.values()]
    return [
        1.0, moved, outcome.word_change, float(bool(checks)), *(float(check in checks) for check in CHECKS),
        float(outcome.findings is not None),
        similarity, has_value, similarity * moved, has_value * moved, outcome.usim.unlabelled or 0.0,
        *(number or 0.0 for number in matches),
        source_tokens, tokens, steps.before, steps.removed, steps.introduced,
        outcome.before.log_probability or 0.0, outcome.before.words,
        outcome.after.log_probability or 0.0, outcome.after.words, outcome.scribendi or 0,
        *_without_reference(steps, 1.0 if value is None else value),
        *(similarity * flag for flag in bins), *bins, *(0.0 for _ in BINS),
    ]  # fmt: skip


def _without_reference(steps: Steps, kept: float) -> tuple[float, float, float]:
    """Give TP, FP and FN of the three steps, as `measures` has them; a text without units has no meaning to lose."""
    right = steps.removed * kept
    return right, steps.introduced + max(steps.removed, 1) * (1 - kept), steps.before - right
