"""A panel with levels in; people's answers and the machine's difficulty on one scale out."""

from __future__ import annotations

import numpy as np

from redink.arrays import Floats
from redink.errors import UsageError
from redink.questions.agreement.judge_results import Discrepancy, ScaleRow
from redink.questions.agreement.panel import EASIER, EQUAL, HARDER, Panel
from redink.reading.judging_tasks import ErrorInContext
from redink.scoring.edit_overlap import main_type_of
from redink.stats.joint_scale import held_out_agreement, join_scales
from redink.stats.rankings_from_pairs import Pairs

_OUTCOME = {HARDER: 1, EASIER: -1, EQUAL: 0}


def joined(panel: Panel) -> tuple[tuple[ScaleRow, ...], tuple[Discrepancy, ...]]:
    """Predict held-out answers from people, from the machine and from both; give how far they differ by type.

    The machine's difficulty of an error that n of N systems correct is the logit of (N − n + ½) / (n + ½), with the
    variance of that logit; its spread over errors is 1.
    """
    if panel.machine is None:
        raise UsageError(
            "there is no machine to join people with", remedy="give --pairs with a file that has levels of difficulty"
        )
    errors: dict[str, int] = {}
    records: list[ErrorInContext] = []
    ends = []
    for item in panel.items:
        for error in (item.left, item.right):
            assert error is not None
            if error.identity.key not in errors:
                errors[error.identity.key] = len(records)
                records.append(error)
            ends.append(errors[error.identity.key])
    first, second = np.array(ends).reshape(-1, 2).T
    games = [
        (int(first[place]), int(second[place]), _OUTCOME[code])
        for codes in panel.answers.tolist()
        for place, code in enumerate(codes)
        if code in _OUTCOME
    ]
    mean, variance = _machine(np.array([error.level for error in records], dtype=np.float64), panel.size)
    types, group = np.unique([main_type_of(error.type) or "(no type)" for error in records], return_inverse=True)
    if not games:
        raise UsageError("there is no answer to join with the machine", remedy="give judgements that say < > or =")
    left, right, outcome = zip(*games, strict=True)
    arguments = (mean, variance, group.astype(np.int64), Pairs.of(left, right, outcome, len(records)))
    scale = join_scales(*arguments)
    scales = tuple(ScaleRow(*row) for row in held_out_agreement(*arguments))
    rows = [
        Discrepancy(str(name), float(value), float(sd))
        for name, value, sd in zip(types, scale.groups.mean, scale.groups.sd, strict=True)
    ]
    return scales, tuple(sorted(rows, key=lambda row: (-row.value, row.type)))


def _machine(level: Floats, size: int) -> tuple[Floats, Floats]:
    missed, solved = level + 0.5, size - level + 0.5
    logit, variance = np.log(missed / solved), 1 / missed + 1 / solved
    spread = float(logit.std()) or 1.0
    return (logit - logit.mean()) / spread, variance / spread**2
