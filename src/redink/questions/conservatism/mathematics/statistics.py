"""Sources, a version of them and the references it is held against in; one row of statistics a sentence out."""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from typing import NamedTuple, TypeAlias, TypeVar, get_args

import numpy as np

from redink.annotation.word_alignment import GAP, Rule, WordAlignment, align_words, word_texts
from redink.annotation.word_change import word_change
from redink.arrays import Floats
from redink.errors import UsageError
from redink.frozen import frozen
from redink.questions.conservatism.mathematics.five_way import Changes, best_five_way
from redink.questions.conservatism.mathematics.four_way import FourWay, Several, four_way
from redink.questions.conservatism.mathematics.rates import COLUMNS
from redink.questions.conservatism.mathematics.sentence_boundaries import boundary_changes
from redink.questions.conservatism.mathematics.word_order import spearman
from redink.records import Edits, Tokens
from redink.scoring.measure import expect_choice
from redink.signature import Value

Kept = TypeVar("Kept")
Known: TypeAlias = dict[tuple[int, Tokens], Kept]
"""What is known by number and text of a sentence; many systems write the same."""

MOST_CHANGES = 10
"""From so many changed words on, sentences are counted together."""
_WORDS = COLUMNS[: COLUMNS.index("splits")]
_PLACE = {name: number for number, name in enumerate(COLUMNS)}


@frozen
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

    def __post_init__(self) -> None:
        """Refuse words that mean nothing, which would be signed all the same."""
        expect_choice("word alignment", self.alignment, get_args(Rule))
        expect_choice("use of several references", self.several, get_args(Several))
        if not 0 <= self.gap < math.inf:
            raise UsageError(f"a word without a partner cannot cost {self.gap}", remedy="give a number, 0 or larger")

    @property
    def word_conditions(self) -> dict[str, Value]:
        """How words are compared, for a signature."""
        conditions: dict[str, Value] = {"alignment": self.alignment}
        conditions |= {"gap": self.gap} if self.alignment == "gap" else {}
        conditions |= {"punctuation": "kept"} if self.marks else {}
        return conditions | ({"case": "kept"} if self.case else {})

    def align(self, source: Tokens, correction: Tokens) -> WordAlignment:
        """Align the words of two sentences."""
        words = word_texts(source, marks=self.marks, case=self.case)
        corrected = words if source == correction else word_texts(correction, marks=self.marks, case=self.case)
        return align_words(words, corrected, rule=self.alignment, gap=self.gap)

    def align_all(
        self, sources: Sequence[Tokens], texts: Sequence[Tokens | None], known: Known[WordAlignment] | None = None
    ) -> list[WordAlignment | None]:
        """Align every sentence of a version; `None` where it has none. What is in `known` is not aligned again."""
        known = {} if known is None else known
        for number, text in enumerate(texts):
            if text is not None and (number, text) not in known:
                known[number, text] = self.align(sources[number], text)
        return [None if text is None else known[number, text] for number, text in enumerate(texts)]


class Version(NamedTuple):
    """A system's or a reference's text, with what it changes."""

    texts: Sequence[Tokens | None]
    """Its sentences; `None` where it has none."""
    changes: Sequence[Changes | None]
    """What it changes in each."""


def word_stats(
    sources: Sequence[Tokens],
    alignments: Sequence[WordAlignment | None],
    known: dict[int, tuple[float, ...]] | None = None,
) -> Floats:
    """Count the words that a version changes, and how far it reorders them, (sentences × columns).

    A sentence the version does not have (`None`) is a row of zeros. `known` keeps rows by the identity of alignments.
    """
    known = {} if known is None else known
    rows = []
    for source, alignment in zip(sources, alignments, strict=True):
        if alignment is not None and id(alignment) not in known:
            known[id(alignment)] = _count_words(source, alignment)
        rows.append((0.0,) * len(_WORDS) if alignment is None else known[id(alignment)])
    table = np.zeros((len(sources), len(COLUMNS)))
    table[:, : len(_WORDS)] = np.array(rows).reshape(-1, len(_WORDS))
    return table


def _count_words(source: Tokens, alignment: WordAlignment) -> tuple[float, ...]:
    """Give the first eight columns."""
    is_same = alignment.source == alignment.correction
    changes = 0 if is_same else word_change(alignment)
    small = changes - word_change(alignment, "approx") if changes else 0
    rho = 1.0 if is_same else spearman(alignment)
    return 1.0, len(alignment.source), len(source), changes > 0, changes, small, rho, rho < 1


def histogram(table: Floats) -> list[int]:
    """Count the sentences of a version with 0, 1, … changed words; the last number is of `MOST_CHANGES` or more."""
    present = table[table[:, _PLACE["sentences"]] > 0]
    changes = np.minimum(present[:, _PLACE["changes"]].astype(np.intp), MOST_CHANGES)
    return [int(count) for count in np.bincount(changes, minlength=MOST_CHANGES + 1)]


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
    version: Version,
    references: Sequence[Version],
    sources: Sequence[Tokens],
    reference_changes: Floats,
    known: Known[tuple[float, ...]],
) -> None:
    """Add what needs references: their mean WordChange, false alarms, the five word classes.

    `table` has the rows of `word_stats`, `reference_changes` the mean WordChange of the references by sentence. `known`
    keeps what was compared with these references before.
    """
    place = _PLACE["changes.compared"]
    for number, (source, text, changes) in enumerate(zip(sources, version.texts, version.changes, strict=True)):
        if text is None or changes is None:
            continue
        if (number, text) not in known:
            judges = [reference for reference in references if reference.texts[number] is not None]
            quiet = all(reference.texts[number] == source for reference in judges)
            answers = [answer for reference in judges if (answer := reference.changes[number]) is not None]
            known[number, text] = (
                (
                    table[number, _PLACE["changes"]],
                    reference_changes[number],
                    quiet,
                    quiet and text != source,
                    *best_five_way(changes, answers),
                )
                if judges
                else (0.0,) * 9
            )
        table[number, place : place + 9] = known[number, text]


def compare_edits(
    table: Floats,
    sources: Sequence[Tokens],
    edits: Sequence[Edits | None],
    references: Sequence[Sequence[Edits]],
    settings: Settings,
    known: dict[tuple[Hashable, ...], FourWay],
) -> None:
    """Add numbers of edits, and Hit, Wrong, Under and Over; `known` keeps what was compared before."""
    place = _PLACE["edits"]
    for number, (source, proposed, answers) in enumerate(zip(sources, edits, references, strict=True)):
        if proposed is None:
            continue
        table[number, place] = len(proposed)
        if answers:
            mean = sum(map(len, answers)) / len(answers)
            key = number, *[(e.start, e.end, e.replacement, e.alternatives, e.is_detected_only) for e in proposed]
            if key not in known:
                known[key] = four_way(source, proposed, answers, several=settings.several)
            table[number, place + 1 : place + 7] = (len(proposed), mean, *known[key])
