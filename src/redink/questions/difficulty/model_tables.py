"""A model of errors in; tables and JSON of abilities, of what makes an error hard, and of what does not fit out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from redink.questions.difficulty.mathematics.error_models import ErrorModel
from redink.questions.difficulty.mathematics.judged_reference import JudgedReference
from redink.questions.difficulty.people_tables import people_tables
from redink.reports.tables import Cell, Column, Row, Table, make_table

if TYPE_CHECKING:
    from redink.questions.difficulty.results import DifficultyResults

_MISFITS = 20
"""Errors listed that do not fit."""
_MISFIT = 2.0
"""Outfit above which an error is listed."""


def model_tables(results: DifficultyResults, model: ErrorModel) -> list[Table]:
    """Give all tables of a model."""
    reference = results.reference()
    people = [] if reference.people is None else people_tables(reference, reference.people)
    return [ability_table(results, model), effect_table(model), *misfit_tables(reference), *people]


def ability_table(results: DifficultyResults, model: ErrorModel) -> Table:
    """One row per system: the errors it solves, its ability, and how well its answers fit; the most able first."""
    reference = results.reference()
    solved = reference.table.of_errors()
    columns = [
        Column("system"),
        Column("solved", digits=0),
        Column("ability", "ability θ", direction="higher", digits=3),
    ]
    cells = [
        [Cell(name), Cell(int(count)), Cell(results[name, "ability"].value, results[name, "ability"].interval)]
        for name, count in zip(reference.table.systems, solved.sum(axis=0), strict=True)
    ]
    notes = ["0 is the mean difficulty of the errors behind the model, 1 their spread. At θ = b a system solves half."]
    if model.response is not None:
        fit = model.fit(solved, axis=0)
        columns += [Column("infit"), Column("outfit")]
        cells = [
            [*row, Cell(float(infit)), Cell(float(outfit))] for row, infit, outfit in zip(cells, *fit, strict=True)
        ]
        notes.append(
            "Infit and outfit are 1 if a system solves the errors that its ability predicts, and larger if it does not."
        )
    rows = sorted((Row(tuple(row)) for row in cells), key=lambda row: -(row.cells[2].value or -np.inf))  # type: ignore[operator]
    return Table("Abilities", tuple(columns), tuple(rows), notes=tuple(notes))


def effect_table(model: ErrorModel) -> Table:
    """One row per feature: what it does to the difficulty; the surest effects first."""
    from statistics import NormalDist

    reach = NormalDist().inv_cdf(0.975)
    effects = sorted(model.effects, key=lambda effect: -abs(effect.effect) / (effect.error or 1))
    rows = [(e.feature, e.effect, e.effect - reach * e.error, e.effect + reach * e.error) for e in effects]
    columns = ("feature", Column("effect", "effect γ"), Column("low", "95 % from"), Column("high", "to"))
    note = "Effect: how much harder (b) an error is for one unit of the feature."
    return make_table("What makes an error hard", columns, rows, notes=[note])


def misfit_tables(reference: JudgedReference) -> list[Table]:
    """List the errors that do not fit: able systems fail, and weak ones solve them."""
    model, table = reference.model, reference.table
    if model is None or model.response is None:
        return []
    solved = table.of_errors()
    outfit = model.fit(solved, axis=1).outfit
    worst = [place for place in np.argsort(-outfit, kind="stable").tolist() if outfit[place] > _MISFIT][:_MISFITS]
    rows = []
    for place in worst:
        edit, sentence = table.gold.edits[place], int(table.gold.sentence[place])
        who = ", ".join(name for name, flag in zip(table.systems, solved[place], strict=True) if flag)
        original = " ".join(reference.sources[sentence][edit.start : edit.end])
        difficulty = float(model.difficulty[place])
        rows.append(
            (sentence + 1, edit.type, original, " ".join(edit.replacement), difficulty, float(outfit[place]), who)
        )
    columns = (
        Column("sentence", digits=0),
        "type",
        "original",
        "correction",
        Column("b"),
        Column("outfit"),
        "solved by",
    )
    note = "These errors are solved by systems that solve few others, or by one system that corrects unlike the others."
    return [make_table("Errors that do not fit the model", columns, rows, notes=[note])]


def model_dict(model: ErrorModel) -> dict[str, object]:
    """Give plain JSON data, unrounded; intervals have the level 0.95."""
    low, high = model.intervals(0.95)
    spreads = {} if model.response is None else {"sigma": model.response.sigma, "tau": model.response.tau}
    return {
        "systems": list(model.systems),
        "slope": model.slope,
        **spreads,
        "effects": [effect._asdict() for effect in model.effects],
        "errors": [
            {"b": b, "low": least, "high": most, "solved": n}
            for b, least, most, n in zip(
                *(part.tolist() for part in (model.difficulty, low, high, model.solved)), strict=True
            )
        ],
    }
