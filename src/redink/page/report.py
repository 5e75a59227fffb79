"""An `EvalSet` in; one page with everything that the questions can tell about it out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from redink.errors import UsageError
from redink.evaluation.in_memory import takes_texts
from redink.evaluation.preparation import prepare
from redink.evaluation.rankings import best_first
from redink.evaluation.results import Results
from redink.evaluation.sections import SectionInputs, SectionMaker
from redink.evaluation.trust import Trust
from redink.frozen import frozen
from redink.questions.score.plan import run_plan
from redink.questions.score.run import scored
from redink.reading.files import write_whole
from redink.records import EvalSet
from redink.registry import contribution, names
from redink.reports.one_page import Page, to_page
from redink.scoring.edit_overlap import Rule
from redink.scoring.measure import Absent, Conventions

GROUP = "redink.sections"
MEASURES = ("F0.5", "P", "R", "M2", "GLEU", "EM")


@frozen
class Report:
    """The page and the results behind it."""

    page: Page
    results: Results
    """Scores by every measure, the best system first."""

    def to_html(self) -> str:
        """Give the page, which needs no network."""
        return to_page(self.page)

    def save(self, path: str | Path) -> None:
        """Write the page."""
        with write_whole(path) as out:
            out.write(self.to_html())


@takes_texts
def report(
    data: EvalSet,
    measures: str | Sequence[str] = MEASURES,
    *,
    title: str = "redink report",
    coverage: str | Path | None = None,
    judgements: Sequence[str | Path] = (),
    faithfulness: bool = False,
    groups: str | Path | Mapping[str, str] | None = None,
    attribution: str | None = None,
    rule: Rule = "faithful",
    absent: Absent = "missing",
    preset: str | None = None,
    keep_types: bool = False,
    max_unchanged: int = 2,
    ignore_whitespace_casing: bool = False,
    resamples: int = 1000,
    seed: int = 12345,
    auto: bool = False,
    pipeline: str = "redink-en",
    cache: bool = False,
) -> Report:
    """Make an HTML page with scores, tests, error types, difficulty and examples.

    Arguments that are not in this list mean the same as in `score`:
        measures: Names of measures. The first measure sorts the systems.
        title: Title of the page.
        judgements: Files of judgements about pairs of errors. Shows where people and machines agree about difficulty.
        coverage: A coverage file, or corrections. Shows the effect of few references.
        groups: Groups of systems, as in `difficulty`. Shows which errors are harder for one group than for another.
        attribution: A measure: the examples show how much each change adds to the sentence's score.
        faithfulness: Whether to add the measures of meaning and language (needs the extra [errant]).
    """
    conventions = Conventions(
        rule, absent, max_unchanged=max_unchanged, ignore_whitespace_casing=ignore_whitespace_casing
    )
    plan = run_plan(measures, conventions, preset, pipeline, unless_named=MEASURES)
    ready = prepare(data, "edits", pipeline=plan.pipeline, cache=cache, auto=auto, types=True, keep_types=keep_types)
    return build_report(
        ready.data,
        plan.measures if preset is None else _preset_first(plan.measures),
        title=title,
        conventions=plan.conventions,
        trust=Trust(resamples=resamples, seed=seed),
        pipeline=ready.pipeline,
        type_notes=ready.notes,
        asked={
            "coverage": coverage,
            "judgements": judgements,
            "faithfulness": faithfulness,
            "groups": groups,
            "attribution": attribution,
            "pipeline": plan.pipeline,
            "cache": cache,
        },
    )


def _preset_first(measures: Sequence[str]) -> tuple[str, ...]:
    """Order systems by the measure of the preset that ranks them; the usual measures follow."""
    return tuple(dict.fromkeys((measures[-1], *measures, *MEASURES)))


def build_report(
    data: EvalSet,
    measures: Sequence[str],
    *,
    title: str = "redink report",
    conventions: Conventions | None = None,
    trust: Trust | None = None,
    pipeline: str = "none",
    type_notes: tuple[str, ...] = (),
    asked: Mapping[str, Any] | None = None,
) -> Report:
    """Make the page of data that have all their edits.

    The first measure orders the systems. `asked` holds what was asked for beside the usual, by the names of the options
    of `report`.
    """
    if not data.systems or not data.references:
        raise UsageError("a report needs an output and a reference", remedy="give at least one of each")
    conventions, trust = conventions or Conventions(), trust or Trust()
    results = best_first(scored(data, measures, conventions=conventions, trust=trust, pipeline=pipeline))
    assert results.statistics is not None
    ordered = results.statistics.data
    inputs = SectionInputs(ordered, results, conventions, trust, pipeline, asked or {}, type_notes)
    makers: list[SectionMaker] = sorted(
        (contribution(GROUP, name) for name in names(GROUP)), key=lambda maker: maker.place
    )
    sections = (maker.make(inputs) for maker in makers)
    shown = tuple(section for section in sections if section is not None)
    return Report(Page(title, _lead(ordered), shown, str(results.signature), data.warnings), results)


def _lead(data: EvalSet) -> str:
    return ", ".join(
        [
            _several(len(data.systems), "system"),
            _several(len(data.sources), "sentence"),
            *([_several(len(set(data.documents)), "essay")] if data.documents is not None else []),
            _several(len(data.references), "reference"),
        ]
    )


def _several(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'s' * (number != 1)}"
