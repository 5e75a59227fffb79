"""An `EvalSet` in; scores of parts of it out: of each sentence, of sentences alike in length or in a column.

Scores of a part are `score_from_sums` of the part's rows, so that every measure can be sliced. With
the rule `faithful` a sentence keeps the reference that was chosen for it in the whole corpus.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

import numpy as np

from redink.arrays import Floats
from redink.errors import InputError, Place
from redink.questions.score.run import signature_of
from redink.records import EvalSet, System
from redink.reports.tables import Cell, Column, Row, Table
from redink.scoring.measure import Conventions, Measure, ScoresSentences, parse_measures

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


def slice_table(
    data: EvalSet, measure: str, labels: Sequence[str], *, by: str, conventions: Conventions | None = None
) -> Table:
    """One row a slice: its sentences, and the score of each system there.

    Args:
        data: What is evaluated.
        measure: Name of the measure.
        labels: The slice of each sentence.
        by: What the labels are.
        conventions: Reference rule and the like.
    """
    if len(labels) != len(data.sources):
        raise InputError(
            f"{len(labels)} rows, but the source has {len(data.sources)} sentences",
            place=Place(by, sentence=min(len(labels), len(data.sources)) + 1),
            remedy="the table must have one row a sentence, in the same order",
        )
    (parsed,) = parse_measures((measure,), conventions or Conventions())
    tables = [parsed.sentence_stats(data, system) for system in data.systems]
    columns = (
        Column("slice", by),
        Column("sentences", digits=0),
        *(Column(system.name, digits=4) for system in data.systems),
    )
    rows = []
    for label in sorted(set(labels), key=natural_order):
        here = np.array([own == label for own in labels])
        scores = (float(parsed.score_from_sums(table[here].sum(axis=0)[np.newaxis])[0]) for table in tables)
        rows.append(Row((Cell(label), Cell(int(here.sum())), *map(Cell, scores))))
    return Table(f"{parsed.name} by {by}", columns, tuple(rows))


def natural_order(label: str) -> tuple[bool, float, str]:
    """Order numbers and bins (`9`, `1-10`, `41+`) by number, before words."""
    number = label.split("-", maxsplit=1)[0].rstrip("+")
    return (False, float(number), label) if number.isdecimal() else (True, 0.0, label)


def sentence_table(
    data: EvalSet, measures: Sequence[str], *, conventions: Conventions | None = None, pipeline: str = "none"
) -> Table:
    """One row a system and sentence: the score by each measure, and the statistics behind it."""
    conventions = conventions or Conventions()
    parsed = parse_measures(measures, conventions)
    columns = (
        Column("system"),
        Column("sentence", digits=0),
        *chain.from_iterable(map(_sentence_columns, parsed)),
    )
    rows = chain.from_iterable(_sentence_rows(data, system, parsed) for system in data.systems)
    signature = signature_of(data, parsed, conventions, None, pipeline)
    return Table("Scores of sentences", columns, tuple(rows), notes=(f"Signature: {signature}.",))


def _sentence_columns(measure: Measure) -> list[Column]:
    parts = [Column(f"{measure.name}.{name}", digits=2) for name in measure.columns]
    return [Column(measure.name, digits=4), *parts]


def _sentence_rows(data: EvalSet, system: System, measures: Sequence[Measure]) -> list[Row]:
    blocks = [_sentence_block(data, system, measure) for measure in measures]
    numbers: Floats = np.hstack(blocks) if blocks else np.zeros((len(data.sources), 0))
    return [
        Row((Cell(system.name), Cell(number), *(Cell(_whole(value)) for value in row)))
        for number, row in enumerate(numbers.tolist(), start=1)
    ]


def _sentence_block(data: EvalSet, system: System, measure: Measure) -> Floats:
    table = measure.sentence_stats(data, system)
    if isinstance(measure, ScoresSentences):
        return np.column_stack([measure.sentence_scores(data, system), table])
    return np.column_stack([measure.score_from_sums(table), table])


def _whole(value: float) -> float | int:
    return int(value) if value.is_integer() else value
