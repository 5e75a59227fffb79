"""Statistics of sentences in, rates out: every measure of conservatism is a quotient of two sums.

So each has confidence intervals by resampling sentences, and sums of sentences of any kind give the rates of that kind.
0/0 is not available (NaN).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from redink.arrays import Floats, ratio

COLUMNS = (
    "sentences",
    "words",
    "tokens",
    "changed",
    "changes",
    "small",
    "rho",
    "reordered",
    "splits",
    "merges",
    "moved",
    "changes.compared",
    "changes.reference",
    "quiet",
    "alarms",
    "tp",
    "tn",
    "fp",
    "fn",
    "fpn",
    "edits",
    "edits.compared",
    "edits.reference",
    "hit",
    "wrong",
    "under",
    "over",
)
"""The statistics of a sentence: 1; words and tokens of the source; whether a word changed, how many did (`exact`), how
many did not by the `approx` rule; ρ and whether it is below 1; source sentences split, merged, boundaries moved;
WordChange again where a reference is there to compare with, and the references' mean; whether all references leave it
alone, and whether it was changed nevertheless; the five word classes; edits, again where a reference is there to
compare with, and the references' mean number; chunks TP, FPne, FN, FPun."""


@dataclass(frozen=True, slots=True)
class Rate:
    """One measure of conservatism."""

    name: str
    """What users read."""
    above: tuple[str, ...]
    """Statistics that are added up above the line; a minus sign takes one off."""
    below: tuple[str, ...]
    """Statistics that are added up below the line."""
    needs: str = "texts"
    """`texts`, `references`, or `edits`: what must be there."""

    def score_from_sums(self, sums: Floats) -> Floats:
        """Turn (…, columns) sums into rates; NaN where there is nothing to divide by."""
        return ratio(_added(sums, self.above), _added(sums, self.below))


def _added(sums: Floats, names: Sequence[str]) -> Floats:
    total: Floats = sum(
        (-1 if name.startswith("-") else 1) * sums[..., COLUMNS.index(name.removeprefix("-"))] for name in names
    )  # type: ignore[assignment]
    return total


RATES = (
    Rate("changed", ("changed",), ("sentences",)),
    Rate("WordChange", ("changes",), ("sentences",)),
    Rate("WordChange-approx", ("changes", "-small"), ("sentences",)),
    Rate("rho", ("rho",), ("sentences",)),
    Rate("reordered", ("reordered",), ("sentences",)),
    Rate("split", ("splits",), ("sentences",)),
    Rate("merged", ("merges",), ("sentences",)),
    Rate("ratio", ("changes.compared",), ("changes.reference",), "references"),
    Rate("false-alarm", ("alarms",), ("quiet",), "references"),
    Rate("edit-rate", ("edits",), ("tokens",), "edits"),
    Rate("edit-ratio", ("edits.compared",), ("edits.reference",), "edits"),
    Rate("Hit", ("hit",), ("hit", "wrong", "under"), "edits"),
    Rate("Wrong", ("wrong",), ("hit", "wrong", "under"), "edits"),
    Rate("Under", ("under",), ("hit", "wrong", "under"), "edits"),
    Rate("Over", ("over",), ("hit", "wrong", "over"), "edits"),
)
"""In the order they are shown."""


def rate_named(name: str) -> Rate:
    """Find a rate."""
    return next(rate for rate in RATES if rate.name == name)
