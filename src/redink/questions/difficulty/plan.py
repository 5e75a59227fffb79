"""What `difficulty` is asked to measure, as records; the signature of what it measured."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import get_args

from redink.errors import UsageError
from redink.evaluation.conditions import conditions, convention_settings, system_lines
from redink.evaluation.trust import Trust
from redink.questions.difficulty.mathematics.chunks import Clashes
from redink.questions.difficulty.mathematics.error_models import Coefficients, Model
from redink.questions.difficulty.mathematics.formulas import Settings
from redink.questions.difficulty.mathematics.judged_reference import JudgedReference, Mismatches, ReferenceRule
from redink.questions.difficulty.pools import weight_lines
from redink.questions.difficulty.tables import Details
from redink.reading.judgements import Judgement
from redink.reading.weights import SolvedCounts
from redink.records import EvalSet
from redink.scoring.measure import Absent, Conventions, expect_choice
from redink.signature import Signature, Value
from redink.stats.joint_scale import METHOD


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What is measured, and how."""

    settings: Settings = field(default_factory=Settings)
    """Mode, weight function, weight of false positives, leave-one-out, β."""
    several: ReferenceRule = "one"
    """Several references: `one` (the paper), or the `regions` that any of them changes."""
    reference: int = 0
    """Which one counts with `one`."""
    absent: Absent = "missing"
    """How to read an annotator without a line."""
    clashes: Clashes | None = None
    """Gold edits that overlap: `refuse`, or chunks of `both`; `both` in mode `faithful` when nothing is said."""
    weights: Sequence[SolvedCounts] = ()
    """A weight file, or a pool with counts for several references; without them the systems at hand judge."""
    mismatches: Mismatches = "error"
    """Sentences that do not have the chunks of the weight file: refuse the file, or leave them out."""
    groups: str | Mapping[str, str] | None = None
    """The group of each system, or `auto` to find groups in the judging table."""
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
    judgements: Sequence[Judgement] = ()
    """What people say about pairs of errors; joined with the model."""

    def __post_init__(self) -> None:
        """Refuse words that mean nothing."""
        expect_choice("way with several references", self.several, get_args(ReferenceRule))
        if self.several == "regions" and self.settings.mode == "faithful":
            raise UsageError("the published program uses one reference", remedy="use the mode paper")
        expect_choice("model", self.model, get_args(Model))
        if self.judgements and (self.model == "paper" or self.settings.leave_one_out):
            raise UsageError(
                "judgements of people are joined with a model of all systems",
                remedy="use --model irt, without --leave-one-out",
            )
        if sum((bool(self.weights), self.model != "paper", self.coefficients is not None)) > 1:
            raise UsageError(
                "the difficulty has two sources", remedy="give one of a weight file, a model and a prediction"
            )


def difficulty_conditions(data: EvalSet, plan: Plan, judged: JudgedReference, pipeline: str) -> Signature:
    """Write down all that the numbers depend on; the systems that judge the difficulty are among it."""
    settings, regions = plan.settings, plan.several == "regions"
    fields: dict[str, Value] = {
        "measures": "difficulty",
        "mode": settings.mode,
        "weight": settings.weight.name,
        "fp": settings.false_positives,
        "leave_one_out": settings.leave_one_out,
        "beta": settings.beta,
        **({"matching": settings.matching} if settings.matching != "look-up" else {}),
        **({"need": True} if settings.need else {}),
        "N": judged.pool.size,
        "reference": f"regions of {len(data.references)}" if regions else judged.name,
        "absent": plan.absent,
    }
    fields |= {"model": plan.model} if plan.model != "paper" else {}
    fields |= {"overlaps": plan.clashes} if plan.clashes else {}
    if plan.against is not None:
        rules = convention_settings(plan.conventions)
        fields |= {"against": plan.against} | {f"against.{name}": value for name, value in rules.items()}
    pool: dict[str, Iterable[str]] = {"pool": system_lines(data.systems)}
    if judged.weights is not None:
        pool = {"weights": weight_lines([judged.weights])}
        fields |= {"pool": judged.weights.pool} if judged.weights.pool else {}
        fields["mismatches"] = plan.mismatches
    if plan.judgements:
        answers = (f"{j.annotator} {j.round} {j.left} {j.answer} {j.right}" for j in plan.judgements)
        pool["judgements"] = sorted(answers)
        fields["joint"] = METHOD
    if plan.coefficients is not None:
        pool = {"predicted": [repr(plan.coefficients)]}
    if isinstance(plan.groups, str):
        fields["groups"] = plan.groups
    elif plan.groups is not None:
        pool["groups"] = [f"{system}\t{group}" for system, group in sorted(plan.groups.items())]
    # A conventional measure, regions and the need look at all references.
    everything = plan.against is not None or regions or settings.need
    return conditions(
        fields,
        data=data if everything else replace(data, references=(data.references[judged.place],)),
        with_edits=True,
        with_types=True,
        pipeline=pipeline,
        trust=plan.trust if plan.ci or plan.details.compare else None,
        tested=plan.details.compare,
        checksums=pool,
    )
