"""The measures redink knows: each joins a name, its statistics and its score."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Literal, TypeAlias, cast

import numpy as np

from redink.annotation.long_alignment import expect_related
from redink.arrays import Floats
from redink.errors import InputError, UsageError
from redink.reading.m2 import without_overlaps
from redink.records import EvalSet, System
from redink.scoring import (
    cleme_measures,
    edit_overlap,
    exact_index_match,
    exact_match,
    gleu,
    green,
    i_measure,
    max_match,
    three_way_alignment,
    walks,
)
from redink.scoring.cleme_measures import cleme_measure
from redink.scoring.edit_overlap import Candidates, Comparison, Level, Overlap
from redink.scoring.i_measure_references import cluster_edits
from redink.scoring.max_match import Counted
from redink.scoring.measure import Conventions, Measure, Need, edits_of, reference_edits, reference_texts
from redink.scoring.watching import watched

Quantity: TypeAlias = Literal["P", "R", "F"]

_OVERLAP = re.compile(r"(?:(P|R)|F(\d+(?:\.\d+)?))(?:-(detection|token|type))?")
_MAX_MATCH = re.compile(r"M2(?:-F(\d+(?:\.\d+)?))?")
_GREEN = re.compile(r"GREEN(?:-(koyama|gecmetrics))?(-char)?(?:-F(\d+(?:\.\d+)?))?")
LARGEST_BETA = 1e9
"""β² must stay a number; long before that, F equals recall."""
_PLACE = {"P": 0, "R": 1, "F": 2}


def scoring_measure(name: str, conventions: Conventions) -> Measure | None:
    """Give the measure of a name that this room knows; `None` for any other name."""
    if parts := _OVERLAP.fullmatch(name):
        quantity = cast(Quantity, parts[1] or "F")
        level = cast(Level, parts[3] or "correction")
        return EditOverlap(quantity, read_beta(parts[2]), level, conventions)
    if parts := _MAX_MATCH.fullmatch(name):
        return MaxMatch(read_beta(parts[1]), conventions)
    if parts := _GREEN.fullmatch(name):
        reading = cast(green.Reading, parts[1] or "koyama")
        return Green(read_beta(parts[3], usual=green.BETA), reading, "char" if parts[2] else "word", conventions)
    return _SIMPLE[name](conventions) if name in _SIMPLE else cleme_measure(name, conventions)


def read_beta(digits: str | None, *, usual: float = 0.5) -> float:
    """Read the β in the name of a measure; the usual one where the name has none."""
    beta = float(digits or usual)
    if beta > LARGEST_BETA:
        raise UsageError(
            f"β cannot be {beta:g}", remedy=f"β is at most {LARGEST_BETA:.0f}; long before that, F equals recall"
        )
    return beta


def beta_digits(beta: float) -> str:
    """Write β with all its digits and no exponent, so that the name reads back as the same number."""
    return np.format_float_positional(beta, trim="-")


@dataclass(frozen=True, slots=True)
class EditOverlap:
    """P, R or F_β of edits (ERRANT); see `edit_overlap`."""

    quantity: Quantity
    beta: float
    level: Level
    conventions: Conventions
    columns = edit_overlap.COLUMNS
    needs: Need = "edits"

    @property
    def name(self) -> str:
        """`F0.5`, `P`, `R-detection` and the like."""
        amount = f"F{beta_digits(self.beta)}" if self.quantity == "F" else self.quantity
        return amount if self.level == "correction" else f"{amount}-{self.level}"

    @property
    def overlap(self) -> Overlap:
        """What counts as agreement."""
        chosen = self.conventions
        return Overlap(self.level, self.beta, chosen.rule, chosen.size, frozenset(chosen.exclude))

    @property
    def counting(self) -> Hashable:
        """Matches of edits do not depend on β, nor on which of P, R and F is asked for."""
        return "edits", replace(self.overlap, beta=0.5), self.conventions.absent

    @property
    def table(self) -> Hashable:
        """References are chosen by F_β, so that measures with the same β share their statistics."""
        return self.counting, self.beta

    def count(self, data: EvalSet, system: System) -> Candidates:
        """Match the system's edits with those of every reference."""
        return self.count_systems(data, [system])[0]

    def count_systems(self, data: EvalSet, systems: Sequence[System]) -> list[Candidates]:
        """Match the edits of several systems; those of the references are read once."""
        references = edit_overlap.keyed_references(reference_edits(data, self.conventions.absent), self.overlap)
        return [edit_overlap.match_references(edits_of(system), references, self.overlap) for system in systems]

    def comparison(self, counted: Candidates) -> Comparison:
        """Choose a reference for each sentence; gives the matches with their error types."""
        return edit_overlap.choose_references(counted, self.overlap)

    def stats_of(self, counted: Candidates) -> Floats:
        """TP, FP, FN against the chosen reference."""
        return self.comparison(counted).table()

    def sentence_stats(self, data: EvalSet, system: System) -> Floats:
        """TP, FP, FN against the chosen reference."""
        return self.stats_of(self.count(data, system))

    def score_from_sums(self, sums: Floats) -> Floats:
        """P, R or F_β."""
        scores = edit_overlap.precision_recall_f(sums, beta=self.beta, rule=self.conventions.rule)
        score: Floats = scores[..., _PLACE[self.quantity]]
        return score


