"""The measures redink knows: each joins a name, its statistics and its score."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias, cast

from redink.annotation.long_alignment import expect_related
from redink.arrays import Floats
from redink.reading.m2 import without_overlaps
from redink.records import EvalSet, System
from redink.scoring import (
    cleme_measures,
    edit_overlap,
    exact_index_match,
    exact_match,
    green,
    i_measure,
    max_match,
    three_way_alignment,
    walks,
)
from redink.scoring.beta import beta_digits, read_beta
from redink.scoring.cleme_measures import cleme_measure
from redink.scoring.edit_overlap import Candidates, Comparison, Level, Overlap
from redink.scoring.i_measure_references import cluster_edits
from redink.scoring.max_match import Counted
from redink.scoring.measure import Conventions, Measure, Need, edits_of, reference_edits, reference_texts
from redink.scoring.text_measures import ExactMatch, Gleu, Green
from redink.scoring.watching import watched

Quantity: TypeAlias = Literal["P", "R", "F"]

_OVERLAP = re.compile(r"(?:(P|R)|F(\d+(?:\.\d+)?))(?:-(detection|token|type))?")
_MAX_MATCH = re.compile(r"M2(?:-F(\d+(?:\.\d+)?))?")
_GREEN = re.compile(r"GREEN(?:-(koyama|gecmetrics))?(-char)?(?:-F(\d+(?:\.\d+)?))?")
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
