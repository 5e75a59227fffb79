"""The name of a CLEME measure in, the measure out: `CLEME-dependent`, `CLEME2-independent-hit` and their kind."""

from __future__ import annotations

import re
from collections.abc import Hashable
from typing import Literal, TypeAlias, cast

import numpy as np

from redink.arrays import Floats, ratio
from redink.frozen import frozen
from redink.records import EvalSet, System
from redink.scoring import cleme
from redink.scoring.cleme import Assumption, Choice, Chunks, Scale
from redink.scoring.measure import Conventions, Need, edits_of, reference_edits, refuse_filters

Quantity: TypeAlias = Literal["F0.5", "P", "R", "score", "hit", "wrong", "under", "over"]

_NAME = re.compile(r"CLEME(2?)-(dependent|independent)(-weighted)?(-sentence)?(?:-(P|R|hit|wrong|under|over))?")
_F_SCORES = ("F0.5", "P", "R", "accuracy")


@frozen
class _Cleme:
    """What the measures of a corpus and of sentences share; see `cleme`."""

    quantity: Quantity
    assumption: Assumption
    choice: Choice
    conventions: Conventions
    needs: Need = "edits"

    @property
    def name(self) -> str:
        """`CLEME-dependent`, `CLEME-independent-weighted-sentence-P`, `CLEME2-dependent-hit` and the like."""
        parts = ["CLEME2" if self.choice.version == 2 else "CLEME", self.assumption]
        parts += ["weighted"] * self.choice.weighted + ["sentence"] * (self.choice.scale == "sentence")
        return "-".join(parts if self.quantity in {"F0.5", "score"} else [*parts, self.quantity])

    @property
    def counting(self) -> Hashable:
        """Outcomes of chunks depend neither on weights nor on how references are chosen."""
        return "CLEME", self.assumption, self.conventions.rule, self.conventions.absent

    @property
    def table(self) -> Hashable:
        """References are chosen by a score."""
        return self.counting, self.choice

    def count(self, data: EvalSet, system: System) -> Chunks:
        """Cut the sentences into chunks and judge each."""
        references = reference_edits(data, self.conventions.absent)
        return cleme.count_chunks(
            data.sources,
            edits_of(system),
            references,
            assumption=self.assumption,
            rule=self.conventions.rule,
        )

    def counts_by_reference(self, counted: Chunks) -> Floats:
        """Give the counts of every comparison, with the weights of this measure."""
        return counted.table(cleme.weighting(self.choice.scale, self.assumption, self.conventions.rule))

    @property
    def place(self) -> int:
        """The column of the quantity among the scores."""
        return (cleme.PARTS if self.choice.version == 2 else _F_SCORES).index(self.quantity)


@frozen
class CorpusCleme(_Cleme):
    """CLEME or a number of CLEME2.0, of counts summed over the corpus."""

    columns = cleme.COLUMNS

    def stats_of(self, counted: Chunks) -> Floats:
        """Counts against the chosen reference."""
        return cleme.corpus_counts(self.counts_by_reference(counted), counted.starts, self.choice)

    def sentence_stats(self, data: EvalSet, system: System) -> Floats:
        """Counts against the chosen reference."""
        return self.stats_of(self.count(data, system))

    def score_from_sums(self, sums: Floats) -> Floats:
        """The score of the counts, unrounded."""
        if self.choice.version == 2:
            scores = cleme.part_scores(sums, "corpus")
        else:
            scores = cleme.f_scores(sums, weighted=self.choice.weighted)
        score: Floats = scores[..., self.place]
        return score


@frozen
class SentenceCleme(_Cleme):
    """The mean over sentences of CLEME or of a number of CLEME2.0."""

    @property
    def columns(self) -> tuple[str, ...]:
        """The scores of a sentence, and 1."""
        return (*(cleme.PARTS if self.choice.version == 2 else _F_SCORES), "sentences")

    def stats_of(self, counted: Chunks) -> Floats:
        """Scores against the best reference of each sentence, and a 1 that counts sentences."""
        values = cleme.sentence_values(self.counts_by_reference(counted), counted.starts, self.choice)
        return np.column_stack([values, np.ones(len(values))])

    def sentence_stats(self, data: EvalSet, system: System) -> Floats:
        """Scores against the best reference of each sentence, and a 1 that counts sentences."""
        return self.stats_of(self.count(data, system))

    def score_from_sums(self, sums: Floats) -> Floats:
        """The mean; undefined without sentences."""
        return ratio(sums[..., self.place], sums[..., -1])


def cleme_measure(name: str, conventions: Conventions) -> CorpusCleme | SentenceCleme | None:
    """Give the measure of a name; `None` if the name is not one of ours."""
    parts = _NAME.fullmatch(name)
    if parts is None:
        return None
    second, assumption, weighted, sentence, quantity = parts.groups()
    if ((quantity in {"P", "R"}) == bool(second) and quantity) or (second and weighted):
        return None
    refuse_filters(name, conventions)
    scale: Scale = "sentence" if sentence else "corpus"
    choice = Choice(2 if second else 1, scale, bool(weighted), conventions.rule)
    kind = cast(Quantity, quantity or ("score" if second else "F0.5"))
    make = SentenceCleme if sentence else CorpusCleme
    return make(kind, cast(Assumption, assumption), choice, conventions)


_SCALES = ("", "-sentence")
_ASSUMPTIONS = ("dependent", "independent")
NAMES = (
    *(f"CLEME-{kind}{weight}{scale}" for kind in _ASSUMPTIONS for weight in ("", "-weighted") for scale in _SCALES),
    *(f"CLEME2-{kind}{end}" for kind in _ASSUMPTIONS for end in ("", "-sentence", "-hit", "-wrong", "-under", "-over")),
)
"""The usual names; those of P and R, and of the parts of sentences, are left out."""