@dataclass(frozen=True, slots=True)
class MaxMatch:
    """F_β of the M2 scorer; see `max_match`."""

    beta: float
    conventions: Conventions
    columns = max_match.COLUMNS
    needs: Need = "reference edits"

    @property
    def name(self) -> str:
        """`M2` for β = 0.5, else `M2-F1` and the like."""
        return "M2" if self.beta == 0.5 else f"M2-F{beta_digits(self.beta)}"

    @property
    def matching(self) -> max_match.Matching:
        """How edits are found and matched."""
        chosen = self.conventions
        return max_match.Matching(chosen.rule, chosen.max_unchanged, chosen.ignore_whitespace_casing)

    @property
    def counting(self) -> Hashable:
        """The counts against every annotator do not depend on β."""
        return "M2", self.matching, self.conventions.absent

    @property
    def table(self) -> Hashable:
        """Annotators are chosen by F_β."""
        return self.counting, self.beta

    def expect_scorable(self, data: EvalSet, system: System) -> None:
        """Refuse lines that are too long."""
        for source, hypothesis in zip(data.sources, system.texts, strict=True):
            walks.expect_sentences(source, hypothesis)
        expect_related(zip(data.sources, system.texts, strict=True), in_pieces=False)

    def count(self, data: EvalSet, system: System) -> Counted:
        """Count the edits of the output and those of every annotator."""
        return self.count_systems(data, [system])[0]

    def count_systems(self, data: EvalSet, systems: Sequence[System]) -> list[Counted]:
        """Count several systems; what two of them write alike is counted once."""
        gold = reference_edits(data, self.conventions.absent)
        return max_match.count_outputs(data.sources, [system.texts for system in systems], gold, self.matching)

    def stats_of(self, counted: Counted) -> Floats:
        """Correct, proposed and gold edits against the chosen annotator."""
        return max_match.chosen_counts(counted, rule=self.conventions.rule, beta=self.beta)

    def sentence_stats(self, data: EvalSet, system: System) -> Floats:
        """Correct, proposed and gold edits against the chosen annotator."""
        return self.stats_of(self.count(data, system))

    def score_from_sums(self, sums: Floats) -> Floats:
        """F_β."""
        return max_match.score_from_sums(sums, beta=self.beta, rule=self.conventions.rule)


