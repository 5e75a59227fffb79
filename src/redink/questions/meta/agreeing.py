"""Scores of measures and human choices in; how far measures and people agree out.

Systems: scores are correlated with a human ranking, which is made from pairwise choices or given.
Sentences: for each human choice between two outputs it is asked which of them the measure prefers.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, TypeAlias

import numpy as np

from redink.arrays import Floats
from redink.errors import InputError, UsageError
from redink.evaluation.conditions import conditions
from redink.frozen import frozen
from redink.questions.meta.mathematics.numbering import Numbering, SentenceScores
from redink.questions.meta.results import HumanRanking, MetaResults, SentenceAgreement, SystemAgreement
from redink.reading.human_rankings import SIGNS, PairwiseChoice
from redink.records import Interval
from redink.signature import Signature
from redink.stats import rankings_from_pairs as rankings
from redink.stats.correlation import COEFFICIENTS, CorrelationInterval, Ties, agreement, agreement_table, correlate
from redink.stats.intervals import interval
from redink.stats.resampling import Resamples, bootstrap
from redink.stats.wmt_trueskill import ENOUGH, wmt_trueskill

RankingMethod: TypeAlias = Literal["expected-wins", "bradley-terry", "trueskill", "wmt-trueskill"]

SystemScores: TypeAlias = Mapping[str, Mapping[str, float]]
"""Measure → system → score."""


@frozen
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


def evaluate_measures(
    system_scores: SystemScores,
    sentence_scores: SentenceScores,
    choices: Sequence[PairwiseChoice] = (),
    *,
    given: SystemScores | None = None,
    numbering: Sequence[Numbering] = (),
    plan: MetaPlan | None = None,
) -> MetaResults:
    """Hold measures against people, on systems and on sentences.

    Args:
        system_scores: Measure → system → score.
        sentence_scores: Measure → (system, sentence) → score.
        choices: Human choices; they and the scores count sentences alike.
        given: Human scores that are known already, by name of the ranking.
        numbering: How the files of the choices counted sentences.
        plan: Settings.
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
        _signature(system_scores, sentence_scores, choices, given, numbering, plan),
        tuple(numbering),
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
    notes = []
    if method == "wmt-trueskill":
        notes.append(
            "wmt-trueskill: the scale of WMT's program, on which Grundkiewicz et al. (2015), Napoles et al. (2015) and "
            "SEEDA (2024) published; `trueskill` has the scale of gec-metrics."
        )
        if len(pairs.first) < ENOUGH:
            notes.append(
                f"wmt-trueskill: with {len(pairs.first)} choices, WMT's program gives other values, which "
                f"change from run to run; from about {ENOUGH} choices on, its mean values are these."
            )
        return HumanRanking(method, systems, _optional(wmt_trueskill(rankings.count_pairs(pairs))), notes=tuple(notes))
    strengths = rankings.bradley_terry(rankings.count_pairs(pairs))
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
            f"{measure}: no human choice has scores for both outputs",
            remedy="scores count sentences from 0; are they of the outputs that people judged?",
        )
    table = agreement_table(
        [scores[choice.first, choice.sentence] for choice in known],
        [scores[choice.second, choice.sentence] for choice in known],
        [SIGNS[choice.outcome] for choice in known],
    )
    rng = np.random.default_rng(plan.seed)
    draws = Resamples.draw(len(known), plan.resamples, rng, [choice.sentence for choice in known])
    concordant, discordant, tied = (int(count) for count in table.sum(axis=0))
    return SentenceAgreement(
        measure,
        concordant,
        discordant,
        tied,
        len(known) - concordant - discordant - tied,
        len(choices) - len(known),
        *_tau(table, draws, "dropped", plan.level),
        *_tau(table, draws, "counted", plan.level),
        *_tau(_ties_to_the_later_name(table, known), draws, "dropped", plan.level),
    )


def _ties_to_the_later_name(table: Floats, choices: Sequence[PairwiseChoice]) -> Floats:
    """Count the measure's ties as choices of the system whose name comes later in the alphabet, as SEEDA's script does.

    The script asks whether the first of two systems has the higher score, and takes a tie for a no.
    """
    as_people = np.array([(choice.first < choice.second) == (choice.outcome == "<") for choice in choices])
    tied = table[:, 2]
    return np.stack([table[:, 0] + tied * as_people, table[:, 1] + tied * ~as_people, np.zeros_like(tied)], axis=1)


def _tau(table: Floats, draws: Resamples, ties: Ties, level: float) -> tuple[float | None, Interval | None]:
    moved = bootstrap(table, lambda sums: agreement(sums, ties=ties), draws)
    return None if math.isnan(moved.estimate) else moved.estimate, interval(moved, level=level)


def _signature(
    system_scores: SystemScores,
    sentence_scores: SentenceScores,
    choices: Sequence[PairwiseChoice],
    given: SystemScores | None,
    numbering: Sequence[Numbering],
    plan: MetaPlan,
) -> Signature:
    starts = {file.first_sentence for file in numbering}
    start = starts.pop() if len(starts) == 1 else " ".join(str(file.first_sentence) for file in numbering)
    return conditions(
        ({"first-sentence": start} if numbering else {})
        | {
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
