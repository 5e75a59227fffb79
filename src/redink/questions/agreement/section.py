"""Results of `measure_agreement` in, one offline HTML page with tables and figures out."""

from __future__ import annotations

from redink.questions.agreement import tables as shown
from redink.questions.agreement.judge_tables import judge_tables
from redink.questions.agreement.results import AgreementResults
from redink.reports.one_page import Page, Section, to_page
from redink.reports.tables import Table


def agreement_page(results: AgreementResults) -> str:
    """Write the page."""
    figures = shown.charts(results)
    parts = (
        ("agreement", "Agreement", "How often two evaluators give the same answer, and what chance alone would give.",
         [shown.agreement_table(results), shown.baseline_table(results), shown.answer_table(results)]),
        ("types", "By error type", "Where people and machine agree, and where they do not.",
         [shown.type_table(results), shown.strength_table(results)]),
        ("conduct", "How people judged", "Self-agreement, position bias and speed.",
         [shown.conduct_table(results), *judge_tables(results.judges)]),
        ("dissent", "People against the machine", "Pairs on which all people agree but the machine does not.",
         [shown.dissent_type_table(results), shown.dissent_table(results)]),
    )  # fmt: skip
    sections = [_section(*part) for part in parts if any(table.rows for table in part[3])]
    if figures:
        sections.insert(
            1, Section("figures", "Figures", "Agreement by distance and by number of systems.", tuple(figures))
        )
    who = ", ".join(results.people)
    machine = " and the machine" if results.human_machine else ""
    lead = f"{results.pairs} pairs of errors, judged by {who}{machine}."
    return to_page(Page("Agreement on difficulty", lead, tuple(sections), str(results.signature)))


def _section(anchor: str, title: str, text: str, tables: list[Table]) -> Section:
    return Section(anchor, title, text, tuple(table for table in tables if table.rows))
