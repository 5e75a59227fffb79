"""What people add to a model of errors in; tables and JSON of where they and machines agree out."""

from __future__ import annotations

import numpy as np

from redink.questions.difficulty.mathematics.judged_reference import JudgedReference
from redink.questions.difficulty.mathematics.people import People
from redink.reports.tables import Cell, Column, Row, Table, make_table
from redink.stats.agreement import wilson_interval

_SCALES = {"joint": "both, joined", "machine": "machines alone", "people": "people alone"}
_SHOWN = 20
"""Errors listed on which people and machines disagree most."""


def people_tables(reference: JudgedReference, people: People) -> list[Table]:
    """Give all tables about people and machines."""
    return [agreement_table(people), discrepancy_table(people), disagreement_table(reference, people)]


def agreement_table(people: People) -> Table:
    """One row per scale: how many held-out answers of people it predicts."""
    columns = (Column("scale"), Column("answers", digits=0), Column("rate", "agreement", digits=3))
    rows = []
    for row in people.agreement:
        rate = row.right / row.answers if row.answers else None
        interval = wilson_interval(round(row.right), row.answers)
        rows.append(Row((Cell(_SCALES[row.scale]), Cell(row.answers), Cell(rate, interval))))
    notes = [
        "Held-out answers that call one of two errors harder, five folds by pair; a tie of a scale counts half.",
        *((f"{people.strangers} answers are about other errors and are left out.",) if people.strangers else ()),
    ]
    return Table(
        "People and machines: which scale predicts people's answers?", columns, tuple(rows), notes=tuple(notes)
    )


def discrepancy_table(people: People) -> Table:
    """One row per type: how much harder its errors are for people than for machines."""
    groups = people.scale.groups
    low, high = groups.mean - 1.96 * groups.sd, groups.mean + 1.96 * groups.sd
    order = np.argsort(-groups.mean, kind="stable").tolist()
    rows = [(people.types[i], *(float(part[i]) for part in (groups.mean, low, high))) for i in order]
    columns = ("type", Column("delta", "discrepancy δ"), Column("low", "95 % from"), Column("high", "to"))
    note = "Above 0: harder for people than for machines; below 0: harder for machines. 1 is the spread of errors."
    return make_table("People and machines: discrepancy by type", columns, rows, notes=[note])


def disagreement_table(reference: JudgedReference, people: People) -> Table:
    """List the errors that were judged and on which people and machines disagree most."""
    scale, gold = people.scale, reference.table.gold
    apart = scale.people.mean - scale.machine.mean
    judged = np.flatnonzero(people.answers)
    order = judged[np.argsort(-np.abs(apart[judged]), kind="stable")][:_SHOWN].tolist()
    rows = []
    for place in order:
        edit, sentence = gold.edits[place], int(gold.sentence[place])
        original = " ".join(reference.sources[sentence][edit.start : edit.end])
        means = (float(part.mean[place]) for part in (scale.machine, scale.people, scale.common))
        harder = "people" if apart[place] > 0 else "machines"
        rows.append((sentence + 1, edit.type, original, " ".join(edit.replacement), *means, harder))
    columns = (
        Column("sentence", digits=0),
        *map(Column, ("type", "original", "correction")),
        Column("machines", "b (machines)"),
        Column("people", "h (people)"),
        Column("common", "common"),
        Column("harder", "harder for"),
    )
    return make_table("People and machines: where they disagree most", columns, rows)


def people_dict(people: People) -> dict[str, object]:
    """Give plain JSON data, unrounded."""
    scale = people.scale
    means = {name: getattr(scale, name).mean.tolist() for name in ("machine", "people", "common")}
    groups = zip(people.types, scale.groups.mean.tolist(), scale.groups.sd.tolist(), strict=True)
    return {
        "slope": scale.slope,
        "group_spread": scale.group_spread,
        "item_spread": scale.item_spread,
        "types": [{"type": name, "discrepancy": mean, "sd": sd} for name, mean, sd in groups],
        "agreement": [row._asdict() for row in people.agreement],
        "answers": people.answers.tolist(),
        **means,
    }
