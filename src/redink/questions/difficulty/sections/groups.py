"""Section inputs in; how hard the errors are for each group of systems, and what divides the groups, out."""

from __future__ import annotations

from redink.annotation.error_types import in_words
from redink.evaluation.sections import SectionInputs, SectionMaker
from redink.questions.difficulty.group_tables import group_error_table, group_table, group_type_table
from redink.questions.difficulty.mathematics.groups import Groups, type_name
from redink.questions.difficulty.sections.heat_maps import NEEDS_SCRIPT
from redink.questions.difficulty.sections.judgements import judgements
from redink.questions.difficulty.sections.links import types_linked
from redink.questions.difficulty.views import two_sided_maps
from redink.reports.charts import Axis, Chart, heat_table
from redink.reports.one_page import Fold, Html, Part, Section

MOST_CHARACTERS = 3_000_000
"""Room for all two-sided heat maps together."""


def groups_section(inputs: SectionInputs) -> Section | None:
    """Compare groups of systems; nothing when no groups are given, or when there are no errors."""
    groups = judgements(inputs).results.groups
    if groups is None or not len(groups.shares):
        return None
    parts: list[Part] = [
        _weights(groups),
        group_table(groups),
        types_linked(group_type_table(groups)),
        Fold("Errors that divide the groups", (group_error_table(groups),)),
    ]
    room = MOST_CHARACTERS
    for title, drawn in two_sided_maps(groups):
        room -= len(drawn)
        if room > 0:
            parts.append(Fold(f"Heat map: {title[0].lower()}{title[1:]}", (Html(drawn),), plain=Html(NEEDS_SCRIPT)))
    text = (
        "An error can be hard for one kind of system and easy for another. The tests take the ability of each group "
        "into account: a group that is better at everything does not count as different."
    )
    papers = ("Andersen (1972): conditional estimation in the Rasch model, on which the tests of groups rest",)
    return Section("groups", "Which errors are hard for which systems?", text, tuple(parts), _finding(groups), papers)


def _weights(groups: Groups) -> Chart:
    """Draw how hard each error type is for each group."""
    edits = groups.reference.table.gold.edits
    rows = groups.by_type()
    return heat_table(
        "How hard each error type is for each group",
        [type_name(edits[row.errors[0]].type, "type") for row in rows],
        groups.names,
        [list(row.weights) for row in rows],
        axis=Axis("mean weight w", low=0.0, high=1.0),
        row_label="error type",
        column_label="group",
    )


def _finding(groups: Groups) -> str:
    first = next(iter(groups.by_type()), None)
    if first is None or first.adjusted_p is None or first.adjusted_p >= 0.05:
        return "No error type is harder for one group of systems than its overall ability explains."
    kind = type_name(groups.reference.table.gold.edits[first.errors[0]].type, "type")
    more = "more" if first.excess > 0 else "fewer"
    return (
        f"The groups of systems differ most in errors of type {in_words(kind)}: the group “{first.group}” corrects "
        f"{more} of them than its overall ability explains."
    )


SECTION = SectionMaker(92, groups_section)
