"""A pilot, or nothing, in; how many sentences, references and judges a test set needs out."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from redink.errors import UsageError
from redink.evaluation.calls import checked
from redink.evaluation.conditions import conditions, system_lines
from redink.evaluation.preparation import expect_data, prepare
from redink.evaluation.trust import Trust
from redink.evaluation.workforce import workforce
from redink.questions.design.inputs import PATH, covered, pilot_of, saved_pilot, shipped_measures
from redink.questions.design.mathematics.pilots import Pilot
from redink.questions.design.mathematics.plans import Wanted, judging, plans, point
from redink.questions.design.results import Agreement, Design
from redink.questions.score.baselines import read_baseline
from redink.questions.score.plan import run_plan, score_conditions, sorted_types
from redink.reading.files import read_lines
from redink.records import EvalSet
from redink.scoring.edit_overlap import Rule, Size
from redink.scoring.measure import Absent, Conventions
from redink.scoring.names import expect_scorable, parse_measures
from redink.signature import Signature, Value, checksum

_SIZES = (250, 500, 1000, 2000, 4000)
_POINTS = 100


@checked
def design(
    data: EvalSet | str | Path | None = None,
    measures: str | Sequence[str] = ("F0.5",),
    *,
    difference: float = 1.0,
    power: float = 0.8,
    alpha: float = 0.05,
    compared: int = 2,
    sentences: Sequence[int] = (),
    numbers: Sequence[int] = (),
    coverage: str | Path | None = None,
    cost_sentence: float = 1.0,
    cost_reference: float = 1.0,
    kappa: float = 0.5,
    half_width: float = 0.05,
    answers: int = 3,
    rule: Rule = "faithful",
    absent: Absent = "missing",
    size: Size = "all",
    exclude: Sequence[str] = (),
    max_unchanged: int = 2,
    ignore_whitespace_casing: bool = False,
    keep_types: bool = False,
    preset: str | None = None,
    resamples: int = 1000,
    seed: int = 12345,
    auto: bool = False,
    pipeline: str = "redink-en",
    cache: bool = False,
    jobs: int = 1,
    cluster: str | None = None,
) -> Design:
    """Say how many sentences, references and judged items a test set needs, and which differences it can detect.

    Arguments that are not in this list mean the same as in `score`:
        data: A pilot: the result of `read`, or a file that `redink score --save` wrote. Without it, the twelve systems
            of CoNLL-2014 are the pilot.
        difference: The difference between two systems that the test must detect, in points (score × 100).
        power: How often the test must detect the difference.
        alpha: Significance level of the test.
        compared: Number of systems that will be compared with each other. Their pairs share the level.
        sentences: Numbers of sentences N to look at.
        numbers: Numbers of references M to look at. Without it: all that the pilot has.
        coverage: A file of `redink coverage --save`, for more references than the pilot has.
        cost_sentence: Cost of a sentence without references.
        cost_reference: Cost of one reference of one sentence.
        kappa: The agreement κ that you expect of judges.
        half_width: How well κ must be known: κ ± this.
        answers: Number of answers that judges choose from.
        resamples: Number of random draws for the intervals.
    """
    tests = compared * (compared - 1) // 2
    wanted = Wanted(difference / _POINTS, power, alpha, tests, cost_sentence, cost_reference)
    _expect_sense(wanted, kappa, half_width, answers, compared)
    if any(number < 1 for number in sentences):
        raise UsageError(f"there is no test set of {min(sentences)} sentences", remedy="give numbers from 1 on")
    trust = Trust(resamples=resamples, seed=seed, alpha=alpha)
    conventions = Conventions(
        *(rule, absent, size, sorted_types(exclude)),
        max_unchanged=max_unchanged,
        ignore_whitespace_casing=ignore_whitespace_casing,
    )
    asked: dict[str, Value] = {
        "difference": difference,
        "power": power,
        "alpha": alpha,
        "compared": compared,
        "costs": f"{cost_sentence:g} {cost_reference:g}",
        "kappa": f"{kappa:g} ± {half_width:g} of {answers}",
    }
    if sentences:
        asked["sizes"] = " ".join(map(str, sentences))
    if numbers:
        asked["numbers"] = " ".join(map(str, numbers))
    if coverage is not None:
        asked["coverage"] = checksum(read_lines(coverage))
    names = (measures,) if isinstance(measures, str) else tuple(measures)
    if isinstance(data, EvalSet):
        plan = run_plan(names, conventions, preset, pipeline, unless_named=("F0.5",))
        expect_data(data)
        expect_scorable(plan.measures, data)
        if len(data.systems) < 2 or not data.references:
            raise UsageError(
                f"{len(data.systems)} outputs and {len(data.references)} references show no differences",
                remedy="give two or more outputs and a reference",
            )
        with workforce(jobs, cluster) as workers:
            ready = prepare(
                data,
                plan.need,
                pipeline=plan.pipeline,
                cache=cache,
                auto=auto,
                types=plan.looks_at_types,
                keep_types=keep_types,
                workforce=workers,
            )
            parsed = parse_measures(plan.measures, plan.conventions)
            pilot = pilot_of(ready.data, parsed, trust, workers)
        # The systems are a condition here: how they differ is what is measured.
        asked["pilot"] = checksum(system_lines(ready.data.systems))
        signature = score_conditions(ready.data, parsed, plan.conventions, trust, ready.pipeline, more=asked)
    elif data is not None:
        baseline = read_baseline(data)
        pilot = saved_pilot(baseline, () if names == ("F0.5",) else names, trust)
        saved = {name: value for name, value in baseline.signature.to_dict().items() if name != "redink"}
        drawn: dict[str, Value] = {"measures": _names(pilot), "resamples": resamples, "seed": seed}
        asked["pilot"] = checksum(read_lines(data))
        signature = conditions(saved | drawn | asked)
    else:
        pilot = shipped_measures(names)
        signature = conditions(
            {"measures": _names(pilot)} | asked, checksums={"pilot": [PATH.read_text(encoding="utf-8")]}
        )
    if coverage is not None:
        pilot = covered(pilot, coverage, numbers)
    return designed(pilot, wanted, sentences, numbers, Agreement(kappa, half_width, answers, ()), signature)


def _names(pilot: Pilot) -> str:
    return " ".join(spreads.measure for spreads in pilot.measures)


def designed(
    pilot: Pilot,
    wanted: Wanted,
    sentences: Sequence[int],
    numbers: Sequence[int],
    agreement: Agreement,
    signature: Signature,
) -> Design:
    """Look at every N and M that is asked for, and at the test set at hand."""
    sizes = sorted({*(sentences or _SIZES), pilot.units})
    points = tuple(
        point(spreads.measure, spread, number, wanted)
        for spreads in pilot.measures
        for spread in spreads.spreads
        if not numbers or spread.references in (*numbers, pilot.references)
        for number in sizes
    )
    known = {each.references for each in points}
    for number in numbers:
        if number not in known:
            raise UsageError(
                f"nothing is known about {number} references: the pilot has {pilot.references}",
                remedy="give a file of redink coverage --save with --coverage, or ask for fewer",
            )
    budget = sentences[0] if sentences else pilot.units
    ways = tuple(plans(spreads, budget, pilot.references, wanted) for spreads in pilot.measures)
    rows = judging(agreement.kappa, agreement.half_width, agreement.answers)
    return Design(signature, pilot, wanted, points, ways, replace(agreement, rows=rows))


def _expect_sense(wanted: Wanted, kappa: float, half_width: float, answers: int, compared: int) -> None:
    """Refuse what no test set could show."""
    wrong = ""
    if not wanted.difference > 0:
        wrong = f"a difference of {wanted.difference * _POINTS:g} points"
    elif not wanted.alpha / 2 < wanted.power < 1 or not 0 < wanted.alpha < 1:
        wrong = f"a power of {wanted.power:g} at the level {wanted.alpha:g}"
    elif not (wanted.cost_sentence >= 0 and wanted.cost_reference >= 0 and 0 < wanted.cost(1, 1) < math.inf):
        wrong = f"costs of {wanted.cost_sentence:g} and {wanted.cost_reference:g}"
    elif not (0 <= kappa < 1 and 0 < half_width < 1 and answers > 1):
        wrong = f"κ {kappa:g} ± {half_width:g} of {answers} answers"
    elif compared < 2:
        wrong = f"{compared} system"
    if wrong:
        raise UsageError(f"there is no test set for {wrong}", remedy="see redink design --help for what can be asked")
