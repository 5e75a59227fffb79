"""Ratings and votes in; each judge's shares of answers, the overall shares and κ out (Bryant et al. 2017, Table 3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import msgspec
import numpy as np

from redink.errors import UsageError
from redink.evaluation.results import SCHEMA
from redink.questions.agreement.panel import Which, latest
from redink.reading.judgements import Judgement
from redink.reading.judging_tasks import ANSWERS, Task
from redink.reports.numbers import in_words
from redink.reports.shown import Shown
from redink.reports.tables import Column, Row, Table, make_table
from redink.scoring.measure import expect_choice
from redink.signature import Signature, checksum
from redink.stats.agreement import Kappa, answer_counts, fleiss_kappa, free_marginal_kappa


@dataclass(frozen=True, slots=True)
class RatingResults(Shown):
    """How people rated items, or voted on them, and how far they agree."""

    signature: Signature
    """Everything the numbers depend on."""
    task: Task
    """`rating` or `valid`."""
    shares: dict[str, tuple[int, ...]]
    """How often each judge gave each answer, in the order of `ANSWERS`."""
    items: int
    """Items with an answer."""
    free: Kappa
    """κ_free (Randolph 2005)."""
    fleiss: Kappa
    """Fleiss' κ."""
    majority: dict[str, int]
    """Items by the answer most judges gave; `tie` where there is none."""

    def to_tables(self) -> list[Table]:
        """Give the table of shares, and how the majority decides."""
        return [_share_table(self), _majority_table(self)]

    def to_dict(self) -> dict[str, object]:
        """Give plain JSON data."""
        rest = {name: msgspec.to_builtins(getattr(self, name)) for name in self.__slots__ if name != "signature"}
        return {"schema": SCHEMA, "signature": self.signature.to_dict()} | rest

    def to_dicts(self) -> list[dict[str, object]]:
        """Give one flat dictionary a judge."""
        names = ANSWERS[self.task]
        return [{"judge": judge} | dict(zip(names, own, strict=True)) for judge, own in self.shares.items()]


def measure_ratings(judgements: Sequence[Judgement], task: Task = "rating", *, which: Which = "last") -> RatingResults:
    """Count ratings (Good, Acceptable, Bad) or votes (yes, no) by judge, and how far judges agree.

    Args:
        judgements: Those about other tasks are left out.
        task: `rating` or `valid`.
        which: The pass that counts.
    """
    expect_choice("task", task, ("rating", "valid"))
    names = ANSWERS[task]
    kept = latest([one for one in judgements if one.task == task], which)
    if not kept:
        raise UsageError(
            f"there is no judgement of the task {task!r}", remedy="give the file of judgements of that task"
        )
    judges = list(dict.fromkeys(judge for judge, _ in kept))
    items = list(dict.fromkeys(item for _, item in kept))
    answers = np.full((len(judges), len(items)), -1, dtype=np.int64)
    row, column = ({name: place for place, name in enumerate(own)} for own in (judges, items))
    for (judge, item), one in kept.items():
        answers[row[judge], column[item]] = names.index(one.answer)
    counts = answer_counts(answers, len(names))
    shares = {
        judge: tuple(np.bincount(own[own >= 0], minlength=len(names)).tolist())
        for judge, own in zip(judges, answers, strict=True)
    }
    return RatingResults(
        Signature.of(
            measures=f"agreement {task}",
            which=which,
            judgements=len(kept),
            data=checksum(f"{item}\t{judge}\t{one.answer}" for (judge, item), one in kept.items()),
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


def _share_table(results: RatingResults) -> Table:
    names = ANSWERS[results.task]
    columns = [Column("judge", "rater"), *(Column(name, name.capitalize(), digits=1, percent=True) for name in names)]
    columns.append(Column("n", digits=0))
    rows: list[Row | tuple[str | float | None, ...]] = []
    for judge, own in results.shares.items():
        rows.append((judge, *(count / sum(own) for count in own), sum(own)))
    # As in the paper, every judgement weighs alike; where all rated all, that is the mean of the rows.
    total = np.array(list(results.shares.values())).sum(axis=0)
    rows.append(make_table("", columns, [("OVERALL", *(total / total.sum()).tolist(), int(total.sum()))]).rows[0])
    notes = (
        f"{results.items} items. κ_free {in_words(results.free.value)} (Randolph 2005), "
        f"Fleiss' κ {in_words(results.fleiss.value)}, observed agreement {in_words(results.free.observed)}.",
        f"Signature: {results.signature}.",
    )
    title = "Ratings" if results.task == "rating" else "Votes"
    return make_table(f"{title} by rater", columns, rows, notes=notes)


def _majority_table(results: RatingResults) -> Table:
    rows = [(name, count, count / results.items) for name, count in results.majority.items()]
    columns = ("answer", Column("items", digits=0), Column("share", digits=1, percent=True))
    return make_table("Items by what most raters say", columns, rows)


def correction_table(judgements: Sequence[Judgement]) -> Table:
    """One row a sentence that people corrected: how many corrections there are, and how many unlike ones."""
    kept = [one for one in latest(judgements).values() if one.task == "correct"]
    by_item: dict[str, list[Judgement]] = {}
    for one in kept:
        by_item.setdefault(one.id, []).append(one)
    rows = []
    for item, own in by_item.items():
        texts = Counter(" ".join(one.answer.split()) for one in own)
        unchanged = sum(count for text, count in texts.items() if text == " ".join(own[0].source.split()))
        rows.append((item, own[0].sentence, len(own), len(texts), max(texts.values()) / len(own), unchanged))
    columns = (
        Column("item"),
        Column("sentence", digits=0),
        Column("corrections", digits=0),
        Column("different", digits=0),
        Column("most_frequent", "most frequent", digits=1, percent=True),
        Column("unchanged", digits=0),
    )
    return make_table("Corrections by sentence", columns, rows)
