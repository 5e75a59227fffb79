"""Ratings and votes in; each judge's shares of answers, the overall shares and κ out (Bryant et al. 2017, Table 3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from redink.errors import UsageError
from redink.evaluation.conditions import conditions
from redink.questions.agreement.rating_results import RatingResults
from redink.reading.judgements import Judgement, Which, latest
from redink.reading.judging_tasks import ANSWERS, Task
from redink.reports.tables import Column, Table, make_table
from redink.scoring.measure import expect_choice
from redink.stats.agreement import answer_counts, fleiss_kappa, free_marginal_kappa


def measure_ratings(judgements: Sequence[Judgement], task: Task = "rating", *, which: Which = "last") -> RatingResults:
    """Count ratings (Good, Acceptable, Bad) or votes (yes, no) by judge, and how far judges agree.

    Judgements about other tasks are left out; of repeats, `which` pass counts.
    """
    expect_choice("task", task, ("rating", "valid"))
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
    return RatingResults(
        conditions(
            {"measures": f"agreement {task}", "which": which, "judgements": len(kept)},
            checksums={"data": (f"{item}\t{judge}\t{answer.answer}" for (judge, item), answer in kept.items())},
        ),
        task,
        shares,
        len(items),
        free_marginal_kappa(counts),
        fleiss_kappa(counts),
        _majority(counts, names),
    )


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