@dataclass(frozen=True, slots=True)
class Gleu:
    """GLEU with the exact expectation over references; see `gleu`.

    N-grams of the source are taken away from those of the reference by type, as the published program
    does; taken away by number (`GLEU-multiset`), even the reference itself would not score 1.
    """

    conventions: Conventions
    difference: gleu.Difference = "type"
    columns = gleu.COLUMNS
    needs: Need = "texts"

    @property
    def name(self) -> str:
        """`GLEU`, or `GLEU-multiset`."""
        return "GLEU" if self.difference == "type" else "GLEU-multiset"

    @property
    def counting(self) -> Hashable:
        """Statistics, published score and sentence scores all come from the same n-gram counts."""
        return "n-grams", self.difference, self.conventions.absent

    @property
    def table(self) -> Hashable:
        """The same."""
        return self.counting

    def expect_scorable(self, data: EvalSet, system: System) -> None:
        """Refuse lines that are too long."""
        longest = max(map(len, chain(data.sources, system.texts)), default=0)
        if longest > gleu.LONGEST_LINE:
            raise InputError(
                f"{self.name} cannot score a line of {longest} tokens", remedy="give one sentence per line"
            )

    def count(self, data: EvalSet, system: System) -> Floats:
        """Count n-grams against every reference, (sentences × references × columns)."""
        return self.count_systems(data, [system])[0]

    def count_systems(self, data: EvalSet, systems: Sequence[System]) -> list[Floats]:
        """Count n-grams of several systems; those of sources, references and equal outputs are counted once."""
        texts, outputs = reference_texts(data, self.conventions.absent), [system.texts for system in systems]
        return gleu.system_stats(data.sources, outputs, texts, difference=self.difference)

    def stats_of(self, counted: Floats) -> Floats:
        """Lengths, matches and totals of n-grams, averaged over references."""
        return gleu.expected_stats(counted)

    def sentence_stats(self, data: EvalSet, system: System) -> Floats:
        """Lengths, matches and totals of n-grams, averaged over references."""
        return self.stats_of(self.count(data, system))

    def corpus_score(self, counted: Floats) -> float | None:
        """Give the mean over 500 rounds of drawn references, when the published digits are asked for."""
        if self.conventions.rule != "faithful":
            return None
        draws = gleu.published_draws(gleu.count_references(counted))
        return gleu.sampled_score(counted, draws).mean

    def sentence_scores(self, data: EvalSet, system: System) -> Floats:
        """Smoothed GLEU of each sentence, averaged over its references."""
        return self.scores_of_sentences(self.count(data, system))

    def scores_of_sentences(self, counted: Floats) -> Floats:
        """Smoothed GLEU of each sentence, from what was counted."""
        return gleu.sentence_scores(counted)

    def score_from_sums(self, sums: Floats) -> Floats:
        """GLEU of the corpus."""
        return gleu.score_from_sums(sums)


@dataclass(frozen=True, slots=True)
class Green:
    """F_β of n-grams; see `green`."""

    beta: float
    reading: green.Reading
    unit: green.Unit
    conventions: Conventions
    columns = green.COLUMNS
    needs: Need = "texts"

    @property
    def name(self) -> str:
        """`GREEN`, `GREEN-gecmetrics-char-F0.5` and the like."""
        parts = ["GREEN", *(["gecmetrics"] if self.reading == "gecmetrics" else [])]
        parts += ["char"] * (self.unit == "char") + [f"F{beta_digits(self.beta)}"] * (self.beta != green.BETA)
        return "-".join(parts)

    @property
    def counting(self) -> Hashable:
        """The counts against every reference depend neither on β nor on the reading."""
        return "GREEN", self.unit, self.conventions.absent

    @property
    def table(self) -> Hashable:
        """References are chosen by F_β."""
        return self.counting, self.beta, self.reading

    def count(self, data: EvalSet, system: System) -> Floats:
        """Count n-grams against every reference, (sentences × references × columns)."""
        texts = reference_texts(data, self.conventions.absent)
        return green.reference_counts(data.sources, system.texts, texts, unit=self.unit)

    def stats_of(self, counted: Floats) -> Floats:
        """TP, FP and FN for n = 1…4 against the chosen reference."""
        return green.chosen_counts(counted, beta=self.beta, reading=self.reading)

    def sentence_stats(self, data: EvalSet, system: System) -> Floats:
        """TP, FP and FN for n = 1…4 against the chosen reference."""
        return self.stats_of(self.count(data, system))

    def score_from_sums(self, sums: Floats) -> Floats:
        """F_β."""
        return green.score_from_sums(sums, beta=self.beta, reading=self.reading)


