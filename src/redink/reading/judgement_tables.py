"""Judgements in; the text of a file out: JSON lines, CSV, and the tables that other programs read."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable

import msgspec

from redink.reading.judgements import WINNERS, Judgement
from redink.reading.judging_tasks import Task
from redink.reading.spreadsheets import guarded


def to_jsonl(records: Iterable[Judgement]) -> str:
    """Write judgements as JSON lines."""
    encoder = msgspec.json.Encoder()
    return "".join(encoder.encode(record).decode() + "\n" for record in records)


_OF_PAIRS = ("left", "right", "winner", "annotator", "pair", "answer", "shown", "seconds", "pass", "note",
             "criterion", "block")  # fmt: skip
_OF_ITEMS = ("item", "task", "annotator", "answer", "seconds", "pass", "note", "criterion")
_OF_TASK: dict[Task, tuple[str, ...]] = {
    "likert": (),
    "edit": (),
    "rating": (),
    "correct": ("sentence", "source"),
    "valid": ("sentence", "source", "correction"),
}
"""Columns about the item itself, by task; for `correct`, the column `correction` would be empty."""


def to_csv(records: Iterable[Judgement], task: Task = "pair") -> str:
    """Write judgements of one task as CSV; for pairs it begins with what ranking programs read (left, right, winner).

    Text by people or from the corpus is guarded, so that no spreadsheet takes it for a formula.
    """
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    table.writerow(_OF_PAIRS if task == "pair" else (*_OF_ITEMS, *_OF_TASK[task]))
    for record in records:
        if record.task != task:
            continue
        seconds = "" if record.seconds is None else record.seconds
        end = (seconds, record.round, guarded(record.note), guarded(record.criterion))
        if task != "pair":
            about = (guarded(record.item), task, guarded(record.annotator), guarded(record.answer))
            table.writerow((*about, *end, *(_cell(getattr(record, name)) for name in _OF_TASK[task])))
        elif record.left is not None and record.right is not None:
            sides = (guarded(record.left.key), guarded(record.right.key), WINNERS[record.answer])
            table.writerow(
                (
                    *sides,
                    guarded(record.annotator),
                    guarded(record.pair),
                    record.answer,
                    record.shown,
                    *end,
                    record.block,
                )
            )
    return out.getvalue()


def _cell(value: str | int | None) -> str | int:
    return guarded(value) if isinstance(value, str) else "" if value is None else value


def to_wmt_csv(records: Iterable[Judgement]) -> str:
    """Write judgements about pairs as WMT's table of pairs; the harder error has rank 1, `?` ranks −1 (not shown)."""
    ranks = {">": (1, 2), "<": (2, 1), "=": (1, 1), "?": (-1, -1)}
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    table.writerow(("srcIndex", "judgeId", "system1Id", "system2Id", "system1rank", "system2rank"))
    numbers: dict[str, int] = {}
    for record in records:
        if record.task == "pair" and record.left is not None and record.right is not None:
            index = numbers.setdefault(record.id, len(numbers))
            texts = map(guarded, (record.annotator, record.left.key, record.right.key))
            table.writerow((index, *texts, *ranks[record.answer]))
    return out.getvalue()


def to_corrections_tsv(records: Iterable[Judgement]) -> str:
    """Write corrected sentences as `sentence worker source correction`, the table `redink coverage` reads."""
    rows = [
        f"{record.sentence or record.id}\t{_flat(record.annotator)}\t{_flat(record.source)}\t{_flat(record.answer)}\n"
        for record in records
    ]
    return "sentence\tworker\tsource\tcorrection\n" + "".join(rows)


def to_votes_tsv(records: Iterable[Judgement]) -> str:
    """Write votes on corrections as `worker source correction is_correction`."""
    rows = [
        f"{_flat(record.annotator)}\t{_flat(record.source)}\t{_flat(record.correction)}\t{record.answer.capitalize()}\n"
        for record in records
    ]
    return "worker\tsource\tcorrection\tis_correction\n" + "".join(rows)


def _flat(text: str) -> str:
    return " ".join(text.split())
