"""A panel and its judgements in; a model of each judge, change over time, drift and criteria out."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from statistics import median

import numpy as np

from redink.arrays import Flags, Ints
from redink.questions.agreement.judge_results import CriterionRow, Drift, JudgeModel, Quarter, Trend
from redink.questions.agreement.panel import EQUAL, MISSING, SIGNS, UNSURE, Panel
from redink.reading.judgements import Judgement, latest, name_of
from redink.reading.judging_tasks import ErrorInContext, Item
from redink.stats.agreement import cohen_kappa, contingency
from redink.stats.correlation import pearson, spearman
from redink.stats.judge_models import fit_pair_judges

_NEAR = 3
"""Other errors within so many words are neighbours."""
_DISSIMILAR = 0.5
"""Below this share of common letters a replacement is another word, as in the models of difficulty."""
_FEWEST = 8
"""A judge with fewer answers has no quarters and no trend."""


def judge_models(panel: Panel, named: Sequence[Judgement]) -> tuple[JudgeModel, ...]:
    """Fit the model of judges; nothing if no pair was judged by two people."""
    decided = panel.answers.copy()
    decided[decided == UNSURE] = MISSING
    if len(panel.people) < 2 or not ((decided != MISSING).sum(axis=0) > 1).any():
        return ()
    shown = _shown(panel, named)
    fitted = fit_pair_judges(decided, shown)
    rows = []
    for place, person in enumerate(panel.people):
        answers = panel.answers[place][panel.answers[place] != MISSING]
        spread = 1.96 * fitted.noise.error[place]
        noise = float(fitted.noise.value[place])
        rows.append(
            JudgeModel(
                person,
                len(answers),
                _share(answers[answers != UNSURE] == EQUAL),
                _share(answers == UNSURE),
                noise,
                float(noise * np.exp(-spread)),
                float(noise * np.exp(spread)),
                float(fitted.tie.value[place]),
                float(fitted.bias.value[place]) if shown[place].any() else None,
                float(fitted.bias.error[place]) if shown[place].any() else None,
            )
        )
    return tuple(rows)


def _shown(panel: Panel, named: Sequence[Judgement]) -> Ints:
    """Give 1 where the left error was shown first, −1 where the right one was, 0 where that is not known."""
    shown = np.zeros_like(panel.answers)
    row = {name: place for place, name in enumerate(panel.people)}
    column = {name: place for place, name in enumerate(panel.pairs)}
    for (person, name), judgement in latest(named).items():
        if name in column:
            sign = {"left-right": 1, "right-left": -1}.get(judgement.shown, 0)
            shown[row[person], column[name]] = sign
    return shown


def _share(flags: Flags) -> float | None:
    return float(flags.mean()) if len(flags) else None


def over_time(panel: Panel, named: Sequence[Judgement]) -> tuple[tuple[Quarter, ...], tuple[Trend, ...]]:
    """Compare the quarters of each judge's answers; answers without a position keep the order of the file."""
    quarters, trends, columns = [], [], panel.columns
    for place, person in enumerate(panel.people):
        answers = [judgement for judgement in named if judgement.annotator == person and judgement.round == 1]
        answers = [answer for _, answer in sorted(enumerate(answers), key=lambda pair: pair[1].position or pair[0])]
        if len(answers) < _FEWEST:
            continue
        agreed = [_with_others(panel, columns, place, answer) for answer in answers]
        for number, part in enumerate(np.array_split(np.arange(len(answers)), 4), start=1):
            quarters.append(_quarter(person, number, [answers[i] for i in part], [agreed[i] for i in part]))
        timed = [(i, answer.seconds) for i, answer in enumerate(answers) if answer.seconds is not None]
        shared = [(i, rate) for i, rate in enumerate(agreed) if rate is not None]
        trends.append(Trend(person, *_correlation(timed, ranks=True), *_correlation(shared, ranks=False)))
    return tuple(quarters), tuple(trends)


def _with_others(panel: Panel, columns: dict[str, int], place: int, answer: Judgement) -> float | None:
    name = name_of(answer)
    if name not in columns:
        return None
    others = np.delete(panel.answers[:, columns[name]], place)
    others = others[(others != MISSING) & (others != UNSURE)]
    return float((others == SIGNS.index(answer.answer)).mean()) if len(others) else None


