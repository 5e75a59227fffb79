"""Judgements, pairs and a plan in; the signature of their agreement out."""

from __future__ import annotations

from collections.abc import Sequence

from redink.evaluation.conditions import conditions
from redink.questions.agreement.results import AgreementPlan
from redink.reading.judgements import Judgement
from redink.reading.judging_tasks import Item, TaskSet
from redink.signature import Signature
from redink.stats.joint_scale import METHOD


def agreement_conditions(judgements: Sequence[Judgement], tasks: TaskSet | None, plan: AgreementPlan) -> Signature:
    """Write down all that the agreement depends on."""
    return conditions(
        {
            "measures": "agreement",
            "which": plan.which,
            "types": plan.types,
            "fewest": plan.fewest,
            "with_other": plan.with_other,
            "too_fast": plan.too_fast,
            "joint": METHOD if plan.joint else False,
            "strength": plan.strength,
            "level": plan.level,
            "seed": plan.seed,
            "N": tasks.size if tasks is not None else 0,
            "judgements": len(judgements),
        },
        checksums={"data": map(_judgement_line, judgements)}
        | ({"pairs": map(_item_line, tasks.items)} if tasks is not None else {}),
    )


def _judgement_line(judgement: Judgement) -> str:
    times = f"{judgement.seconds}\t{judgement.shown}\t{judgement.changed_from}"
    times += f"\t{judgement.position}\t{judgement.criterion}\t{judgement.block}"
    return f"{judgement.id}\t{judgement.annotator}\t{judgement.round}\t{judgement.answer}\t{times}"


def _item_line(item: Item) -> str:
    errors = (
        f"{error.identity.key} {error.type} {error.level} {error.solved} {len(error.text.split())} {error.others}"
        for error in (item.left, item.right)
        if error
    )
    return f"{item.id}\t{item.repeat_of}\t{item.block}\t" + "\t".join(errors)
