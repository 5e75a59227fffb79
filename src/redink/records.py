"""The data types of redink: tokens and edits go in; counts, scores and intervals come out.

Every class is frozen and only holds data: nothing here reads files, analyses text or prints.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from typing import TypeAlias

from redink.errors import InputError, Place
from redink.frozen import frozen

Tokens: TypeAlias = tuple[str, ...]
"""A tokenised sentence. An empty tuple is an empty sentence; a missing sentence is `None`."""

Spans: TypeAlias = tuple[tuple[int, int], ...]
"""Where the tokens of a sentence stand in its text: their first characters, and one past their last."""

NOOP = "noop"
"""Type of the pseudo-edit by which an annotator says "I looked, nothing to change"."""

NOT_ANNOTATABLE = "NA"
"""Type of the pseudo-edit by which ChERRANT says that an annotator could not correct the sentence."""

NO_EDITS = frozenset({NOOP, NOT_ANNOTATABLE})
"""Types of pseudo-edits; an edit of type `NA` that has a span is no pseudo-edit."""

DETECTED_ONLY = frozenset({"UNK", "Um"})
"""Types of edits that mark an error without correcting it (`UNK` in ERRANT, `Um` in CoNLL)."""


@frozen
class Edit:
    """A replacement of the source tokens start:end by other tokens."""

    start: int
    """First source token of the span (0-based); −1 in a `noop`."""
    end: int
    """One past the last token of the span; equal to `start` for an insertion; −1 in a `noop`."""
    replacement: Tokens
    """The tokens that replace the span; empty for a deletion."""
    type: str = ""
    """Error type as written, e.g. `R:VERB:SVA`, `ArtOrDet`, `noop`, `UNK`; empty when unknown."""
    annotator: int = 0
    """Id of the annotator who made the edit: the last field of an M2 line."""
    alternatives: tuple[Tokens, ...] = ()
    """Other corrections that are just as good (`||` in M2)."""
    required: str = "REQUIRED"
    """M2's fourth field, kept as it was read."""
    comment: str = "-NONE-"
    """M2's fifth field, kept as it was read."""
    characters: tuple[int, int] | None = None
    """Character span in the text the tokens came from, when that text is known."""

    @property
    def is_noop(self) -> bool:
        """Whether this edit only says that the sentence was left alone, or that it could not be corrected."""
        return self.type in NO_EDITS and (self.type == NOOP or self.start < 0)

    @property
    def is_refusal(self) -> bool:
        """Whether this edit only says that the annotator could not correct the sentence."""
        return self.type == NOT_ANNOTATABLE and self.start < 0

    @property
    def is_detected_only(self) -> bool:
        """Whether the error is marked but not corrected."""
        return self.type in DETECTED_ONLY

    @property
    def operation(self) -> str:
        """`M` if tokens are missing, `U` if they are unnecessary, `R` if they must be replaced."""
        if self.start == self.end:
            return "M"
        return "R" if self.replacement else "U"


Edits: TypeAlias = tuple[Edit, ...]


@frozen
class AnnotatedSentence:
    """One block of an M2 file: a source sentence and the edits of all its annotators."""

    tokens: Tokens
    edits: Edits
    """All edits in the order of the file, `noop`s included."""
    line: int | None = field(default=None, compare=False)
    """1-based line of the block's `S` line."""
    alternatives: Edits | None = field(default=None, compare=False)
    """Edits that lead to the same corrections in another way (ChERRANT's `T0-A1`); `None` in M2 of other programs."""

    def annotators(self) -> tuple[int, ...]:
        """Give the ids of the annotators who have at least one line here, in ascending order."""
        return tuple(sorted({edit.annotator for edit in self.edits}))

    def edits_of(self, annotator: int) -> Edits | None:
        """Give one annotator's edits without `noop`s: `()` for "left alone", `None` for "has no line here".

        A block without any `A` line means that every annotator left the sentence alone.
        """
        return _present_edits([edit for edit in self.edits if edit.annotator == annotator], bool(self.edits))

    def edits_by_annotator(self, annotators: Sequence[int]) -> list[Edits | None]:
        """Give what `edits_of` gives for several annotators, in one pass over the edits."""
        if not self.edits:
            return [()] * len(annotators)
        lists: dict[int, list[Edit]] = {annotator: [] for annotator in annotators}
        for edit in self.edits:
            if edit.annotator in lists:
                lists[edit.annotator].append(edit)
        return [_present_edits(lists[annotator], True) for annotator in annotators]


def _present_edits(edits: Sequence[Edit], others: bool) -> Edits | None:
    """Give the edits of one annotator without `noop`s; `None` if only others have lines, or after a refusal."""
    if not [edit for edit in edits if edit.type in NO_EDITS]:  # as for nearly all; `is_noop` takes longer
        return tuple(edits) if edits or not others else None
    present = tuple([edit for edit in edits if not edit.is_noop])
    return None if len(present) < len(edits) and any(edit.is_refusal for edit in edits) else present


