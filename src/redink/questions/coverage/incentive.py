"""Chances of detecting and correcting an error, and a coverage curve, in; whether correcting pays out."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import msgspec

from redink.errors import UsageError
from redink.evaluation.calls import checked
from redink.frozen import frozen
from redink.questions.coverage.mathematics.incentive import CROWD_COVERAGE, Incentive, disincentive, penalty
from redink.questions.coverage.saved import is_saved, read_saved
from redink.reading.files import Source
from redink.reading.tables import read_column
from redink.reports.charts import Axis, Chart, Curve, curves
from redink.reports.machine import table_record, to_json
from redink.reports.shown import Shown
from redink.reports.tables import Column, Table, make_table

_PENALTY = re.compile(r"F(\d+(?:\.\d+)?)=(\d*\.?\d+)", re.IGNORECASE)


@frozen
class IncentiveResults(Shown):
    """Whether correcting pays, for every setting."""

    incentives: tuple[Incentive, ...]
    """One for each pair of chances and each α."""
    coverage: Mapping[int, float]
    """Coverage of M references, by M."""
    origin: str
    """Where the coverage comes from, in words."""

    def to_tables(self) -> list[Table]:
        """Give one table: the coverage needed, and from how many references on correcting pays."""
        columns = (
            Column("p_detect", digits=2),
            Column("p_correct", digits=2),
            Column("alpha", "α", digits=2),
            Column("needed", "coverage needed", digits=3),
            Column("smallest", "smallest M", digits=0),
            Column("pays", "correcting pays"),
        )
        rows = [
            (setting.p_detect, setting.p_correct, setting.alpha, setting.needed, setting.smallest, setting.verdict)
            for setting in self.incentives
        ]
        curve = ", ".join(f"{share:.3f} at M = {m}" for m, share in sorted(self.coverage.items()))
        notes = (
            "Correcting pays where p_correct · coverage − (1 − p_correct · coverage) · α ≥ 1 − p_detect.",
            f"Coverage of M references: {curve} ({self.origin}).",
        )
        return [make_table("When does correcting pay?", columns, rows, notes=notes)]

    def to_dict(self) -> dict[str, object]:
        """Give the table as plain JSON data."""
        (table,) = self.to_tables()
        return table_record(table)

    def to_json(self) -> str:
        """Give the JSON text of the table."""
        (table,) = self.to_tables()
        return to_json(table)

    def to_dicts(self) -> list[dict[str, object]]:
        """Give one flat dictionary for each setting."""
        return [msgspec.to_builtins(setting) | {"pays": setting.verdict} for setting in self.incentives]

    def chart(self) -> Chart:
        """Draw the coverage of M references and the level each setting needs; out of reach is not drawn."""
        numbers = tuple(sorted(self.coverage))
        lines = [Curve("coverage", tuple(map(float, numbers)), tuple(self.coverage[m] for m in numbers))]
        for setting in self.incentives:
            if setting.needed is not None and setting.needed <= 1 and numbers:
                name = f"{setting.p_detect:g}, {setting.p_correct:g}, α {setting.alpha:g}"
                lines.append(Curve(name, (float(numbers[0]), float(numbers[-1])), (setting.needed, setting.needed)))
        return curves(
            "Coverage of M references, and the coverage needed (p_detect, p_correct, α)",
            lines,
            x_axis=Axis("Number of references M", whole=True),
            y_axis=Axis("Coverage", low=0, high=1),
        )


@checked
def incentive(
    chances: Sequence[str | tuple[float, float]],
    *,
    alphas: Sequence[float | str] = (0.0, 0.25, 1.0),
    coverage: Mapping[int, float] | Source | Sequence[str] = (),
) -> IncentiveResults:
    """Show whether a measure with few references rewards a system for correcting errors.

    Args:
        chances: Pairs (p_detect, p_correct), or texts such as ".9,.8".
        alphas: Costs of a wrong correction, if a valid correction is worth 1; "F0.5=.4" is the cost by F0.5 for a
            system that scores .4.
        coverage: Coverage of M references by M, or texts such as "2=.35", or a file: from `redink coverage --save`, or
            TSV with the columns M and coverage. If empty: measured on 48 crowd-corrected short sentences.
    """
    curve, origin = _curve(coverage)
    pairs = [_pair(pair) for pair in chances]
    costs = [_alpha(alpha) for alpha in alphas]
    incentives = [disincentive(p_detect, p_correct, curve, alpha) for p_detect, p_correct in pairs for alpha in costs]
    return IncentiveResults(tuple(incentives), curve, origin)


def _alpha(given: float | str) -> float:
    """Read a cost, or the measure and the score whose cost it is."""
    parts = _PENALTY.fullmatch(str(given))
    try:
        return penalty(float(parts[2]), float(parts[1])) if parts else float(given)
    except ValueError:
        raise UsageError(
            f"{given!r} is no cost", remedy="write a number, or a measure and its score, such as F0.5=.4"
        ) from None


def _pair(chances: str | tuple[float, float]) -> tuple[float, float]:
    if not isinstance(chances, str):
        return chances
    try:
        detect, correct = map(float, chances.split(","))
    except ValueError:
        raise UsageError(
            f"{chances!r} is not a pair of probabilities", remedy="write P_DETECT,P_CORRECT, such as .9,.8"
        ) from None
    return detect, correct


def _curve(coverage: Mapping[int, float] | Source | Sequence[str]) -> tuple[Mapping[int, float], str]:
    """Give coverage by M, and where it comes from."""
    if isinstance(coverage, Mapping):
        return coverage, "as given"
    texts = [str(coverage)] if isinstance(coverage, Source) else coverage
    if not texts:
        return CROWD_COVERAGE, "48 short sentences with 50 to 71 crowd corrections each"
    if len(texts) > 1 or "=" in texts[0]:
        return _numbers([(m, share) for m, _, share in (text.partition("=") for text in texts)]), "as given"
    path = texts[0]
    if is_saved(path):
        matches = read_saved(path).matches
        if not matches:
            raise UsageError(f"{path} has no coverage of any match", remedy="save it with --match exact")
        match = matches[0]
        return {point.references: point.coverage for point in match.points}, f"{path}, {match.match} match"
    return _numbers(list(zip(read_column(path, "M"), read_column(path, "coverage"), strict=True))), path


def _numbers(texts: Sequence[tuple[str, str]]) -> dict[int, float]:
    try:
        return {int(m): float(share) for m, share in texts}
    except ValueError:
        raise UsageError("a coverage cannot be read", remedy="write M=SHARE, such as 2=.2") from None
