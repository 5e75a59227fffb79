"""Arguments of a run in; its measures, conventions and pipeline, and the signature of its scores, out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from redink.errors import UsageError
from redink.evaluation.conditions import conditions, convention_settings, measure_inputs
from redink.evaluation.presets import find_preset
from redink.evaluation.trust import Trust
from redink.frozen import frozen
from redink.language.registry import DEFAULT
from redink.language.trees import tree_pipeline
from redink.records import EvalSet
from redink.scoring.measure import Conventions, Measure, Need, expect_list, further_conditions
from redink.scoring.names import expect_max_match, need_of, parse_measures
from redink.signature import Signature, Value

DEFAULT_MEASURES = ("P", "R", "F0.5")


def sorted_types(exclude: Sequence[str]) -> tuple[str, ...]:
    """Give error types in one order, each once."""
    expect_list("exclude", exclude)
    return tuple(sorted(set(exclude)))


@frozen
class Plan:
    """What a run scores by, after a preset had its say."""

    measures: tuple[str, ...]
    """Names of the measures."""
    conventions: Conventions
    """Reference rule and the like."""
    pipeline: str

    @property
    def need(self) -> Need:
        """What must be known beside the texts."""
        return need_of(self.measures, self.conventions)

    @property
    def looks_at_types(self) -> bool:
        """Whether scores depend on error types."""
        return look_at_types(parse_measures(self.measures, self.conventions), self.conventions)


def look_at_types(measures: Sequence[Measure], conventions: Conventions) -> bool:
    """Tell whether scores depend on error types."""
    return bool(conventions.exclude) or any(measure.name.endswith("-type") for measure in measures)


def run_plan(
    measures: str | Sequence[str],
    conventions: Conventions,
    preset: str | None,
    pipeline: str,
    *,
    unless_named: Sequence[str] = DEFAULT_MEASURES,
) -> Plan:
    """Put the arguments together, or take a preset, which leaves nothing to choose.

    `unless_named` are the measures of a call that names none.
    """
    names = (measures,) if isinstance(measures, str) else tuple(measures)
    if not names and unless_named:
        raise UsageError("measures is empty", remedy=f"name one or more, or leave it out for {', '.join(unless_named)}")
    if preset is None:
        expect_max_match(names, conventions)
        return Plan(names, replace(conventions, parser=tree_pipeline(pipeline)), pipeline)
    chosen = find_preset(preset)
    other_pipeline = chosen.pipeline is not None and pipeline not in (DEFAULT, chosen.pipeline)
    other_measures = names not in (tuple(unless_named), chosen.measures)
    if other_measures or other_pipeline or conventions not in (Conventions(), chosen.conventions(preset)):
        raise UsageError(
            f"the preset {preset!r} fixes measures, conventions and pipeline",
            remedy="give the preset alone, or no preset",
        )
    return Plan(chosen.measures, chosen.conventions(preset), chosen.pipeline or pipeline)


def score_conditions(
    data: EvalSet,
    measures: Sequence[Measure],
    conventions: Conventions,
    trust: Trust | None,
    pipeline: str,
    *,
    tested: bool = False,
    by_type: bool = False,
    more: Mapping[str, Value] | None = None,
) -> Signature:
    """Write down all that a score depends on beside the system."""
    preset = {"preset": conventions.preset} if conventions.preset else {}
    names = {"measures": " ".join(measure.name for measure in measures)}
    # p-values are corrected for the number of systems.
    compared = {"systems": len(data.systems)} if tested else {}
    return conditions(
        preset | names | convention_settings(conventions) | further_conditions(measures) | compared | dict(more or {}),
        data=data,
        with_edits=any(measure.needs != "texts" for measure in measures) or by_type,
        with_types=by_type or look_at_types(measures, conventions),
        pipeline=pipeline,
        trust=trust,
        tested=tested,
        checksums=measure_inputs(measures, data),
    )
