"""What `difficulty` is asked to measure, as records; the signature of what it measured."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import get_args

from redink.errors import UsageError
from redink.evaluation.conditions import conditions, convention_settings, system_lines
from redink.evaluation.trust import Trust
from redink.questions.difficulty.mathematics.chunks import Clashes
from redink.questions.difficulty.mathematics.error_models import Coefficients, Model
from redink.questions.difficulty.mathematics.formulas import Settings
from redink.questions.difficulty.mathematics.judged_reference import JudgedReference, Mismatches
from redink.questions.difficulty.mathematics.references import ReferenceRule
from redink.questions.difficulty.pools import weight_lines
from redink.questions.difficulty.tables import Details
from redink.reading.weights import SolvedCounts
from redink.records import EvalSet
from redink.scoring.measure import Absent, Conventions, expect_choice
from redink.signature import Signature, Value


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What is measured, and how."""

    settings: Settings = field(default_factory=Settings)
    """Mode, weight function, weight of false positives, leave-one-out, β."""
    several: ReferenceRule = "one"
    """Several references: `one` (the paper), the `best` of each sentence, or the `mean` over all."""
    reference: int = 0
    """Which one counts with `one`; which one is shown otherwise."""
    absent: Absent = "missing"
    """How to read an annotator without a line."""
    clashes: Clashes | None = None
    """Gold edits that overlap: `refuse`, or chunks of `both`; `both` in mode `faithful` when nothing is said."""
    weights: Sequence[SolvedCounts] = ()
    """A weight file, or a pool with counts for several references; without them the systems at hand judge."""
    mismatches: Mismatches = "error"
    """Sentences that do not have the chunks of the weight file: refuse the file, or leave them out."""
    against: str | None = None
    """A conventional measure, whose scores are put behind the weighted ones."""
    conventions: Conventions = field(default_factory=Conventions)
    """Reference rule and the like of that measure."""
    ci: bool = False
    """Whether scores get confidence intervals."""
    trust: Trust = field(default_factory=Trust)
    """How intervals and tests are made."""
    details: Details = field(default_factory=Details)
    """What is shown beside the scores; paired tests are among it."""
    model: Model = "paper"
    """How hard an error is: as in the paper, or by item response theory."""
    coefficients: Coefficients | None = None
    """A fitted model that predicts the difficulty, so that no system judges it."""

    def __post_init__(self) -> None:
        """Refuse words that mean nothing."""
        expect_choice("way with several references", self.several, get_args(ReferenceRule))
        expect_choice("model", self.model, get_args(Model))
        if sum((bool(self.weights), self.model != "paper", self.coefficients is not None)) > 1:
            raise UsageError(
                "the difficulty has two sources", remedy="give one of a weight file, a model and a prediction"
            )


def difficulty_conditions(
    data: EvalSet, plan: Plan, judged: Sequence[JudgedReference], shown: JudgedReference, pipeline: str
) -> Signature:
    """Write down all that the numbers depend on; the systems that judge the difficulty are among it."""
    settings, several = plan.settings, plan.several != "one"
    fields: dict[str, Value] = {
        "measures": "difficulty",
        "mode": settings.mode,
        "weight": settings.weight.name,
        "fp": settings.false_positives,
        "leave_one_out": settings.leave_one_out,
        "beta": settings.beta,
        **({"matching": settings.matching} if settings.matching != "look-up" else {}),
        "N": shown.pool.size,
        "reference": f"{plan.several} of {len(judged)}" if several else shown.name,
        "absent": plan.absent,
    }
    fields |= {"model": plan.model} if plan.model != "paper" else {}
    fields |= {"shown": shown.name} if several else {}
    fields |= {"overlaps": plan.clashes} if plan.clashes else {}
    if plan.against is not None:
        rules = convention_settings(plan.conventions)
        fields |= {"against": plan.against} | {f"against.{name}": value for name, value in rules.items()}
    pool: dict[str, Iterable[str]] = {"pool": system_lines(data.systems)}
    if shown.weights is not None:
        pool = {"weights": weight_lines([shown.weights])}
        fields |= {"pool": shown.weights.pool} if shown.weights.pool else {}
        fields["mismatches"] = plan.mismatches
    if plan.coefficients is not None:
        pool = {"predicted": [repr(plan.coefficients)]}
    # A conventional measure looks at all references.
    used = (
        data
        if plan.against
        else replace(data, references=tuple(data.references[reference.place] for reference in judged))
    )
    return conditions(
        fields,
        data=used,
        with_edits=True,
        with_types=True,
        pipeline=pipeline,
        trust=plan.trust if plan.ci or plan.details.compare else None,
        tested=plan.details.compare,
        checksums=pool,
    )
