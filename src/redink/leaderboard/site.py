"""A board in; the pages that are published, and all numbers as files, out. No page needs a server or a network."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path

import numpy as np

from redink.arrays import Floats
from redink.evaluation.tables import ranking_range, verdict
from redink.evaluation.trust import Draws, Trust
from redink.frozen import frozen
from redink.leaderboard.standings import SMALLEST, Board, only_solver, rank, solved_table, type_scores
from redink.leaderboard.stored import Counting, Stored, stored_results
from redink.leaderboard.tables import board_record, board_tables, page_name, slice_table, to_csv
from redink.leaderboard.task import About, Task
from redink.questions.coverage.charts import coverage_charts
from redink.questions.coverage.mathematics.human_scores import human_scores
from redink.questions.coverage.saved import read_saved
from redink.questions.coverage.tables import coverage_tables, people_table
from redink.questions.score.slices import length_labels
from redink.reading.files import write_whole
from redink.records import Edit, EvalSet, Interval, Tokens
from redink.reports.bars import Bar, score_bars
from redink.reports.escape import escape_html
from redink.reports.heat_map import HeatChunk, HeatSentence, heat_map
from redink.reports.latex import to_latex
from redink.reports.one_page import Fold, Html, Page, Part, Section, to_page
from redink.reports.scales import Axis
from redink.reports.shown import json_text
from redink.reports.tables import Cell, Column, Table, make_table
from redink.signature import Signature

_MOST_TYPES, _MOST_SHOWN = 24, 5
_MOST_EXAMPLES = 20
_MOST_HEAT = 80


def build(task: Task, folder: str | Path | None = None, *, keep_going: bool = False) -> tuple[Board, list[str], Path]:
    """Score what is new, rank everything, and write the pages; gives the board, what was refused, and the folder."""
    counting = Counting(task)
    results, refused = stored_results(counting, keep_going=keep_going)
    board = rank(task, results)
    place = Path(folder) if folder is not None else task.folder / "site"
    tables = board_tables(board, counting.data)
    _write(place / "index.html", _index(board, tables))
    _write(place / "task.html", _task_page(board, counting.data))
    types = type_scores(board)
    errors = _error_places(board, counting.data)
    abouts = {submission.name: submission.about for submission in task.submissions([] if keep_going else None)}
    for number, stored in enumerate(board.results):
        page = _team_page(board, stored, abouts[stored.name], types, _errors_section(board, errors, number))
        _write(place / page_name(stored), page)
    for name, table in tables.items():
        _write(place / "data" / f"{name}.csv", to_csv(table))
    _remove_old(place, {page_name(stored) for stored in board.results} | {f"{name}.csv" for name in tables})
    _write(place / "data" / "overview.tex", to_latex(tables["ranking"]))
    _write(place / "data" / "leaderboard.json", json_text(board_record(board, tables)))
    return board, refused, place


def _remove_old(place: Path, names: set[str]) -> None:
    """Remove pages and files of what is no longer there, such as a submission that was withdrawn."""
    for path in (*place.glob("*~*.html"), *(place / "data").glob("*.csv")):
        if path.name not in names:
            path.unlink()


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with write_whole(path) as out:
        out.write(text)


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
            "Read the possible ranks, not only the order: systems with overlapping ranks may be equally good.",
            (tables["ranking"], chart, downloads),
            finding=f"{verdict(board.ranking, board.testing)}.",
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
        *((f"phase: {phase.name}", f"{phase.start} to {phase.end or 'further notice'}") for phase in says.phases),
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
    types: tuple[Sequence[str], Mapping[str, Mapping[str, float | None]]],
    errors: Section,
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
        errors,
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
        _plain(slice_table(board, f"{board.main} by length of the sentence", length_labels(data))),
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
    for name in names[:_MOST_TYPES]:
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
    ahead = [row for row in rows if row[3] > 0][:_MOST_SHOWN]
    behind = [row for row in reversed(rows) if row[3] < 0][:_MOST_SHOWN]
    shown = (("Strongest types", ahead), ("Weakest types", behind))
    return tuple(make_table(title, columns, part) for title, part in shown if part)


@frozen
class _Error:
    """An edit of the first reference."""

    place: int
    """Its number among all edits."""
    edit: Edit
    original: str
    correction: str


@frozen
class _Errors:
    """What all pages of submissions share: the sentences with errors, and who corrects them."""

    sentences: list[tuple[int, Tokens, list[_Error]]]
    """Line, tokens and errors."""
    solved: Floats
    """(systems × errors) 1 where a system corrects an error."""
    share: Floats
    """(errors,) share of the systems that correct an error."""
    alone: list[list[int]]
    """By system: the errors that no other system corrects."""


def _error_places(board: Board, data: EvalSet) -> _Errors:
    sentences, place = [], 0
    for line, (tokens, edits) in enumerate(zip(data.sources, data.references[0].edits or (), strict=True), start=1):
        errors = [
            _Error(place + number, edit, " ".join(tokens[edit.start : edit.end]), " ".join(edit.replacement))
            for number, edit in enumerate(edits or ())
        ]
        place += len(errors)
        if errors:
            sentences.append((line, tokens, errors))
    solved = solved_table(board).reshape(len(board.results), place)
    share = solved.mean(axis=0) if len(solved) else np.zeros(place)
    return _Errors(sentences, solved, share, list(only_solver(board).values()))


def _errors_section(board: Board, errors: _Errors, number: int) -> Section:
    alone = errors.alone[number]
    finding = f"{len(alone):,} errors of the first reference are corrected by this system alone."
    if board.task.is_hidden:
        text = "The references are hidden, so no examples are shown."
        return Section("errors", "Errors", text, (), finding if len(alone) >= SMALLEST else "")
    parts: list[Part] = []
    if rows := _examples(errors, set(alone)):
        columns = ("sentence", "source", "error", "correction", "type")
        parts.append(make_table("Errors that only this system corrects", columns, rows))
    if sentences := list(islice(_missed(errors, number), _MOST_HEAT)):
        drawn = heat_map(sentences, title="Errors that it misses", deepest=1.0)
        parts.append(Fold("Errors that it misses: deep red if few systems correct them", (Html(drawn),)))
    text = f"The first {_MOST_HEAT} sentences with missed errors, and at most {_MOST_EXAMPLES} examples."
    return Section("errors", "Errors", text, tuple(parts), finding)


def _examples(errors: _Errors, wanted: set[int]) -> list[tuple[str, ...]]:
    rows = (
        (str(line), " ".join(tokens), error.original or "–", error.correction or "–", error.edit.type)
        for line, tokens, of_sentence in errors.sentences
        for error in of_sentence
        if error.place in wanted
    )
    return list(islice(rows, _MOST_EXAMPLES))


def _missed(errors: _Errors, number: int) -> Iterator[HeatSentence]:
    """Give the sentences in which the system misses an error; the more systems miss it, the hotter it is."""
    systems = len(errors.solved)
    for line, tokens, of_sentence in errors.sentences:
        if all(errors.solved[number, error.place] for error in of_sentence):
            continue
        chunks, end = [], 0
        for error in of_sentence:
            chunks.append(HeatChunk(" ".join(tokens[end : error.edit.start]), "same", 0.0))
            if errors.solved[number, error.place]:
                chunks.append(HeatChunk(error.original, "same", 0.0))
            else:
                share = float(errors.share[error.place])
                note = f"{round(share * systems)} of {systems} systems correct it"
                chunks.append(
                    HeatChunk(error.original, "error", 1 - share, error.correction, error.edit.type, notes=(note,))
                )
            end = max(end, error.edit.end)
        chunks.append(HeatChunk(" ".join(tokens[end:]), "same", 0.0))
        yield HeatSentence(line, tuple(chunk for chunk in chunks if chunk.original or chunk.kind == "error"))
