"""Scores of measures and human choices in; how far measures and people agree out.

Systems: scores are correlated with a human ranking, which is made from pairwise choices or given.
Sentences: for each human choice between two outputs it is asked which of them the measure prefers.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, cast

import numpy as np

from redink.arrays import Floats
from redink.errors import InputError, UsageError
from redink.evaluation.conditions import conditions
from redink.questions.meta.results import HumanRanking, MetaResults, SentenceAgreement, SystemAgreement
from redink.reading.files import Source
from redink.reading.human_rankings import SIGNS, PairwiseChoice, read_choices
from redink.reading.score_files import ScoreFile, read_score_file
from redink.records import Interval
from redink.signature import Signature
from redink.stats import rankings_from_pairs as rankings
from redink.stats.correlation import COEFFICIENTS, CorrelationInterval, Ties, agreement, agreement_table, correlate
from redink.stats.intervals import interval
from redink.stats.resampling import Resamples, bootstrap

RankingMethod: TypeAlias = Literal["expected-wins", "bradley-terry", "trueskill"]

SystemScores: TypeAlias = Mapping[str, Mapping[str, float]]
"""Measure → system → score."""
SentenceScores: TypeAlias = Mapping[str, Mapping[tuple[str, int], float]]
"""Measure → (system, 0-based sentence) → score."""


@dataclass(frozen=True, slots=True)
class MetaPlan:
    """Settings of a meta-evaluation."""

    methods: tuple[RankingMethod, ...] = ("expected-wins",)
    """How rankings are made from choices."""
    identical: bool = True
    """Whether ties between outputs of the same text count as choices."""
    interval: CorrelationInterval = "fisher"
    """Kind of interval of system correlations."""
    level: float = 0.95
    """Level of all intervals."""
    resamples: int = 1000
    """Draws of systems (bootstrap) and of sentences."""
    seed: int = 12345
    orders: int = 10
    """Random orders of the choices that `trueskill` is averaged over."""


def meta(
    scores: Source | Sequence[Source] | SystemScores = (),
    *,
    human: Source | Sequence[Source] = (),
    human_scores: Source | Sequence[Source] | SystemScores = (),
    ranking: RankingMethod | Sequence[RankingMethod] = ("expected-wins",),
    identical: bool = True,
    aliases: Sequence[str] = (),
    without: Sequence[str] = (),
    interval: CorrelationInterval = "fisher",
    level: float = 0.95,
    orders: int = 10,
    resamples: int = 1000,
    seed: int = 12345,
) -> MetaResults:
    """Evaluate measures: do they rank systems and sentences as people do?

    Args:
        scores: Files of scores (`redink score -f json`, or tables), or measure → system → score.
        human: Files of human choices: Appraise XML, or WMT's CSV of pairs.
        human_scores: Human scores of systems that are known already, like `scores`.
        ranking: How rankings are made from choices: `expected-wins`, `bradley-terry`, `trueskill`.
        identical: Whether outputs of the same text, shown to the judge once, count as ties.
        aliases: What a system of the human judgements is called in the scores, as `INPUT=source`.
        without: Systems to leave out.
        interval: Intervals of system correlations; those of sentences are always bootstrapped.
        level: Level of all intervals.
        orders: Random orders that `trueskill` is averaged over.
        resamples: Number of random draws.
        seed: Where random draws start.
    """
    names = _aliases(aliases)
    methods = (ranking,) if isinstance(ranking, str) else tuple(dict.fromkeys(ranking))
    choices = [choice for path in _as_list(human) for choice in read_choices(path)]
    measured, known = _joined(scores, {}, without), _joined(human_scores, names, without)
    plan = MetaPlan(methods, identical, interval, level, resamples, seed, orders)
    return evaluate_measures(
        measured.systems, measured.sentences, _renamed(choices, names, without), given=known.systems, plan=plan
    )


def _as_list(paths: Source | Sequence[Source]) -> Sequence[Source]:
    return [paths] if isinstance(paths, Source) else paths


def _aliases(pairs: Sequence[str]) -> dict[str, str]:
    for pair in pairs:
        if not all(pair.partition("=")):
            raise UsageError(f"--alias {pair!r}", remedy="write it as HUMAN=OURS, e.g. INPUT=source")
    return {pair.partition("=")[0]: pair.partition("=")[2] for pair in pairs}


def _renamed(
    choices: Iterable[PairwiseChoice], names: Mapping[str, str], without: Sequence[str]
) -> list[PairwiseChoice]:
    renamed = (
        choice._replace(first=names.get(choice.first, choice.first), second=names.get(choice.second, choice.second))
        for choice in choices
    )
    return [choice for choice in renamed if choice.first not in without and choice.second not in without]


def _joined(
    given: Source | Sequence[Source] | SystemScores, names: Mapping[str, str], without: Sequence[str]
) -> ScoreFile:
    """Put the measures of several files together; one that is in two files is refused."""
    if isinstance(given, Mapping):
        files = [ScoreFile({measure: dict(scores) for measure, scores in given.items()}, {})]
    else:
        files = [read_score_file(path) for path in _as_list(given)]
    whole = ScoreFile()
    for file in files:
        for measure in (*file.systems, *file.sentences):
            if measure in whole.systems or measure in whole.sentences:
                raise UsageError(
                    f"two files have scores of {measure!r}", remedy="name the measures apart in the header"
                )
        for measure, by_system in file.systems.items():
            whole.systems[measure] = {
                names.get(system, system): score for system, score in by_system.items() if system not in without
            }
        for measure, by_sentence in file.sentences.items():
            whole.sentences[measure] = {key: score for key, score in by_sentence.items() if key[0] not in without}
    return whole


def evaluate_measures(
    system_scores: SystemScores,
    sentence_scores: SentenceScores,
    choices: Sequence[PairwiseChoice] = (),
    *,
    given: SystemScores | None = None,
    plan: MetaPlan | None = None,
) -> MetaResults:
    """Hold measures against people, on systems and on sentences.

    `given` has human scores that are known already, by name of the ranking.
    """
    plan = plan or MetaPlan()
    if not choices and not given:
        raise UsageError(
            "there are no human judgements", remedy="give choices (--human) or human scores (--human-scores)"
        )
    if sentence_scores and not choices:
        raise UsageError("sentence scores need human choices", remedy="give them with --human")
    ranked = (*rank_systems(choices, plan), *(_given(name, scores) for name, scores in (given or {}).items()))
    if not plan.identical:
        choices = [choice for choice in choices if not choice.identical]
    return MetaResults(
        _signature(system_scores, sentence_scores, choices, given, plan),
        ranked,
        correlate_systems(system_scores, ranked, plan),
        tuple(agree_on_sentences(name, scores, choices, plan) for name, scores in sentence_scores.items()),
    )


def rank_systems(choices: Sequence[PairwiseChoice], plan: MetaPlan | None = None) -> tuple[HumanRanking, ...]:
    """Rank the systems people compared, by each method of the plan."""
    plan = plan or MetaPlan()
    kept = [choice for choice in choices if plan.identical or not choice.identical]
    if not kept:
        return ()
    systems = tuple(sorted({name for choice in kept for name in (choice.first, choice.second)}))
    number = {name: index for index, name in enumerate(systems)}
    pairs = rankings.Pairs.of(
        [number[choice.first] for choice in kept],
        [number[choice.second] for choice in kept],
        [SIGNS[choice.outcome] for choice in kept],
        len(systems),
    )
    return tuple(_rank(method, pairs, systems, plan) for method in plan.methods)


def _rank(method: RankingMethod, pairs: rankings.Pairs, systems: tuple[str, ...], plan: MetaPlan) -> HumanRanking:
    if method == "expected-wins":
        return HumanRanking(method, systems, _optional(rankings.expected_wins(rankings.count_pairs(pairs))))
    if method == "trueskill":
        rating = rankings.mean_rating(pairs, np.random.default_rng(plan.seed), orders=plan.orders)
        return HumanRanking(method, systems, _optional(rating.mu), _optional(rating.sigma))
    strengths = rankings.bradley_terry(rankings.count_pairs(pairs))
    notes = []
    if not strengths.connected:
        parts = len(set(strengths.component.tolist()))
        notes.append(
            f"Bradley–Terry: wins and ties connect the systems in {parts} separate parts; "
            "only the prior places the parts against each other."
        )
    if not strengths.converged:
        notes.append(f"Bradley–Terry: no convergence after {strengths.iterations} steps.")
    errors = _optional(strengths.standard_error)
    return HumanRanking(method, systems, _optional(strengths.theta), errors, tuple(notes))


def _optional(values: Floats) -> tuple[float | None, ...]:
    return tuple(None if math.isnan(value) else value for value in values.tolist())


def _given(name: str, scores: Mapping[str, float]) -> HumanRanking:
    systems = tuple(sorted(scores))
    return HumanRanking(name, systems, tuple(scores[system] for system in systems))


def correlate_systems(
    scores: SystemScores, ranked: Sequence[HumanRanking], plan: MetaPlan | None = None
) -> tuple[SystemAgreement, ...]:
    """Correlate each measure with each human ranking over the systems that both know."""
    plan = plan or MetaPlan()
    return tuple(_correlate(name, by_system, ranking, plan) for name, by_system in scores.items() for ranking in ranked)


def _correlate(measure: str, scores: Mapping[str, float], ranking: HumanRanking, plan: MetaPlan) -> SystemAgreement:
    human = {name: value for name, value in zip(ranking.systems, ranking.values, strict=True) if value is not None}
    both = sorted(set(scores) & set(human))
    if not both:
        raise InputError(
            f"{measure} and the human ranking {ranking.method!r} have no system in common",
            remedy=f"people judged {', '.join(ranking.systems)}; the scores are of {', '.join(sorted(scores))}",
        )
    x, y = [scores[name] for name in both], [human[name] for name in both]
    # A generator for each, so that one result does not depend on what else was asked for.
    correlations = tuple(
        correlate(
            x,
            y,
            coefficient,
            level=plan.level,
            method=plan.interval,
            resamples=plan.resamples,
            rng=np.random.default_rng(plan.seed),
        )
        for coefficient in COEFFICIENTS
    )
    return SystemAgreement(measure, ranking.method, correlations, tuple(both), tuple(sorted(set(scores) ^ set(human))))


def agree_on_sentences(
    measure: str,
    scores: Mapping[tuple[str, int], float],
    choices: Sequence[PairwiseChoice],
    plan: MetaPlan | None = None,
) -> SentenceAgreement:
    """Ask of each human choice whether the measure would have chosen alike; intervals draw whole sentences."""
    plan = plan or MetaPlan()
    known = [
        choice
        for choice in choices
        if (choice.first, choice.sentence) in scores and (choice.second, choice.sentence) in scores
    ]
    if not known:
        raise InputError(
            f"{measure}: no human choice has scores for both outputs", remedy="sentences are numbered from 0"
        )
    table = agreement_table(
        [scores[choice.first, choice.sentence] for choice in known],
        [scores[choice.second, choice.sentence] for choice in known],
        [SIGNS[choice.outcome] for choice in known],
    )
    rng = np.random.default_rng(plan.seed)
    draws = Resamples.draw(len(known), plan.resamples, rng, [choice.sentence for choice in known])
    concordant, discordant, tied = (int(count) for count in table.sum(axis=0))
    dropped, counted = (_tau(table, draws, ties, plan.level) for ties in ("dropped", "counted"))
    return SentenceAgreement(
        measure,
        concordant,
        discordant,
        tied,
        len(known) - concordant - discordant - tied,
        len(choices) - len(known),
        *dropped,
        *counted,
    )


def _tau(table: Floats, draws: Resamples, ties: str, level: float) -> tuple[float | None, Interval | None]:
    rule = cast(Ties, ties)
    moved = bootstrap(table, lambda sums: agreement(sums, ties=rule), draws)
    return None if math.isnan(moved.estimate) else moved.estimate, interval(moved, level=level)


def _signature(
    system_scores: SystemScores,
    sentence_scores: SentenceScores,
    choices: Sequence[PairwiseChoice],
    given: SystemScores | None,
    plan: MetaPlan,
) -> Signature:
    return conditions(
        {
            "rankings": " ".join((*(plan.methods if choices else ()), *(given or {}))),
            "identical": plan.identical,
            "interval": plan.interval,
            "level": plan.level,
            "resamples": plan.resamples,
            "seed": plan.seed,
            "orders": plan.orders,
            "choices": len(choices),
        },
        checksums={
            "human": (
                f"{choice.sentence}\t{choice.judge}\t{choice.first}\t{choice.outcome}\t{choice.second}"
                for choice in choices
            ),
            "given": _score_lines(given or {}),
            "scores": [*_score_lines(system_scores), *_score_lines(sentence_scores)],
        },
    )


def _score_lines(scores: Mapping[str, Mapping[Any, float]]) -> Iterator[str]:
    return (f"{measure}\t{key}\t{score}" for measure, keyed in scores.items() for key, score in keyed.items())
