"""Sources, a version of them and the references it is held against in; one row of statistics a sentence out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from redink.annotation.word_alignment import GAP, Rule, WordAlignment, align_words, words_of
from redink.conservatism.five_way import FiveWay, best_five_way
from redink.conservatism.four_way import FourWay, Several, four_way
from redink.conservatism.rates import COLUMNS
from redink.conservatism.sentence_boundaries import boundary_changes
from redink.conservatism.word_change import word_change
from redink.conservatism.word_order import spearman
from redink.records import Edits, Tokens
from redink.scoring.ratios import Floats

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
        own = words_of(source, marks=self.marks, case=self.case).texts
        other = own if source == correction else words_of(correction, marks=self.marks, case=self.case).texts
        return align_words(own, other, rule=self.alignment, gap=self.gap)


def word_stats(sources: Sequence[Tokens], texts: Sequence[Tokens | None], settings: Settings) -> Floats:
    """Count the words that a version changes, and how far it reorders them, (sentences × columns).

    A sentence the version does not have (`None`) is a row of zeros.
    """
    table = np.zeros((len(sources), len(COLUMNS)))
    for row, source, text in zip(table, sources, texts, strict=True):
        if text is not None:
            _count_words(row, source, text, settings)
    return table


def _count_words(row: Floats, source: Tokens, text: Tokens, settings: Settings) -> None:
    found = settings.align(source, text)
    row[_PLACE["sentences"]] = 1
    row[_PLACE["words"]] = len(found.source)
    row[_PLACE["tokens"]] = len(source)
    row[_PLACE["rho"]] = 1
    changes = 0 if found.source == found.correction else word_change(found)
    if changes:
        row[_PLACE["changed"]] = 1
        row[_PLACE["changes"]] = changes
        row[_PLACE["small"]] = changes - word_change(found, "approx")
    rho = spearman(found)
    if rho < 1:
        row[_PLACE["rho"]] = rho
        row[_PLACE["reordered"]] = 1


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
    table: Floats,
    sources: Sequence[Tokens],
    texts: Sequence[Tokens | None],
    references: Sequence[Sequence[Tokens]],
    reference_changes: Floats,
    settings: Settings,
) -> None:
    """Add what needs references: their mean WordChange, false alarms, the five word classes.

    Args:
        table: Rows of this version, see `word_stats`.
        sources: The source sentences.
        texts: This version.
        references: The references of each sentence it is held against.
        reference_changes: (sentences,) mean WordChange of these references.
        settings: How words are compared.
    """
    first = _PLACE["tp"]
    for number, (source, text, own) in enumerate(zip(sources, texts, references, strict=True)):
        if text is None or not own:
            continue
        row = table[number]
        row[_PLACE["changes.compared"]] = row[_PLACE["changes"]]
        row[_PLACE["changes.reference"]] = reference_changes[number]
        quiet = all(reference == source for reference in own)
        row[_PLACE["quiet"]] = quiet
        row[_PLACE["alarms"]] = quiet and text != source
        row[first : first + 5] = _five(source, text, own, settings)


def _five(source: Tokens, text: Tokens, references: Sequence[Tokens], settings: Settings) -> FiveWay:
    ours = settings.align(source, text)
    return best_five_way(ours, [settings.align(source, reference) for reference in dict.fromkeys(references)])


def compare_edits(
    table: Floats,
    sources: Sequence[Tokens],
    edits: Sequence[Edits | None],
    references: Sequence[Sequence[Edits]],
    settings: Settings,
) -> None:
    """Add numbers of edits, and Hit, Wrong, Under and Over."""
    first = _PLACE["hit"]
    for row, source, own, answers in zip(table, sources, edits, references, strict=True):
        if own is None or not answers:
            continue
        row[_PLACE["edits"]] = len(own)
        row[_PLACE["edits.reference"]] = sum(map(len, answers)) / len(answers)
        counts: FourWay = four_way(source, own, answers, several=settings.several)
        row[first : first + 4] = counts
