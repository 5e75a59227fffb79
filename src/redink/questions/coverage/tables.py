"""Results of `coverage` in, tables to show out."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from redink.questions.coverage.mathematics.changes import ChangeCoverage
from redink.questions.coverage.mathematics.counts import ENOUGH
from redink.questions.coverage.mathematics.human_scores import HumanScores
from redink.questions.coverage.mathematics.validity import Validity
from redink.records import Interval
from redink.reports.numbers import in_words
from redink.reports.tables import Cell, Column, Row, Table, make_table

if TYPE_CHECKING:
    from redink.questions.coverage.results import CoverageResults, MatchResults, MeasureCurve

_NAMES = {"exact": "exact match", "index": "exact index match", "index-printed": "exact index match as printed"}
_ABOVE = "▲"


def coverage_tables(results: CoverageResults) -> list[Table]:
    """Give every table there is something for."""
    tables = [coverage_table(match, results) for match in results.matches]
    if results.sizes:
        tables.append(size_table(results))
    if results.types:
        tables.append(type_table(results))
    if results.curves:
        tables.append(measure_table(results))
    tables += [frequent_table(match, results) for match in results.matches]
    if results.systems:
        tables.append(system_table(results))
    tables += [people_table(scores) for scores in results.people]
    if results.validity is not None:
        tables.append(validity_table(results.validity))
    return tables


def _facts_note(results: CoverageResults) -> str:
    facts = results.facts
    spread = f"{facts.fewest}" if facts.fewest == facts.most else f"{facts.fewest} to {facts.most}"
    dropped = f", {facts.dropped} more dropped" if facts.dropped else ""
    return (
        f"{facts.corrections} corrections of {facts.sentences} sentences, {spread} each{dropped}; "
        f"{facts.unchanged:.1%} of them change nothing. Normalisation: {results.settings.normalisation}."
    )


def _few_note(results: CoverageResults) -> list[str]:
    """Say that coverages of single sentences are hardly more than 0 or 1, which leaves nothing to chance."""
    fewest = results.facts.fewest
    if fewest >= ENOUGH:
        return []
    return [f"Some sentences have only {fewest} corrections: the intervals of the accuracy are too narrow."]


def coverage_table(match: MatchResults, results: CoverageResults) -> Table:
    """One row an M: coverage with both intervals, b_M, other estimates, and accuracy on a test set."""
    columns = (
        Column("references", "M", digits=0),
        Column("coverage", "coverage", digits=3),
        Column("annotators", "± other people", digits=3),
        Column("bias", "b_M", digits=3),
        Column("slope", digits=4),
        Column("unseen", f"by {results.settings.method}", digits=3),
        Column("one_annotator", "one annotator", digits=3),
        Column("accuracy", f"accuracy of {results.settings.sentences}", digits=3),
    )
    rows = [
        Row(
            (
                Cell(point.references, marks=("*",) if point.extrapolated else ()),
                Cell(point.coverage, point.interval),
                Cell(_half(point.annotators)),
                Cell(point.bias),
                Cell(point.slope),
                Cell(point.unseen),
                Cell(point.one_annotator),
                Cell(accuracy.mean, accuracy.interval),
            )
        )
        for point, accuracy in zip(match.points, match.accuracy, strict=True)
    ]
    return make_table(
        f"Coverage by number of references M, {_NAMES[match.match]}",
        columns,
        rows,
        notes=_coverage_notes(match, results),
    )


def _coverage_notes(match: MatchResults, results: CoverageResults) -> list[str]:
    """Explain the columns under the first table; the others need only what differs."""
    notes = []
    if match is results.matches[0]:
        settings = results.settings
        notes = [
            _facts_note(results),
            "Coverage: probability that a person's correction is among those of M others (in brackets: interval over "
            "sentences); b_M = 1 − coverage; slope: what the M-th reference adds. One annotator: M "
            "distinct corrections of one person.",
            f"Accuracy: that of a perfect corrector on {settings.sentences} sentences, {settings.clean} of which need "
            "no correction (in brackets: interval by chance alone).",
            *_few_note(results),
            *results.footnotes,
            f"Signature: {results.signature}.",
        ]
    if any(point.extrapolated for point in match.points):
        notes.insert(0, "*: some sentence has no more than M corrections; extrapolated by Chao and Jost's formula.")
    return notes


def _half(spread: Interval | None) -> float | None:
    return None if spread is None else (spread.high - spread.low) / 2


_SHOWN = (1, 2, 10, 20)
"""Numbers of references that tables of groups show, where they are asked for; JSON has all."""


def size_table(results: CoverageResults) -> Table:
    """One row per number of changed words: how many corrections change so much, and their coverage."""
    note = "A correction that changes more words can be made in more ways, so fewer references contain it."
    return _change_table("Coverage by size of change, exact match", "words", results.sizes, "corrections", note)


def type_table(results: CoverageResults) -> Table:
    """One row per error type: how many edits people made, and their coverage."""
    note = "An edit is covered if one of M other people makes the same edit: same place, same replacement."
    return _change_table("Coverage of edits by type", "type", results.types, "edits", note)


def _change_table(title: str, name: str, groups: Sequence[ChangeCoverage], counted: str, note: str) -> Table:
    asked = [point.references for point in groups[0].points]
    numbers = [m for m in asked if m in _SHOWN] or asked[:4]
    columns = (
        Column(name),
        Column(counted, digits=0),
        *(Column(f"coverage_{m}", f"M = {m}", digits=3) for m in numbers),
    )
    rows = [
        Row(
            (
                Cell(group.name),
                Cell(group.changes),
                *(Cell(point.coverage, point.interval) for point in group.points if point.references in numbers),
            )
        )
        for group in groups
    ]
    return make_table(title, columns, rows, notes=(note,))


def frequent_table(match: MatchResults, results: CoverageResults) -> Table:
    """One row a γ: how many corrections have at least this probability, and their mass."""
    columns = (
        Column("gamma", "γ", digits=3),
        Column("corrections", "corrections with p ≥ γ", digits=2),
        Column("mass", digits=2),
        Column("told_by", "basis"),
    )
    rows = [
        (row.gamma, row.corrections, row.mass, "extrapolation" if row.extrapolated else "the sample")
        for row in match.frequent
    ]
    notes = [
        f"Mean over sentences, estimated by {results.settings.method} with no probability below the floor of "
        f"{match.floor:.2g}. The number for γ = 0 depends on that floor (with vv also on α): never quote it alone.",
        "Extrapolation: γ is below 1/n, rarer than a sample of n can show.",
    ]
    return make_table(f"How many corrections there are, {_NAMES[match.match]}", columns, rows, notes=notes)


def measure_table(results: CoverageResults) -> Table:
    """One row an M: a perfect corrector's score by each measure."""
    columns = [Column("references", "M", digits=0)]
    for curve in results.curves:
        columns += [Column(curve.measure, digits=3), Column(f"{curve.measure}_slope", "slope", digits=4)]
    numbers = [point.references for point in results.curves[0].points]
    rows = []
    for m in numbers:
        cells = []
        for curve in results.curves:
            point = curve.at(m)
            cells.append(Cell(None) if point is None else Cell(point.score, point.both or point.sentences))
            cells.append(Cell(curve.slope(m)))
        rows.append(Row((Cell(m), *cells)))
    settings = results.settings
    notes = [
        f"Test sets of {settings.sentences} sentences, {settings.clean} clean, drawn from the corrected ones; "
        "in brackets: intervals, with new sentences, outputs and references in every draw. Slope: gain for each "
        "further reference, from the M of the row above.",
        *(line for curve in results.curves for line in _width_note(curve)),
        *results.advice(),
    ]
    return make_table("A perfect corrector's score by number of references M", columns, rows, notes=notes)


