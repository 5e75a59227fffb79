"""The folder of a task in; what differs from its stored results and tests, when everything is counted again, out."""

from __future__ import annotations

import msgspec

from redink.errors import InputError
from redink.leaderboard.pair_tests import changed_pairs
from redink.leaderboard.stored import Counting, Stored, chunks, read_stored, result_path
from redink.leaderboard.task import Submission, Task


def verify(task: Task) -> tuple[int, list[str]]:
    """Count everything again; give the number of submissions, and what differs from the stored results."""
    counting, wrong = Counting(task), []
    unread: list[str] = []
    submissions = list(task.submissions(unread))
    comparable: list[tuple[Submission, Stored]] = []
    for submission in submissions:
        problem = ""
        try:
            stored = read_stored(result_path(task, submission))
        except (InputError, OSError):
            problem = "no result is stored that can be read"
        else:
            if stored.output != submission.checksum:
                problem = "the output is not the one that was scored"
            elif stored.conditions != counting.conditions:
                problem = "the task, the source or the references are not those of the result"
            else:
                comparable.append((submission, stored))
        if problem:
            wrong.append(f"{submission.name}: {problem}")
    again: list[Stored] = []
    for chunk in chunks([submission for submission, _ in comparable]):
        again += counting.count(chunk)
    for (submission, stored), result in zip(comparable, again, strict=True):
        result.added = stored.added
        if msgspec.json.encode(result) != msgspec.json.encode(stored):
            wrong.append(f"{submission.name}: the stored result is not what the output gives")
    names = {result.output: result.name for result in again}
    wrong += [
        f"{names[first]}, {names[second]}: the stored test is not what the outputs give"
        for first, second in changed_pairs(task, again)
    ]
    return len(submissions), wrong + unread
