"""N-best lists and references in; the best candidates for M = 1, 2, … references, and what they change, out."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import get_args

import numpy as np

from redink.annotation.annotator import Annotator
from redink.arrays import Floats
from redink.errors import InputError, Place, UsageError
from redink.evaluation.calls import checked
from redink.evaluation.conditions import conditions, convention_settings, measure_inputs
from redink.evaluation.estimate import estimates, plain_score
from redink.evaluation.preparation import annotated, described, load_annotator, prepare
from redink.evaluation.statistics import Statistics
from redink.evaluation.tokenising import Splitting, tokeniser_of
from redink.evaluation.trust import Draws, Trust
from redink.language.trees import tree_pipeline
from redink.questions.conservatism.mathematics.rates import rate_named
from redink.questions.conservatism.mathematics.reranking import Choice, Level, best_of_each, best_together
from redink.questions.conservatism.mathematics.statistics import Settings, histogram, word_stats
from redink.questions.conservatism.results import Picks, Reranked
from redink.reading.files import Source
from redink.reading.nbest import Candidates, Form, read_nbest
from redink.records import EvalSet, Reference, System, Tokens
from redink.scoring.measure import Absent, Conventions, Measure, expect_choice, filled, further_conditions
from redink.scoring.names import lower_is_better, need_of, parse_measure
from redink.signature import Value
from redink.stats.intervals import IntervalMethod


@checked
def rerank(
    data: EvalSet,
    nbest: str | Path | Candidates,
    *,
    measure: str = "F0.5",
    numbers: Sequence[int] = (),
    level: Level = "sentence",
    draws: int | None = None,
    list_form: Form = "auto",
    with_source: bool = False,
    ci: bool = False,
    interval: IntervalMethod = "percentile",
    resamples: int = 1000,
    seed: int = 12345,
    absent: Absent = "missing",
    auto: bool = False,
    pipeline: str = "redink-en",
    cache: bool = False,
) -> Reranked:
    """Pick the candidates of n-best lists that score best against M references, and measure what they change.

    Arguments that are not in this list mean the same as in `score`:
        data: The result of `read`. Its systems are not used.
        nbest: An n-best file, or candidates by sentence number (from 0), best first.
        measure: Name of the measure that chooses the best candidate.
        numbers: Numbers of references M. If empty: 1, 2, … all.
        level: Maximise the score of each `sentence`, or the score of the whole `corpus` (with a greedy search).
        draws: Draw the M references at random this many times, and give means. Without it, the first M references are
            used.
        list_form: Form of the file: `moses`, `tsv` or `blocks`; `auto` looks at its first line.
        with_source: Whether to add the unchanged source as the last candidate of every sentence.
        ci: Whether to give confidence intervals for the mean WordChange.
        resamples: Number of random draws of sentences.
        seed: Seed of the random draws of sentences and of references.
        pipeline: `redink-en`, `errant`, `plain`, or a spaCy model; for measures that look at edits.
    """
    ready = prepare(data, "texts", pipeline=pipeline, cache=cache, auto=auto)
    candidates = nbest if isinstance(nbest, dict) else read_candidates(nbest, data, list_form)
    if with_source:
        candidates = _with_source(candidates, data)
    # Single candidates are scored, so that no choice may depend on the sentences before.
    conventions = Conventions("corrected", absent, parser=tree_pipeline(pipeline))
    annotator = None if need_of([measure], conventions) == "texts" else load_annotator(pipeline, cache=cache)
    return reranked(
        ready.data,
        candidates,
        how=How(measure, tuple(numbers), level, draws, seed),
        conventions=conventions,
        trust=Trust(interval, resamples=resamples, seed=seed) if ci else None,
        annotator=annotator,
        pipeline=ready.pipeline if annotator is None else described(annotator),
    )


def read_candidates(
    path: Source, data: EvalSet, list_form: Form = "auto", *, source_name: str = "the source"
) -> Candidates:
    """Read an n-best list, and refuse one that cannot belong to the source text, which messages call `source_name`."""
    candidates = read_nbest(path, form=list_form)
    if tokeniser_of(data) != "none":
        split = Splitting(tokeniser_of(data)).tokens
        candidates = {
            number: tuple(dict.fromkeys(split(" ".join(tokens)) for tokens in texts))
            for number, texts in candidates.items()
        }
    # A plain output, one line for each sentence, reads as one long list for the first sentence.
    if len(candidates) == 1 and len(candidates.get(0, ())) > 1 and len(data.sources) > 1:
        raise InputError(
            f"all {len(candidates[0])} candidates are for the first of {len(data.sources)} sentences",
            place=Place(str(path)),
            remedy="number the sentences (0 ||| text), or put a blank line after the candidates of each",
        )
    _expect_within(candidates, data, str(path), source_name)
    return candidates


def _expect_within(candidates: Candidates, data: EvalSet, list_name: str, source_name: str) -> None:
    last = max(candidates, default=-1) + 1
    if last > len(data.sources):
        raise InputError(
            f"candidates for sentence {last}, but {source_name} has {len(data.sources)} sentences",
            place=Place(list_name, sentence=last),
            remedy="the n-best list must belong to the source text; Moses numbers sentences from 0, tables from 1",
        )


def _with_source(candidates: Candidates, data: EvalSet) -> Candidates:
    return {
        number: tuple(dict.fromkeys((*texts, *data.sources[number : number + 1])))
        for number, texts in candidates.items()
    }


@dataclass(frozen=True, slots=True)
class How:
    """How candidates are picked."""

    measure: str = "F0.5"
    """Name of the measure a pick must be best by."""
    numbers: tuple[int, ...] = ()
    """Numbers of references M; 1, 2, … all of them when empty."""
    level: Level = "sentence"
    """By the score of each sentence, or of the corpus."""
    draws: int | None = None
    """Random choices of M references to take the mean over; by default the first M are taken."""
    seed: int = 12345
    """Where these draws start."""
    settings: Settings = field(default_factory=Settings)
    """How words are compared."""

    def __post_init__(self) -> None:
        """Refuse a level that there is not."""
        expect_choice("level", self.level, get_args(Level))

    def numbers_of(self, references: int) -> tuple[int, ...]:
        """Give the numbers M of so many references, the smallest first."""
        for m in self.numbers:
            if not 1 <= m <= references:
                raise UsageError(
                    f"M = {m}, but the number of references is {references}",
                    remedy="give more references, or a smaller M",
                )
        return tuple(sorted(set(self.numbers))) or tuple(range(1, references + 1))


def reranked(
    data: EvalSet,
    candidates: Candidates,
    *,
    how: How | None = None,
    conventions: Conventions | None = None,
    trust: Trust | None = None,
    annotator: Annotator | None = None,
    pipeline: str = "none",
) -> Reranked:
    """Pick in each sentence the candidate that scores best against M references, for each M.

    `candidates` holds those of sentences (from 0), best first; sentences without any are left out. They are always
    scored one by one (`corrected`). `trust` asks for intervals.
    """
    how, conventions = how or How(), replace(conventions or Conventions(), rule="corrected")
    measure = parse_measure(how.measure, conventions)
    sentences = tuple(sorted(candidates))
    lists = [candidates[number] for number in sentences]
    _expect_within(candidates, data, "n-best list", "the source")
    # References get their edits before they are repeated for every candidate, and annotators who agree with others
    # do so even where these are not drawn.
    data = filled(_annotated(_kept(data, sentences), annotator, measure), conventions.absent)
    numbers = how.numbers_of(len(data.references))
    flat = _annotated(_flattened(data, lists), annotator, measure)
    picks = _pick_all(measure, flat, [len(texts) for texts in lists], numbers, how)
    draws = None if trust is None else Draws(trust, len(sentences), data.documents)
    rows = tuple(_with_interval(row, draws) for row in (*picks, *_reference_rows(data, how.settings)))
    signature = conditions(
        {"measures": measure.name}
        | convention_settings(conventions)
        | further_conditions([measure])
        | _settings(how, numbers),
        data=data,
        with_edits=measure.needs != "texts",
        pipeline=pipeline,
        trust=trust,
        checksums={"candidates": _candidate_lines(candidates)} | measure_inputs([measure], data),
    )
    return Reranked(measure.name, numbers, sentences, len(flat.sources), rows, how.draws, signature)


def _settings(how: How, numbers: Sequence[int]) -> dict[str, Value]:
    settings: dict[str, Value] = {"reranking": how.level, "numbers": " ".join(map(str, numbers))}
    settings |= how.settings.word_conditions
    return settings | ({} if how.draws is None else {"draws": how.draws, "draw_seed": how.seed})


def _candidate_lines(candidates: Candidates) -> Iterator[str]:
    for number in sorted(candidates):
        yield f"sentence {number}"
        yield from (f"text {' '.join(text)}" for text in candidates[number])


def _annotated(data: EvalSet, annotator: Annotator | None, measure: Measure) -> EvalSet:
    return data if annotator is None else annotated(data, annotator, need=measure.needs)


def _kept(data: EvalSet, sentences: Sequence[int]) -> EvalSet:
    """Keep the sentences that have candidates."""
    if not sentences:
        raise InputError("no sentence has candidates", remedy="give at least one candidate")
    return EvalSet(
        tuple(data.sources[number] for number in sentences),
        tuple(_taken(reference, sentences) for reference in data.references),
        documents=None if data.documents is None else tuple(data.documents[number] for number in sentences),
    )


def _flattened(data: EvalSet, lists: Sequence[Sequence[Tokens]]) -> EvalSet:
    """Make each candidate a sentence of one long output, so that a measure scores them all at once."""
    sentences = [number for number, texts in enumerate(lists) for _ in texts]
    return EvalSet(
        tuple(data.sources[number] for number in sentences),
        tuple(_taken(reference, sentences) for reference in data.references),
        (System("candidates", tuple(text for texts in lists for text in texts)),),
    )


def _taken(reference: Reference, sentences: Sequence[int]) -> Reference:
    edits = None if reference.edits is None else tuple(reference.edits[number] for number in sentences)
    return Reference(reference.name, tuple(reference.texts[number] for number in sentences), edits)


def _pick_all(
    measure: Measure, flat: EvalSet, sizes: Sequence[int], numbers: Sequence[int], how: How
) -> Iterator[Picks]:
    """Give the first candidates, scored against the largest M, and the picks for every M."""
    (system,) = flat.systems
    changes = word_stats(flat.sources, how.settings.align_all(flat.sources, system.texts))
    firsts = np.concatenate([[0], np.cumsum(sizes)[:-1]]).astype(np.intp)
    rng = np.random.default_rng(how.seed)

    def row(name: str, choices: Sequence[Choice], scores: Sequence[float | None]) -> Picks:
        texts = tuple(system.texts[place] for place in choices[0])
        return _row(name, texts, _mean(scores), [changes[chosen] for chosen in choices])

    rows: list[Picks] = []
    first_scores: list[float | None] = []
    for m in numbers:
        choices, scores, first_scores = [], [], []
        for subset in _subsets(len(flat.references), m, how.draws, rng):
            part = replace(flat, references=tuple(flat.references[number] for number in subset))
            statistics = Statistics(part)
            stats = statistics.rows(measure, system.name)
            chosen = best_of_each(_merits(measure, statistics.sentence_scores(measure, system.name)), sizes)
            if how.level == "corpus":
                chosen = best_together(stats, sizes, partial(_corpus_merits, measure), chosen)
            choices.append(firsts + chosen)
            scores.append(plain_score(stats[choices[-1]], measure.score_from_sums))
            first_scores.append(plain_score(stats[firsts], measure.score_from_sums))
        rows.append(row(f"M = {m}", choices, scores))
    yield row("1-best", [firsts], first_scores)
    yield from rows


def _corpus_merits(measure: Measure, sums: Floats) -> Floats:
    return _merits(measure, measure.score_from_sums(sums))


def _merits(measure: Measure, scores: Floats) -> Floats:
    """Give scores of which 1 is the best: 1 minus the score of a measure of faults."""
    return 1 - scores if lower_is_better(measure.name) else scores


def _subsets(total: int, size: int, draws: int | None, rng: np.random.Generator) -> list[list[int]]:
    """Give the first references, or random choices of so many."""
    if draws is None or size == total:
        return [list(range(size))]
    return [sorted(rng.choice(total, size, replace=False).tolist()) for _ in range(draws)]


def _mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return math.fsum(known) / len(known) if known else None


def _reference_rows(data: EvalSet, settings: Settings) -> Iterator[Picks]:
    for reference in data.references:
        pairs = zip(data.sources, reference.texts, strict=True)
        texts = tuple(source if text is None else text for source, text in pairs)
        yield _row(reference.name, texts, None, [word_stats(data.sources, settings.align_all(data.sources, texts))])


def _row(name: str, texts: tuple[Tokens, ...], score: float | None, tables: Sequence[Floats]) -> Picks:
    mean = tuple(float(count) for count in np.mean([histogram(table) for table in tables], axis=0))
    return Picks(name, texts, score, np.mean(tables, axis=0), mean)


def _with_interval(row: Picks, draws: Draws | None) -> Picks:
    (change,) = estimates(row.table, [rate_named("WordChange")], draws)
    return replace(row, change=change.interval)
