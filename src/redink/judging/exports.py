"""A journal and the name of a form in, the text of a file out."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from redink.errors import UsageError
from redink.judging.journal import Journal
from redink.reading.judgements import Judgement, to_corrections_tsv, to_csv, to_jsonl, to_votes_tsv, to_wmt_csv
from redink.reading.judging_tasks import Task
from redink.reading.packing import unpacked_name

EXPORTS: dict[Task, tuple[str, ...]] = {
    "pair": ("judgements.jsonl", "judgements.csv", "wmt.csv", "events.jsonl"),
    "rating": ("judgements.jsonl", "judgements.csv", "events.jsonl"),
    "correct": ("judgements.jsonl", "judgements.csv", "corrections.tsv", "events.jsonl"),
    "valid": ("judgements.jsonl", "judgements.csv", "votes.tsv", "events.jsonl"),
}
"""Forms by task; `events` has everything that ever happened, what was taken back included."""

_WRITERS: dict[str, Callable[[list[Judgement]], str]] = {
    "judgements.jsonl": to_jsonl,
    "wmt.csv": to_wmt_csv,
    "corrections.tsv": to_corrections_tsv,
    "votes.tsv": to_votes_tsv,
}


def export_of(journal: Journal, name: str) -> str:
    """Write everything in one of `EXPORTS`; in the last pass's answers only, where a form knows no passes."""
    if name == "events.jsonl":
        encoder = msgspec.json.Encoder()
        return "".join(encoder.encode(event._asdict()).decode() + "\n" for event in journal.store.events())
    records = journal.judgements()
    if name == "judgements.csv":
        return to_csv(records, journal.tasks.task)
    if name != "judgements.jsonl":
        last = {(one.annotator, one.id): one.round for one in sorted(records, key=lambda one: one.round)}
        records = [one for one in records if last[one.annotator, one.id] == one.round]
    return _WRITERS[name](records)


_ENDINGS = {".wmt.csv": ("wmt.csv",), ".csv": ("judgements.csv",), ".tsv": ("corrections.tsv", "votes.tsv")}
"""Forms that a name asks for, longest ending first; which of them there is, the task says."""


def form_for(task: Task, path: str) -> str:
    """Choose the form by the end of a file's name, packed or not; JSON lines when it does not tell."""
    plain = unpacked_name(path).lower()
    for ending, names in _ENDINGS.items():
        if plain.endswith(ending):
            found = next((name for name in names if name in EXPORTS[task]), None)
            if found is None:
                known = [one for one, forms in _ENDINGS.items() if set(forms) & set(EXPORTS[task])]
                raise UsageError(
                    f"{path}: judgements of the task {task!r} are not written as {ending}",
                    remedy=f"choose a name in {' or '.join(['.jsonl', *known])}",
                )
            return found
    return "judgements.jsonl"
