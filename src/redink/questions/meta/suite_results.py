"""The record of a meta-evaluation on a suite of judgements."""

from __future__ import annotations

import msgspec

from redink.evaluation.results import SCHEMA
from redink.frozen import frozen
from redink.questions.meta.results import MetaResults
from redink.questions.meta.suite_tables import agreement_table, contest_table, window_table
from redink.reports.shown import Shown, flat
from redink.reports.tables import Table
from redink.signature import Signature


@frozen
class Contest:
    """Does one measure agree with people better than another?"""

    design: str
    subset: str
    ranking: str
    first: str
    second: str
    difference: float | None
    """Pearson's r of the second minus that of the first."""
    williams_p: float | None
    """Williams' test."""
    williams_adjusted_p: float | None
    """The same after Holm's correction over all pairs of measures."""
    permutation_p: float | None
    """Exchange of the scores of systems."""
    permutation_adjusted_p: float | None
    sentence_difference: float | None
    """Accuracy on sentences of the second minus that of the first; ties of a measure are half right."""
    sentence_p: float | None
    """Approximate randomisation over sentences."""
    sentence_adjusted_p: float | None


@frozen
class Window:
    """Agreement of one measure with people among neighbours in the human ranking."""

    design: str
    ranking: str
    measure: str
    start: int
    """Human rank of the best system of the window, from 1."""
    systems: tuple[str, ...]
    pearson: float | None
    spearman: float | None


@frozen
class Part:
    """One design and one subset of its systems."""

    design: str
    subset: str
    agreement: MetaResults


@frozen
class SuiteResults(Shown):
    """What `redink meta --suite` gives."""

    signature: Signature
    """Everything the numbers depend on."""
    measures: tuple[str, ...]
    parts: tuple[Part, ...]
    contests: tuple[Contest, ...]
    """All pairs of measures, for each design and subset, by its first ranking."""
    windows: tuple[Window, ...]
    notes: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, object]:
        """Give plain JSON data; numbers are unrounded, `None` where undefined."""
        return {
            "schema": SCHEMA,
            "signature": self.signature.to_dict(),
            "measures": list(self.measures),
            "parts": [
                {"design": part.design, "subset": part.subset}
                | {
                    "systems": msgspec.to_builtins(part.agreement.systems),
                    "sentences": msgspec.to_builtins(part.agreement.sentences),
                }
                for part in self.parts
            ],
            "contests": msgspec.to_builtins(self.contests),
            "windows": msgspec.to_builtins(self.windows),
            "notes": list(self.notes),
        }

    def to_dicts(self) -> list[dict[str, object]]:
        """Give one flat dictionary for each design, subset, measure, ranking and coefficient."""
        return [
            flat({"design": part.design, "subset": part.subset, **row})
            for part in self.parts
            for row in part.agreement.to_dicts()
        ]

    def to_tables(self) -> list[Table]:
        """Give agreement by design and subset, then tests against the best measure, then windows."""
        tables = [agreement_table(self, part) for part in self.parts]
        return [*tables, *(table for table in (contest_table(self), window_table(self)) if table.rows)]
