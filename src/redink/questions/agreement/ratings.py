"""Ratings and votes in; each judge's shares of answers, the overall shares and κ out (Bryant et al. 2017, Table 3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

import numpy as np

from redink.arrays import Floats, Ints
from redink.errors import UsageError
from redink.evaluation.conditions import conditions
from redink.questions.agreement.rating_results import RatedTogether, Rater, RatingResults, SystemVotes
from redink.reading.judgements import Judgement, Which, latest
from redink.reading.judging_tasks import ANSWERS, ErrorInContext, Task, TaskSet
from redink.reports.tables import Column, Table, make_table
from redink.scoring.measure import expect_choice
from redink.stats.agreement import answer_counts, contingency, fleiss_kappa, free_marginal_kappa
from redink.stats.correlation import spearman
from redink.stats.judge_models import fit_raters
from redink.stats.ordered_agreement import krippendorff_alpha, weighted_kappa

_ORDERED: dict[Task, int] = {"likert": 5, "rating": 3}
"""Number of answers that have an order, the first ones."""


def measure_ratings(
    judgements: Sequence[Judgement],
    task: Task = "rating",
    *,
    tasks: TaskSet | None = None,
    which: Which = "last",
    level: float = 0.95,
    seed: int = 12345,
) -> RatingResults:
    """Count ratings (Good, Acceptable, Bad; 1 to 5) or votes by judge, and how far judges agree.

    Judgements about other tasks are left out; of repeats, `which` pass counts. With `tasks`, difficulty is compared
    with levels, and edits are counted by system.
    """
    expect_choice("task", task, ("likert", "edit", "rating", "valid"))
    names = ANSWERS[task]
    kept = latest([judgement for judgement in judgements if judgement.task == task], which)
    if not kept:
        raise UsageError(
            f"there are no judgements of the task {task!r}", remedy="give the file of judgements of that task"
        )
    judges = list(dict.fromkeys(judge for judge, _ in kept))
    items = list(dict.fromkeys(item for _, item in kept))
    answers = np.full((len(judges), len(items)), -1, dtype=np.int64)
    row, column = ({name: place for place, name in enumerate(listed)} for listed in (judges, items))
    for (judge, item), judgement in kept.items():
        answers[row[judge], column[item]] = names.index(judgement.answer)
    counts = answer_counts(answers, len(names))
    shares = {
        judge: tuple(np.bincount(codes[codes >= 0], minlength=len(names)).tolist())
        for judge, codes in zip(judges, answers, strict=True)
    }
    known = {} if tasks is None or tasks.task != task else {item.id: item.error for item in tasks.items}
    errors = [known.get(item) for item in items]
    ordered = _ORDERED.get(task)
    decided = counts[:, : ordered or (2 if task == "edit" else len(names))]
    settings: dict[str, str | int | float | None] = {
        "measures": f"agreement {task}",
        "which": which,
        "level": level,
        "seed": seed,
        "judgements": len(kept),
    }
    sums = {"data": (f"{item}\t{judge}\t{answer.answer}" for (judge, item), answer in kept.items())}
    if known:
        sums["items"] = (f"{item}\t{error and (error.level, error.solved)}" for item, error in known.items())
    return RatingResults(
        conditions(settings, checksums=sums),
        task,
        shares,
        len(items),
        free_marginal_kappa(counts),
        fleiss_kappa(counts),
        _majority(counts, names),
        krippendorff_alpha(decided, "ordinal" if ordered else "nominal", np.random.default_rng(seed), level=level),
        tuple(_couples(judges, answers, ordered, level)) if ordered else (),
        _raters(judges, answers) if task == "likert" else (),
        _systems(tasks, counts, errors) if tasks is not None and task == "edit" else (),
        _with_machine(answers, errors) if task == "likert" else None,
    )


def _couples(judges: Sequence[str], answers: Ints, ordered: int, level: float) -> Iterator[RatedTogether]:
    ranked = np.where(answers < ordered, answers, -1)
    for first, second in combinations(range(len(judges)), 2):
        table = contingency(ranked[first], ranked[second], ordered)
        n = int(table.sum())
        same = float(np.trace(table)) / n if n else None
        yield RatedTogether(judges[first], judges[second], n, same, weighted_kappa(table, level=level))


def _rated(answers: Ints) -> Floats:
    """Give ratings 1 to 5, NaN for none."""
    rated: Floats = np.where((answers >= 0) & (answers < _ORDERED["likert"]), answers + 1.0, np.nan)
    return rated


def _raters(judges: Sequence[str], answers: Ints) -> tuple[Rater, ...]:
    ratings = _rated(answers)
    if len(judges) < 2 or not np.isfinite(ratings).any(axis=1).all():
        return ()
    fitted = fit_raters(ratings)
    columns = (fitted.severity.value.tolist(), fitted.severity.error.tolist(), fitted.noise.tolist())
    return tuple(Rater(*row) for row in zip(judges, *columns, strict=True))


def _with_machine(answers: Ints, errors: Sequence[ErrorInContext | None]) -> float | None:
    ratings = _rated(answers)
    pairs = [
        (float(np.nanmean(column)), error.level)
        for column, error in zip(ratings.T, errors, strict=True)
        if error is not None and error.level is not None and np.isfinite(column).any()
    ]
    if len(pairs) < 3 or any(len(set(side)) < 2 for side in zip(*pairs, strict=True)):
        return None
    means, levels = zip(*pairs, strict=True)
    return spearman(means, levels)


def _systems(tasks: TaskSet, counts: Ints, errors: Sequence[ErrorInContext | None]) -> tuple[SystemVotes, ...]:
    rows = []
    for place, system in enumerate(tasks.systems):
        votes = [
            (accept, reject)
            for (accept, reject, _), error in zip(counts.tolist(), errors, strict=True)
            if error is not None and error.solved[place] and accept != reject
        ]
        rows.append(SystemVotes(system, len(votes), sum(accept > reject for accept, reject in votes)))
    return tuple(rows)


def _majority(counts: np.ndarray[tuple[int, int], np.dtype[np.int64]], names: Sequence[str]) -> dict[str, int]:
    best = counts.max(axis=1, keepdims=True)
    alone = (counts == best).sum(axis=1) == 1
    winners = Counter(names[place] for place in counts[alone].argmax(axis=1).tolist())
    return {name: winners[name] for name in names} | {"tie": int((~alone).sum())}


def correction_table(judgements: Sequence[Judgement]) -> Table:
    """Show for each sentence that people corrected how many corrections there are, and how many differ."""
    kept = [judgement for judgement in latest(judgements).values() if judgement.task == "correct"]
    by_item: dict[str, list[Judgement]] = {}
    for judgement in kept:
        by_item.setdefault(judgement.id, []).append(judgement)
    rows = []
    for item, answers in by_item.items():
        first, texts = answers[0], Counter(" ".join(judgement.answer.split()) for judgement in answers)
        unchanged = sum(count for text, count in texts.items() if text == " ".join(first.source.split()))
        most = max(texts.values()) / len(answers)
        rows.append((item, first.sentence, len(answers), len(texts), most, unchanged))
    columns = (
        Column("item"),
        Column("sentence", digits=0),
        Column("corrections", digits=0),
        Column("different", digits=0),
        Column("most_frequent", "most frequent", digits=1, percent=True),
        Column("unchanged", digits=0),
    )
    return make_table("Corrections by sentence", columns, rows)
