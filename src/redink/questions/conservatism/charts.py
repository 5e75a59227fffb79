"""Results in, figures out: those of Choshen's thesis, and one of our own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from redink.evaluation.sections import reference_label
from redink.questions.conservatism.mathematics.statistics import MOST_CHANGES
from redink.reports.charts import (
    Axis,
    Bar,
    Chart,
    Curve,
    Dot,
    Stack,
    curves,
    heat_table,
    scatter,
    score_bars,
    stacked_bars,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from redink.questions.conservatism.results import ConservatismResults, Measured, Reranked

_MOST_CURVES = 8
"""More curves than this cannot be told apart: the references and the systems that reorder most are drawn."""


def word_change_heat(results: ConservatismResults) -> Chart:
    """Systems × number of changed words: how many sentences (the thesis' top figure)."""
    histograms = [version.histogram() for version in results.measured]
    names = [_shown(version) for version in results.measured]
    return _histogram_heat("Sentences by number of changed words", "System", names, histograms)


def _histogram_heat(title: str, label: str, names: list[str], histograms: Sequence[Sequence[float]]) -> Chart:
    """Leave out sentences without any change: they are most of them, and would leave no colour for the others."""
    return heat_table(
        title,
        names,
        [*map(str, range(1, MOST_CHANGES)), f"{MOST_CHANGES}+"],
        [histogram[1:] for histogram in histograms],
        axis=Axis("Sentences", digits=0, low=0, whole=True),
        row_label=label,
        column_label="Changed words (WordChange)",
    )


def boundary_bars(results: ConservatismResults) -> Chart:
    """Source sentences split and merged by each system (the thesis' middle figure)."""
    stacks = [
        Stack(_shown(version), (version.total("splits"), version.total("merges"))) for version in results.measured
    ]
    axis = Axis("Number of times", digits=0, whole=True)
    return stacked_bars("Sentences split and merged", ("split", "merged"), stacks, axis=axis)


def order_curves(results: ConservatismResults) -> Chart:
    """Share of sentences with ρ ≤ x (the thesis' bottom figure), from 0.5 up to the jump at ρ = 1, where all end."""
    # References come first, then the systems that reorder most; those that are drawn keep their order.
    ranks = [(version.kind == "system", -version.total("reordered")) for version in results.measured]
    shown = sorted(sorted(range(len(ranks)), key=ranks.__getitem__)[:_MOST_CURVES])
    left_out = len(ranks) - len(shown)
    title = "Word order: share of sentences with ρ ≤ x"
    return curves(
        title + (f" ({len(shown)} of {len(ranks)}, those that reorder most)" if left_out else ""),
        [_order_curve(results.measured[number]) for number in shown],
        x_axis=Axis("Spearman's ρ"),
        y_axis=Axis("Share of sentences", percent=True, low=0),
    )


def _order_curve(version: Measured) -> Curve:
    values = np.sort(version.column("rho"))
    grid = np.round(np.linspace(0.5, 0.99, 50), 2)
    shares = np.searchsorted(values, grid, side="right") / max(len(values), 1)
    return Curve(_shown(version), tuple(grid.tolist()), tuple(shares.tolist()))


def needed_bars(results: ConservatismResults) -> Chart:
    """Hit, Wrong and Under of each system: what became of the places that needed a change."""
    rows = [(_shown(version), version.four_way()) for version in results.measured]
    stacks = [Stack(name, (row.tp, row.fp_needed, row.fn)) for name, row in rows]
    axis = Axis("Places", digits=0, whole=True)
    return stacked_bars("Places that needed a change", ("Hit", "Wrong", "Under"), stacks, axis=axis, share=True)


def hit_and_over(results: ConservatismResults) -> Chart:
    """Draw what share of the errors each version corrects against what share of its changes nobody needed."""
    dots = []
    for version in results.measured:
        over, hit = version["Over"], version["Hit"]
        dots.append(Dot(_shown(version), over.value, hit.value, over.interval, hit.interval))
    return scatter(
        "What kind of corrector: errors corrected against changes without need",
        dots,
        x_axis=Axis("Over: changes without need", percent=True, low=0),
        y_axis=Axis("Hit: errors corrected", percent=True, low=0),
        description="Upper left: corrects much and little else. Lower left: cautious. Right: changes what is right.",
    )


def precision_and_amount(results: ConservatismResults) -> Chart:
    """Draw how much each version changes, relative to people, against the share of its changes that is right."""
    dots = []
    for version in results.measured:
        amount, (tp, wrong, _, over) = version["ratio"], version.four_way()
        precision = tp / (tp + wrong + over) if tp + wrong + over else None
        dots.append(Dot(_shown(version), amount.value, precision, amount.interval))
    return scatter(
        "What kind of corrector: precision against amount of change",
        dots,
        x_axis=Axis("Words changed, relative to a reference", low=0),
        y_axis=Axis("Precision: changes that a reference has", percent=True, low=0),
        description="Left of 1: more conservative than people. Right of 1: changes more than people do.",
    )


def _shown(version: Measured) -> str:
    """Tell references from systems, which may have the same name; a reference is compared with the other references."""
    return version.name if version.kind == "system" else reference_label(version.name)


def all_charts(results: ConservatismResults) -> dict[str, Chart]:
    """Give every figure by the name of its file."""
    charts = {
        "word-change": word_change_heat(results),
        "boundaries": boundary_bars(results),
        "word-order": order_curves(results),
    }
    if results.with_edits:
        charts |= {
            "needed-changes": needed_bars(results),
            "hit-and-over": hit_and_over(results),
            "precision-and-amount": precision_and_amount(results),
        }
    return charts


def rerank_charts(reranked: Reranked) -> dict[str, Chart]:
    """Draw mean WordChange by M, and the thesis' figure: sentences by number of changed words and M."""
    bars = [Bar(row.name, row.mean("changes"), row.change) for row in reranked.rows]
    return {
        "reranking": score_bars("Words changed after oracle re-ranking", bars, axis=Axis("Mean WordChange", low=0)),
        "reranking-histogram": _histogram_heat(
            "Sentences by number of changed words after oracle re-ranking",
            "Picked by",
            [row.name for row in reranked.rows],
            [row.histogram for row in reranked.rows],
        ),
    }
