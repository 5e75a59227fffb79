"""Results in, tables to show out: amount of change, word classes, edits, error types; picks of re-ranking."""

from __future__ import annotations

from typing import TYPE_CHECKING

from redink.questions.conservatism.mathematics.statistics import MOST_CHANGES
from redink.reports.tables import Cell, Column, Row, Table

if TYPE_CHECKING:
    from redink.questions.conservatism.results import ConservatismResults, Measured, Reranked

MANY = 6
"""Sentences with so many changed words or more are counted apart, as in the thesis' example."""


def conservatism_table(results: ConservatismResults) -> Table:
    """One row per system or reference: sentences changed, words changed, word order, sentence boundaries."""
    columns = [
        Column("system"),
        Column("changed", "sentences changed", digits=0),
        Column("WordChange", digits=2),
        Column("WordChange-approx", "approx", digits=2),
        *([Column("ratio", "system/reference", digits=2)] if results.data.references else []),
        Column("many", f"≥ {MANY} changes", digits=0),
        Column("rho", "mean ρ", digits=4),
        Column("reordered", digits=0),
        Column("splits", digits=0),
        Column("merges", digits=0),
    ]
    rows = tuple(
        _row(
            version,
            Cell(version.count("changed")),
            *_rates(version, "WordChange", "WordChange-approx", *(["ratio"] if results.data.references else [])),
            Cell(int((version.column("changes") >= MANY).sum())),
            *_rates(version, "rho"),
            *_counts(version, "reordered", "splits", "merges"),
        )
        for version in results.measured
    )
    return Table("Conservatism: how much is changed", tuple(columns), rows, notes=_notes(results))


def _notes(results: ConservatismResults) -> tuple[str, ...]:
    words = "punctuation kept" if results.settings.marks else "without punctuation"
    case = "case kept" if results.settings.case else "case folded"
    notes = [
        f"{len(results.data.sources)} sentences. WordChange: mean number of words altered, deleted or added "
        f"({words}, {case}).",
        "approx: pairs with similar lemmas do not count. reordered: sentences with ρ < 1.",
    ]
    if results.data.references:
        notes.append(
            "system/reference: WordChange divided by the mean of the references; 1 is human-like, less is "
            "conservative, more is over-editing. A reference is compared with the others."
        )
    if results.data.documents is None:
        notes.append("Merges across lines need --documents.")
    return (*notes, f"Signature: {results.signature}.")


def _rates(version: Measured, *names: str) -> list[Cell]:
    return [Cell(version[name].value, version[name].interval) for name in names]


def _counts(version: Measured, *names: str) -> list[Cell]:
    return [Cell(version.count(name)) for name in names]


def _row(version: Measured, *cells: Cell) -> Row:
    return Row((Cell(version.name), *cells), competes=version.kind == "system")


def histogram_table(results: ConservatismResults) -> Table:
    """One row per system or reference: sentences with 0, 1, 2 … changed words."""
    heads = [*map(str, range(MOST_CHANGES)), f"{MOST_CHANGES}+"]
    columns = (Column("system"), *(Column(head, digits=0) for head in heads))
    rows = tuple(_row(version, *map(Cell, version.histogram())) for version in results.measured)
    return Table("Sentences by number of changed words", columns, rows)


def word_class_table(results: ConservatismResults) -> Table:
    """One row per system or reference: TP, TN, FP, FN and FPN words."""
    names = ("TP", "TN", "FP", "FN", "FPN")
    columns = (Column("system"), *(Column(name, digits=0) for name in names))
    rows = [
        _row(version, *map(Cell, version.five_way()))
        for version in results.measured
        if version.total("changes.reference") or version.total("tn")
    ]
    note = (
        "Words compared with the nearest reference of each sentence. TP: change needed and made; TN: neither; FP: made "
        "but not needed; FN: needed but not made; FPN: needed but made wrongly. A place between words counts if the "
        "system or the reference inserts something there."
    )
    return Table("Words: changes needed and made", columns, tuple(rows), notes=(note, *results.type_notes))


