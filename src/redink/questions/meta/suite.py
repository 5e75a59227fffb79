"""A folder of human judgements, outputs, references and names of measures in; a benchmark of the measures out."""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import numpy as np

from redink.arrays import Floats, ratio
from redink.errors import InputError, Note, Place, UsageError, users_line
from redink.evaluation.conditions import conditions
from redink.evaluation.data import picked, read
from redink.evaluation.estimate import adjusted, too_few_resamples
from redink.evaluation.preparation import prepare
from redink.evaluation.trust import Trust
from redink.questions.meta.agreeing import MetaPlan, evaluate_measures, rank_systems
from redink.questions.meta.mathematics.numbering import FirstSentence, Numbering, SentenceScores, find_numbering
from redink.questions.meta.mathematics.subsets import INPUT, subsets, windows
from redink.questions.meta.results import HumanRanking, MetaResults
from redink.questions.meta.suite_results import Contest, Part, SuiteResults, Window
from redink.questions.score.all_measures import named_measures
from redink.questions.score.plan import run_plan
from redink.questions.score.run import scored
from redink.reading.files import Source
from redink.reading.human_rankings import SIGNS, PairwiseChoice
from redink.reading.suites import Design, SuiteFiles, read_suite
from redink.records import EvalSet
from redink.scoring.measure import Conventions
from redink.scoring.names import lower_is_better
from redink.signature import Value
from redink.stats.correlation import agreement_table, pearson, spearman
from redink.stats.dependent_correlations import permutation, williams
from redink.stats.resampling import Swaps, SwapSums
from redink.stats.significance import PairedResult, approximate_randomisation

SystemScores = Mapping[str, Mapping[str, float]]


def benchmark(
    suite: str | Path,
    *,
    outputs: str | Path | None,
    source: Source | None,
    references: Sequence[Source],
    tokenise: str,
    measures: Sequence[str],
    conventions: Conventions,
    pipeline: str,
    first_sentence: FirstSentence | None,
    without: Sequence[str],
    window: int,
    plan: MetaPlan,
) -> SuiteResults:
    """Score the outputs of a suite by every measure, and hold the scores against each of its sets of judgements."""
    if window < 3:
        raise UsageError(f"a window of {window} systems has no correlation", remedy="give 3 or more")
    files = read_suite(suite, outputs)
    data = suite_data(files, source, references, without, tokenise)
    names, left_out = named_measures(measures, data, conventions)
    settled = run_plan(names, conventions, None, pipeline)
    ready = prepare(data, settled.need, pipeline=pipeline, types=settled.looks_at_types)
    results = scored(ready.data, names, conventions=settled.conventions, pipeline=ready.pipeline)
    assert results.statistics is not None
    systems: dict[str, dict[str, float]] = {}
    sentences: dict[str, dict[tuple[str, int], float]] = {}
    for measure in results.statistics.measures(results.measures):
        sign = -1 if lower_is_better(measure.name) else 1
        values = zip(data.systems, results.values(measure.name), strict=True)
        systems[measure.name] = {system.name: sign * value for system, value in values if value is not None}
        sentences[measure.name] = {
            (system.name, number): sign * score
            for system in data.systems
            for number, score in enumerate(results.statistics.sentence_scores(measure, system.name).tolist())
            if not math.isnan(score)
        }
    parts: list[Part] = []
    contests: list[Contest] = []
    moved: list[Window] = []
    counted: list[Numbering] = []
    for design in files.designs:
        choices, numbering = _placed(design, files, sentences, first_sentence)
        counted += numbering
        ranked = _rankings(design, plan)
        known = [system.name for system in data.systems]
        for subset, members in subsets(known).items():
            held = _part(systems, sentences, choices, ranked, members, numbering, plan)
            parts.append(Part(design.name, subset, held))
            contests += _contests(parts[-1], systems, sentences, choices, ranked[0], members, plan)
        moved += _windows(design.name, systems, ranked[0], subsets(known)["base"], window)
    more: dict[str, Value] = {
        "suite": " ".join(design.name for design in files.designs),
        "first-sentence": " ".join(str(each.first_sentence) for each in counted) or "subset",
        "rankings": " ".join(plan.methods),
        "orders": plan.orders,
        "window": window,
        "identical": plan.identical,
        "resamples": plan.resamples,
        "seed": plan.seed,
        "level": plan.level,
        "interval": plan.interval,
    }
    signature = conditions(
        {name: value for name, value in results.signature.to_dict().items() if name != "redink"} | more,
        checksums={
            "human": [_line(choice) for design in files.designs for choice in design.choices],
            "outputs": [" ".join(text) for system in data.systems for text in (*system.texts, (system.name,))],
        },
    )
    pairs = len(systems) * (len(systems) - 1) // 2
    notes = (*left_out, *too_few_resamples(pairs, Trust(resamples=plan.resamples, seed=plan.seed)))
    return SuiteResults(signature, tuple(systems), tuple(parts), tuple(contests), tuple(moved), notes)


