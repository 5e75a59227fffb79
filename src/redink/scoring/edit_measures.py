"""The measures of a system's edits: P, R and F_β, as ERRANT computes them."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import replace

from redink.arrays import Floats
from redink.frozen import frozen
from redink.records import EvalSet, System
from redink.scoring import edit_overlap
from redink.scoring.beta import beta_digits
from redink.scoring.edit_overlap import Candidates, Comparison, Level, Overlap, Quantity
from redink.scoring.measure import Conventions, Need, edits_of, reference_edits


@frozen
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
        return edit_overlap.one_of_p_r_f(sums, self.quantity, beta=self.beta, rule=self.conventions.rule)
