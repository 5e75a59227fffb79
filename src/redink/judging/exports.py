"""A journal and the name of a file format in, the text of the file out."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from redink.errors import UsageError
from redink.judging.journal import Journal
from redink.reading.judgement_tables import to_corrections_tsv, to_csv, to_jsonl, to_votes_tsv, to_wmt_csv
from redink.reading.judgements import Judgement
from redink.reading.judging_tasks import Task
from redink.reading.packing import unpacked_name

EXPORTS: dict[Task, tuple[str, ...]] = {
    "pair": ("judgements.jsonl", "judgements.csv", "wmt.csv", "events.jsonl"),
    "likert": ("judgements.jsonl", "judgements.csv", "events.jsonl"),
    "edit": ("judgements.jsonl", "judgements.csv", "events.jsonl"),
    "rating": ("judgements.jsonl", "judgements.csv", "events.jsonl"),
    "correct": ("judgements.jsonl", "judgements.csv", "corrections.tsv", "events.jsonl"),
    "valid": ("judgements.jsonl", "judgements.csv", "votes.tsv", "events.jsonl"),
}
"""Formats by task; `events` has everything that ever happened, including answers that were taken back."""

_WRITERS: dict[str, Callable[[list[Judgement]], str]] = {
    "judgements.jsonl": to_jsonl,
    "wmt.csv": to_wmt_csv,
    "corrections.tsv": to_corrections_tsv,
    "votes.tsv": to_votes_tsv,
}


def export_of(journal: Journal, name: str) -> str:
    """Give all judgements in one of `EXPORTS`; a format without passes has only the answers of the last pass."""
    if name == "events.jsonl":
        encoder = msgspec.json.Encoder()
        return "".join(encoder.encode(event._asdict()).decode() + "\n" for event in journal.store.events())
    records = journal.judgements()
    if name == "judgements.csv":
        return to_csv(records, journal.tasks.task)
    if name != "judgements.jsonl":
        last = {(row.annotator, row.id): row.round for row in sorted(records, key=lambda row: row.round)}
        records = [row for row in records if last[row.annotator, row.id] == row.round]
    return _WRITERS[name](records)


_ENDINGS = {".wmt.csv": ("wmt.csv",), ".csv": ("judgements.csv",), ".tsv": ("corrections.tsv", "votes.tsv")}
"""Formats that an ending may stand for, longest ending first; the task decides which of them exists."""


def form_for(task: Task, path: str) -> str:
    """Give the format for the ending of a file name, packed or not; JSON lines for any other ending."""
    plain = unpacked_name(path).lower()
    for ending, names in _ENDINGS.items():
        if plain.endswith(ending):
            form = next((name for name in names if name in EXPORTS[task]), None)
            if form is None:
                endings = [other_ending for other_ending, forms in _ENDINGS.items() if set(forms) & set(EXPORTS[task])]
                raise UsageError(
                    f"{path}: judgements of the task {task!r} cannot be written as {ending}",
                    remedy=f"choose a name that ends in {' or '.join(['.jsonl', *endings])}",
                )
            return form
    return "judgements.jsonl"
