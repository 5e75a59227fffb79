"""Results of `difficulty` in; every system tested against the first out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from redink.evaluation.estimate import adjusted, with_first
from redink.evaluation.results import Difference
from redink.evaluation.trust import Draws
from redink.questions.difficulty.mathematics.judging_table import JudgingTable
from redink.questions.difficulty.mathematics.references import scorers
from redink.questions.difficulty.results import ChunkTest, DifficultyResults
from redink.stats.significance import mcnemar_exact


def compared(results: DifficultyResults, draws: Draws) -> DifficultyResults:
    """Test each system against the first: wF_β and wA by resampling, b on the chunks they share by McNemar's test.

    p-values are adjusted by Holm over the systems of a measure.
    """
    first, *others = results.counts
    differences = []
    for scorer in scorers(results.settings, results.several, kinds=("F", "A")):
        tests = with_first(list(results.counts.values()), scorer.score_from_sums, draws)
        corrected = adjusted([test.p for test in tests], "holm")
        differences += [
            Difference(scorer.name, first, system, test.difference, test.p, p)
            for system, test, p in zip(others, tests, corrected, strict=True)
        ]
    table = results.reference().table
    return replace(
        results,
        scores=replace(results.scores, differences=tuple(differences)),
        chunk_tests=_chunk_tests([_chunk_test(table, first, system) for system in others]),
    )


def _chunk_test(table: JudgingTable, base: str, system: str) -> ChunkTest:
    first, second = (table.correct[:, table.systems.index(name)] for name in (base, system))
    discordant = [first & ~second, second & ~first]
    chunks = [int(flags.sum()) for flags in discordant]
    errors = [int((flags & table.is_error).sum()) for flags in discordant]
    return ChunkTest(
        base, system, chunks[0], chunks[1], mcnemar_exact(*chunks), errors[0], errors[1], mcnemar_exact(*errors)
    )


def _chunk_tests(tests: Sequence[ChunkTest]) -> tuple[ChunkTest, ...]:
    chunks, errors = adjusted([test.p for test in tests], "holm"), adjusted([test.errors_p for test in tests], "holm")
    return tuple(
        replace(test, adjusted_p=p, errors_adjusted_p=errors_p)
        for test, p, errors_p in zip(tests, chunks, errors, strict=True)
    )
