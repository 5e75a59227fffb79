"""Statistics of sentences in; scores of slices (sentences alike in length or in a column) and of single ones out.

Scores of a part are `score_from_sums` of the part's rows, so that every measure can be sliced. With
the rule `faithful` a sentence keeps the reference that was chosen for it in the whole corpus.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

import numpy as np

from redink.arrays import Flags
from redink.errors import InputError, Place
from redink.evaluation.estimate import plain_score
from redink.evaluation.results import Results
from redink.evaluation.statistics import Statistics
from redink.questions.score.part_counts import part_table
from redink.records import EvalSet
from redink.reports.tables import Cell, Column, Row, Table
from redink.scoring.edit_overlap import Rule
from redink.scoring.measure import Measure, counts_of

LENGTHS = (10, 20, 30, 40)
"""Longest sentences of the bins of length, in tokens; what is longer is a bin of its own."""


def length_labels(data: EvalSet) -> list[str]:
    """Give each sentence the bin of its length, such as `11-20`."""
    return [_bin(len(tokens)) for tokens in data.sources]


def _bin(length: int) -> str:
    low = 1
    if not length:
        return "0"
    for high in LENGTHS:
        if length <= high:
            return f"{low}-{high}"
        low = high + 1
    return f"{low}+"


def slice_table(statistics: Statistics, measure: Measure, labels: Sequence[str], by: str) -> Table:
    """Show for each slice its number of sentences, and the score of each system there."""
    data = statistics.data
    if len(labels) != len(data.sources):
        raise InputError(
            f"{len(labels)} rows, but the source has {len(data.sources)} sentences",
            place=Place(by, sentence=min(len(labels), len(data.sources)) + 1),
            remedy="the table must have one row for each sentence, in the same order",
        )
    tables = statistics.tables(measure)
    columns = (
        Column("slice", by),
        Column("sentences", digits=0),
        *(Column(system.name, digits=4) for system in data.systems),
    )
    rows = []
    for label, here in _slices(labels).items():
        scores = (plain_score(table[here], measure.score_from_sums) for table in tables)
        rows.append(Row((Cell(label), Cell(int(here.sum())), *map(Cell, scores))))
    return Table(f"{measure.name} by {by}", columns, tuple(rows))


def slice_counts_table(
    statistics: Statistics, measure: Measure, labels: Sequence[str], by: str, rule: Rule
) -> Table | None:
    """Show TP, FP, FN, P and R of each slice and system; `None` for a measure that counts no edits."""
    if counts_of(measure, np.zeros(len(measure.columns))) is None:
        return None
    names = [system.name for system in statistics.data.systems]
    sums = (
        (label, name, statistics.rows(measure, name)[here].sum(axis=0))
        for label, here in _slices(labels).items()
        for name in names
    )
    return part_table(f"Counts of {measure.name} by {by}", by, sums, measure, rule)


def _slices(labels: Sequence[str]) -> dict[str, Flags]:
    """Give for each label the sentences that have it."""
    given = np.array(labels)
    return {label: given == label for label in sorted(set(labels), key=natural_order)}


def natural_order(label: str) -> tuple[bool, float, str]:
    """Order numbers and bins (`9`, `1-10`, `41+`) by number, before words."""
    number = label.split("-", maxsplit=1)[0].rstrip("+")
    return (False, float(number), label) if number.isdecimal() else (True, 0.0, label)


def sentence_table(results: Results) -> Table:
    """Show the score of each sentence of each system by each measure, and the statistics behind it."""
    statistics = results.statistics
    assert statistics is not None
    measures = statistics.measures(results.measures)
    columns = (Column("system"), Column("sentence", digits=0), *chain.from_iterable(map(_sentence_columns, measures)))
    rows = (Row(tuple(Cell(value) for value in row.values())) for row in results.per_sentence())
    return Table("Scores of sentences", columns, tuple(rows), notes=(f"Signature: {results.signature}.",))


def _sentence_columns(measure: Measure) -> list[Column]:
    parts = [Column(f"{measure.name}.{name}", digits=2) for name in measure.columns]
    return [Column(measure.name, digits=4), *parts]