@frozen
class Reference:
    """One trusted correction of every sentence (or of most: an annotator may be absent)."""

    name: str
    """Its name in messages and tables."""
    texts: tuple[Tokens | None, ...]
    """Corrected sentences; `None` where this annotator has no line, which does not mean "no change"."""
    edits: tuple[Edits | None, ...] | None = None
    """Edits source → correction, or `None` when only text is known so far."""


@frozen
class System:
    """The output of one system for every sentence."""

    name: str
    """Its name in messages and tables."""
    texts: tuple[Tokens, ...]
    """Corrected sentences, as many as there are sources."""
    edits: tuple[Edits, ...] | None = None
    """Edits source → correction, or `None` when only text is known so far."""


@frozen
class EvalSet:
    """Sources with their references and system outputs, checked to be aligned."""

    sources: tuple[Tokens, ...]
    """What the learners wrote."""
    references: tuple[Reference, ...] = ()
    """Trusted corrections."""
    systems: tuple[System, ...] = ()
    """Outputs to judge."""
    documents: tuple[str, ...] | None = None
    """The essay each sentence belongs to, when known."""
    warnings: tuple[str, ...] = field(default=(), compare=False)
    """What looked odd when the data were read."""
    normalised: tuple[str, ...] = ()
    """What was done to make files alike that are written in unlike ways."""
    text_stages: tuple[tuple[str, str], ...] = ()
    """What else was done to texts before they were compared, as names and values for the signature."""
    characters: tuple[Spans, ...] | None = field(default=None, compare=False)
    """Where the tokens of each source stand in the text as it was given, when texts were tokenised."""

    def __post_init__(self) -> None:
        """Refuse lists of the wrong length, sentences that are not tuples of tokens, and duplicate names."""
        _expect_tokens(self.sources)
        for kind, versions in (("reference", self.references), ("system", self.systems)):
            for version in versions:
                _expect_tokens(version.texts)
                self._expect_rows(f"{kind} {version.name!r}", len(version.texts))
                if version.edits is not None:
                    self._expect_rows(f"{kind} {version.name!r} (edits)", len(version.edits))
            _refuse_duplicates(kind, [version.name for version in versions])
        if self.documents is not None:
            self._expect_rows("document ids", len(self.documents))

    def __repr__(self) -> str:
        """Give the number of sentences and the names, not the whole corpus."""
        references, systems = ([version.name for version in versions] for versions in (self.references, self.systems))
        return f"<EvalSet: {len(self.sources)} sentences, references {references}, systems {systems}>"

    def _expect_rows(self, data_name: str, rows: int) -> None:
        if rows != len(self.sources):
            raise InputError(
                f"{rows} sentences, but the source has {len(self.sources)}",
                place=Place(data_name, sentence=min(rows, len(self.sources)) + 1),
                remedy="every file must have one line for each source sentence, in the same order",
            )


def _expect_tokens(texts: Sequence[object]) -> None:
    # A string is a sequence too: its letters would be scored as if they were tokens.
    for text in texts:
        if isinstance(text, str | list):
            raise InputError(
                f"a sentence is a {type(text).__name__}, not a tuple of tokens: {text!r:.60}",
                remedy='split it: tuple("He goes home .".split())',
            )


def _refuse_duplicates(kind: str, names: Sequence[str]) -> None:
    for name in names:
        if names.count(name) > 1:
            raise InputError(f"two {kind}s are called {name!r}", remedy="give each its own name (see --name)")


@frozen
class Counts:
    """True positives, false positives, false negatives; `+` adds two of them."""

    tp: float = 0
    """Proposed and right."""
    fp: float = 0
    """Proposed and not right."""
    fn: float = 0
    """Right and not proposed."""

    def __add__(self, other: Counts) -> Counts:
        """Add component by component."""
        return Counts(self.tp + other.tp, self.fp + other.fp, self.fn + other.fn)

    @property
    def precision(self) -> float | None:
        """P = TP / (TP + FP); `None` when nothing was proposed."""
        return self.tp / (self.tp + self.fp) if self.tp + self.fp else None

    @property
    def recall(self) -> float | None:
        """R = TP / (TP + FN); `None` when there was nothing to find."""
        return self.tp / (self.tp + self.fn) if self.tp + self.fn else None

    def f(self, beta: float) -> float | None:
        """F_β = (1+β²)·TP / ((1+β²)·TP + FP + β²·FN); `None` when the denominator is 0."""
        numerator = (1 + beta * beta) * self.tp
        denominator = numerator + self.fp + beta * beta * self.fn
        return numerator / denominator if denominator else None


@frozen
class Interval:
    """A confidence interval and how it was made."""

    low: float
    """Lower end."""
    high: float
    """Upper end."""
    level: float = 0.95
    """Share of such intervals that would cover the true value."""
    method: str = "percentile"
    """`percentile`, `bca`, …"""


@frozen
class Score:
    """One number of one measure for one system; `None` means "not available", never zero."""

    measure: str
    """Name that parses back to the measure, e.g. `F0.5`."""
    value: float | None
    """The score, unrounded; `None` where the measure is undefined (0/0)."""
    interval: Interval | None = None
    """Its confidence interval, if one was asked for."""
    counts: Counts | None = None
    """The counts behind the score, if the measure has counts."""
