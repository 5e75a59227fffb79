"""Texts as they are typed in; their edits with reasons, difficulty and scores out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any

import redink
from redink.annotation.annotator import Annotator
from redink.annotation.error_types import ERROR_TYPES
from redink.annotation.explanation import explain
from redink.errors import UsageError
from redink.evaluation.preparation import annotated
from redink.frozen import frozen
from redink.records import Edit, EvalSet, Reference, System, Tokens
from redink.reports.html import to_html
from redink.reports.tables import Table

MOST_SENTENCES = 200
OUTPUTS, REFERENCES = 3, 2
"""How many of each the page has room for."""
_NAMES = {kind.code: kind.name for kind in ERROR_TYPES}


@frozen
class ShownEdit:
    """One edit of one version."""

    original: str
    correction: str
    type: str
    name: str
    """The type in words; empty for a type that is not one of the 25."""
    because: str
    """Why it has its type."""
    verdict: str
    """Of an output: `right` or `wrong`, as far as there are references. Of a reference: empty."""
    difficulty: str
    """Of a reference: how many of the outputs have it."""


@frozen
class Version:
    """One version of a sentence: the words that stay (kind `same`), go (`old`) and come (`new`)."""

    name: str
    words: tuple[tuple[str, str], ...]
    edits: tuple[ShownEdit, ...]


@frozen
class Sentence:
    """A source sentence and all its versions."""

    number: int
    source: str
    versions: tuple[Version, ...]


class Look:
    """What the page shows for the texts of a form."""

    def __init__(self, fields: Mapping[str, str], annotator: Annotator) -> None:
        """Read the fields `source`, `output1` …, `reference1` …; empty ones are left out.

        While somebody types, the fields have different numbers of lines: the lines that all of them have are read.
        """
        self.annotator = annotator
        sources = _lines(fields.get("source", ""))
        if not any(sources):
            raise UsageError("there is no source yet", remedy="type or drop a text")
        if len(sources) > MOST_SENTENCES:
            raise UsageError(f"{len(sources)} sentences are too many for this page", remedy="use redink report")
        outputs, references = (
            {
                f"{kind} {number}": texts
                for number in range(1, most + 1)
                if (texts := _lines(fields.get(f"{kind}{number}", "")))
            }
            for kind, most in (("output", OUTPUTS), ("reference", REFERENCES))
        )
        self.problem = _unequal(sources, outputs | references)
        common = min(map(len, (sources, *outputs.values(), *references.values())))
        sources = sources[:common]
        outputs, references = (
            {name: texts[:common] for name, texts in versions.items()} for versions in (outputs, references)
        )
        data = redink.read(outputs or {"output 1": sources}, source=sources, references=list(references.values()))
        named = tuple(replace(one, name=name) for one, name in zip(data.references, references, strict=True))
        self.has_outputs = bool(outputs)
        self.data: EvalSet = annotated(replace(data, references=named), annotator)

    @cached_property
    def results(self) -> Any:
        """Scores by the usual measures; `None` without outputs or references."""
        if not (self.has_outputs and self.data.references):
            return None
        return redink.score(self.data, ["F0.5", "P", "R", "GLEU"])

    @property
    def scores(self) -> str:
        """The table of scores as HTML."""
        table: Table | None = None if self.results is None else self.results.to_tables()[0]
        return "" if table is None else to_html(replace(table, notes=()))

    @property
    def sentences(self) -> list[Sentence]:
        """Every sentence with all its versions, references first."""
        versions: list[Reference | System] = list(self.data.references)
        versions += self.data.systems if self.has_outputs else ()
        return [
            Sentence(
                number + 1,
                " ".join(source),
                tuple(self._version(number, version.name, version.texts[number]) for version in versions),
            )
            for number, source in enumerate(self.data.sources)
        ]

    def _version(self, number: int, version: str, text: Tokens | None) -> Version:
        source = self.data.sources[number]
        if text is None:
            return Version(version, (), ())
        words: list[tuple[str, str]] = []
        edits, done = [], 0
        for explained in explain(source, text, self.annotator).edits:
            span, why = explained.span, explained.classification
            original, correction = source[span.start : span.end], text[span.target_start : span.target_end]
            words += [("same", " ".join(source[done : span.start])), ("old", " ".join(original))]
            words.append(("new", " ".join(correction)))
            done = span.end
            edit = (span.start, span.end, correction)
            verdict, difficulty = self._judged(number, version, edit)
            name = _NAMES.get(why.type.partition(":")[2], "")
            texts = " ".join(original), " ".join(correction)
            edits.append(ShownEdit(*texts, why.type, name, why.because, verdict, difficulty))
        words.append(("same", " ".join(source[done:])))
        return Version(version, tuple(word for word in words if word[1]), tuple(edits))

    def _judged(self, number: int, name: str, edit: tuple[int, int, Tokens]) -> tuple[str, str]:
        """Say whether a reference has an edit of an output, or how many outputs have an edit of a reference."""
        references, systems = (
            {version.name: {_key(own) for own in (version.edits or ())[number] or ()} for version in versions}
            for versions in (self.data.references, self.data.systems)
        )
        if name in references:
            correcting = sum(edit in edits for edits in systems.values())
            return "", _corrected(correcting, len(systems)) if self.has_outputs else ""
        if not references:
            return "", ""
        return "right" if any(edit in edits for edits in references.values()) else "wrong", ""


def _corrected(correcting: int, outputs: int) -> str:
    if outputs == 1:
        return "corrected by the output" if correcting else "not corrected by the output"
    return f"corrected by {correcting} of {outputs} outputs"


def _unequal(sources: list[str], versions: Mapping[str, list[str]]) -> str:
    """Say which version has another number of lines than the source, and what is shown of it; mostly empty."""
    for name, texts in versions.items():
        if len(texts) != len(sources):
            fewest = min(map(len, (sources, *versions.values())))
            shown = f"{fewest} sentences are" if fewest > 1 else "sentence is"
            return (
                f"{name} has {len(texts)} line{'s' * (len(texts) > 1)}, the source has {len(sources)}. Give one line "
                f"for each sentence. Until then, only the first {shown} shown."
            )
    return ""


def _key(edit: Edit) -> tuple[int, int, Tokens]:
    return edit.start, edit.end, edit.replacement


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.strip("\r\n").splitlines()] if text.strip() else []
