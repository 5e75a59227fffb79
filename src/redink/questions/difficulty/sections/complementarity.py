"""Section inputs in; which errors only one system corrects, none does, and what teams of systems could out."""

from __future__ import annotations

from redink.evaluation.sections import SectionInputs, SectionMaker
from redink.questions.difficulty.mathematics.judged_reference import JudgedReference
from redink.questions.difficulty.sections.judgements import judgements
from redink.questions.difficulty.sections.links import systems_linked
from redink.questions.difficulty.tables import system_table, team_table
from redink.reports.charts import Axis, Chart, Curve, Stack, curves, stacked_bars
from redink.reports.html import link
from redink.reports.one_page import Fold, Html, Section


def complementarity_section(inputs: SectionInputs) -> Section | None:
    """Show what each system adds; nothing for one system, or when there are no errors."""
    shown = judgements(inputs).results.reference()
    if len(inputs.data.systems) < 2 or not len(shown.error_weights):
        return None
    parts = (
        _alone(shown),
        _teams(shown),
        Fold("What each system adds, and the best teams", (systems_linked(system_table(shown)), team_table(shown))),
        Html(
            f"<p>{link('#errors?solved=1', 'The errors that one system alone corrects')}, and "
            f"{link('#errors?solved=0', 'those that no system corrects')}</p>\n"
        ),
    )
    text = (
        "A system that corrects errors that no other system corrects is worth having even if its score is low. The "
        "curve shows what a perfect choice among the outputs of the best k systems would reach."
    )
    return Section(
        "complementarity", "Errors that one system alone corrects, or none does", text, parts, _finding(shown)
    )


def _alone(shown: JudgedReference) -> Chart:
    solved = shown.table.of_errors().sum(axis=0).tolist()
    unique = shown.unique()
    stacks = [
        Stack(name, (float(len(unique[name])), float(count - len(unique[name]))))
        for name, count in zip(shown.table.systems, solved, strict=True)
    ]
    return stacked_bars(
        "Errors each system corrects",
        ("by it alone", "by others too"),
        stacks,
        axis=Axis("errors", digits=0, low=0.0, whole=True),
    )


def _teams(shown: JudgedReference) -> Chart:
    teams = shown.teams()
    curve = Curve("best team", tuple(map(float, range(1, len(teams) + 1))), tuple(team.recall for team in teams))
    return curves(
        "Errors that the best k systems correct together",
        [curve],
        x_axis=Axis("systems k", digits=0, whole=True),
        y_axis=Axis("share of errors", low=0.0),
    )


def _finding(shown: JudgedReference) -> str:
    name, errors = max(shown.unique().items(), key=lambda pair: len(pair[1]))
    return f"{name} corrects {len(errors):,} errors that no other system corrects." if len(errors) else ""


SECTION = SectionMaker(90, complementarity_section)
