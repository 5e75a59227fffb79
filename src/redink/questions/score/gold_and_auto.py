"""Systems scored against gold and against automatic edits of the same references in; paired tests and a table out.

Bryant, Felice and Briscoe (2017, §4.1) ask whether references whose edits were found automatically can stand in for
those that annotators marked: they score each system against both, and test the difference by a bootstrap.
"""

from __future__ import annotations

from collections.abc import Sequence

from redink.errors import UsageError
from redink.evaluation.estimate import adjusted, plain_score, too_few_resamples, with_first
from redink.evaluation.results import Results
from redink.evaluation.statistics import Statistics
from redink.evaluation.tables import p_cells
from redink.evaluation.trust import CORRECTIONS, TESTS, Draws, Trust
from redink.frozen import frozen
from redink.records import EvalSet
from redink.reports.tables import Column, Table, make_table
from redink.scoring.measure import Measure, Need


@frozen
class GoldAndAuto:
    """One system by one measure, against the gold and against the automatic edits of the references."""

    measure: str
    """Name of the measure."""
    system: str
    gold: float | None
    """Score against the edits of the files."""
    auto: float | None
    """Score against the edits that the pipeline found in the same corrections."""
    difference: float | None
    """`auto` minus `gold`."""
    p: float | None
    """Two-sided p-value of the difference."""
    adjusted_p: float | None
    """The same, adjusted for the number of systems."""
    least_p: float | None
    """The smallest p-value the test could have given: 1 / (resamples + 1)."""


def expect_gold(data: EvalSet, need: Need, *, auto: bool) -> None:
    """Refuse references without gold edits, measures that do not look at them, and the wish for automatic ones only."""
    if need == "texts" or not data.references:
        raise UsageError(
            "--gold-against-auto needs M2 references, and a measure that looks at their edits",
            remedy="give -r gold.m2, and -m F0.5 or -m M2",
        )
    if auto:
        raise UsageError(
            "--gold-against-auto scores against both kinds of edits, --auto against one",
            remedy="leave out one of the two options",
        )
    for reference in data.references:
        if reference.edits is None:
            raise UsageError(
                f"--gold-against-auto needs gold edits, but the reference {reference.name!r} is text",
                remedy="give references as M2 files with the annotators' edits, or leave out --gold-against-auto",
            )


def gold_and_auto(
    gold: Statistics, auto: Statistics, measures: Sequence[Measure], draws: Draws
) -> tuple[GoldAndAuto, ...]:
    """Test every system by every measure that looks at edits of references; p-values are adjusted per measure."""
    looking = (measure for measure in measures if measure.needs != "texts")
    return tuple(row for measure in looking for row in _tested(gold, auto, measure, draws))


def _tested(gold: Statistics, auto: Statistics, measure: Measure, draws: Draws) -> list[GoldAndAuto]:
    formula = measure.score_from_sums
    pairs = list(zip(gold.tables(measure), auto.tables(measure), strict=True))
    tests = [with_first(pair, formula, draws)[0] for pair in pairs]
    adjusted_p = adjusted([test.p for test in tests], draws.trust.correction)
    return [
        GoldAndAuto(
            measure.name,
            system.name,
            gold=plain_score(gold_rows, formula),
            auto=plain_score(auto_rows, formula),
            difference=test.difference,
            p=test.p,
            adjusted_p=p,
            least_p=1 / (test.resamples + 1),
        )
        for system, (gold_rows, auto_rows), test, p in zip(gold.data.systems, pairs, tests, adjusted_p, strict=True)
    ]


def gold_and_auto_table(results: Results, auto: Statistics, trust: Trust, pipeline: str) -> Table:
    """Test scores against gold edits against those of automatic edits, and show one row per measure and system."""
    gold = results.statistics
    assert gold is not None
    draws = Draws(trust, len(gold.data.sources), gold.data.documents)
    tested = gold_and_auto(gold, auto, gold.measures(results.measures), draws)
    columns = (
        Column("measure"),
        Column("system"),
        *(Column(key, digits=4) for key in ("gold", "auto", "difference", "p")),
        Column("adjusted_p", f"p ({CORRECTIONS[trust.correction]})", digits=4),
        Column("verdict"),
    )
    rows = [
        (row.measure, row.system, row.gold, row.auto, row.difference, *p_cells(row), _verdict(row, trust.alpha))
        for row in tested
    ]
    notes = (
        f"gold: the edits in the files of the references; auto: those that {pipeline} finds in the same corrections.",
        f"Test: {TESTS[trust.test]}, {trust.resamples:,} resamples. Verdict at α = {trust.alpha:g} after "
        f"{CORRECTIONS[trust.correction]}'s correction over the systems of a measure.",
        *too_few_resamples(len({row.system for row in tested}), trust),
    )
    return make_table("Gold and automatic edits of the references", columns, rows, notes=notes)


def _verdict(tested: GoldAndAuto, alpha: float) -> str:
    if tested.adjusted_p is None or tested.difference is None:
        return "not available"
    if tested.adjusted_p > alpha:
        return "no significant difference"
    return "higher with auto" if tested.difference > 0 else "lower with auto"
