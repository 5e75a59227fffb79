"""Sources, a version of them and the references to compare it with in; one row of statistics for each sentence out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from redink.annotation.word_alignment import GAP, Rule, WordAlignment, align_words, word_texts
from redink.arrays import Floats
from redink.questions.conservatism.mathematics.five_way import Changes, best_five_way
from redink.questions.conservatism.mathematics.four_way import Several, four_way
from redink.questions.conservatism.mathematics.rates import COLUMNS
from redink.questions.conservatism.mathematics.sentence_boundaries import boundary_changes
from redink.questions.conservatism.mathematics.word_change import word_change
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
    """Cost of an unaligned word under the rule `gap`."""
    marks: bool = False
    """Whether punctuation counts."""
    case: bool = False
    """Whether upper and lower case are distinguished."""
    several: Several = "best"
    """How Hit, Wrong, Under and Over use several references."""

    def align(self, source: Tokens, correction: Tokens) -> WordAlignment:
        """Give the word alignment of a source and its correction."""
        words = word_texts(source, marks=self.marks, case=self.case)
        corrected = words if source == correction else word_texts(correction, marks=self.marks, case=self.case)
        return align_words(words, corrected, rule=self.alignment, gap=self.gap)

    def align_all(self, sources: Sequence[Tokens], texts: Sequence[Tokens | None]) -> list[WordAlignment | None]:
        """Give the word alignment of every sentence; `None` where the version lacks the sentence."""
        pairs = zip(sources, texts, strict=True)
        return [None if text is None else self.align(source, text) for source, text in pairs]


class Version(NamedTuple):
    """The text of a system or of a reference, with its changes."""

    texts: Sequence[Tokens | None]
    """Its sentences; `None` where a sentence is missing."""
    changes: Sequence[Changes | None]
    """What it changes in each sentence."""


def word_stats(sources: Sequence[Tokens], alignments: Sequence[WordAlignment | None]) -> Floats:
    """Give a table, (sentences × columns), of the words that a version changes and how far it reorders them.

    A sentence that the version lacks (`None`) is a row of zeros.
    """
    rows = [
        (0.0,) * len(_WORDS) if alignment is None else _count_words(source, alignment)
        for source, alignment in zip(sources, alignments, strict=True)
    ]
    table = np.zeros((len(sources), len(COLUMNS)))
    table[:, : len(_WORDS)] = np.array(rows).reshape(-1, len(_WORDS))
    return table


def _count_words(source: Tokens, alignment: WordAlignment) -> tuple[float, ...]:
    """Give the first eight columns of one row."""
    changes = 0 if alignment.source == alignment.correction else word_change(alignment)
    small = changes - word_change(alignment, "approx") if changes else 0
    rho = 1.0 if alignment.source == alignment.correction else spearman(alignment)
    return 1.0, len(alignment.source), len(source), changes > 0, changes, small, rho, rho < 1


def count_boundaries(
    table: Floats, sources: Sequence[Tokens], texts: Sequence[Tokens | None], documents: Sequence[str] | None
) -> None:
    """Add to the table the sentences split and merged; each is counted in the row of its first line."""
    corrections = [source if text is None else text for source, text in zip(sources, texts, strict=True)]
    for change in boundary_changes(sources, corrections, documents):
        if change.is_split:
            table[change.line, _PLACE["splits"]] += 1
        elif change.is_merge:
            table[change.line, _PLACE["merges"]] += 1
        elif change.source and change.correction:
            table[change.line, _PLACE["moved"]] += 1


def compare_words(
    table: Floats, version: Version, references: Sequence[Version], sources: Sequence[Tokens], reference_changes: Floats
) -> None:
    """Add to the table what needs references: their mean WordChange, false alarms, the five word classes.

    Args:
        table: Rows of this version, see `word_stats`.
        version: The version that the table describes.
        references: The references to compare it with.
        sources: The source sentences.
        reference_changes: (sentences,) mean WordChange of these references.
    """
    place = _PLACE["changes.compared"]
    for number, (source, text, changes) in enumerate(zip(sources, version.texts, version.changes, strict=True)):
        present = [reference for reference in references if reference.texts[number] is not None]
        if changes is None or not present:
            continue
        quiet = all(reference.texts[number] == source for reference in present)
        answers = [answer for reference in present if (answer := reference.changes[number]) is not None]
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
    """Add to the table the numbers of edits, and the chunks for Hit, Wrong, Under and Over."""
    place = _PLACE["edits"]
    for number, (source, sentence_edits, answers) in enumerate(zip(sources, edits, references, strict=True)):
        if sentence_edits is None:
            continue
        table[number, place] = len(sentence_edits)
        if answers:
            mean = sum(map(len, answers)) / len(answers)
            counts = four_way(source, sentence_edits, answers, several=settings.several)
            table[number, place + 1 : place + 7] = (len(sentence_edits), mean, *counts)
