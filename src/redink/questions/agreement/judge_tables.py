"""What is known of single judges in; its tables out."""

from __future__ import annotations

from redink.questions.agreement.judge_results import Judges
from redink.reports.tables import Cell, Column, Row, Table, make_table, p_cell
from redink.stats.agreement import wilson_interval

_SCALES = {"joint": "both, joined", "machine": "machine alone", "people": "people alone"}


def judge_tables(judges: Judges) -> list[Table]:
    """Give every table that has rows."""
    made = (
        model_table(judges),
        time_table(judges),
        trend_table(judges),
        drift_table(judges),
        criterion_table(judges),
        scale_table(judges),
        discrepancy_table(judges),
    )
    return [table for table in made if table.rows]


def _percent(key: str, header: str) -> Column:
    return Column(key, header, digits=1, percent=True)


def _count(key: str, header: str) -> Column:
    return Column(key, header, digits=0)


def model_table(judges: Judges) -> Table:
    """One row per judge: raw shares, and the model."""
    columns = (
        Column("person"),
        _count("answers", "answers"),
        _percent("ties", "ties"),
        _percent("unsure", "cannot judge"),
        Column("noise"),
        Column("low", "95 % from"),
        Column("high", "to"),
        Column("tie", "smallest difference"),
        Column("bias", "first gains"),
        Column("error", "±"),
    )
    rows = [
        (
            *(row.person, row.answers, row.ties, row.unsure, row.noise, row.noise_low, row.noise_high),
            *(row.tie, row.bias, row.bias_error),
        )
        for row in judges.models
    ]
    notes = [
        "Noise: spread of a judge's errors; 1 is the spread of true differences. Smallest difference: the smallest "
        "that a judge calls a difference, in the same units. First gains: how much a judge favours the error shown "
        "first, in units of the noise."
    ]
    return make_table("Judges, raw and by a model", columns, rows, notes=notes)


def time_table(judges: Judges) -> Table:
    """One row per quarter of a judge's answers."""
    columns = (
        Column("person"),
        _count("quarter", "quarter"),
        _count("answers", "answers"),
        Column("seconds", "median seconds", digits=1),
        _percent("agreed", "agree with others"),
        _percent("ties", "ties"),
        _percent("unsure", "cannot judge"),
    )
    rows = [
        (row.person, row.quarter, row.answers, row.seconds, row.agreed, row.ties, row.unsure) for row in judges.quarters
    ]
    return make_table("Learning and fatigue: quarters of the first pass", columns, rows)


def trend_table(judges: Judges) -> Table:
    """One row per judge: do time and agreement change with the number of answers?"""
    columns = (
        Column("person"),
        Column("seconds", "time, ρ"),
        Column("seconds_p", "p", digits=4),
        Column("agreed", "agreement, r"),
        Column("agreed_p", "p", digits=4),
    )
    rows = [(row.person, row.seconds, p_cell(row.seconds_p), row.agreed, p_cell(row.agreed_p)) for row in judges.trends]
    notes = [
        "Correlation with the position of the answer. Time below 0: the judge gets faster. Agreement below 0: the "
        "judge agrees less and less with others."
    ]
    return make_table("Learning and fatigue: trends", columns, rows, notes=notes)


def drift_table(judges: Judges) -> Table:
    """One row per judge with a second pass."""
    columns = (
        Column("person"),
        _count("pairs", "pairs in both"),
        _count("changed", "changed"),
        Column("kappa", "κ of the passes", digits=3),
        _percent("ties1", "ties, pass 1"),
        _percent("ties2", "ties, pass 2"),
        _percent("machine1", "with M, pass 1"),
        _percent("machine2", "with M, pass 2"),
    )
    rows = [
        (
            *(row.person, row.pairs, row.changed, Cell(row.kappa.value, row.kappa.interval)),
            *(row.ties_first, row.ties_second, row.machine_first, row.machine_second),
        )
        for row in judges.drift
    ]
    return make_table("Drift: first pass against second", columns, rows)


def criterion_table(judges: Judges) -> Table:
    """One row per criterion."""
    columns = (
        Column("criterion"),
        _count("answers", "answers"),
        _count("shared", "couples"),
        _percent("agreed", "same answer"),
        _percent("same", "same criterion"),
        Column("context", "words in sentence"),
        Column("lexical", "other word"),
        Column("neighbours", "errors within 3 words"),
    )
    rows = [
        (
            *(row.criterion, row.answers, row.shared, row.agreed, row.same),
            *(row.context, row.lexical, row.neighbours),
        )
        for row in judges.criteria
    ]
    notes = [
        "Couples: two people's answers about one pair, of which at least one names the criterion. Same criterion: "
        "where both name one. Last three columns: the error called harder minus the other, mean."
    ]
    return make_table("Which criterion decided", columns, rows, notes=notes)


def scale_table(judges: Judges) -> Table:
    """One row per scale: how many held-out answers it predicts."""
    columns = (Column("scale"), _count("answers", "answers"), Column("rate", "agreement", digits=3))
    rows = []
    for row in judges.scales:
        interval = wilson_interval(round(row.right), row.answers)
        rate = row.right / row.answers if row.answers else None
        rows.append(Row((Cell(_SCALES[row.scale]), Cell(row.answers), Cell(rate, interval))))
    notes = ("Held-out answers that call one of two errors harder, five folds by pair; a tie of a scale counts half.",)
    return Table("People and machine: which scale predicts people's answers?", columns, tuple(rows), notes=notes)


def discrepancy_table(judges: Judges) -> Table:
    """One row per type: how much harder its errors are for people."""
    columns = (Column("type"), Column("value", "discrepancy δ"), Column("sd", "±"))
    rows = [(row.type, row.value, row.sd) for row in judges.discrepancies]
    note = "Above 0: harder for people than for the machine. 1 is the spread of errors."
    return make_table("People and machine: discrepancy by type", columns, rows, notes=[note])
