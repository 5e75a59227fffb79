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
from redink.evaluation.plausibility.finding import File
from redink.evaluation.plausibility.look import findings
from redink.evaluation.preparation import prepare
from redink.evaluation.trust import Trust
from redink.language.tokenising.choosing import NONE
from redink.leaderboard.task import Submission, Task
from redink.questions.score.run import scored
from redink.reading.files import write_whole
from redink.reading.strict_json import read_json
from redink.records import Edit, EvalSet, Score, System
from redink.scoring.edit_measures import EditOverlap
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

    settings = f"{__version__} {task.plan.measures} {task.plan.conventions} {task.plan.pipeline}"
    if task.tokeniser != NONE:
        settings += f" {task.tokeniser}"
    digest = hashlib.sha256(settings.encode())
    for name in (task.says.source, *task.says.references):
        digest.update(hashlib.sha256(task.file(name).read_bytes()).digest())
    return digest.hexdigest()


def stored_results(counting: Counting, *, keep_going: bool = False) -> tuple[list[Stored], list[str]]:
    """Give the results of all submissions; count those that are new or changed. Also gives what could not be scored."""
    task, known, new = counting.task, {}, []
    refused: list[str] = []
    for submission in task.submissions(refused if keep_going else None):
        path = result_path(task, submission)
        stored = read_stored(path) if path.is_file() else None
        if stored is not None and stored.output == submission.checksum and stored.conditions == counting.conditions:
            known[submission.name] = stored
        else:
            new.append(submission)
    for chunk in chunks(new):
        for stored in _scored_or_refused(counting, chunk, refused, keep_going=keep_going):
            known[stored.name] = stored
    return [known[name] for name in sorted(known)], refused


def chunks(submissions: Sequence[Submission], size: int = 12) -> Iterable[Sequence[Submission]]:
    """Give submissions in groups that are scored together."""
    return (submissions[start : start + size] for start in range(0, len(submissions), size))


def _scored_or_refused(
    counting: Counting, submissions: Sequence[Submission], refused: list[str], *, keep_going: bool
) -> list[Stored]:
    try:
        results = counting.count(submissions)
    except InputError as error:
        if len(submissions) > 1:
            return [
                stored
                for submission in submissions
                for stored in _scored_or_refused(counting, [submission], refused, keep_going=keep_going)
            ]
        if not keep_going:
            raise
        refused.append(f"{submissions[0].name}: {error}")
        return []
    for submission, stored in zip(submissions, results, strict=True):
        path = result_path(counting.task, submission)
        path.parent.mkdir(parents=True, exist_ok=True)
        with write_whole(path) as out:
            out.write(msgspec.json.encode(stored).decode() + "\n")
    return results


class Counting:
    """Scores submissions of a task. The references are annotated once, whatever number of submissions there are."""

    def __init__(self, task: Task) -> None:
        """Read and annotate the references."""
        self.task = task
        self.conditions = conditions_of(task)
        self.data = prepare(task.data(), "edits", pipeline=task.plan.pipeline).data
        """Source and references."""
        self._references = self.data.references

    def count(self, submissions: Sequence[Submission]) -> list[Stored]:
        """Score some submissions together."""
        plan = self.task.plan
        data = self.task.data({submission.name: submission.path for submission in submissions})
        data = replace(data, references=self._references)
        ready = prepare(data, "edits", pipeline=plan.pipeline, types=True)
        self._references = ready.data.references  # those of M2 files may have got our types
        results = scored(
            ready.data, plan.measures, conventions=plan.conventions, trust=Trust(), pipeline=ready.pipeline
        )
        statistics = results.statistics
        assert statistics is not None
        (f_measure,) = parse_measures(["F0.5"], plan.conventions)
        assert isinstance(f_measure, EditOverlap)
        types = statistics.by_type(f_measure, "type")
        measures = statistics.measures(results.measures)
        now = datetime.now(UTC).isoformat(timespec="seconds")
        return [
            Stored(
                SCHEMA,
                submission.team,
                submission.run,
                submission.checksum,
                self.conditions,
                results.signature.to_dict(),
                now,
                {score.measure: replace(score, counts=None) for score in results.of(submission.name).scores},
                {measure.name: list(measure.columns) for measure in measures},
                {measure.name: statistics.rows(measure, submission.name).tolist() for measure in measures},
                {name: rows.sum(axis=0).tolist() for name, rows in types[submission.name].items()},
                solved_edits(ready.data, system),
                oddities(ready.data, system),
            )
            for submission, system in zip(submissions, ready.data.systems, strict=True)
        ]


def oddities(data: EvalSet, system: System) -> list[str]:
    """Say what looks odd about an output; references and other teams are not looked at, so that nothing leaks."""
    return [str(finding) for finding in findings(data.sources, (), [File(system.name, system.texts)])]


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


def read_stored(path: Path) -> Stored:
    """Read a result."""
    stored = read_json(path, Stored, "not a stored result", remedy="delete the file; build counts it again")
    if stored.schema != SCHEMA:
        raise InputError(f"a result of schema {stored.schema}", place=Place(str(path)), remedy="delete the file")
    return stored
