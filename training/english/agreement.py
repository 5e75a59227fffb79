"""Two ways of analysing sentences in, how far ERRANT's edits agree under them out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import errant
from spacy.tokens import Doc

from redink.language.pipeline import Analysis
from training.english.testsets import Pair


class TypedSpan(NamedTuple):
    """An edit of ERRANT."""

    start: int
    end: int
    target_start: int
    target_end: int
    type: str


@dataclass(slots=True)
class Comparison:
    """Counts of edits of the teacher and of the student."""

    teacher: int = 0
    student: int = 0
    same_span: int = 0
    same: int = 0
    confusions: Counter[tuple[str, str]] = field(default_factory=Counter)
    """(the teacher's type, the student's type) of edits with the same span."""

    def add(self, teacher: Sequence[TypedSpan], student: Sequence[TypedSpan]) -> None:
        """Count the edits of one pair."""
        expected = {edit[:4]: edit.type for edit in teacher}
        found = {edit[:4]: edit.type for edit in student}
        self.teacher += len(expected)
        self.student += len(found)
        for span in expected.keys() & found.keys():
            self.same_span += 1
            self.same += expected[span] == found[span]
            if expected[span] != found[span]:
                self.confusions[expected[span], found[span]] += 1

    @property
    def span_f(self) -> float:
        """F of spans."""
        return 2 * self.same_span / (self.teacher + self.student)

    @property
    def edit_f(self) -> float:
        """F of spans with types."""
        return 2 * self.same / (self.teacher + self.student)

    @property
    def type_given_span(self) -> float:
        """Share of equal spans that have equal types."""
        return self.same / self.same_span


def spacy_documents(sentences: Iterable[str], teacher: Any) -> dict[str, Any]:
    """Let the teacher analyse sentences."""
    texts = list(sentences)
    documents = teacher.pipe((Doc(teacher.vocab, words=text.split()) for text in texts), batch_size=256)
    return dict(zip(texts, documents, strict=True))


def student_documents(sentences: Iterable[str], analyses: Iterable[Analysis], vocabulary: Any) -> dict[str, Any]:
    """Put the student's analyses into the teacher's clothes, for ERRANT to read."""
    documents = {}
    for text, tokens in zip(sentences, analyses, strict=True):
        documents[text] = Doc(
            vocabulary,
            words=[token.text for token in tokens],
            tags=[token.tag for token in tokens],
            pos=[token.pos for token in tokens],
            lemmas=[token.lemma for token in tokens],
            deps=[token.dep for token in tokens],
            heads=[token.head for token in tokens],
        )
    return documents


def edit_finder(teacher: Any) -> Callable[[Any, Any], list[TypedSpan]]:
    """Give ERRANT's way from two analysed sentences to edits."""
    annotator = errant.load("en", teacher)

    def find(source: Any, correction: Any) -> list[TypedSpan]:
        edits = annotator.annotate(source, correction)
        return [TypedSpan(e.o_start, e.o_end, e.c_start, e.c_end, e.type) for e in edits]

    return find


def all_edits(
    pairs: Sequence[Pair], documents: dict[str, Any], find: Callable[[Any, Any], list[TypedSpan]]
) -> list[list[TypedSpan]]:
    """Annotate all pairs."""
    return [find(documents[source], documents[correction]) for source, correction in pairs]


def compare(teacher: Iterable[Sequence[TypedSpan]], student: Iterable[Sequence[TypedSpan]]) -> Comparison:
    """Compare edits pair by pair."""
    comparison = Comparison()
    for expected, found in zip(teacher, student, strict=True):
        comparison.add(expected, found)
    return comparison
