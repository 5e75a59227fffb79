"""Sources and corrections in, annotated sentences out: analyse → align → merge → classify.

Nothing is done twice: every distinct sentence is analysed once, a correction that equals its source
costs nothing, and the same correction by several systems is aligned once. Memory is bounded by the
chunk of rows that is worked on, not by the corpus.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, TypeAlias

from redink.annotation.align import Costs, align
from redink.annotation.classifiers import classifier_of
from redink.annotation.classify import Classification
from redink.annotation.long_alignment import expect_related
from redink.annotation.merge import Strategy, merge
from redink.annotation.spans import Span
from redink.errors import InputError
from redink.frozen import frozen
from redink.language.pipeline import Analysis, Pipeline
from redink.reading.m2 import noop
from redink.records import AnnotatedSentence, Edit, Edits, Tokens

if TYPE_CHECKING:
    from redink.annotation.cache import AnalysisCache

Row: TypeAlias = tuple[Tokens, tuple[Tokens | None, ...]]
"""A source and its corrections; `None` where a correction is missing, which is not "no change"."""

CHUNK = 128
"""Rows that are worked on together."""
LONGEST_LINE = 200_000
"""Tokens of a line that can be annotated; two unrelated lines of a million tokens take more than 1 GB."""
_CHUNK_TOKENS = 200_000
"""Tokens after which a chunk ends."""
_REMEMBERED = 50_000
"""Tokens whose analyses are kept from one chunk to the next; a larger chunk is kept as long as it is worked on."""


@frozen
class Settings:
    """How edits are found."""

    costs: Costs = "linguistic"
    """What a substitution costs in the alignment."""
    strategy: Strategy = "rules"
    """How steps of the alignment become edits."""
    taxonomy: str = ""
    """File of a user's own rules and types, for the types of any language."""


class Annotator:
    """Makes edits from pairs of sentences with a pipeline, settings and a short memory."""

    def __init__(
        self, pipeline: Pipeline, settings: Settings | None = None, cache: AnalysisCache | None = None
    ) -> None:
        """Take the pipeline, the settings and, if wanted, a cache on disk."""
        self.pipeline = pipeline
        self.settings = settings or Settings()
        self._cache = cache
        self._classifier = classifier_of(pipeline, self.settings.taxonomy)
        self._known: dict[Tokens, Analysis] = {}
        self._tokens = 0

    @property
    def version(self) -> str:
        """Version of the pipeline and, if types come from rules for any language, of these rules."""
        rules = self._classifier.version
        return f"{self.pipeline.version}+{rules}" if rules else self.pipeline.version

    def annotate(self, rows: Iterable[Row]) -> Iterator[AnnotatedSentence]:
        """Yield one annotated sentence per row; the n-th correction, from 0, is annotator n."""
        for chunk in chunks(rows):
            yield from self.annotate_chunk(chunk)

    def annotate_chunk(self, rows: Sequence[Row]) -> list[AnnotatedSentence]:
        """Annotate rows that fit into memory together."""
        expect_lines(rows)
        self.analyse(
            sentence
            for source, corrections in rows
            for correction in corrections
            if correction is not None and correction != source
            for sentence in (source, correction)
        )
        return [self._annotate_row(source, corrections) for source, corrections in rows]

    def _annotate_row(self, source: Tokens, corrections: tuple[Tokens | None, ...]) -> AnnotatedSentence:
        edits: list[Edit] = []
        edits_by_correction: dict[Tokens, Edits] = {}
        for annotator, correction in enumerate(corrections):
            if correction is None:
                continue
            if correction not in edits_by_correction:
                edits_by_correction[correction] = self.edits(source, correction)
            correction_edits = edits_by_correction[correction]
            # Built afresh: `dataclasses.replace` takes several times as long.
            edits += [Edit(*_fields(edit), annotator) for edit in correction_edits] if annotator else correction_edits
            if not correction_edits:
                edits.append(noop(annotator))
        return AnnotatedSentence(source, tuple(edits))

    def edits(self, source: Tokens, correction: Tokens) -> Edits:
        """Give the typed edits that turn a source into its correction."""
        if source == correction:
            return ()
        spans = self.spans(source, correction)
        old, new = self._known[source], self._known[correction]
        kind = self._classifier.error_type
        return tuple(
            Edit(span.start, span.end, correction[span.target_start : span.target_end], kind(old, new, span))
            for span in spans
        )

    def spans(self, source: Tokens, correction: Tokens) -> list[Span]:
        """Give the spans of both sentences that differ."""
        old, new = self.analyse((source, correction))
        steps = align(old, new, costs=self.settings.costs)
        return merge(steps, old, new, strategy=self.settings.strategy)

    def error_type(self, source: Tokens, correction: Tokens, span: Span) -> str:
        """Give the type of one span."""
        old, new = self.analyse((source, correction))
        return self._classifier.error_type(old, new, span)

    def classify(self, source: Tokens, correction: Tokens, span: Span) -> Classification:
        """Give the type of one span, with the rule that named it and what the rule saw."""
        old, new = self.analyse((source, correction))
        return self._classifier.classify(old, new, span)

    def analyse(self, sentences: Iterable[Tokens]) -> list[Analysis]:
        """Give the analyses of sentences; each distinct sentence is analysed once."""
        requested = list(sentences)
        new = self._unknown(requested)
        self._tokens += sum(map(len, new))
        if new and self._tokens > _REMEMBERED:
            # The sentences of this call stay: a chunk is requested as a whole, then again pair by pair.
            self._known = {sentence: self._known[sentence] for sentence in requested if sentence in self._known}
            self._tokens = sum(map(len, self._known)) + sum(map(len, new))
        if new and self._cache is not None:
            self._known |= self._cache.find(new)
            new = self._unknown(new)
        if new:
            analyses = dict(zip(new, self.pipeline.analyse(new), strict=True))
            self._known |= analyses
            if self._cache is not None:
                self._cache.store(analyses)
        return [self._known[sentence] for sentence in requested]

    def _unknown(self, sentences: Iterable[Tokens]) -> list[Tokens]:
        return [sentence for sentence in dict.fromkeys(sentences) if sentence not in self._known]


def expect_lines(rows: Sequence[Row]) -> None:
    """Refuse lines that are too long to be annotated; a correction that equals its source needs no annotation."""
    for source, corrections in rows:
        for correction in corrections:
            if correction is None or max(len(source), len(correction)) <= LONGEST_LINE or correction == source:
                continue
            raise InputError(
                f"a line of {len(source)} tokens and its correction of {len(correction)} are too long to be annotated",
                remedy="give one sentence per line",
            )
    expect_related(
        (
            (source, correction)
            for source, corrections in rows
            for correction in set(corrections)
            if correction is not None
        ),
        in_pieces=True,
    )


def chunks(rows: Iterable[Row]) -> Iterator[list[Row]]:
    """Give rows in chunks that fit into memory: many rows of sentences, few of essays."""
    chunk, tokens = list[Row](), 0
    for source, corrections in rows:
        chunk.append((source, corrections))
        tokens += len(source) + sum(len(correction) for correction in corrections if correction is not None)
        if len(chunk) == CHUNK or tokens > _CHUNK_TOKENS:
            yield chunk
            chunk, tokens = [], 0
    if chunk:
        yield chunk


def _fields(edit: Edit) -> tuple[int, int, Tokens, str]:
    return edit.start, edit.end, edit.replacement, edit.type