def _width_note(curve: MeasureCurve) -> tuple[str, ...]:
    """Say how much wider intervals become when more is drawn anew."""
    known = [point for point in curve.points if point.sentences and point.both and point.pool]
    if not known:
        return ()
    fixed, both, pool = (
        math.fsum(_half(interval) or 0.0 for interval in intervals) or 1.0
        for intervals in zip(*((point.sentences, point.both, point.pool) for point in known), strict=True)
    )
    return (
        f"{curve.measure}: intervals are {both / fixed:.2f} times as wide as with one draw of references (thesis), "
        f"and {pool / fixed:.2f} times as wide if the corrected sentences are also drawn again (mean over M).",
    )


def system_table(results: CoverageResults) -> Table:
    """One row per system and measure: its score, and as a share of the perfect corrector's."""
    columns = (
        Column("system"),
        Column("measure"),
        Column("score", digits=3),
        Column("perfect", "perfect corrector", digits=3),
        Column("share", "share", digits=3),
    )
    rows = []
    for line in results.systems:
        marks = (_ABOVE,) if line.above_perfect else ()
        rows.append(
            Row(
                (
                    Cell(line.name),
                    Cell(line.measure),
                    Cell(line.score, line.interval, marks),
                    Cell(line.perfect),
                    Cell(line.share, _divided(line.interval, line.perfect)),
                )
            )
        )
    notes = [
        f"All scores use {results.references} reference(s). The perfect corrector was measured on the corrected "
        "sentences, which may be shorter or easier than those of the systems."
    ]
    if any(line.above_perfect for line in results.systems):
        notes.append(
            f"{_ABOVE}: the whole interval lies above the perfect corrector, as can happen for over-careful systems "
            "or on easier sentences."
        )
    return make_table("Systems compared with a perfect corrector", columns, rows, notes=notes)