def _line(choice: PairwiseChoice) -> str:
    return f"{choice.sentence}\t{choice.judge}\t{choice.first}\t{choice.outcome}\t{choice.second}"


def suite_data(
    files: SuiteFiles,
    source: Source | None,
    references: Sequence[Source],
    without: Sequence[str] = (),
    tokenise: str = "auto",
) -> EvalSet:
    """Give the outputs of a suite with their source and references.

    Where the outputs have the judged sentences alone, sources and references of the whole corpus are cut to them.
    """
    outputs = {name: str(path) for name, path in files.outputs.items() if name not in without}
    if files.numbers is None:
        return read(outputs, source=source, references=references, tokenise=tokenise)
    given = source if source is not None or not _without_source(references) else files.outputs.get(INPUT)
    whole = read(source=given, references=references, tokenise=tokenise)
    texts = read(outputs, source=files.outputs[INPUT], tokenise=tokenise)
    if len(whole.sources) == len(texts.sources):
        return replace(whole, systems=texts.systems)
    rows = _rows(whole, texts, files.numbers)
    return replace(picked(whole, rows), systems=texts.systems)


def _without_source(references: Sequence[Source]) -> bool:
    from redink.reading.kinds import carries_sources

    return not any(carries_sources(path) for path in references)


def _rows(whole: EvalSet, texts: EvalSet, numbers: Sequence[int]) -> list[int]:
    """Give the lines of the corpus that the outputs have: counted from 0 or from 1, as the source texts tell."""
    if len(numbers) != len(texts.sources):
        raise InputError(
            f"{len(texts.sources)} sentences in the outputs, but {len(numbers)} were judged",
            remedy="outputs/subset has one line for each judged sentence",
        )
    fits = {}
    for base in (0, 1):
        rows = [number - base for number in numbers]
        if min(rows) >= 0 and max(rows) < len(whole.sources):
            fits[base] = sum(whole.sources[row] == tokens for row, tokens in zip(rows, texts.sources, strict=True))
    if not fits or max(fits.values()) < len(numbers) / 2:
        raise InputError(
            "the judged sentences are not those of the source",
            place=Place(str(INPUT)),
            remedy="give the source and references of the corpus that was judged, or of the judged sentences alone",
        )
    return [number - max(fits, key=fits.__getitem__) for number in numbers]


def _placed(
    design: Design, files: SuiteFiles, scores: SentenceScores, first_sentence: FirstSentence | None
) -> tuple[list[PairwiseChoice], tuple[Numbering, ...]]:
    """Give the choices with sentences as the scores count them."""
    if files.numbers is not None:
        place = {number: row for row, number in enumerate(files.numbers)}
        return [choice._replace(sentence=place[choice.sentence]) for choice in design.choices], ()
    numbering = find_numbering(design.choices, scores, file=design.file, given=first_sentence)
    warnings.warn(str(numbering), Note if numbering.is_known else UserWarning, stacklevel=users_line())
    moved = [choice._replace(sentence=choice.sentence - numbering.first_sentence) for choice in design.choices]
    return moved, (numbering,)


def _rankings(design: Design, plan: MetaPlan) -> tuple[HumanRanking, ...]:
    """Give the human rankings that come with the judgements, or else those that the plan makes of them."""
    if not design.human_scores:
        return rank_systems(design.choices, plan)
    return tuple(
        HumanRanking(name, tuple(sorted(scores)), tuple(scores[system] for system in sorted(scores)))
        for name, scores in design.human_scores.items()
    )


def _human(ranking: HumanRanking) -> dict[str, float]:
    return {name: value for name, value in zip(ranking.systems, ranking.values, strict=True) if value is not None}


