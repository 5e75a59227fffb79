"""Section inputs in; every reference judged, once for all sections of the page, out."""

from __future__ import annotations

from typing import NamedTuple

from redink.evaluation.sections import SectionInputs
from redink.questions.difficulty.mathematics.judged_reference import JudgedReference, clashes_kept, judge_reference
from redink.questions.difficulty.plan import Plan
from redink.questions.difficulty.results import DifficultyResults
from redink.questions.difficulty.run import groups_of, measured


class Judgements(NamedTuple):
    """What the sections about difficulty show."""

    results: DifficultyResults
    """Weighted scores by the first reference."""
    references: tuple[JudgedReference, ...]
    """All references, the first among them."""


def judgements(inputs: SectionInputs) -> Judgements:
    """Judge every reference the first time a section asks."""
    return inputs.once("difficulty", lambda: _judge(inputs))


def _judge(inputs: SectionInputs) -> Judgements:
    absent = inputs.conventions.absent
    clashes = clashes_kept(inputs.data)
    groups = groups_of(inputs.asked.get("groups"))
    plan = Plan(absent=absent, clashes=clashes, groups=groups)
    results = measured(inputs.data, plan, pipeline=inputs.pipeline)
    places = range(1, len(inputs.data.references))
    others = (judge_reference(inputs.data, place, absent=absent, clashes=clashes) for place in places)
    return Judgements(results, (results.reference(), *others))
