"""Sentences with errors and what systems made of them in; out an examples browser: compact JSON and the script for it.

Everything is stored once: a proposal that ten systems share is one row with ten numbers. What is right or wrong, who
solved what and how hard it was is worked out by the script (`templates/examples.js`), for the reference chosen there.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from redink.records import Tokens
from redink.reports.escape import one_line
from redink.reports.one_page import Html, environment


class ExampleError(NamedTuple):
    """One error, as one or more references have it."""

    start: int
    """First source token."""
    end: int
    """One past the last."""
    ways: tuple[str, ...]
    """Corrections that are right; empty text is a deletion."""
    type: str
    """Error type."""
    references: tuple[int, ...]
    """Numbers of the references that have it."""


class Proposal(NamedTuple):
    """One change, as one or more systems made it."""

    start: int
    """First source token."""
    end: int
    """One past the last."""
    text: str
    """What stands there instead."""
    type: str
    """Error type."""
    systems: tuple[int, ...]
    """Numbers of the systems that made it."""


@dataclass(frozen=True, slots=True)
class Example:
    """A sentence and all that references and systems do to it."""

    essay: str
    """Where it comes from."""
    tokens: Tokens
    """What the learner wrote."""
    errors: tuple[ExampleError, ...]
    """Errors of all references, from left to right."""
    proposals: tuple[Proposal, ...]
    """Changes of all systems, from left to right."""

    @property
    def types(self) -> list[str]:
        """Types of all errors and proposals."""
        return [*(one.type for one in self.errors), *(one.type for one in self.proposals)]


@dataclass(frozen=True, slots=True)
class Examples:
    """A corpus for the browser."""

    systems: tuple[str, ...]
    """Names of the systems."""
    references: tuple[str, ...]
    """Names of the references."""
    sentences: tuple[Example, ...]
    """In the order of the corpus."""


def to_fragment(examples: Examples) -> Html:
    """Write the browser: filters, an empty list, the data and the script that fills it."""
    template = environment().get_template("examples.html")
    data = as_script_data(compact(examples))
    return Html(template.render(data=data, examples=examples, groups=type_groups(examples)))


def compact(examples: Examples) -> dict[str, object]:
    """Give the data as lists, with essays and types by number."""
    essays = _numbered(sentence.essay for sentence in examples.sentences)
    types = _numbered(kind for sentence in examples.sentences for kind in sentence.types)
    return {
        "systems": list(examples.systems),
        "references": list(examples.references),
        "types": list(types),
        "essays": list(essays),
        "sentences": [
            [
                essays[sentence.essay],
                list(sentence.tokens),
                [[one.start, one.end, list(one.ways), types[one.type], [*one.references]] for one in sentence.errors],
                [[one.start, one.end, one.text, types[one.type], [*one.systems]] for one in sentence.proposals],
            ]
            for sentence in examples.sentences
        ],
    }


def _numbered(names: Iterable[str]) -> dict[str, int]:
    return {name: number for number, name in enumerate(dict.fromkeys(names))}


def as_script_data(value: object) -> str:
    """Write JSON that is safe inside `<script type="application/json">`, and in JavaScript too.

    Without `<` there is no end tag and no comment; U+2028 and U+2029 were line ends in JavaScript once.
    """
    text = json.dumps(_clean(value), ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def _clean(value: object) -> object:
    """Take out what no document can hold, such as lone surrogates."""
    if isinstance(value, str):
        return one_line(value)
    if isinstance(value, list):
        return [_clean(part) for part in value]
    if isinstance(value, dict):
        return {_clean(key): _clean(part) for key, part in value.items()}
    return value


def type_groups(examples: Examples) -> Sequence[tuple[str, list[tuple[str, str]]]]:
    """Give the choices of the filter by type: groups of (value, label); operations first."""
    found = {kind for sentence in examples.sentences for kind in sentence.types}
    parted = {name for name in found if name[1:2] == ":" and name[0] in _OPERATIONS}
    letters = {name[0] for name in parted}
    operations = [(f"{letter}:", label) for letter, label in _OPERATIONS.items() if letter in letters]
    names = sorted({name[2:] if name in parted else name for name in found if name})
    groups = [("Operation", operations), ("Type", [(name, name) for name in names])]
    return [(title, choices) for title, choices in groups if choices]


_OPERATIONS = {"M": "M: missing", "R": "R: replace", "U": "U: unnecessary"}
