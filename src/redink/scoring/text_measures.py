"""The measures that need only texts: GLEU, GREEN, exact match and exact index match."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from itertools import chain

from redink.arrays import Floats
from redink.errors import InputError
from redink.frozen import frozen
from redink.records import EvalSet, System
from redink.scoring import exact_index_match, exact_match, gleu, green
from redink.scoring.beta import beta_digits
from redink.scoring.measure import Conventions, Need, reference_texts


@frozen
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


@frozen
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

    def expect_scorable(self, data: EvalSet, system: System) -> None:
        """Refuse lines that are too long."""
        texts = zip(data.sources, system.texts, reference_texts(data, self.conventions.absent), strict=True)
        largest = max((green.size((s, h, *r), self.unit) for s, h, r in texts), default=0)
        if largest > green.LARGEST:
            units = "tokens" if self.unit == "word" else "characters"
            raise InputError(
                f"{self.name} cannot score a line that has {largest} {units} with its correction and references",
                remedy="give one sentence per line",
            )

    def count(self, data: EvalSet, system: System) -> Floats:
        """Count n-grams against every reference, (sentences × references × columns)."""
        return self.count_systems(data, [system])[0]

    def count_systems(self, data: EvalSet, systems: Sequence[System]) -> list[Floats]:
        """Count n-grams of several systems; those of sources and references are counted once."""
        texts, outputs = reference_texts(data, self.conventions.absent), [system.texts for system in systems]
        return list(green.system_counts(data.sources, outputs, texts, unit=self.unit))

    def stats_of(self, counted: Floats) -> Floats:
        """TP, FP and FN for n = 1…4 against the chosen reference."""
        return green.chosen_counts(counted, beta=self.beta, reading=self.reading)

    def sentence_stats(self, data: EvalSet, system: System) -> Floats:
        """TP, FP and FN for n = 1…4 against the chosen reference."""
        return self.stats_of(self.count(data, system))

    def score_from_sums(self, sums: Floats) -> Floats:
        """F_β."""
        return green.score_from_sums(sums, beta=self.beta, reading=self.reading)


@frozen
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


@frozen
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
