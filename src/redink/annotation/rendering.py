"""Annotated sentences in, lines of M2, JSON or TSV out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias

from redink.reading.m2 import format_m2
from redink.records import AnnotatedSentence, Edit

Renderer: TypeAlias = Callable[[AnnotatedSentence], str]

TSV_HEADER = "sentence\tannotator\tstart\tend\tsource\tcorrection\ttype\ttext\n"


def as_json(sentence: AnnotatedSentence) -> str:
    """Write one line of JSON: the tokens and the edits of each annotator (an empty list if it changed nothing).

    `characters` is the span in the text the tokens came from, where that text is known.
    """
    import msgspec

    annotators = [
        {"annotator": annotator, "edits": [_edit(sentence, edit) for edit in sentence.edits_of(annotator) or ()]}
        for annotator in sentence.annotators()
    ]
    line = {"tokens": sentence.tokens, "corrections": annotators}
    return msgspec.json.encode(line).decode() + "\n"


def _edit(sentence: AnnotatedSentence, edit: Edit) -> dict[str, object]:
    record: dict[str, object] = {
        "start": edit.start,
        "end": edit.end,
        "source": " ".join(sentence.tokens[edit.start : edit.end]),
        "correction": " ".join(edit.replacement),
        "type": edit.type,
    }
    if edit.characters is not None:
        record["characters"] = edit.characters
    return record


def as_tsv(sentence: AnnotatedSentence) -> str:
    """Write one row per edit, without the sentence's number; sentences without edits have no row."""
    text = _cell(" ".join(sentence.tokens))
    return "".join(
        "\t".join(
            (
                str(edit.annotator),
                str(edit.start),
                str(edit.end),
                _cell(" ".join(sentence.tokens[edit.start : edit.end])),
                _cell(" ".join(edit.replacement)),
                edit.type,
                text,
            )
        )
        + "\n"
        for edit in sentence.edits
        if not edit.is_noop
    )


def numbered(sentences: Iterable[str], first: int = 1) -> Iterator[str]:
    """Put the sentence's number, counted from `first`, before each row; a worker that writes rows does not know it."""
    for number, rows in enumerate(sentences, start=first):
        # Not splitlines: a token may hold a character that it takes for the end of a line.
        yield "".join(f"{number}\t{row}\n" for row in rows.split("\n")[:-1])


def _cell(text: str) -> str:
    return text.replace("\t", " ").replace("\n", " ")


def renderer(form: str) -> Renderer:
    """Find the function that writes `m2`, `json` or `tsv`."""
    return {"m2": format_m2, "json": as_json, "tsv": as_tsv}[form]
