"""Sentences with errors and the proposals of systems in; an examples browser out: packed JSON and its script.

Everything is stored once: a proposal that ten systems share is one row with ten numbers. The script
(`templates/examples.js`) works out what is right, who solved which error and how difficult it was, for the reference
that the reader chooses.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Sequence, Set
from typing import NamedTuple

from redink.frozen import frozen
from redink.records import Tokens
from redink.reports.escape import one_line
from redink.reports.one_page import Html, environment, page_script


class ExampleError(NamedTuple):
    """One error that one or more references have."""

    start: int
    """First source token."""
    end: int
    """One past the last source token."""
    ways: tuple[str, ...]
    """Right corrections; the empty text is a deletion."""
    type: str
    references: tuple[int, ...]
    """Numbers of the references that have the error."""


class Proposal(NamedTuple):
    """One change that one or more systems made."""

    start: int
    """First source token."""
    end: int
    """One past the last source token."""
    text: str
    """The text that replaces these tokens."""
    type: str
    systems: tuple[int, ...]
    """Numbers of the systems that made the change."""
    shares: tuple[float | None, ...] = ()
    """What the change adds to the score of each system's output, if that was asked for."""


@frozen
class Example:
    """A sentence with its errors and the changes of all systems."""

    essay: str
    """The essay of the sentence; empty if it is not known."""
    tokens: Tokens
    errors: tuple[ExampleError, ...]
    """Errors of all references, from left to right."""
    proposals: tuple[Proposal, ...]
    """Changes of all systems, from left to right."""

    @property
    def types(self) -> list[str]:
        """Types of all errors and proposals."""
        return [*(item.type for item in self.errors), *(item.type for item in self.proposals)]


@frozen
class Examples:
    """A corpus for the browser."""

    systems: tuple[str, ...]
    """Names of the systems."""
    references: tuple[str, ...]
    """Names of the references."""
    sentences: tuple[Example, ...]
    """The sentences in the order of the corpus."""


def to_fragment(examples: Examples) -> Html:
    """Give the browser as HTML: filters, an empty list, the data and the script that fills the list."""
    template = environment().get_template("examples.html")
    data = as_script_data(compact(examples))
    return Html(
        template.render(data=data, script=page_script("examples.js"), examples=examples, groups=type_groups(examples))
    )


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
                [[e.start, e.end, list(e.ways), types[e.type], [*e.references]] for e in sentence.errors],
                [
                    [
                        p.start,
                        p.end,
                        p.text,
                        types[p.type],
                        [*p.systems],
                        *([list(map(_short, p.shares))] * bool(p.shares)),
                    ]
                    for p in sentence.proposals
                ],
            ]
            for sentence in examples.sentences
        ],
    }


def _short(share: float | None) -> float | None:
    return None if share is None or math.isnan(share) else round(share, 3) + 0.0


def _numbered(names: Iterable[str]) -> dict[str, int]:
    return {name: number for number, name in enumerate(dict.fromkeys(names))}


def as_script_data(value: object) -> str:
    """Give JSON that is safe inside `<script type="application/json">` and in JavaScript.

    Without `<` there can be no end tag and no comment. U+2028 and U+2029 used to be line ends in JavaScript.
    """
    text = json.dumps(_clean(value), ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def _clean(value: object) -> object:
    """Give the value without characters that no document can hold, such as lone surrogates."""
    if isinstance(value, str):
        return one_line(value)
    if isinstance(value, list):
        return [_clean(part) for part in value]
    if isinstance(value, dict):
        return {_clean(key): _clean(part) for key, part in value.items()}
    return value


def type_groups(examples: Examples) -> Sequence[tuple[str, list[tuple[str, str]]]]:
    """Give the choices of the filter by type: groups of (value, label); operations first."""
    return type_choices({kind for sentence in examples.sentences for kind in sentence.types})


def type_choices(types: Set[str]) -> Sequence[tuple[str, list[tuple[str, str]]]]:
    """Give the choices of a filter by type: groups of (value, label); operations first."""
    with_operation = {name for name in types if name[1:2] == ":" and name[0] in _OPERATIONS}
    letters = {name[0] for name in with_operation}
    operations = [(f"{letter}:", label) for letter, label in _OPERATIONS.items() if letter in letters]
    names = sorted({name[2:] if name in with_operation else name for name in types if name})
    groups = [("Operation", operations), ("Type", [(name, name) for name in names])]
    return [(title, choices) for title, choices in groups if choices]


_OPERATIONS = {"M": "M: missing", "R": "R: replace", "U": "U: unnecessary"}
