"""Sources, a version of them and the references it is held against in; one row of statistics a sentence out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from redink.annotation.word_alignment import GAP, Rule, WordAlignment, align_words, word_texts
from redink.annotation.word_change import word_change
from redink.arrays import Floats
from redink.questions.conservatism.mathematics.five_way import Changes, best_five_way
from redink.questions.conservatism.mathematics.four_way import Several, four_way
from redink.questions.conservatism.mathematics.rates import COLUMNS
from redink.questions.conservatism.mathematics.sentence_boundaries import boundary_changes
from redink.questions.conservatism.mathematics.word_order import spearman
from redink.records import Edits, Tokens

_WORDS = COLUMNS[: COLUMNS.index("splits")]
_PLACE = {name: number for number, name in enumerate(COLUMNS)}


@dataclass(frozen=True, slots=True)
class Settings:
    """How words are compared."""

    alignment: Rule = "thesis"
    """Rule of the word alignment, `thesis` or `gap`."""
    gap: float = GAP
    """Cost of a word without a partner under `gap`."""
    marks: bool = False
    """Whether punctuation counts."""
    case: bool = False
    """Whether upper and lower case are kept apart."""
    several: Several = "best"
    """How Hit, Wrong, Under and Over use several references."""

    def align(self, source: Tokens, correction: Tokens) -> WordAlignment:
        """Align the words of two sentences."""
        own = word_texts(source, marks=self.marks, case=self.case)
        other = own if source == correction else word_texts(correction, marks=self.marks, case=self.case)
        return align_words(own, other, rule=self.alignment, gap=self.gap)

    def align_all(self, sources: Sequence[Tokens], texts: Sequence[Tokens | None]) -> list[WordAlignment | None]:
        """Align every sentence of a version; `None` where it has none."""
        pairs = zip(sources, texts, strict=True)
        return [None if text is None else self.align(source, text) for source, text in pairs]


class Version(NamedTuple):
    """A system's or a reference's text, with what it changes."""

    texts: Sequence[Tokens | None]
    """Its sentences; `None` where it has none."""
    changes: Sequence[Changes | None]
    """What it changes in each."""


def word_stats(sources: Sequence[Tokens], alignments: Sequence[WordAlignment | None]) -> Floats:
    """Count the words that a version changes, and how far it reorders them, (sentences × columns).

    A sentence the version does not have (`None`) is a row of zeros.
    """
    rows = [
        (0.0,) * len(_WORDS) if found is None else _count_words(source, found)
        for source, found in zip(sources, alignments, strict=True)
    ]
    table = np.zeros((len(sources), len(COLUMNS)))
    table[:, : len(_WORDS)] = np.array(rows).reshape(-1, len(_WORDS))
    return table


def _count_words(source: Tokens, found: WordAlignment) -> tuple[float, ...]:
    """Give the first eight columns."""
    changes = 0 if found.source == found.correction else word_change(found)
    small = changes - word_change(found, "approx") if changes else 0
    rho = 1.0 if found.source == found.correction else spearman(found)
    return 1.0, len(found.source), len(source), changes > 0, changes, small, rho, rho < 1


def count_boundaries(
    table: Floats, sources: Sequence[Tokens], texts: Sequence[Tokens | None], documents: Sequence[str] | None
) -> None:
    """Add sentences split and merged; each counts where its first line is."""
    whole = [source if text is None else text for source, text in zip(sources, texts, strict=True)]
    for change in boundary_changes(sources, whole, documents):
        if change.is_split:
            table[change.line, _PLACE["splits"]] += 1
        elif change.is_merge:
            table[change.line, _PLACE["merges"]] += 1
        elif change.source and change.correction:
            table[change.line, _PLACE["moved"]] += 1


def compare_words(
    table: Floats, own: Version, references: Sequence[Version], sources: Sequence[Tokens], reference_changes: Floats
) -> None:
    """Add what needs references: their mean WordChange, false alarms, the five word classes.

    Args:
        table: Rows of this version, see `word_stats`.
        own: This version.
        references: Those it is held against.
        sources: The source sentences.
        reference_changes: (sentences,) mean WordChange of these references.
    """
    place = _PLACE["changes.compared"]
    for number, (source, text, changes) in enumerate(zip(sources, own.texts, own.changes, strict=True)):
        judges = [other for other in references if other.texts[number] is not None]
        if changes is None or not judges:
            continue
        quiet = all(other.texts[number] == source for other in judges)
        answers = [answer for other in judges if (answer := other.changes[number]) is not None]
        table[number, place : place + 9] = (
            table[number, _PLACE["changes"]],
            reference_changes[number],
            quiet,
            quiet and text != source,
            *best_five_way(changes, answers),
        )


def compare_edits(
    table: Floats,
    sources: Sequence[Tokens],
    edits: Sequence[Edits | None],
    references: Sequence[Sequence[Edits]],
    settings: Settings,
) -> None:
    """Add numbers of edits, and Hit, Wrong, Under and Over."""
    place = _PLACE["edits"]
    for number, (source, own, answers) in enumerate(zip(sources, edits, references, strict=True)):
        if own is None:
            continue
        table[number, place] = len(own)
        if answers:
            mean = sum(map(len, answers)) / len(answers)
            counts = four_way(source, own, answers, several=settings.several)
            table[number, place + 1 : place + 7] = (len(own), mean, *counts)
