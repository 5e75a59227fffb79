"""The nouns of redink: tokens and edits in; counts, scores and intervals out.

Everything here is frozen and holds data only: nothing is read, computed from text, or printed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from redink.errors import InputError, Place

Tokens: TypeAlias = tuple[str, ...]
"""A tokenised sentence. An empty tuple is an empty sentence, which is not a missing one."""

NOOP = "noop"
"""Type of the pseudo-edit by which an annotator says "I looked, nothing to change"."""

DETECTED_ONLY = frozenset({"UNK", "Um"})
"""Types of edits that mark an error without correcting it (ERRANT's and CoNLL's name for it)."""


@dataclass(frozen=True, slots=True)
class Edit:
    """Replace the tokens start:end of the source by other tokens."""

    start: int
    """First source token of the span (0-based); −1 in a `noop`."""
    end: int
    """One past the last token of the span; equal to `start` for an insertion; −1 in a `noop`."""
    replacement: Tokens
    """What stands there instead; empty for a deletion."""
    type: str = ""
    """Error type as written, e.g. `R:VERB:SVA`, `ArtOrDet`, `noop`, `UNK`; empty when unknown."""
    annotator: int = 0
    """Who made the edit: the last field of an M2 line."""
    alternatives: tuple[Tokens, ...] = ()
    """Further corrections that are as good (`||` in M2)."""
    required: str = "REQUIRED"
    """M2's fourth field, kept as it was read."""
    comment: str = "-NONE-"
    """M2's fifth field, kept as it was read."""
    characters: tuple[int, int] | None = None
    """Character span in the text the tokens came from, when that text is known."""

    @property
    def is_noop(self) -> bool:
        """Whether this only says that the sentence was left alone."""
        return self.type == NOOP

    @property
    def is_detected_only(self) -> bool:
        """Whether the error is marked but not corrected."""
        return self.type in DETECTED_ONLY

    @property
    def operation(self) -> str:
        """`M` something is missing, `U` something is unnecessary, `R` to be replaced."""
        if self.start == self.end:
            return "M"
        return "R" if self.replacement else "U"


Edits: TypeAlias = tuple[Edit, ...]


@dataclass(frozen=True, slots=True)
class AnnotatedSentence:
    """One block of an M2 file: a source sentence and all that annotators did to it."""

    tokens: Tokens
    """The source sentence."""
    edits: Edits
    """All edits in the order of the file, `noop`s included."""
    line: int | None = field(default=None, compare=False)
    """1-based line of the block's `S` line."""

    def annotators(self) -> tuple[int, ...]:
        """Give the ids that have at least one line here, in ascending order."""
        return tuple(sorted({edit.annotator for edit in self.edits}))

    def edits_of(self, annotator: int) -> Edits | None:
        """Give one annotator's true edits; `()` for "left alone", `None` for "has no line here".

        A block without any `A` line was left alone by everybody: that is how M2 files say it.
        """
        own = tuple(edit for edit in self.edits if edit.annotator == annotator)
        if not own and self.edits:
            return None
        return tuple(edit for edit in own if not edit.is_noop)


@dataclass(frozen=True, slots=True)
class Reference:
    """One trusted correction of every sentence (or of most: an annotator may be absent)."""

    name: str
    """How messages and tables call it."""
    texts: tuple[Tokens | None, ...]
    """Corrected sentences; `None` where this annotator has no line, which is not "no change"."""
    edits: tuple[Edits | None, ...] | None = None
    """Edits source → correction, or `None` when only text is known so far."""


@dataclass(frozen=True, slots=True)
class System:
    """What one system made of every sentence."""

    name: str
    """How messages and tables call it."""
    texts: tuple[Tokens, ...]
    """Corrected sentences, as many as there are sources."""
    edits: tuple[Edits, ...] | None = None
    """Edits source → correction, or `None` when only text is known so far."""


@dataclass(frozen=True, slots=True, repr=False)
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

    def __post_init__(self) -> None:
        """Refuse anything that is not one row a sentence, sentences that are no tokens, and names used twice."""
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
        """Tell what is here without printing a corpus."""
        references, systems = ([version.name for version in versions] for versions in (self.references, self.systems))
        return f"<EvalSet: {len(self.sources)} sentences, references {references}, systems {systems}>"

    def _expect_rows(self, what: str, rows: int) -> None:
        if rows != len(self.sources):
            raise InputError(
                f"{rows} sentences, but the source has {len(self.sources)}",
                place=Place(what, sentence=min(rows, len(self.sources)) + 1),
                remedy="every file must have one line a source sentence, in the same order",
            )


def _expect_tokens(texts: Sequence[object]) -> None:
    # The letters of a text would be taken for its tokens, and scored.
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


@dataclass(frozen=True, slots=True)
class Counts:
    """True positives, false positives, false negatives; they add up with `+`."""

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
        """F_β = (1+β²)·TP / ((1+β²)·TP + FP + β²·FN); `None` when there is nothing at all."""
        weighted = (1 + beta * beta) * self.tp
        whole = weighted + self.fp + beta * beta * self.fn
        return weighted / whole if whole else None


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
class Score:
    """One number of one measure for one system; `None` means "not available", never zero."""

    measure: str
    """Name that parses back to the measure, e.g. `F0.5`."""
    value: float | None
    """The score, unrounded; `None` where the measure is undefined (0/0)."""
    interval: Interval | None = None
    """Its uncertainty, when asked for."""
    counts: Counts | None = None
    """The counts behind it, where the measure has such."""