@dataclass(frozen=True, slots=True)
class IMeasure:
    """I of the I-measure, correction; see `i_measure`."""

    conventions: Conventions
    mixing: bool = True
    columns = i_measure.COLUMNS
    needs: Need = "reference edits"

    @property
    def name(self) -> str:
        """`I`, or `I-nomix` when corrections of several annotators may not be mixed."""
        return "I" if self.mixing else "I-nomix"

    def expect_scorable(self, data: EvalSet, system: System) -> None:
        """Refuse lines that are too long."""
        for texts in zip(data.sources, system.texts, *(reference.texts for reference in data.references), strict=True):
            for reference in texts[2:]:
                if reference is not None:
                    three_way_alignment.expect_sentences(*texts[:2], reference)
        expect_related(zip(data.sources, system.texts, strict=True), in_pieces=False)

    def sentence_stats(self, data: EvalSet, system: System) -> Floats:
        """Counts of aligned columns against the best reference."""
        gold = reference_edits(data, self.conventions.absent)
        # Candidates are texts, and a text can have only one of two edits that overlap.
        gold = [[without_overlaps(edits) for edits in row] for row in gold]
        clusters = [cluster_edits(source, edits) for source, edits in zip(data.sources, gold, strict=True)]
        texts = watched(system.texts, f"{self.name} of {system.name}", len(system.texts))
        return i_measure.sentence_stats(texts, clusters, mixing=self.mixing)

    def score_from_sums(self, sums: Floats) -> Floats:
        """I = how much better (or worse) than leaving the source alone."""
        return i_measure.score_from_sums(sums)


@dataclass(frozen=True, slots=True)
class ExactMatch:
    """Share of outputs that equal a reference; see `exact_match`."""

    conventions: Conventions
    name = "EM"
    columns = exact_match.COLUMNS
    needs: Need = "texts"

    def sentence_stats(self, data: EvalSet, system: System) -> Floats:
        """Whether each output equals a reference."""
        return exact_match.sentence_stats(system.texts, reference_texts(data, self.conventions.absent))

    def score_from_sums(self, sums: Floats) -> Floats:
        """The share."""
        return exact_match.score_from_sums(sums)


@dataclass(frozen=True, slots=True)
class ExactIndexMatch:
    """Share of outputs that change the same source words as a reference; see `exact_index_match`."""

    conventions: Conventions
    insertions: bool = True
    columns = exact_index_match.COLUMNS
    needs: Need = "texts"

    @property
    def name(self) -> str:
        """`EIM`, or `EIM-printed` for the thesis' definition, which does not see insertions."""
        return "EIM" if self.insertions else "EIM-printed"

    def sentence_stats(self, data: EvalSet, system: System) -> Floats:
        """Whether each output changes what a reference changes."""
        return self.count_systems(data, [system])[0]

    def count_systems(self, data: EvalSet, systems: Sequence[System]) -> list[Floats]:
        """The same for several systems."""
        texts, outputs = reference_texts(data, self.conventions.absent), [system.texts for system in systems]
        return exact_index_match.system_stats(data.sources, outputs, texts, insertions=self.insertions)

    def score_from_sums(self, sums: Floats) -> Floats:
        """The share."""
        return exact_match.score_from_sums(sums)


_SIMPLE: dict[str, Callable[[Conventions], Measure]] = {
    "GLEU": Gleu,
    "GLEU-multiset": lambda conventions: Gleu(conventions, "multiset"),
    "I": IMeasure,
    "I-nomix": lambda conventions: IMeasure(conventions, mixing=False),
    "EM": ExactMatch,
    "EIM": ExactIndexMatch,
    "EIM-printed": lambda conventions: ExactIndexMatch(conventions, insertions=False),
}
"""Measures without anything to choose, by name."""

SCORING_NAMES = (
    *(f"{quantity}{level}" for level in ("", "-detection", "-token", "-type") for quantity in ("F0.5", "P", "R")),
    *("F1", "F2", "M2"),
    *_SIMPLE,
    *("GREEN", "GREEN-char", "GREEN-gecmetrics", "GREEN-gecmetrics-char"),
    *cleme_measures.NAMES,
)
"""Names of the measures of this room, those with a β by the usual one."""