def edit_table(results: ConservatismResults) -> Table:
    """One row per system or reference: edits, their ratio, false alarms, Hit, Wrong, Under and Over."""
    shares = ("Hit", "Wrong", "Under", "Over")
    columns = (
        Column("system"),
        Column("edits", digits=0),
        Column("edit-rate", "edits per 100 tokens", digits=1, percent=True),
        Column("edit-ratio", "edits system/reference", digits=2),
        Column("false-alarm", "false alarms", digits=1, percent=True),
        *(Column(name, digits=1, percent=True) for name in shares),
    )
    rows = tuple(
        _row(version, *_counts(version, "edits"), *_rates(version, "edit-rate", "edit-ratio", "false-alarm", *shares))
        for version in results.measured
    )
    notes = (
        "False alarms: of the sentences that all references leave alone, the share that was changed (any token). "
        "Hit + Wrong + Under = 100: what happened to the places that needed a change. "
        "Over: share of the changed places that needed no change.",
    )
    return Table("Edits: conservatism and over-correction", columns, rows, notes=notes)


def alarm_table(results: ConservatismResults) -> Table:
    """The false alarms alone, for texts without edits."""
    columns = (
        Column("system"),
        Column("quiet", "sentences left alone by all references", digits=0),
        Column("alarms", "of these, changed", digits=0),
        Column("false-alarm", "false alarms", digits=1, percent=True),
    )
    rows = tuple(
        _row(version, *_counts(version, "quiet", "alarms"), *_rates(version, "false-alarm"))
        for version in results.measured
    )
    return Table("False alarms", columns, rows)


def type_table(results: ConservatismResults, granularity: str) -> Table:
    """One row per error type: mean edits of a reference, and each system's ratio to it."""
    by_system = {name: {row.type: row for row in rows} for name, rows in results.by_type(granularity).items()}
    references = {row.type: row.reference for by_type in by_system.values() for row in by_type.values()}
    columns = (
        Column(granularity),
        Column("reference", "edits per reference", digits=1),
        *(Column(f"system {name}", name, digits=2) for name in by_system),
    )
    rows = []
    for kind in sorted(references, key=lambda kind: (-references[kind], kind)):
        # A type the system never makes is 0, not unknown, unless the references never make it either.
        never = 0.0 if references[kind] else None
        ratios = [by_type[kind].ratio if kind in by_type else never for by_type in by_system.values()]
        rows.append(Row((Cell(kind), Cell(references[kind]), *map(Cell, ratios))))
    note = "Edits of a system divided by the mean of the references: 1 is human-like; – where the references have none."
    return Table(f"Edits, system/reference, by {granularity}", columns, tuple(rows), notes=(note, *results.type_notes))


def all_tables(results: ConservatismResults) -> list[Table]:
    """Give every table there is something for."""
    tables = [conservatism_table(results), histogram_table(results)]
    if results.data.references:
        tables.append(word_class_table(results))
        tables.append(edit_table(results) if results.with_edits else alarm_table(results))
    if results.by is not None and results.with_edits:
        tables.append(type_table(results, results.by))
    return tables


def rerank_table(reranked: Reranked) -> Table:
    """One row per number of references: score, sentences and words changed, word order."""
    columns = (
        Column("picked", "picked by"),
        Column(reranked.measure, digits=4),
        Column("changed", "sentences changed", digits=0),
        Column("WordChange", digits=3),
        Column("rho", "mean ρ", digits=4),
        Column("reordered", digits=0),
    )
    rows = [
        Row(
            (
                Cell(row.name),
                Cell(row.score),
                Cell(_whole(row.total("changed"))),
                Cell(row.mean("changes"), row.change),
                Cell(row.mean("rho")),
                Cell(_whole(row.total("reordered"))),
            )
        )
        for row in reranked.rows
    ]
    drawn = f"M references drawn {reranked.draws} times (means)"
    against = "the first M references" if reranked.draws is None else drawn
    notes = (
        f"An oracle picks the best of {reranked.candidates} candidates of {len(reranked.sentences)} sentences, scored "
        f"against {against}. 1-best: the first candidates, scored against the largest M. Below: what the references "
        "change. reordered: sentences with ρ < 1.",
        f"Signature: {reranked.signature}.",
    )
    return Table("Oracle re-ranking: conservatism as references are added", columns, tuple(rows), notes=notes)


def _whole(number: float) -> float | int:
    """Write a count as one; means over draws stay as they are."""
    return int(number) if number.is_integer() else number
