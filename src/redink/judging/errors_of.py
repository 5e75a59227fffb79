"""An `EvalSet` with edits, and optionally a weight file, in; the errors of one reference with their levels out."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from redink.errors import UsageError
from redink.judging.contexts import JudgedErrors, Surroundings
from redink.questions.difficulty.mathematics.chunks import gold_chunks
from redink.questions.difficulty.mathematics.judged_reference import chosen_reference, gold_edits
from redink.questions.difficulty.mathematics.judging_table import judge
from redink.questions.difficulty.mathematics.pool import fitting, pool_from_file, pool_of
from redink.reading.weights import SolvedCounts
from redink.records import EvalSet


def judged_errors(
    data: EvalSet, *, reference: int = 0, weights: Sequence[SolvedCounts] = (), pipeline: str = "none"
) -> JudgedErrors:
    """Give every error of a reference with its level N − n.

    Without weights, which tell how many systems solve each chunk, the systems of `data` determine the levels. The
    pipeline is named in the message when the weights do not fit.
    """
    if not weights and not data.systems:
        raise UsageError("there is nothing to judge the difficulty by", remedy="give outputs of systems, or --weights")
    chosen = chosen_reference(data, reference)
    gold = gold_chunks(data.sources, gold_edits(chosen))
    table = judge(gold, data.sources, data.systems)
    pool = pool_of(table)
    if weights:
        table, pool = pool_from_file(table, fitting(gold, weights, data.sources), data.sources, pipeline)
    level = (pool.size - pool.solved[table.is_error]).astype(np.int64)
    flags = None if weights else table.of_errors()
    around = Surroundings.of(data.sources, data.documents)
    return JudgedErrors(around, chosen.name, gold.edits, gold.sentence, level, pool.size, pool.systems, flags)