def _quarter(person: str, number: int, answers: Sequence[Judgement], agreed: Sequence[float | None]) -> Quarter:
    seconds = [answer.seconds for answer in answers if answer.seconds is not None]
    known = [rate for rate in agreed if rate is not None]
    said = np.array([SIGNS.index(answer.answer) for answer in answers])
    return Quarter(
        person,
        number,
        len(answers),
        median(seconds) if seconds else None,
        float(np.mean(known)) if known else None,
        _share(said == EQUAL),
        _share(said == UNSURE),
    )


def _correlation(pairs: Sequence[tuple[int, float]], *, ranks: bool) -> tuple[float | None, float | None]:
    """Give the correlation and its two-sided p by the t distribution; `None` where nothing varies."""
    from scipy.special import stdtr

    if len(pairs) < _FEWEST or len({value for _, value in pairs}) < 2:
        return None, None
    x, y = zip(*pairs, strict=True)
    value = spearman(x, y) if ranks else pearson(x, y)
    if abs(value) >= 1:
        return value, 0.0
    freedom = len(pairs) - 2
    return value, float(2 * stdtr(freedom, -abs(value) * np.sqrt(freedom / (1 - value**2))))


def drift_of(panel: Panel, named: Sequence[Judgement]) -> tuple[Drift, ...]:
    """Compare the first pass of each judge with the second, on the pairs that were judged in both."""
    rows, columns = [], panel.columns
    for person in panel.people:
        answered = [judgement for judgement in named if judgement.annotator == person and name_of(judgement) in columns]
        passes = [
            {name: SIGNS.index(judgement.answer) for (_, name), judgement in latest(part).items()}
            for part in ([row for row in answered if row.round == 1], [row for row in answered if row.round > 1])
        ]
        both = [name for name in passes[0] if name in passes[1]]
        if not both:
            continue
        first, second = (np.array([answers[name] for name in both], dtype=np.int64) for answers in passes)
        machine = None if panel.machine is None else panel.machine[[columns[name] for name in both]]
        rows.append(
            Drift(
                person,
                len(both),
                int((first != second).sum()),
                cohen_kappa(contingency(first, second, len(SIGNS))),
                _share(first == EQUAL),
                _share(second == EQUAL),
                None if machine is None else _share(first == machine),
                None if machine is None else _share(second == machine),
            )
        )
    return tuple(rows)


def criteria_of(panel: Panel, named: Sequence[Judgement]) -> tuple[CriterionRow, ...]:
    """Count answers by the criterion that decided, and compare the two errors by what can be measured of them."""
    kept = latest(named)
    by_pair: dict[str, list[Judgement]] = {}
    for (_, name), judgement in kept.items():
        by_pair.setdefault(name, []).append(judgement)
    items = {item.id: item for item in panel.items}
    rows = []
    for criterion in sorted({judgement.criterion for judgement in kept.values()} - {""}):
        deciding = [judgement for judgement in kept.values() if judgement.criterion == criterion]
        couples = [
            couple
            for answers in by_pair.values()
            for couple in combinations(answers, 2)
            if criterion in (couple[0].criterion, couple[1].criterion)
        ]
        same = [first.answer == second.answer != "?" for first, second in couples]
        named_by_both = [first.criterion == second.criterion for first, second in couples
                         if first.criterion and second.criterion]  # fmt: skip
        gaps = [gap for judgement in deciding if (gap := _gap(judgement, items.get(judgement.id))) is not None]
        means = np.mean(gaps, axis=0).tolist() if gaps else [None] * 3
        rows.append(
            CriterionRow(
                criterion, len(deciding), len(couples), _share(np.array(same)), _share(np.array(named_by_both)), *means
            )
        )
    return tuple(rows)


def _gap(judgement: Judgement, item: Item | None) -> tuple[float, ...] | None:
    """Give the features of the error called harder minus those of the other; `None` if neither was."""
    if item is None or item.left is None or item.right is None or judgement.answer not in ("<", ">"):
        return None
    left, right = _features(item.left), _features(item.right)
    sign = 1 if judgement.answer == ">" else -1
    return tuple(sign * (one - other) for one, other in zip(left, right, strict=True))


def _features(error: ErrorInContext) -> tuple[float, float, float]:
    """Give words in the sentence, whether another word is needed, and the number of errors within 3 words."""
    from rapidfuzz.distance import Indel

    tokens = error.text.split()
    old, new = " ".join(tokens[error.start : error.end]).lower(), error.correction.lower()
    lexical = bool(old and new) and Indel.normalized_similarity(old, new) < _DISSIMILAR
    near = sum(max(other.start - error.end, error.start - other.end, 0) <= _NEAR for other in error.others)
    return float(len(tokens)), float(lexical), float(near)
