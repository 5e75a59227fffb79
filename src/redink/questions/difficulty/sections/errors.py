"""Section inputs in, the error browser out: every error, to sort and filter."""

from __future__ import annotations

from dataclasses import replace

from redink.evaluation.sections import SectionInputs, SectionMaker, called_reference
from redink.questions.difficulty.sections.judgements import judgements
from redink.questions.difficulty.views import error_list
from redink.reports.error_list import error_browser
from redink.reports.one_page import Section

MOST_ERRORS = 5_000
"""Errors in the report, so that it opens fast; `redink difficulty --browser` writes a page with all."""


def errors_section(inputs: SectionInputs) -> Section | None:
    """List the errors of the first reference; nothing when there are none."""
    results = judgements(inputs).results
    errors = error_list(results.reference(), results.groups)
    if not errors.rows:
        return None
    text = (
        f"The table has every error of {called_reference(results.reference().name)}, the hardest first. Choose a "
        "heading to sort by it. Numbers in the sections above are links to this table. The weight w of an error is the "
        "share of the systems that do not correct it. Need is the share of the references that change something at "
        "this place."
    )
    if len(errors.rows) > MOST_ERRORS:
        hardest = sorted(errors.rows, key=lambda row: -row.weight)[:MOST_ERRORS]
        text += (
            f" These are the hardest {MOST_ERRORS:,} of {len(errors.rows):,}. All are on the page that "
            "redink difficulty --browser writes."
        )
        errors = replace(errors, rows=tuple(hardest))
    return Section("errors", "The errors, one by one", text, (error_browser(errors),))


SECTION = SectionMaker(105, errors_section)
