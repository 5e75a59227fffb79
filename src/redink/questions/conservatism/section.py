"""Section inputs in; how much systems change beside the references, and in which direction, out."""

from __future__ import annotations

from dataclasses import replace

from redink.evaluation.sections import SectionInputs, SectionMaker
from redink.questions.conservatism.charts import (
    boundary_bars,
    hit_and_over,
    needed_bars,
    order_curves,
    precision_and_amount,
    word_change_heat,
)
from redink.questions.conservatism.results import ConservatismResults
from redink.questions.conservatism.run import measured
from redink.questions.conservatism.tables import (
    conservatism_table,
    edit_table,
    histogram_table,
    type_table,
    word_class_table,
)
from redink.reports.one_page import Fold, Part, Section


def conservatism_section(inputs: SectionInputs) -> Section | None:
    """Show WordChange, word order, split sentences, Hit, Wrong, Under and Over; nothing without references."""
    if not inputs.data.references:
        return None
    results = measured(inputs.data, absent=inputs.conventions.absent, trust=inputs.trust, pipeline=inputs.pipeline)
    results = replace(results, type_notes=inputs.type_notes)
    parts: list[Part] = [word_change_heat(results), order_curves(results)]
    if any(version.total("splits") or version.total("merges") for version in results.measured):
        parts.append(boundary_bars(results))
    more: list[Part] = [histogram_table(results), word_class_table(results)]
    if results.with_edits:
        kinds = (hit_and_over(results), needed_bars(results), precision_and_amount(results), edit_table(results))
        parts.append(Fold("What kind of corrector: needed and needless changes", kinds))
        more.append(type_table(results, "type"))
    parts.append(conservatism_table(results))
    parts.append(Fold("Tables: word changes, word classes, error types", tuple(more)))
    text = (
        "These measures show how much systems change, compared with people: words, word order, sentence boundaries and "
        "edits. A ratio of 1 means that a system changes as much as a reference. Below 1, the system is conservative; "
        "above 1, it changes too much. References are compared with each other. Hit, Wrong and Under show what "
        "happened at the places that needed a change. Over shows how many changes were not needed. In the chart of "
        "word order, ρ is 1 for a sentence whose words keep their order. A higher curve means that more sentences are "
        "reordered."
    )
    papers = (
        "Choshen and Abend (2018): conservatism of systems, WordChange, word order, sentence splits",
        "Ye et al. (2025), CLEME2.0: Hit, Wrong, Under and Over",
    )
    return Section("conservatism", "How much do systems change?", text, tuple(parts), _finding(results), papers)


def _finding(results: ConservatismResults) -> str:
    """Say how many systems change less than the references, and how far the most and the least active go."""
    ratios = {
        version.name: ratio
        for version in results.measured
        if version.kind == "system" and (ratio := version["ratio"].value) is not None
    }
    if not ratios:
        return ""
    fewer = sum(ratio < 1 for ratio in ratios.values())
    least, most = min(ratios, key=ratios.__getitem__), max(ratios, key=ratios.__getitem__)
    if len(ratios) == 1:
        return f"{most} changes {_share(ratios[most])} of the number of words that a human reference changes."
    opening = f"{_how_many(fewer, len(ratios))} fewer words than a human reference does."
    lowest, highest = (f"{_share(ratios[name])} of the number that a reference changes" for name in (least, most))
    if ratios[most] == 0:
        return f"{opening} None of them changes a word."
    if ratios[least] == ratios[most]:
        return f"{opening} They all change the same number of words ({lowest})."
    if ratios[least] == 0:
        return f"{opening} {least} changes no word, {most} changes the most ({highest})."
    return f"{opening} {least} changes the fewest ({lowest}), {most} the most ({_share(ratios[most])})."


def _how_many(some: int, systems: int) -> str:
    if some in (0, 1):
        return "No system changes" if some == 0 else f"1 of {systems} systems changes"
    if some == systems:
        return "Both systems change" if systems == 2 else f"All {systems} systems change"
    return f"{some} of {systems} systems change"


def _share(ratio: float) -> str:
    """Write a ratio in percent: `2 %`; a little is not nothing."""
    return f"{100 * ratio:.0f} %" if ratio == 0 or ratio >= 0.005 else "less than 1 %"


SECTION = SectionMaker(60, conservatism_section)
