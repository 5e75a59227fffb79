"""A board in; the pages that are published, and all numbers as files, out. No page needs a server or a network."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import msgspec
import numpy as np

from redink.arrays import Floats
from redink.evaluation.preparation import prepare
from redink.evaluation.tables import ranking_range, verdict
from redink.evaluation.trust import Draws, Trust
from redink.leaderboard.standings import (
    LEVELS,
    Board,
    level_recall,
    only_solver,
    part_scores,
    rank,
    solved_table,
    type_scores,
)
from redink.leaderboard.stored import Stored, stored_results
from redink.leaderboard.task import About, Task
from redink.questions.coverage.charts import coverage_charts
from redink.questions.coverage.mathematics.human_scores import human_scores
from redink.questions.coverage.saved import read_saved
from redink.questions.coverage.tables import coverage_tables, people_table
from redink.questions.score.slices import length_labels
from redink.reading.files import write_whole
from redink.reading.tables import read_labels
from redink.records import EvalSet, Interval
from redink.reports.bars import Bar, score_bars
from redink.reports.escape import escape_html
from redink.reports.heat_map import HeatChunk, HeatSentence, heat_map
from redink.reports.latex import to_latex
from redink.reports.machine import table_record
from redink.reports.one_page import Fold, Html, Page, Part, Section, to_page
from redink.reports.scales import Axis
from redink.reports.shown import json_text
from redink.reports.tables import Cell, Column, Row, Table, linked, make_table, show_marks
from redink.scoring.names import lower_is_better
from redink.signature import Signature

_MOST_TYPES = 12
_MOST_EXAMPLES = 20
_MOST_HEAT = 80


def build(task: Task, folder: str | Path | None = None, *, keep_going: bool = False) -> tuple[Board, list[str], Path]:
    """Score what is new, rank everything, and write the pages; gives the board, what was refused, and the folder."""
    results, refused = stored_results(task, keep_going=keep_going)
    board = rank(task, results)
    place = Path(folder) if folder is not None else task.folder / "site"
    data = prepare(task.data(), "edits", pipeline=task.plan.pipeline).data
    tables = _tables(board, data)
    _write(place / "index.html", _index(board, tables))
    _write(place / "task.html", _task_page(board, data))
    shown_types, by_type = type_scores(board)
    abouts = {submission.name: submission.about for submission in task.submissions()}
    alone, solved = only_solver(board), solved_table(board) if results else np.zeros((0, 0))
    for number, stored in enumerate(board.results):
        errors = (alone[stored.name], solved, number)
        page = _team_page(board, stored, abouts[stored.name], data, (shown_types, by_type), errors)
        _write(place / _page_name(stored), page)
    for name, table in tables.items():
        _write(place / "data" / f"{name}.csv", to_csv(table))
    _write(place / "data" / "overview.tex", to_latex(tables["ranking"]))
    _write(place / "data" / "leaderboard.json", json_text(_record(board, tables)))
    return board, refused, place


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with write_whole(path) as out:
        out.write(text)


def _page_name(stored: Stored) -> str:
    return f"{stored.team}--{stored.run}.html"


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


def _tables(board: Board, data: EvalSet) -> dict[str, Table]:
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
    tables["lengths"] = _slices(board, f"{board.main} by length of the sentence", length_labels(data))
    if board.task.says.metadata:
        for column in board.task.says.groups:
            path = board.task.file(board.task.says.metadata)
            labels = read_labels(path, column, source=board.task.says.source, sentences=len(data.sources))
            tables[f"group-{column}"] = _slices(board, f"{board.main} by {column}", labels)
    return {name: table for name, table in tables.items() if len(table.columns) > 1}


def _slices(board: Board, title: str, labels: Sequence[str]) -> Table:
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
    return linked(table, "system", [_page_name(stored) for stored in board.results])


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
        f"{verdict(board.ranking, board.testing.alpha)}.",
        *board.notes,
        f"Tests: {board.testing.words} over {len(board.ranking.pairs)} pairs of {board.main}. Possible ranks: 1 + the "
        "number of systems significantly better, to the number of systems not significantly worse. Systems that share "
        "a letter do not differ significantly. Every system of a cluster is significantly better than every system of "
        "the clusters below.",
    )
    return _linked(board, make_table(f"Ranking by {board.main}", columns, rows, notes=notes))


def _history(board: Board) -> Table:
    ordered = sorted(board.results, key=lambda stored: (stored.added, stored.name))
    rows = [(stored.name, stored.added, board.score(stored), stored.output[:12]) for stored in ordered]
    columns = ("system", Column("added", "scored (UTC)"), Column(board.main, digits=4), Column("output", "SHA-256"))
    return make_table("History of submissions", columns, rows)


def _links(*pages: tuple[str, str]) -> Html:
    items = " · ".join(f'<a href="{escape_html(address)}">{escape_html(name)}</a>' for address, name in pages)
    return Html(f"<p>{items}</p>\n")


_HOME = ("index.html", "Ranking")
_TASK_LINK = ("task.html", "The task")


def _page(board: Board, title: str, lead: str, sections: Sequence[Section], warnings: Sequence[str] = ()) -> str:
    signature = str(Signature.from_dict(board.results[0].signature)) if board.results else "no submissions yet"
    return to_page(Page(title, lead, tuple(sections), signature, tuple(warnings)))


def _index(board: Board, tables: Mapping[str, Table]) -> str:
    says = board.task.says
    if not board.results:
        section = Section("ranking", "Ranking", "There are no submissions yet.", (_links(_TASK_LINK),))
        return _page(board, says.name, says.description, [section])
    bars = [Bar(stored.name, *_value(board, stored)) for stored in board.results]
    chart = score_bars(board.main, bars, axis=Axis(board.main, low=0.0))
    files = [(f"data/{name}.csv", f"{name} (CSV)") for name in tables]
    files += [("data/leaderboard.json", "everything (JSON)"), ("data/overview.tex", "main table (LaTeX)")]
    downloads = _links(_TASK_LINK, *files)
    sections = [
        Section(
            "ranking",
            "Who is first, and with whom does it tie?",
            "Read the possible ranks, not the order alone: systems whose ranks overlap are not told apart.",
            (tables["ranking"], chart, downloads),
            finding=f"{verdict(board.ranking, board.testing.alpha)}.",
            papers=("Noreen (1989): approximate randomisation; Holm (1979): correction for many tests",),
        ),
        Section(
            "parts",
            "Where are systems strong?",
            "Scores by error type, difficulty, length and group. Small parts vary by chance.",
            tuple(
                Fold(t.title, (t,), is_open=n == "levels") for n, t in tables.items() if n not in ("ranking", "history")
            ),
        ),
        Section("history", "History", "When each submission was scored.", (tables["history"],)),
    ]
    return _page(board, says.name, says.description or f"{len(board.results)} submissions", sections)


def _value(board: Board, stored: Stored) -> tuple[float | None, Interval | None]:
    score = stored.scores[board.main]
    return score.value, score.interval


def _task_page(board: Board, data: EvalSet) -> str:
    says = board.task.says
    facts = [
        ("sentences", f"{len(data.sources):,}"),
        ("references", str(len(data.references))),
        ("measures", ", ".join(board.task.plan.measures)),
        ("edits from", board.task.plan.pipeline),
        ("references are", "hidden" if board.task.is_hidden else "public"),
        *((f"phase: {phase.name}", f"{phase.start} to {phase.end or 'open'}") for phase in says.phases),
    ]
    parts: list[Part] = [_links(_HOME), make_table("The task", ["what", "value"], facts)]
    sections = [Section("task", "The task", says.rules or "No rules are given.", tuple(parts))]
    if says.coverage:
        covered = read_saved(board.task.file(says.coverage))
        advice = covered.advice()
        sections.append(
            Section(
                "ceilings",
                "What would a perfect corrector score?",
                "A perfect corrector corrects as people do. With few references it does not reach 1.",
                (*coverage_charts(covered), Fold("All numbers", tuple(coverage_tables(covered)))),
                finding=advice[0] if advice else "",
            )
        )
    if len(data.references) > 1:
        people = human_scores(data, board.measures[0], Draws(Trust(method="bca"), len(data.sources)))
        sections.append(
            Section(
                "people",
                "How well do people agree?",
                "Each reference is scored against the others.",
                (people_table(people),),
                finding="" if people.people is None else f"A person scores {people.people:.3f} against the others.",
            )
        )
    return _page(board, f"{says.name}: the task", says.description, sections)


def _team_page(
    board: Board,
    stored: Stored,
    about: About,
    data: EvalSet,
    types: tuple[Sequence[str], Mapping[str, Mapping[str, float | None]]],
    errors: tuple[Sequence[int], Floats, int],
) -> str:
    standing = next(one for one in board.ranking.standings if one.system == stored.name)
    rows = [(name, Cell(score.value, score.interval)) for name, score in stored.scores.items()]
    scores = make_table("Scores", ["measure", Column("score", digits=4)], rows)
    facts = [
        (name, value)
        for name, value in (("authors", about.authors), ("paper", about.paper), ("date", about.date))
        if value
    ]
    facts += [("possible ranks", ranking_range(standing) or "–"), ("output (SHA-256)", stored.output)]
    text = about.description or "The team gives no description."
    said = make_table("Submission", ["what", "value"], facts)
    sections = [
        Section("scores", "Scores", text, (_links(_HOME, _TASK_LINK), scores, said)),
        Section(
            "types",
            "Strongest and weakest types",
            "Compared with the median of all systems.",
            _strengths(stored, types),
        ),
        _errors_section(board, data, *errors),
    ]
    warnings = [str(warning) for warning in stored.warnings]
    return _page(
        board,
        stored.name,
        f"{board.task.says.name}: {board.main} rank {ranking_range(standing) or '–'}",
        sections,
        warnings,
    )


def parts_page(board: Board, stored: Stored, data: EvalSet) -> str:
    """Give the page of a single submission that shows scores of the whole and of large parts, and nothing else."""
    rows = [(name, Cell(score.value, score.interval)) for name, score in stored.scores.items()]
    names, by_type = type_scores(board)
    parts = (
        make_table("Scores", ["measure", Column("score", digits=4)], rows),
        _plain(
            make_table(
                "F0.5 by error type",
                ["system", *(Column(name, digits=2) for name in names)],
                [(stored.name, *(by_type[stored.name][name] for name in names))],
            )
        ),
        _plain(_slices(board, f"{board.main} by length of the sentence", length_labels(data))),
    )
    section = Section("scores", "Scores", "Parts with few sentences or errors are left out.", parts)
    return _page(board, board.task.says.name, "Scores of this submission", [section], stored.warnings)


def _plain(table: Table) -> Table:
    """Leave out links to other pages, and name the only row."""
    rows = [replace(row, cells=(Cell("this submission"), *row.cells[1:])) for row in table.rows]
    return replace(table, rows=tuple(rows))


def _strengths(
    stored: Stored, types: tuple[Sequence[str], Mapping[str, Mapping[str, float | None]]]
) -> tuple[Table, ...]:
    names, scores = types
    rows = []
    for name in names[: 2 * _MOST_TYPES]:
        known = [value for by_type in scores.values() if (value := by_type[name]) is not None]
        value = scores[stored.name][name]
        if value is not None and known:
            rows.append((name, value, float(np.median(known)), value - float(np.median(known))))
    rows.sort(key=lambda row: -row[3])
    columns = (
        "type",
        Column("score", "F0.5", digits=3),
        Column("median", digits=3),
        Column("ahead", "ahead by", digits=3),
    )
    half = max(1, min(5, len(rows) // 2))
    return (
        make_table("Strongest types", columns, rows[:half]),
        make_table("Weakest types", columns, list(reversed(rows[-half:]))),
    )


def _errors_section(board: Board, data: EvalSet, alone: Sequence[int], solved: Floats, number: int) -> Section:
    finding = f"{len(alone):,} errors of the first reference are corrected by this system alone."
    if board.task.is_hidden:
        small = len(alone) < 5
        text = "The references are hidden, so that no examples are shown."
        return Section("errors", "Errors", text, (), "" if small else finding)
    wanted = set(alone)
    rows: list[tuple[str, ...]] = []
    sentences: list[HeatSentence] = []
    place = 0
    edits = data.references[0].edits or ()
    for line, (tokens, of_sentence) in enumerate(zip(data.sources, edits, strict=True), start=1):
        chunks, end = [], 0
        for edit in of_sentence or ():
            original, correction = " ".join(tokens[edit.start : edit.end]), " ".join(edit.replacement)
            if place in wanted and len(rows) < _MOST_EXAMPLES:
                rows.append((str(line), " ".join(tokens), original or "–", correction or "–", edit.type))
            chunks.append(HeatChunk(" ".join(tokens[end : edit.start]), "same", 0.0))
            share = float(solved[:, place].mean())
            if solved[number, place]:
                chunks.append(HeatChunk(original, "same", 0.0))
            else:
                note = f"{round(share * len(solved))} of {len(solved)} systems correct it"
                chunks.append(HeatChunk(original, "error", 1 - share, correction, edit.type, notes=(note,)))
            end, place = max(end, edit.end), place + 1
        chunks.append(HeatChunk(" ".join(tokens[end:]), "same", 0.0))
        shown = tuple(chunk for chunk in chunks if chunk.original or chunk.kind == "error")
        if any(chunk.kind == "error" for chunk in shown) and len(sentences) < _MOST_HEAT:
            sentences.append(HeatSentence(line, shown))
    columns = ("sentence", "source", "error", "correction", "type")
    parts: list[Part] = [make_table("Errors that only this system corrects", columns, rows)] if rows else []
    if sentences:
        drawn = heat_map(sentences, title="Errors that it misses", deepest=1.0)
        parts.append(Fold("Errors that it misses: deep red if few systems correct them", (Html(drawn),)))
    text = f"The first {_MOST_HEAT} sentences with missed errors, and at most {_MOST_EXAMPLES} examples."
    return Section("errors", "Errors", text, tuple(parts), finding)


def _record(board: Board, tables: Mapping[str, Table]) -> dict[str, object]:
    return {
        "schema": 1,
        "task": board.task.says.name,
        "verdict": verdict(board.ranking, board.testing.alpha),
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
