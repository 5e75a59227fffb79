"""An `EvalSet` with edits, and optionally a weight file, in; the errors of one reference with their levels out."""

from __future__ import annotations

import numpy as np

from redink.errors import UsageError
from redink.judging.contexts import JudgedErrors, Surroundings
from redink.questions.difficulty.mathematics.chunks import gold_chunks
from redink.questions.difficulty.mathematics.judging_table import judge
from redink.questions.difficulty.mathematics.pool import pool_from_file, pool_of
from redink.reading.weights import SolvedCounts
from redink.records import Edits, EvalSet, Reference
from redink.scoring.measure import Absent


def judged_errors(
    data: EvalSet,
    *,
    reference: int = 0,
    weights: SolvedCounts | None = None,
    absent: Absent = "noop",
    pipeline: str = "none",
) -> JudgedErrors:
    """Give every error of a reference with its level N − n.

    Args:
        data: Sources, references and systems, with edits; no system is needed if there are weights.
        reference: Number of the reference, from 0.
        weights: How many systems solve each chunk; without it, the systems of `data` determine the levels.
        absent: Whether an annotator without a line left the sentence alone or was not asked.
        pipeline: The pipeline that made the edits, for the message when the weights do not fit.
    """
    if weights is None and not data.systems:
        raise UsageError("nobody judges the difficulty", remedy="give outputs of systems, or --weights")
    chosen = _chosen(data, reference)
    gold = gold_chunks(data.sources, _edits(chosen, absent))
    table = judge(gold, data.sources, data.systems)
    pool = pool_of(table) if weights is None else None
    if weights is not None:
        table, pool = pool_from_file(table, weights, data.sources, pipeline)
    assert pool is not None
    level = (pool.size - pool.solved[table.is_error]).astype(np.int64)
    flags = table.of_errors() if weights is None else None
    around = Surroundings.of(data.sources, data.documents)
    return JudgedErrors(around, chosen.name, gold.edits, gold.sentence, level, pool.size, pool.systems, flags)


def _chosen(data: EvalSet, reference: int) -> Reference:
    if not 0 <= reference < len(data.references):
        names = ", ".join(f"{number}: {candidate.name}" for number, candidate in enumerate(data.references))
        raise UsageError(f"there is no reference {reference}", remedy=f"choose from {names}" if names else "give one")
    return data.references[reference]


def _edits(reference: Reference, absent: Absent) -> list[Edits | None]:
    if reference.edits is None:
        raise UsageError(f"reference {reference.name!r} has no edits yet", remedy="annotate it first")
    return [() if sentence_edits is None and absent == "noop" else sentence_edits for sentence_edits in reference.edits]
