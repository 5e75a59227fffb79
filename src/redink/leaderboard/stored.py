"""Submissions in; their stored results out: scores and statistics of every sentence, counted once and kept.

A result carries the checksum of the output and of everything that the score depends on (its signature has those of the
source and the references). A result whose output or conditions changed is counted again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import numpy as np

from redink.arrays import Floats
from redink.errors import InputError, Place
from redink.evaluation.preparation import prepare
from redink.evaluation.trust import Trust
from redink.leaderboard.task import Submission, Task
from redink.questions.score.run import scored
from redink.reading.files import write_whole
from redink.reading.strict_json import read_json
from redink.records import Edit, EvalSet, Score, System
from redink.scoring.measures import EditOverlap
from redink.scoring.names import parse_measures
from redink.signature import Value

SCHEMA = 1


class Stored(msgspec.Struct):
    """What is kept of a submission."""

    schema: int
    team: str
    run: str
    output: str
    """SHA-256 of the output."""
    conditions: str
    """SHA-256 of task, source and references."""
    signature: dict[str, Value]
    added: str
    """When it was scored, in UTC."""
    scores: dict[str, Score]
    """With intervals, by measure."""
    columns: dict[str, list[str]]
    rows: dict[str, list[list[float]]]
    """Statistics of every sentence, by measure."""
    types: dict[str, list[float]]
    """TP, FP and FN by error type."""
    solved: list[str]
    """For each reference, a 1 or 0 for each of its edits: whether the output has it."""
    warnings: list[str] = []

    @property
    def name(self) -> str:
        """How tables call it."""
        return f"{self.team}/{self.run}"

    def table(self, measure: str) -> Floats:
        """Give the statistics by one measure, (sentences × columns)."""
        return np.array(self.rows[measure], dtype=np.float64).reshape(-1, len(self.columns[measure]))


def result_path(task: Task, submission: Submission) -> Path:
    """Say where the result is kept."""
    return task.folder / "results" / submission.team / f"{submission.run}.json"


def conditions_of(task: Task) -> str:
    """Give the SHA-256 of everything that a score depends on beside the output, read as bytes."""
    from redink.version import __version__

    digest = hashlib.sha256(f"{__version__} {task.plan.measures} {task.plan.conventions} {task.plan.pipeline}".encode())
    for name in (task.says.source, *task.says.references):
        digest.update(hashlib.sha256(task.file(name).read_bytes()).digest())
    return digest.hexdigest()


def stored_results(task: Task, *, keep_going: bool = False) -> tuple[list[Stored], list[str]]:
    """Give the results of all submissions; count those that are new or changed. Also gives what could not be scored."""
    conditions, known, new = conditions_of(task), {}, []
    refused: list[str] = []
    for submission in task.submissions():
        path = result_path(task, submission)
        stored = _read(path) if path.is_file() else None
        if stored is not None and stored.output == submission.checksum and stored.conditions == conditions:
            known[submission.name] = stored
        else:
            new.append(submission)
    for chunk in _chunks(new, 12):
        for stored in _scored_or_refused(task, chunk, conditions, refused, keep_going=keep_going):
            known[stored.name] = stored
    return [known[name] for name in sorted(known)], refused


def _chunks(items: Sequence[Submission], size: int) -> Iterable[Sequence[Submission]]:
    return (items[start : start + size] for start in range(0, len(items), size))


def _scored_or_refused(
    task: Task, submissions: Sequence[Submission], conditions: str, refused: list[str], *, keep_going: bool
) -> list[Stored]:
    try:
        found = count(task, submissions, conditions)
    except InputError as error:
        if len(submissions) > 1:
            return [
                stored
                for submission in submissions
                for stored in _scored_or_refused(task, [submission], conditions, refused, keep_going=keep_going)
            ]
        if not keep_going:
            raise
        refused.append(f"{submissions[0].name}: {error}")
        return []
    for submission, stored in zip(submissions, found, strict=True):
        path = result_path(task, submission)
        path.parent.mkdir(parents=True, exist_ok=True)
        with write_whole(path) as out:
            out.write(msgspec.json.encode(stored).decode() + "\n")
    return found


def count(task: Task, submissions: Sequence[Submission], conditions: str) -> list[Stored]:
    """Score submissions together, so that references are annotated once."""
    plan = task.plan
    data = task.data({submission.name: submission.path for submission in submissions})
    ready = prepare(data, "edits", pipeline=plan.pipeline, types=True)
    results = scored(ready.data, plan.measures, conventions=plan.conventions, trust=Trust(), pipeline=ready.pipeline)
    statistics = results.statistics
    assert statistics is not None
    measures = statistics.measures(results.measures)
    (f_measure,) = parse_measures(["F0.5"], plan.conventions)
    assert isinstance(f_measure, EditOverlap)
    types = statistics.by_type(f_measure, "type")
    now = datetime.now(UTC).isoformat(timespec="seconds")
    by_name = {system.name: system for system in ready.data.systems}
    return [
        Stored(
            SCHEMA,
            submission.team,
            submission.run,
            submission.checksum,
            conditions,
            results.signature.to_dict(),
            now,
            {score.measure: replace(score, counts=None) for score in results.of(submission.name).scores},
            {measure.name: list(measure.columns) for measure in measures},
            {measure.name: statistics.rows(measure, submission.name).tolist() for measure in measures},
            {name: rows.sum(axis=0).tolist() for name, rows in types[submission.name].items()},
            solved_edits(ready.data, by_name[submission.name]),
            [warning for warning in data.warnings if submission.name in warning],
        )
        for submission in submissions
    ]


def solved_edits(data: EvalSet, system: System) -> list[str]:
    """Tell for every edit of every reference whether the system has it."""
    assert system.edits is not None
    proposed = [{key for edit in edits or () for key in _keys(edit)} for edits in system.edits]
    flags = []
    for reference in data.references:
        assert reference.edits is not None
        flags.append(
            "".join(
                "1" if any(key in proposed[number] for key in _keys(edit)) else "0"
                for number, edits in enumerate(reference.edits)
                for edit in edits or ()
            )
        )
    return flags


def _keys(edit: Edit) -> list[tuple[int, int, tuple[str, ...]]]:
    return [(edit.start, edit.end, tuple(way)) for way in (edit.replacement, *edit.alternatives)]


def _read(path: Path) -> Stored:
    stored = read_json(path, Stored, "not a stored result", remedy="delete the file; build counts it again")
    if stored.schema != SCHEMA:
        raise InputError(f"a result of schema {stored.schema}", place=Place(str(path)), remedy="delete the file")
    return stored


def verify(task: Task) -> list[str]:
    """Count everything again, and say what differs from the stored results."""
    conditions, wrong = conditions_of(task), []
    for submission in task.submissions():
        path = result_path(task, submission)
        if not path.is_file():
            wrong.append(f"{submission.name}: no result is stored")
            continue
        stored = _read(path)
        if stored.output != submission.checksum:
            wrong.append(f"{submission.name}: the output is not the one that was scored")
        elif stored.conditions != conditions:
            wrong.append(f"{submission.name}: the task, the source or the references are not those of the result")
        else:
            (again,) = count(task, [submission], conditions)
            again.added = stored.added
            if msgspec.json.encode(again) != msgspec.json.encode(stored):
                wrong.append(f"{submission.name}: the stored result is not what the output gives")
    return wrong