def _divided(spread: Interval | None, by: float | None) -> Interval | None:
    if spread is None or not by:
        return None
    return Interval(spread.low / by, spread.high / by, spread.level, spread.method)


def people_table(scores: HumanScores) -> Table:
    """One row per system or person: its score against M − 1 references, as a share of people's."""
    columns = (
        Column("name"),
        Column("kind"),
        Column("score", scores.measure, digits=3),
        Column("share", "share of people's", digits=3),
    )
    rows = [
        Row(
            (
                Cell(row.name),
                Cell("reference" if row.is_person else "system"),
                Cell(row.score, row.interval),
                Cell(row.share, row.share_interval, (_ABOVE,) if row.above_people and not row.is_person else ()),
            ),
            competes=not row.is_person,
        )
        for row in scores.rows
    ]
    people = in_words(scores.people)
    notes = [
        f"Each is scored against {scores.references} reference(s), leaving out one at a time; people score {people} "
        "on average (a reference against the others)."
    ]
    if any(row.above_people and not row.is_person for row in scores.rows):
        notes.append(f"{_ABOVE}: the whole interval lies above people.")
    return make_table(f"{scores.measure} as a share of people's {scores.measure}", columns, rows, notes=notes)


def validity_table(validity: Validity) -> Table:
    """One row per frequency: how many corrections judges call valid."""
    columns = (
        Column("frequency", "given"),
        Column("corrections", digits=0),
        Column("validity", digits=3),
        Column("majority", "valid by majority", digits=3),
    )
    rows = [
        (f"{row.frequency}{'+' * (row.frequency == validity.most)}", row.corrections, row.validity, row.majority)
        for row in validity.rows
    ]
    kappa = in_words(validity.kappa, digits=2)
    note = (
        f"{validity.votes} votes on {validity.judged} corrections; {validity.valid:.0%} valid by majority; "
        f"Fleiss' κ {kappa}. Validity: mean share of yes votes (the thesis calls it IAA)."
    )
    return make_table("Validity by how often a correction was given", columns, rows, notes=[note])