def _part(
    systems: SystemScores,
    sentences: SentenceScores,
    choices: Sequence[PairwiseChoice],
    ranked: Sequence[HumanRanking],
    members: Sequence[str],
    numbering: Sequence[Numbering],
    plan: MetaPlan,
) -> MetaResults:
    inside = set(members)
    return evaluate_measures(
        {name: {who: value for who, value in by.items() if who in inside} for name, by in systems.items()},
        {name: {key: value for key, value in by.items() if key[0] in inside} for name, by in sentences.items()},
        [choice for choice in choices if choice.first in inside and choice.second in inside],
        given={each.method: {who: v for who, v in _human(each).items() if who in inside} for each in ranked},
        numbering=numbering,
        plan=replace(plan, methods=()),
    )


def _contests(
    part: Part,
    systems: SystemScores,
    sentences: SentenceScores,
    choices: Sequence[PairwiseChoice],
    ranking: HumanRanking,
    members: Sequence[str],
    plan: MetaPlan,
) -> list[Contest]:
    """Test every pair of measures; p-values are corrected for the number of pairs."""
    human = _human(ranking)
    names = list(systems)
    pairs = list(combinations(names, 2))
    shared = [choice for choice in choices if choice.first in members and choice.second in members]
    sums = _sentence_sums(names, sentences, shared, plan)
    rows: list[tuple[float | None, float | None, float | None]] = []
    by_sentence: list[PairedResult] = []
    for first, second in pairs:
        both = [name for name in members if name in human and name in systems[first] and name in systems[second]]
        a, b = ([systems[name][system] for system in both] for name in (first, second))
        people = [human[system] for system in both]
        difference = pearson(b, people) - pearson(a, people)
        rng = np.random.default_rng(plan.seed)
        rows.append((_known(difference), williams(a, b, people), permutation(a, b, people, rng)))
        by_sentence.append(approximate_randomisation(sums[first], sums[second], accuracy))
    corrected = [adjusted([row[place] for row in rows], "holm") for place in (1, 2)]
    sentence_p = adjusted([test.p for test in by_sentence], "holm")
    return [
        Contest(
            *(part.design, part.subset, ranking.method, first, second),
            *(row[0], row[1], williams_p, row[2], permutation_p),
            *(test.difference, test.p, p),
        )
        for (first, second), row, williams_p, permutation_p, test, p in zip(
            pairs, rows, *corrected, by_sentence, sentence_p, strict=True
        )
    ]


def _sentence_sums(
    names: Sequence[str], sentences: SentenceScores, choices: Sequence[PairwiseChoice], plan: MetaPlan
) -> dict[str, SwapSums]:
    """Give for each measure the sums of concordant, discordant and tied choices that a test needs."""
    groups = [choice.sentence for choice in choices]
    swaps = Swaps.draw(len(choices), plan.resamples, np.random.default_rng(plan.seed), groups)
    tables = {}
    for name in names:
        scores = sentences[name]
        values = [
            (scores.get((choice.first, choice.sentence)), scores.get((choice.second, choice.sentence)))
            for choice in choices
        ]
        outcomes = [
            SIGNS[choice.outcome] if None not in pair else 0 for choice, pair in zip(choices, values, strict=True)
        ]
        table = agreement_table([a or 0.0 for a, _ in values], [b or 0.0 for _, b in values], outcomes)
        tables[name] = swaps.sums(table)
    return tables


def accuracy(sums: Floats) -> Floats:
    """Give (C + T/2) / (C + D + T) for (…, 3) sums: ties of the measure are half right."""
    return ratio(sums[..., 0] + sums[..., 2] / 2, sums.sum(axis=-1))


def _known(value: float) -> float | None:
    return None if math.isnan(value) else value


def _windows(
    design: str, systems: SystemScores, ranking: HumanRanking, base: Sequence[str], size: int
) -> Iterator[Window]:
    human = _human(ranking)
    for measure, scores in systems.items():
        known = [name for name in base if name in human and name in scores]
        for start, members in enumerate(windows(human, known, min(size, len(known))), start=1):
            x, y = [scores[name] for name in members], [human[name] for name in members]
            yield Window(design, ranking.method, measure, start, members, _known(pearson(x, y)), _known(spearman(x, y)))
