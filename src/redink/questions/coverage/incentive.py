"""Settings of the dis-incentive condition in, a table and a chart out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from redink.questions.coverage.mathematics.incentive import Incentive, disincentive
from redink.reports.charts import Axis, Chart, Curve, curves
from redink.reports.tables import Column, Table, make_table


def incentives(
    chances: Sequence[tuple[float, float]], alphas: Sequence[float], coverage: Mapping[int, float]
) -> list[Incentive]:
    """Evaluate the condition for every (p_detect, p_correct) and every α."""
    return [disincentive(p_detect, p_correct, coverage, alpha) for p_detect, p_correct in chances for alpha in alphas]


def incentive_table(found: Sequence[Incentive], coverage: Mapping[int, float], origin: str) -> Table:
    """One row a setting: the coverage needed, and from how many references on correcting pays."""
    columns = (
        Column("p_detect", digits=2),
        Column("p_correct", digits=2),
        Column("alpha", "α", digits=2),
        Column("needed", "coverage needed", digits=3),
        Column("smallest", "smallest M", digits=0),
        Column("pays", "correcting pays"),
    )
    rows = [(own.p_detect, own.p_correct, own.alpha, own.needed, own.smallest, own.verdict) for own in found]
    curve = ", ".join(f"{share:.3f} at M = {m}" for m, share in sorted(coverage.items()))
    notes = (
        "Correcting pays where p_correct · coverage − (1 − p_correct · coverage) · α ≥ 1 − p_detect.",
        f"Coverage of M references: {curve} ({origin}).",
    )
    return make_table("When does correcting pay?", columns, rows, notes=notes)


def incentive_chart(found: Sequence[Incentive], coverage: Mapping[int, float]) -> Chart:
    """Draw the coverage of M references and the level each setting needs; out of reach is not drawn."""
    ms = tuple(sorted(coverage))
    lines = [Curve("coverage", tuple(map(float, ms)), tuple(coverage[m] for m in ms))]
    for own in found:
        if own.needed is not None and own.needed <= 1 and ms:
            name = f"{own.p_detect:g}, {own.p_correct:g}, α {own.alpha:g}"
            lines.append(Curve(name, (float(ms[0]), float(ms[-1])), (own.needed, own.needed)))
    return curves(
        "Coverage of M references, and the coverage needed (p_detect, p_correct, α)",
        lines,
        x_axis=Axis("Number of references M", whole=True),
        y_axis=Axis("Coverage", low=0, high=1),
    )
