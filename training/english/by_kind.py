"""Students and the teacher in; how far their edits and scores agree on each kind of text out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

import numpy as np

from redink.annotation.annotator import Annotator
from redink.language.english.lemmas import LemmaTables
from redink.language.pipeline import Pipeline
from redink.records import Edit
from training.english import kinds, scores
from training.english.agreement import Comparison, TypedSpan
from training.english.forms import Forms
from training.english.kinds import Part, Places
from training.english.noise import add_errors
from training.english.testsets import Pair

SENTENCES = 1000
"""Sentences of a kind that are looked at, at most; pairs of the web are all taken."""
NOISE_SEED = 5
RATE = 0.12
"""Errors a word in the noised source."""
SYSTEMS = {"careful": (0.25, 0.005), "middling": (0.5, 0.02), "eager": (0.75, 0.05)}
"""Made systems: the share of the corrections they make, and their new errors a word."""

Versions = Mapping[str, Sequence[str]]
"""Name → output, sentence by sentence; `target` is the reference."""


class KindSet(NamedTuple):
    """A source with its versions."""

    name: str
    source: Sequence[str]
    versions: Versions


class KindScore(NamedTuple):
    """How a student does on a kind."""

    comparison: Comparison
    """Edits from the source to the target and to every system's output."""
    moves: Mapping[str, float]
    """System → F0.5 with the student's edits less F0.5 with the teacher's, in points."""


def kind_set(kind: str, part: Part, places: Places, tables: LemmaTables) -> KindSet:
    """Give the pairs of the web, or noised sentences of another kind, and outputs made from them."""
    rng = np.random.default_rng(NOISE_SEED)
    forms = Forms(tables)
    if kind == "web":
        pairs = kinds.web_pairs(part, places.data)
    else:
        clean = kinds.clean_sentences(kind, part, places)
        drawn = [clean[i] for i in rng.permutation(len(clean))[:SENTENCES]]
        pairs = [(" ".join(add_errors(text.split(), rng, forms, rate=RATE)), text) for text in drawn]
    outputs = {
        name: [_output(pair, share, rate, rng, forms) for pair in pairs] for name, (share, rate) in SYSTEMS.items()
    }
    return KindSet(f"{kind}, {part}", [source for source, _ in pairs], {"target": [t for _, t in pairs]} | outputs)


def _output(pair: Pair, share: float, rate: float, rng: np.random.Generator, forms: Forms) -> str:
    """Make a share of the changes from source to target, and some errors."""
    source, target = (side.split() for side in pair)
    words: list[str] = []
    for _, start, end, new_start, new_end in SequenceMatcher(None, source, target, autojunk=False).get_opcodes():
        words += target[new_start:new_end] if rng.random() < share else source[start:end]
    return " ".join(add_errors(words or source, rng, forms, rate=rate))


def compare(texts: KindSet, students: Mapping[str, Pipeline], teacher: Pipeline) -> Iterator[tuple[str, KindScore]]:
    """Give each student's agreement with the teacher; the teacher is asked once.

    Edits are found by redink's annotator, which finds ERRANT's on the teacher's analyses, many times faster.
    """
    expected = _edits(texts, teacher)
    for name, student in students.items():
        found = _edits(texts, student)
        comparison = Comparison()
        for version, edits in expected.items():
            for pair in zip(edits, found[version], strict=True):
                comparison.add(*pair)
        before, after = (_scores(texts.versions, edits) for edits in (expected, found))
        yield name, KindScore(comparison, {system: 100 * (after[system] - before[system]) for system in before})


def _edits(texts: KindSet, pipeline: Pipeline) -> dict[str, list[list[TypedSpan]]]:
    annotator = Annotator(pipeline)
    rows = [
        tuple(tuple(text.split()) for text in row) for row in zip(texts.source, *texts.versions.values(), strict=True)
    ]
    annotator.analyse(text for row in rows for text in row)
    return {
        name: [list(_spans(annotator.edits(row[0], row[place]))) for row in rows]
        for place, name in enumerate(texts.versions, 1)
    }


def _spans(edits: Iterable[Edit]) -> Iterator[TypedSpan]:
    """Give edits with their places in the correction too."""
    moved = 0
    for edit in edits:
        length = len(edit.replacement)
        yield TypedSpan(edit.start, edit.end, edit.start + moved, edit.start + moved + length, edit.type)
        moved += length - (edit.end - edit.start)


def _scores(versions: Versions, edits: Mapping[str, Sequence[Sequence[TypedSpan]]]) -> dict[str, float]:
    keys = {
        name: [scores.keys(sentence, text) for sentence, text in zip(edits[name], version, strict=True)]
        for name, version in versions.items()
    }
    return {name: scores.f05(keys[name], [keys["target"]]) for name in versions if name != "target"}


def line(kind: str, student: str, score: KindScore) -> str:
    """Write one line of the report."""
    found = score.comparison
    moved = ", ".join(f"{name} {move:+.2f}" for name, move in score.moves.items())
    return f"{kind} | {student} | {found.teacher} | {found.span_f:.4f} | {found.edit_f:.4f} | {moved}"
