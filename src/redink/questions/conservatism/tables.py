"""Results of `measure_conservatism` in, tables to show out: amount of change, word classes, edits, error types."""

from __future__ import annotations

from redink.evaluation.tables import warn_of_other_types
from redink.questions.conservatism.results import MOST_CHANGES, ConservatismResults, Measured
from redink.reports.tables import Cell, Column, Row, Table

MANY = 6
"""Sentences with so many changed words or more are counted apart, as in the thesis' example."""


def conservatism_table(results: ConservatismResults) -> Table:
    """One row a system or reference: sentences changed, words changed, word order, sentence boundaries."""
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
    rows = []
    for number, own in enumerate(results.measured):
        ratio = [_cell(results, number, "ratio")] if results.data.references else []
        cells = (
            Cell(own.name),
            Cell(own.count("changed")),
            _cell(results, number, "WordChange"),
            _cell(results, number, "WordChange-approx"),
            *ratio,
            Cell(int((own.column("changes") >= MANY).sum())),
            _cell(results, number, "rho"),
            *(Cell(own.count(name)) for name in ("reordered", "splits", "merges")),
        )
        rows.append(_row(own, cells))
    return Table("Conservatism: how much is changed", tuple(columns), tuple(rows), notes=_notes(results))


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
            "system/reference: WordChange over the references' mean; 1 is human-like, less is conservative, more is "
            "over-editing. A reference is held against the others."
        )
    if results.data.documents is None:
        notes.append("Merges across lines need --documents.")
    return (*notes, f"Signature: {results.scores.signature}.")


def _cell(results: ConservatismResults, number: int, rate: str) -> Cell:
    score = results.score(number, rate)
    return Cell(None) if score is None else Cell(score.value, score.interval)


def _row(own: Measured, cells: tuple[Cell, ...]) -> Row:
    return Row(cells, competes=own.kind == "system")


def histogram_table(results: ConservatismResults) -> Table:
    """One row a system or reference: sentences with 0, 1, 2 … changed words."""
    heads = [*map(str, range(MOST_CHANGES)), f"{MOST_CHANGES}+"]
    columns = (Column("system"), *(Column(head, digits=0) for head in heads))
    rows = tuple(_row(own, (Cell(own.name), *map(Cell, own.histogram()))) for own in results.measured)
    return Table("Sentences by number of changed words", columns, rows)


def word_class_table(results: ConservatismResults) -> Table:
    """One row a system or reference: TP, TN, FP, FN and FPN words."""
    names = ("TP", "TN", "FP", "FN", "FPN")
    columns = (Column("system"), *(Column(name, digits=0) for name in names))
    rows = [
        _row(own, (Cell(own.name), *map(Cell, own.five_way())))
        for own in results.measured
        if own.total("changes.reference") or own.total("tn")
    ]
    note = (
        "Words against the nearest reference of each sentence. TP needed and done, TN neither, FP done without need, "
        "FN needed and not done, FPN needed and done wrongly. A place of insertion counts where one of the two inserts."
    )
    return Table("Words: needed and done", columns, tuple(rows), notes=(note,))


def edit_table(results: ConservatismResults) -> Table:
    """One row a system or reference: edits, their ratio, false alarms, Hit, Wrong, Under and Over."""
    shares = ("Hit", "Wrong", "Under", "Over")
    columns = (
        Column("system"),
        Column("edits", digits=0),
        Column("edit-rate", "edits per 100 tokens", digits=1, percent=True),
        Column("edit-ratio", "edits system/reference", digits=2),
        Column("false-alarm", "false alarms", digits=1, percent=True),
        *(Column(name, digits=1, percent=True) for name in shares),
    )
    rows = [
        _row(
            own,
            (
                Cell(own.name),
                Cell(own.count("edits")),
                *(_cell(results, number, name) for name in ("edit-rate", "edit-ratio", "false-alarm", *shares)),
            ),
        )
        for number, own in enumerate(results.measured)
    ]
    notes = (
        "False alarms: share of the sentences all references leave alone that were changed (any token). "
        "Hit + Wrong + Under = 100: what became of the places that needed a change. "
        "Over: share of the changed places that needed none.",
    )
    return Table("Edits: conservatism and over-correction", columns, tuple(rows), notes=notes)


def alarm_table(results: ConservatismResults) -> Table:
    """The false alarms alone, for texts without edits."""
    columns = (
        Column("system"),
        Column("quiet", "sentences left alone by all references", digits=0),
        Column("alarms", "of these changed", digits=0),
        Column("false-alarm", "false alarms", digits=1, percent=True),
    )
    rows = [
        _row(
            own,
            (
                Cell(own.name),
                *(Cell(own.count(name)) for name in ("quiet", "alarms")),
                _cell(results, number, "false-alarm"),
            ),
        )
        for number, own in enumerate(results.measured)
    ]
    return Table("False alarms", columns, tuple(rows))


def type_table(results: ConservatismResults, granularity: str) -> Table:
    """One row an error type: mean edits of a reference, and each system's ratio to it."""
    warn_of_other_types(results.data)
    found = results.by_type(granularity)
    references = {row.type: row.reference for rows in found.values() for row in rows}
    ratios = {name: {row.type: row for row in rows} for name, rows in found.items()}
    columns = (
        Column(granularity),
        Column("reference", "edits a reference", digits=1),
        *(Column(f"system {name}", name, digits=2) for name in found),
    )
    ordered = sorted(references, key=lambda kind: (-references[kind], kind))
    rows = []
    for kind in ordered:
        own = [ratios[name].get(kind) for name in found]
        # A type the system never makes is 0, not unknown, unless the references never make it either.
        never = 0.0 if references[kind] else None
        values = [never if row is None else row.ratio for row in own]
        rows.append(Row((Cell(kind), Cell(references[kind]), *map(Cell, values))))
    note = "Edits of a system over the references' mean: 1 is human-like; – where references have none."
    return Table(f"Edits, system/reference, by {granularity}", columns, tuple(rows), notes=(note,))


def all_tables(results: ConservatismResults, by: str | None = None) -> list[Table]:
    """Give every table there is something for."""
    found = [conservatism_table(results), histogram_table(results)]
    if results.data.references:
        found.append(word_class_table(results))
        found.append(edit_table(results) if results.with_edits else alarm_table(results))
    if by is not None and results.with_edits:
        found.append(type_table(results, by))
    return found
