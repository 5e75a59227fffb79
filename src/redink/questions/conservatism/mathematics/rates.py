"""Summed statistics of sentences in, rates out: every measure of conservatism is a quotient of two sums.

Resampling sentences therefore gives each rate a confidence interval, and the sums over any group of sentences give
the rates of that group. 0/0 is undefined (NaN).
"""

from __future__ import annotations

from collections.abc import Sequence

from redink.arrays import Floats, ratio
from redink.frozen import frozen

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
"""The statistics of a sentence, column by column:

- 1; the number of words and of tokens in the source
- whether a word changed; how many words changed (`exact`); how many of these the `approx` rule does not count
- ρ; whether ρ is below 1
- source sentences split; source sentences merged; boundaries moved
- WordChange where a reference exists to compare with; the references' mean WordChange there
- whether all references leave the sentence alone; whether the version changed it nevertheless
- the five word classes
- edits; edits where a reference exists to compare with; the references' mean number of edits there
- chunks TP, FPne, FN, FPun
"""


@frozen
class Rate:
    """One measure of conservatism."""

    name: str
    """The name that users read."""
    above: tuple[str, ...]
    """Statistics whose sum is the numerator; a minus sign subtracts one."""
    below: tuple[str, ...]
    """Statistics whose sum is the denominator."""
    needs: str = "texts"
    """The input that the rate needs: `texts`, `references` or `edits`."""

    def score_from_sums(self, sums: Floats) -> Floats:
        """Turn (…, columns) sums into rates; NaN where the denominator is 0."""
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
"""All rates, in the order in which they are shown."""


def rate_named(name: str) -> Rate:
    """Give the rate that has a name."""
    return next(rate for rate in RATES if rate.name == name)
