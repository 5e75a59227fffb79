"""One reference and the outputs of several systems in; how hard its errors are, and all that follows from it, out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal, TypeAlias

import numpy as np

from redink.arrays import Floats, Ints
from redink.errors import UsageError
from redink.questions.difficulty.mathematics.by_type import TypeDifficulty, difficulty_by_type, level_histogram
from redink.questions.difficulty.mathematics.chunks import Clashes, gold_chunks
from redink.questions.difficulty.mathematics.complementarity import (
    Influence,
    Team,
    best_teams,
    mean_shift,
    solved_by_none,
    solved_by_one,
)
from redink.questions.difficulty.mathematics.corpus import CorpusFacts, corpus_facts
from redink.questions.difficulty.mathematics.error_models import (
    Coefficients,
    ErrorModel,
    Model,
    fitted_model,
    predicted_model,
)
from redink.questions.difficulty.mathematics.formulas import (
    Settings,
    formulas,
    free_false_positives,
    row_weights,
    sentence_stats,
)
from redink.questions.difficulty.mathematics.judging_table import JudgingTable, judge
from redink.questions.difficulty.mathematics.people import People, joined
from redink.questions.difficulty.mathematics.pool import (
    Pool,
    expect_same_chunks,
    fitting,
    mismatches,
    pool_from_file,
    pool_of,
    solved_counts,
    without_sentences,
)
from redink.questions.difficulty.mathematics.regions import annotator_need, joined_references
from redink.reading.judgements import Judgement
from redink.reading.m2 import has_overlaps
from redink.reading.weights import SolvedCounts
from redink.records import Edits, EvalSet, Reference, Tokens
from redink.scoring.edit_overlap import GROUPS
from redink.scoring.measure import Absent, expect_choice, filled
from redink.stats.ranking import ranks

ReferenceRule: TypeAlias = Literal["one", "regions"]
"""Several references: one of them counts (the paper), or the regions that any of them changes."""
Mismatches: TypeAlias = Literal["error", "skip"]
"""Sentences that do not have the chunks of a weight file: refuse the file, or leave them out."""


@dataclass(frozen=True, slots=True, eq=False)
class JudgedReference:
    """The errors of one reference: who solves them, and how hard that makes them."""

    place: int
    """Its place among the references of the data, from 0; 0 for the regions of all references."""
    name: str
    sources: tuple[Tokens, ...]
    settings: Settings
    """How chunks are weighed."""
    table: JudgingTable
    """Who got what right."""
    pool: Pool
    """Whose successes make the weights."""
    pipeline: str = "none"
    """The language pipeline that made the edits."""
    skipped: tuple[int, ...] = ()
    """Sentences (from 0) that were left out, because a weight file has other chunks there."""
    references: tuple[Reference, ...] = ()
    """All references of the data, which make the token error rate and the need."""
    weights: SolvedCounts | None = None
    """The counts that were read, if the pool comes from a file."""
    has_regions: bool = False
    """Whether the errors are the regions that any reference changes."""
    model: ErrorModel | None = None
    """What a model says about the errors, if one was asked for."""
    people: People | None = None
    """What people say about the errors, if they were asked."""

    @property
    def error_weights(self) -> Floats:
        """(E,) w of the errors, the same for all systems (leave-one-out aside)."""
        return row_weights(self.table, self.pool, self.settings)[0][self.table.is_error]

    def by_type(self, granularity: str = "type") -> tuple[TypeDifficulty, ...]:
        """Give mean, sample SD and frequency of weights by `operation`, `type` or `operation-type`."""
        types = [edit.type for edit in self.table.gold.edits]
        return difficulty_by_type(types, self.error_weights, GROUPS[granularity])

    def levels(self) -> Ints:
        """Count errors by level N − n, from 0 (all solve it) to N (none does)."""
        return level_histogram(self.pool.solved[self.table.is_error], self.pool.size)

    def facts(self) -> CorpusFacts:
        """Count sentences, tokens, chunks and errors."""
        return corpus_facts(self.table.gold, self.sources, self.references)

    def teams(self) -> tuple[Team, ...]:
        """Find the best k systems by the errors they solve together, for every k."""
        return best_teams(self.table.systems, self.table.of_errors())

    def unique(self) -> dict[str, Ints]:
        """Give for each system the errors (indices of `table.gold.edits`) that it alone solves."""
        return dict(zip(self.table.systems, solved_by_one(self.table.of_errors()), strict=True))

    def unsolved(self) -> Ints:
        """Give the errors that no system at hand solves."""
        return solved_by_none(self.table.of_errors())

    def influence(self) -> tuple[Influence, ...]:
        """Tell for each system what its absence from the pool does to weights and ranking (systems at hand judge)."""
        table = self.table
        full = pool_of(table)
        before = row_weights(table, full, self.settings)[0][table.is_error]
        rows = []
        for name in table.systems if len(table.systems) > 2 else ():
            others = [other for other in table.systems if other != name]
            smaller = pool_of(table, others)
            after = row_weights(table, smaller, self.settings)[0][table.is_error]
            old, new = (self._ranks(pool, others) for pool in (full, smaller))
            rows.append(Influence(name, *mean_shift(before, after), int((old != new).sum())))
        return tuple(rows)

    def _ranks(self, pool: Pool, names: Sequence[str]) -> Floats:
        (f_beta,) = formulas(self.settings, kinds=("F",))
        columns = [self.table.systems.index(name) for name in names]
        sums = [sentence_stats(self.table, column, pool, self.settings).sum(axis=0) for column in columns]
        return np.nan_to_num(ranks(f_beta.score_from_sums(np.stack(sums))))

    def solved_counts(self) -> SolvedCounts:
        """Make the contents of a weight file."""
        # f(n, N) is not among the settings: the file holds n, and is good for any f.
        settings = {"pipeline": self.pipeline, "mode": self.settings.mode}
        settings |= {"matching": self.settings.matching} if self.settings.matching != "look-up" else {}
        return solved_counts(self.table, self.pool, self.sources, reference=self.name, settings=settings)


def judge_reference(
    data: EvalSet,
    place: int = 0,
    *,
    several: ReferenceRule = "one",
    settings: Settings | None = None,
    absent: Absent = "missing",
    clashes: Clashes | None = None,
    weights: Sequence[SolvedCounts] = (),
    mismatched: Mismatches = "error",
    anywhere: bool = False,
    pipeline: str = "none",
    model: Model = "paper",
    coefficients: Coefficients | None = None,
    judgements: Sequence[Judgement] = (),
) -> JudgedReference:
    """Judge every system on every chunk of one reference, or of the regions that any reference changes.

    Without weights the systems at hand judge. Of several, those that fit the reference count; with `anywhere`, they
    follow the checksums of sentences. `mismatched` says what to do about sentences that do not have their chunks.
    Overlapping gold edits are refused or become chunks of `both`, as the mode has it when `clashes` is left
    out. A model that is not the paper's is fitted to the errors; with coefficients, their difficulty is predicted.
    Judgements of people about pairs of errors are joined with what the model says.
    """
    settings = settings or Settings()
    expect_choice("way with mismatches", mismatched, ("error", "skip"))
    if not data.systems:
        raise UsageError("there is no system to judge", remedy="give at least one output")
    data = filled(data, absent)
    references = data.references
    reference = chosen_reference(data, place)
    if several == "regions":
        for given in references:
            gold_edits(given)
        data, place = joined_references(data), 0
        reference = data.references[0]
    edits = gold_edits(reference)
    faithful = settings.mode == "faithful"
    lay_out = partial(
        gold_chunks, data.sources, literal_alternatives=faithful, clashes=clashes or ("both" if faithful else "refuse")
    )
    gold = lay_out(edits)
    skipped: list[int] = []
    counts = fitting(gold, weights, data.sources, anywhere=anywhere) if weights else None
    if counts is not None and mismatched == "skip":
        if len(counts.lengths) != gold.n_sentences:  # some line was lost or added: no sentence can be trusted
            expect_same_chunks(gold, counts, data.sources, pipeline)
        skipped = mismatches(gold, counts, data.sources)
        counts = without_sentences(counts, skipped)
        gold = lay_out(_without(edits, skipped))
    gold = replace(gold, need=annotator_need(gold, references))
    table = judge(gold, data.sources, data.systems, settings.matching)
    pool = pool_of(table)
    if counts is not None:
        table, pool = pool_from_file(table, counts, data.sources, pipeline)
    fitted: ErrorModel | None = None
    people: People | None = None
    if coefficients is not None:
        fitted = predicted_model(gold, data.sources, coefficients)
        pool = replace(pool, size=len(fitted.systems), solved=np.full(len(pool.solved), len(fitted.systems)))
    elif model != "paper":
        fitted = fitted_model(table, data.sources, model)
        fitted, people = joined(fitted, gold, judgements) if judgements else (fitted, None)
    return JudgedReference(
        place,
        reference.name,
        data.sources,
        settings,
        table,
        pool if fitted is None else fitted.pool(table, pool),
        pipeline,
        tuple(skipped),
        references,
        counts,
        has_regions=several == "regions",
        model=fitted,
        people=people,
    )


def clashes_kept(data: EvalSet) -> Clashes | None:
    """Give `both` for data that were read with overlapping edits; `None` if there are none."""
    return "both" if any(has_overlaps(reference.edits or ()) for reference in data.references) else None


def chosen_reference(data: EvalSet, place: int) -> Reference:
    """Give the reference at a place, from 0; refuse a place where there is none."""
    if not 0 <= place < len(data.references):
        names = ", ".join(f"{number}: {reference.name}" for number, reference in enumerate(data.references))
        raise UsageError(f"there is no reference {place}", remedy=f"choose from {names}" if names else "give one")
    return data.references[place]


def gold_edits(reference: Reference) -> list[Edits | None]:
    """Give a reference's edits, which must be there; `None` where its annotator is absent."""
    if reference.edits is None:
        raise UsageError(f"reference {reference.name!r} has no edits yet", remedy="annotate it first")
    return list(reference.edits)


def _without(edits: Sequence[Edits | None], sentences: Sequence[int]) -> list[Edits | None]:
    left_out = set(sentences)
    return [None if number in left_out else kept for number, kept in enumerate(edits)]


def outsider_warnings(reference: JudgedReference) -> Iterator[str]:
    """Warn about systems outside the pool, and about false positives that are free because nobody in it makes them."""
    table, pool = reference.table, reference.pool
    for column, name in enumerate(table.systems):
        free, false = free_false_positives(table, column, pool, reference.settings)
        # Published files do not name their systems: there, free false positives give an outsider away.
        if free or (pool.systems and name not in pool.systems):
            yield (
                f"{name}: {free} of its {false} false positives on correct text have no weight, because no system that "
                "judges the difficulty makes them; redink difficulty --fp unit gives each the weight 1."
            )
