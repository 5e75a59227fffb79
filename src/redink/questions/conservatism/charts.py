"""Results of `measure_conservatism` in, the thesis' figures and one of our own out."""

from __future__ import annotations

import numpy as np

from redink.arrays import Floats
from redink.questions.conservatism.results import MOST_CHANGES, ConservatismResults
from redink.reports.charts import Axis, Chart, Curve, Stack, curves, heat_table, stacked_bars

_MOST_CURVES = 8
"""More curves than this cannot be told apart: the references and the systems that reorder most are drawn."""


def word_change_heat(results: ConservatismResults) -> Chart:
    """Systems × number of changed words: how many sentences (the thesis' top figure).

    Sentences without any change are left out: they are most of them, and would leave no colour for the rest.
    """
    rows = [own.name for own in results.measured]
    heads = [*map(str, range(1, MOST_CHANGES)), f"{MOST_CHANGES}+"]
    values = [own.histogram()[1:] for own in results.measured]
    return heat_table(
        "Sentences by number of changed words",
        rows,
        heads,
        values,
        axis=Axis("Sentences", digits=0, low=0, whole=True),
        row_label="System",
        column_label="Changed words (WordChange)",
    )


def boundary_bars(results: ConservatismResults) -> Chart:
    """Source sentences split and merged by each system (the thesis' middle figure)."""
    stacks = [Stack(own.name, (own.total("splits"), own.total("merges"))) for own in results.measured]
    return stacked_bars(
        "Sentences split and merged",
        ("split", "merged"),
        stacks,
        axis=Axis("Number of times", digits=0, whole=True),
    )


def order_curves(results: ConservatismResults) -> Chart:
    """Share of sentences with ρ ≤ x (the thesis' bottom figure), from 0.5 up to the jump at ρ = 1, where all end."""
    chosen = sorted(
        range(len(results.measured)),
        key=lambda number: (
            results.measured[number].kind == "system",
            -results.measured[number].total("reordered"),
        ),
    )[:_MOST_CURVES]
    lines = [
        _order_curve(results.measured[number].name, results.measured[number].column("rho")) for number in sorted(chosen)
    ]
    left_out = len(results.measured) - len(lines)
    title = "Word order: share of sentences with ρ ≤ x"
    return curves(
        title + (f" ({left_out} systems with fewer are left out)" if left_out else ""),
        lines,
        x_axis=Axis("Spearman's ρ"),
        y_axis=Axis("Share of sentences", percent=True, low=0),
    )


def _order_curve(name: str, rho: Floats) -> Curve:
    values = np.sort(rho)
    grid = np.round(np.linspace(0.5, 0.99, 50), 2)
    shares = np.searchsorted(values, grid, side="right") / max(len(values), 1)
    return Curve(name, tuple(grid.tolist()), tuple(shares.tolist()))


def needed_bars(results: ConservatismResults) -> Chart:
    """Hit, Wrong and Under of each system: what became of the places that needed a change."""
    rows = [(own.name, own.four_way()) for own in results.measured]
    stacks = [Stack(name, (row.tp, row.fp_needed, row.fn)) for name, row in rows]
    axis = Axis("Places", digits=0, whole=True)
    return stacked_bars("Places that needed a change", ("Hit", "Wrong", "Under"), stacks, axis=axis, share=True)


def all_charts(results: ConservatismResults) -> dict[str, Chart]:
    """Give every figure by the name of its file."""
    found = {
        "word-change": word_change_heat(results),
        "boundaries": boundary_bars(results),
        "word-order": order_curves(results),
    }
    if results.with_edits:
        found["needed-changes"] = needed_bars(results)
    return found
