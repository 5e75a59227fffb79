"""One person's judgements in; how steady, even-handed and unhurried they are out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import median

from redink.questions.agreement.results import Conduct
from redink.reading.judgements import Judgement, Which, latest
from redink.reading.judging_tasks import TaskSet
from redink.stats.significance import mcnemar_exact


def conduct_of(
    person: str, named: Sequence[Judgement], tasks: TaskSet | None, too_fast: float, which: Which = "last"
) -> Conduct:
    """Sum up how one person judged.

    Judgements are named and turned as the pairs are. Of repeats, `which` pass counts.
    """
    judgements = [judgement for judgement in named if judgement.annotator == person]
    kept = {name: judgement for (_, name), judgement in latest(judgements, which).items()}
    seconds = [judgement.seconds for judgement in judgements if judgement.seconds is not None]
    first, second = _places(kept)
    repeats, swapped = (_asked_again(kept, tasks, swapped=flag) for flag in (False, True))
    return Conduct(
        person,
        len(kept),
        median(seconds) if seconds else None,
        sum(time < too_fast for time in seconds) if seconds else None,
        first,
        second,
        mcnemar_exact(first, second) if first + second else None,
        *repeats,
        *swapped,
        *_passes(judgements),
    )


def _places(kept: Mapping[str, Judgement]) -> tuple[int, int]:
    """Count how often the error shown first, and the one shown second, was called harder."""
    first = second = 0
    for judgement in kept.values():
        if judgement.shown and judgement.answer in ("<", ">"):
            if (judgement.answer == ">") == (judgement.shown == "left-right"):
                first += 1
            else:
                second += 1
    return first, second


def _asked_again(kept: Mapping[str, Judgement], tasks: TaskSet | None, *, swapped: bool) -> tuple[int, int]:
    both = [
        (kept[item.repeat_of].answer, kept[item.id].answer)
        for item in (tasks.items if tasks is not None else ())
        if item.repeat_of and item.swapped == swapped and item.id in kept and item.repeat_of in kept
    ]
    return len(both), sum(judgement == other for judgement, other in both)


def _passes(judgements: Sequence[Judgement]) -> tuple[int, int]:
    first = {name: judgement.answer for (_, name), judgement in latest(judgements, "first").items()}
    again = {
        name: judgement.answer
        for (_, name), judgement in latest([judgement for judgement in judgements if judgement.round > 1]).items()
    }
    asked = [name for name in again if name in first]
    return len(asked), sum(again[name] != first[name] for name in asked)
