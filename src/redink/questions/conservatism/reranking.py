"""N-best lists and references in; the best candidates for M = 1, 2, … references, and what they change, out."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from redink.arrays import Floats
from redink.errors import InputError, Place, UsageError
from redink.questions.conservatism.mathematics.rates import COLUMNS, rate_named
from redink.questions.conservatism.mathematics.reranking import Choice, Level, best_of_each, best_together
from redink.questions.conservatism.mathematics.statistics import Settings, word_stats
from redink.questions.conservatism.results import MOST_CHANGES, Measured
from redink.questions.score.run import Trust, signature_of
from redink.reading.nbest import Candidates
from redink.records import EvalSet, Interval, Reference, System, Tokens
from redink.reports.charts import Axis, Bar, Chart, heat_table, score_bars
from redink.reports.shown import Shown
from redink.reports.tables import Cell, Column, Row, Table
from redink.scoring.measure import Conventions, Measure, ScoresSentences
from redink.scoring.names import parse_measure
from redink.signature import Signature
from redink.stats.intervals import interval
from redink.stats.resampling import Resamples, bootstrap

Annotate = Callable[[EvalSet], EvalSet]
"""Gives an `EvalSet` the edits it lacks."""


@dataclass(frozen=True, slots=True, eq=False)
class Picks:
    """What was picked for one number of references."""

    name: str
    """`1-best`, `M = 2`, or a reference."""
    texts: tuple[Tokens, ...]
    """The picked candidates; those of the first draw where there are several."""
    score: float | None
    """Their score: of `1-best` against the largest M, of picks against the references used; `None` for references."""
    table: Floats
    """(sentences × columns) what they change, the mean over draws."""
    histogram: tuple[float, ...]
    """Sentences with 0, 1, … changed words, the mean over draws; the last of `MOST_CHANGES` or more."""
    change: Interval | None = None
    """Interval of the mean WordChange."""

    def mean(self, name: str) -> float | None:
        """Give the mean of one statistic over sentences."""
        return float(self.table[:, COLUMNS.index(name)].mean()) if len(self.table) else None

    def total(self, name: str) -> float:
        """Add up one statistic."""
        return float(self.table[:, COLUMNS.index(name)].sum())


@dataclass(frozen=True, slots=True, eq=False)
class Reranked(Shown):
    """Oracle re-ranking as the number of references grows."""

    measure: str
    """The measure by which candidates were picked."""
    sentences: tuple[int, ...]
    """The source sentences that have candidates, from 0."""
    candidates: int
    """How many candidates there are in all."""
    rows: tuple[Picks, ...]
    """The first candidates, the picks for M = 1, 2, …, then the references."""
    draws: int | None
    """How many random choices of M references each row is the mean of; `None` for the first M."""
    signature: Signature
    """Everything the numbers depend on."""

    def to_tables(self) -> list[Table]:
        """Give the table."""
        return [rerank_table(self)]

    def to_dict(self) -> dict[str, object]:
        """Give plain JSON data."""
        return {"signature": self.signature.to_dict(), "rows": self.to_dicts()}

    def to_dicts(self) -> list[dict[str, object]]:
        """Give one flat dictionary for each row."""
        return [
            {
                "picked": row.name,
                self.measure: row.score,
                "changed": row.total("changed"),
                "WordChange": row.mean("changes"),
                "rho": row.mean("rho"),
                "reordered": row.total("reordered"),
                "word_changes": list(row.histogram),
            }
            for row in self.rows
        ]


@dataclass(frozen=True, slots=True)
class How:
    """How candidates are picked."""

    measure: str = "F0.5"
    """Name of the measure a pick must be best by."""
    counts: tuple[int, ...] = ()
    """Numbers of references M; 1, 2, … all of them when empty."""
    level: Level = "sentence"
    """By the score of each sentence, or of the corpus."""
    draws: int | None = None
    """Random choices of M references to take the mean over; by default the first M are taken."""
    seed: int = 12345
    """Where these draws start."""
    settings: Settings = field(default_factory=Settings)
    """How words are compared."""


def rerank(
    data: EvalSet,
    candidates: Candidates,
    *,
    how: How | None = None,
    conventions: Conventions | None = None,
    trust: Trust | None = None,
    annotate: Annotate | None = None,
    pipeline: str = "none",
) -> Reranked:
    """Pick in each sentence the candidate that scores best against M references, for each M.

    Args:
        data: Sources and references.
        candidates: Candidates of the sentences (from 0), best first; sentences without any are left out.
        how: The measure, the numbers of references, and how they are chosen.
        conventions: Conventions of the measure; candidates are always scored one by one (`corrected`).
        trust: Asks for confidence intervals.
        annotate: Makes edits, for measures that look at them.
        pipeline: Who makes them, for the signature.
    """
    how, conventions = how or How(), replace(conventions or Conventions(), rule="corrected")
    numbers, sizes = tuple(sorted(candidates)), [len(candidates[number]) for number in sorted(candidates)]
    # References get their edits before they are repeated for every candidate.
    data = _annotated(_kept(data, numbers), annotate)
    flat = _annotated(_flattened(data, [candidates[number] for number in numbers]), annotate)
    measure = parse_measure(how.measure, conventions)
    rows = [*_pick_all(measure, data, flat, sizes, how), *_reference_rows(data, how.settings)]
    rows = [replace(row, change=_spread(row.table, data, trust)) for row in rows]
    signature = _signature(data, measure, conventions, trust, pipeline, how)
    return Reranked(measure.name, numbers, sum(sizes), tuple(rows), how.draws, signature)


def _annotated(data: EvalSet, annotate: Annotate | None) -> EvalSet:
    return data if annotate is None else annotate(data)


def _kept(data: EvalSet, numbers: Sequence[int]) -> EvalSet:
    """Keep the sentences that have candidates."""
    if not numbers:
        raise InputError("no sentence has candidates", remedy="give at least one candidate")
    if numbers[-1] >= len(data.sources):
        raise InputError(
            f"candidates for sentence {numbers[-1] + 1}, but the source has {len(data.sources)}",
            place=Place("n-best list", sentence=numbers[-1] + 1),
            remedy="the n-best list must belong to the source text",
        )
    return EvalSet(
        tuple(data.sources[number] for number in numbers),
        tuple(_taken(reference, numbers) for reference in data.references),
        documents=None if data.documents is None else tuple(data.documents[number] for number in numbers),
    )


def _flattened(data: EvalSet, candidates: Sequence[Sequence[Tokens]]) -> EvalSet:
    """Make each candidate a sentence of one long output, so that a measure scores them all at once."""
    owners = [place for place, own in enumerate(candidates) for _ in own]
    texts = tuple(text for own in candidates for text in own)
    return EvalSet(
        tuple(data.sources[owner] for owner in owners),
        tuple(_taken(reference, owners) for reference in data.references),
        (System("candidates", texts),),
    )


def _taken(reference: Reference, numbers: Sequence[int]) -> Reference:
    edits = None if reference.edits is None else tuple(reference.edits[number] for number in numbers)
    return Reference(reference.name, tuple(reference.texts[number] for number in numbers), edits)


def _pick_all(measure: Measure, data: EvalSet, flat: EvalSet, sizes: Sequence[int], how: How) -> list[Picks]:
    """Give the first candidates and the picks for every M."""
    everything = word_stats(flat.sources, how.settings.align_all(flat.sources, flat.systems[0].texts))
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]]).astype(np.intp)
    rng = np.random.default_rng(how.seed)
    rows = []
    firsts: list[float | None] = []
    for m in _counts(how, len(data.references)):
        chosen, scores, firsts = [], [], []
        for some in _subsets(len(data.references), m, how.draws, rng):
            part = replace(flat, references=tuple(flat.references[number] for number in some))
            stats = measure.sentence_stats(part, part.systems[0])
            picked = starts + _choose(measure, part, stats, sizes, how.level)
            chosen.append(picked)
            scores.append(_score(measure, stats[picked]))
            firsts.append(_score(measure, stats[starts]))
        rows.append(_picks(f"M = {m}", chosen, _mean(scores), everything, flat))
    return [_picks("1-best", [starts], _mean(firsts), everything, flat), *rows]


def _counts(how: How, total: int) -> list[int]:
    """Give the numbers of references from the smallest on: the first candidates are scored against the last."""
    for m in how.counts:
        if not 1 <= m <= total:
            raise UsageError(f"M = {m} with {total} reference(s)", remedy="give more references, or a smaller M")
    return sorted(set(how.counts)) or list(range(1, total + 1))


def _subsets(total: int, size: int, draws: int | None, rng: np.random.Generator) -> list[list[int]]:
    """Give the first references, or random choices of so many."""
    if draws is None or size == total:
        return [list(range(size))]
    return [sorted(rng.choice(total, size, replace=False).tolist()) for _ in range(draws)]


def _choose(measure: Measure, data: EvalSet, stats: Floats, sizes: Sequence[int], level: Level) -> Choice:
    if isinstance(measure, ScoresSentences):
        scores = measure.sentence_scores(data, data.systems[0])
    else:
        scores = measure.score_from_sums(stats)
    chosen = best_of_each(scores, sizes)
    return best_together(stats, sizes, measure.score_from_sums, chosen) if level == "corpus" else chosen


def _score(measure: Measure, stats: Floats) -> float | None:
    value = float(measure.score_from_sums(stats.sum(axis=0)[np.newaxis])[0])
    return None if math.isnan(value) else value


def _mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None


def _picks(name: str, chosen: Sequence[Choice], score: float | None, everything: Floats, flat: EvalSet) -> Picks:
    texts = tuple(flat.systems[0].texts[number] for number in chosen[0])
    tables = [everything[own] for own in chosen]
    return _row(name, texts, score, tables)


def _reference_rows(data: EvalSet, settings: Settings) -> list[Picks]:
    rows = []
    for reference in data.references:
        pairs = zip(data.sources, reference.texts, strict=True)
        texts = tuple(source if text is None else text for source, text in pairs)
        rows.append(
            _row(reference.name, texts, None, [word_stats(data.sources, settings.align_all(data.sources, texts))])
        )
    return rows


def _row(name: str, texts: tuple[Tokens, ...], score: float | None, tables: Sequence[Floats]) -> Picks:
    histograms = [Measured(name, "system", table).histogram() for table in tables]
    mean = tuple(float(count) for count in np.mean(histograms, axis=0))
    return Picks(name, texts, score, np.mean(tables, axis=0), mean)


def _spread(table: Floats, data: EvalSet, trust: Trust | None) -> Interval | None:
    if trust is None:
        return None
    plan = Resamples.draw(len(table), trust.resamples, np.random.default_rng(trust.seed), data.documents)
    moved = bootstrap(table, rate_named("WordChange").score_from_sums, plan)
    return interval(moved, level=trust.level, method=trust.method)


def _signature(
    data: EvalSet, measure: Measure, conventions: Conventions, trust: Trust | None, pipeline: str, how: How
) -> Signature:
    shared = signature_of(data, (measure,), conventions, trust, pipeline)
    own: dict[str, str | int] = {"reranking": how.level, "alignment": how.settings.alignment}
    own |= {} if how.draws is None else {"draws": how.draws, "draw_seed": how.seed}
    return Signature.of(**dict(shared.fields[1:]), **own)


def rerank_table(found: Reranked) -> Table:
    """One row a number of references: score, sentences and words changed, word order."""
    columns = (
        Column("picked", "picked by"),
        Column(found.measure, digits=4),
        Column("changed", "sentences changed", digits=0),
        Column("WordChange", digits=3),
        Column("rho", "mean ρ", digits=4),
        Column("reordered", digits=0),
    )
    rows = [
        Row(
            (
                Cell(row.name),
                Cell(row.score),
                Cell(_whole(row.total("changed"))),
                Cell(row.mean("changes"), row.change),
                Cell(row.mean("rho")),
                Cell(_whole(row.total("reordered"))),
            )
        )
        for row in found.rows
    ]
    against = "the first M references" if found.draws is None else f"M references drawn {found.draws} times (means)"
    notes = (
        f"Best of {found.candidates} candidates of {len(found.sentences)} sentences against {against}: an oracle. "
        "1-best: the first candidates, scored against the largest M. Below: what the references change. "
        "reordered: sentences with ρ < 1.",
        f"Signature: {found.signature}.",
    )
    return Table("Oracle re-ranking: conservatism as references are added", columns, tuple(rows), notes=notes)


def _whole(number: float) -> float | int:
    """Write a count as one; means over draws stay as they are."""
    return int(number) if number.is_integer() else number


def rerank_charts(found: Reranked) -> dict[str, Chart]:
    """Draw mean WordChange by M, and the thesis' figure: sentences by number of changed words and M."""
    bars = [Bar(row.name, row.mean("changes"), row.change) for row in found.rows]
    heads = [*map(str, range(1, MOST_CHANGES)), f"{MOST_CHANGES}+"]
    return {
        "reranking": score_bars("Words changed after oracle re-ranking", bars, axis=Axis("Mean WordChange", low=0)),
        "reranking-histogram": heat_table(
            "Sentences by number of changed words after oracle re-ranking",
            [row.name for row in found.rows],
            heads,
            [row.histogram[1:] for row in found.rows],
            axis=Axis("Sentences", digits=0, low=0, whole=True),
            row_label="Picked by",
            column_label="Changed words (WordChange)",
        ),
    }
