"""Results of a meta-evaluation in, tables to show out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from redink.reports.tables import Cell, Column, Row, Table

if TYPE_CHECKING:
    from redink.questions.meta.results import MetaResults


def ranking_table(results: MetaResults) -> Table:
    """Show the systems, best first by the first ranking, with one column for each ranking."""
    columns = [Column("system")]
    known = [dict(zip(ranking.systems, ranking.values, strict=True)) for ranking in results.rankings]
    errors = [dict(zip(ranking.systems, ranking.errors or (), strict=False)) for ranking in results.rankings]
    for ranking in results.rankings:
        columns.append(Column(ranking.method, direction="higher", digits=3))
        if ranking.errors is not None:
            columns.append(Column(f"{ranking.method} ±", digits=3))
    systems = sorted({name for values in known for name in values}, key=lambda name: _place(known[0].get(name), name))
    rows = []
    for name in systems:
        cells = [Cell(name)]
        for ranking, values, spread in zip(results.rankings, known, errors, strict=True):
            cells.append(Cell(values.get(name)))
            if ranking.errors is not None:
                cells.append(Cell(spread.get(name)))
        rows.append(Row(tuple(cells)))
    notes = tuple(note for ranking in results.rankings for note in ranking.notes)
    return Table("Human rankings", tuple(columns), tuple(rows), notes=(*notes, f"Signature: {results.signature}."))


def _place(value: float | None, name: str) -> tuple[bool, float, str]:
    return value is None, -(value or 0.0), name


def system_table(results: MetaResults) -> Table:
    """Show the correlations of each measure with each ranking."""
    columns = (
        Column("measure"),
        Column("ranking"),
        Column("systems", digits=0),
        *(Column(name, name.capitalize(), digits=3) for name in ("pearson", "spearman")),
        Column("kendall", "Kendall τ-b", digits=3),
    )
    rows = tuple(
        Row(
            (
                Cell(pair.measure),
                Cell(pair.ranking),
                Cell(len(pair.systems)),
                *(Cell(correlation.value, correlation.interval) for correlation in pair.correlations),
            )
        )
        for pair in results.systems
    )
    left_out = sorted({name for pair in results.systems for name in pair.left_out})
    notes = (f"Left out because a score or judgements are missing: {', '.join(left_out)}.",) if left_out else ()
    return Table("Systems: measures against people", columns, rows, notes=notes)


def sentence_table(results: MetaResults) -> Table:
    """Show how often each measure would have chosen as people did."""
    columns = (
        Column("measure"),
        Column("concordant", digits=0),
        Column("discordant", digits=0),
        Column("measure_ties", "ties of the measure", digits=0),
        Column("human_ties", "ties of people", digits=0),
        Column("tau", "τ (ties dropped)", direction="higher", digits=3),
        Column("tau_counted", "τ (ties counted)", direction="higher", digits=3),
        Column("tau_seeda", "τ (SEEDA)", direction="higher", digits=3),
        Column("accuracy", "accuracy (ties dropped)", direction="higher", digits=3),
        Column("accuracy_seeda", "accuracy (SEEDA)", direction="higher", digits=3),
    )
    rows = tuple(
        Row(
            (
                Cell(pair.measure),
                Cell(pair.concordant),
                Cell(pair.discordant),
                Cell(pair.measure_ties),
                Cell(pair.human_ties),
                Cell(pair.tau, pair.interval),
                Cell(pair.tau_counted, pair.interval_counted),
                Cell(pair.tau_seeda, pair.interval_seeda),
                Cell(pair.accuracy),
                Cell(pair.accuracy_seeda),
            )
        )
        for pair in results.sentences
    )
    notes = [
        "τ = (C − D) / (C + D), or (C − D) / (C + D + T) with T ties of the measure; ties of people never count.",
        "accuracy = C / (C + D) = (1 + τ) / 2. SEEDA: a tie of the measure is a choice of the system whose name comes "
        "later in the alphabet, as in the script of Kobayashi et al. (2024).",
    ]
    notes += [f"{numbering}." for numbering in results.numbering]
    notes += [
        f"{pair.measure}: {pair.left_out} choices were left out because a score is missing."
        for pair in results.sentences
        if pair.left_out
    ]
    return Table("Sentences: measures against people's choices", columns, rows, notes=tuple(notes))
