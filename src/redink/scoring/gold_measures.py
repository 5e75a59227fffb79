"""The measures that find a system's edits themselves, with those of the references at hand: M2 and I."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from redink.annotation.long_alignment import expect_related
from redink.arrays import Floats
from redink.frozen import frozen
from redink.reading.m2 import without_overlaps
from redink.records import EvalSet, System
from redink.scoring import i_measure, max_match, three_way_alignment, walks
from redink.scoring.beta import beta_digits
from redink.scoring.i_measure_references import cluster_edits
from redink.scoring.max_match import Counted
from redink.scoring.measure import Conventions, Need, reference_edits
from redink.scoring.watching import watched


@frozen
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


@frozen
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
        return self.count_systems(data, [system])[0]

    def count_systems(self, data: EvalSet, systems: Sequence[System]) -> list[Floats]:
        """Count several systems; what two of them write alike is counted once."""
        gold = reference_edits(data, self.conventions.absent)
        # Candidates are texts, and a text can have only one of two edits that overlap.
        gold = [[without_overlaps(edits) for edits in row] for row in gold]
        clusters = [cluster_edits(source, edits) for source, edits in zip(data.sources, gold, strict=True)]
        sentences = watched(clusters, self.name, len(clusters))
        return i_measure.system_stats([system.texts for system in systems], sentences, mixing=self.mixing)

    def score_from_sums(self, sums: Floats) -> Floats:
        """I = how much better (or worse) than leaving the source alone."""
        return i_measure.score_from_sums(sums)
