"""A board in; its tables and the record of all numbers out. Nothing is drawn here."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import msgspec

from redink.evaluation.tables import ranking_range, verdict
from redink.leaderboard.standings import LEVELS, Board, level_recall, part_scores, type_scores
from redink.leaderboard.stored import Stored
from redink.questions.score.slices import length_labels
from redink.reading.tables import read_labels
from redink.records import EvalSet
from redink.reports.machine import table_record
from redink.reports.tables import Cell, Column, Row, Table, linked, make_table, show_marks
from redink.scoring.names import lower_is_better


def page_name(stored: Stored) -> str:
    """Give the name of the page of a submission. No name of a team has a ~, so that no two pages are one."""
    return f"{stored.team}~{stored.run}.html"


def to_csv(table: Table) -> str:
    """Give a table as CSV with all digits; ends of intervals have columns of their own."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    bounded = [any(row.cells[place].interval for row in table.rows) for place in range(len(table.columns))]
    writer.writerow(
        name
        for column, has in zip(table.columns, bounded, strict=True)
        for name in ((column.key, f"{column.key}_low", f"{column.key}_high") if has else (column.key,))
    )
    for row in table.rows:
        cells: list[object] = []
        for cell, has in zip(row.cells, bounded, strict=True):
            ends = (None, None) if cell.interval is None else (cell.interval.low, cell.interval.high)
            cells += [cell.value, *ends] if has else [cell.value]
        writer.writerow("" if value is None else value for value in cells)
    return out.getvalue()


def board_tables(board: Board, data: EvalSet) -> dict[str, Table]:
    """Give all tables, by the names of their files."""
    tables = {"ranking": ranking_table(board), "history": _history(board)}
    types, by_type = type_scores(board)
    tables["types"] = _score_matrix(board, "F0.5 by error type", by_type, types)
    tables["levels"] = _score_matrix(
        board,
        "Share of errors corrected, by how many other systems correct them",
        level_recall(board),
        list(LEVELS),
        notes=("The edits of the first reference. An error that no other system corrects is hard.",),
    )
    tables["lengths"] = slice_table(board, f"{board.main} by length of the sentence", length_labels(data))
    if board.task.says.metadata:
        for column in board.task.says.groups:
            path = board.task.file(board.task.says.metadata)
            labels = read_labels(path, column, source=board.task.says.source, sentences=len(data.sources))
            tables[f"group-{column}"] = slice_table(board, f"{board.main} by {column}", labels)
    shown = {name: table for name, table in tables.items() if len(table.columns) > 1}
    return {name: _rounded_table(table) for name, table in shown.items()} if board.task.is_hidden else shown


def slice_table(board: Board, title: str, labels: Sequence[str]) -> Table:
    scores = part_scores(board, labels)
    names = sorted(next(iter(scores.values()), {}), key=natural_order)
    sizes = {name: sum(label == name for label in labels) for name in names}
    counted = ", ".join(f"{name}: {number:,}" for name, number in sizes.items())
    return _score_matrix(board, title, scores, names, notes=(f"Sentences: {counted}.",) if names else ())


def natural_order(name: str) -> tuple[int, str]:
    """Order names by the number they begin with, then by their letters."""
    number = re.match(r"\d+", name)
    return (int(number[0]) if number else 0, name)


def _score_matrix(
    board: Board,
    title: str,
    scores: Mapping[str, Mapping[str, float | None]],
    names: Sequence[str],
    notes: Sequence[str] = (),
) -> Table:
    columns = (Column("system"), *(Column(name, direction="higher", digits=3) for name in names))
    rows = [(stored.name, *(scores.get(stored.name, {}).get(name) for name in names)) for stored in board.results]
    return _linked(board, make_table(title, columns, rows, notes=notes))


def _linked(board: Board, table: Table) -> Table:
    return linked(table, "system", [page_name(stored) for stored in board.results])


def ranking_table(board: Board) -> Table:
    """One row a system, the best first: possible ranks, scores with intervals, cluster and letters."""
    measures = board.task.plan.measures
    columns = (
        Column("system"),
        Column("ranks", "possible ranks", align="right"),
        *(Column(name, direction="lower" if lower_is_better(name) else "higher", digits=4) for name in measures),
        Column("cluster", digits=0),
        Column("letters"),
    )
    standings = {standing.system: standing for standing in board.ranking.standings}
    rows = []
    for stored in board.results:
        standing = standings[stored.name]
        scores = (stored.scores[name] for name in measures)
        letters = show_marks(Cell(None, marks=standing.letters)) or None
        rows.append(
            Row(
                (
                    Cell(stored.name),
                    Cell(ranking_range(standing)),
                    *(Cell(score.value, score.interval) for score in scores),
                    Cell(standing.cluster),
                    Cell(letters),
                )
            )
        )
    notes = (
        f"{verdict(board.ranking, board.testing)}.",
        *board.notes,
        f"Tests: {board.testing.words} over {len(board.ranking.pairs)} pairs of {board.main}. Possible ranks: the best "
        "and the worst place the system may have, given the tests. Systems that share a letter do not differ "
        "significantly. Every system in cluster 1 is significantly better than every system in cluster 2, and so on.",
    )
    return _linked(board, make_table(f"Ranking by {board.main}", columns, rows, notes=notes))


def _history(board: Board) -> Table:
    ordered = sorted(board.results, key=lambda stored: (stored.added, stored.name))
    rows = [(stored.name, _to_the_minute(stored.added), board.score(stored), stored.output[:12]) for stored in ordered]
    columns = ("system", Column("added", "scored (UTC)"), Column(board.main, digits=4), Column("output", "SHA-256"))
    return make_table("History of submissions", columns, rows)


def _to_the_minute(added: str) -> str:
    """Give a time such as `2026-11-19T05:55:28+00:00`, which is in UTC, as `2026-11-19 05:55`."""
    return added[:16].replace("T", " ")


def board_record(board: Board, tables: Mapping[str, Table]) -> dict[str, object]:
    """Give everything that is published as plain data."""
    record: dict[str, object] = {
        "schema": 1,
        "task": board.task.says.name,
        "verdict": verdict(board.ranking, board.testing),
        "testing": msgspec.to_builtins(board.testing),
        "ranking": msgspec.to_builtins(board.ranking),
        "systems": [
            {
                "system": stored.name,
                "output": stored.output,
                "conditions": stored.conditions,
                "added": stored.added,
                "signature": stored.signature,
                "scores": msgspec.to_builtins(list(stored.scores.values())),
            }
            for stored in board.results
        ],
        "tables": {name: table_record(table) for name, table in tables.items()},
    }
    return rounded(record) if board.task.is_hidden else record


DIGITS = 4
"""Of the scores of a hidden task: with all digits, a team could learn from every change of a single edit."""


def rounded(value: Any) -> Any:
    """Round every number of some plain data; p-values are left as they are."""
    if isinstance(value, float):
        return round(value, DIGITS)
    if isinstance(value, Mapping):
        return {name: part if name in ("p", "adjusted_p", "least_p") else rounded(part) for name, part in value.items()}
    return [rounded(part) for part in value] if isinstance(value, list | tuple) else value


def _rounded_table(table: Table) -> Table:
    rows = (replace(row, cells=tuple(_rounded_cell(cell) for cell in row.cells)) for row in table.rows)
    return replace(table, rows=tuple(rows))


def _rounded_cell(cell: Cell) -> Cell:
    ends = cell.interval
    interval = None if ends is None else replace(ends, low=rounded(ends.low), high=rounded(ends.high))
    return replace(cell, value=rounded(cell.value), interval=interval)
