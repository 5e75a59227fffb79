"""What a measure is: sentence statistics, and the score of their sums.

A measure is two functions: `sentence_stats` gives a row of numbers for every sentence, and
`score_from_sums` turns sums of such rows into scores. Intervals, tests, slices and tables follow
from these two for every measure alike. `redink.scoring.names` finds a measure by its name.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Literal, Protocol, TypeAlias, TypeVar, get_args, runtime_checkable

from redink.arrays import Floats
from redink.errors import InputError, Place, UsageError
from redink.frozen import frozen
from redink.records import Counts, Edits, EvalSet, Reference, System, Tokens
from redink.scoring.edit_overlap import Rule, Size
from redink.signature import Value

Version = TypeVar("Version", Edits, Tokens)

Absent: TypeAlias = Literal["missing", "noop", "agree"]
"""What it means that an annotator has no line for a sentence: it was not asked; it changed nothing; or it agrees with
the first annotator who has one."""


def expect_choice(what: str, given: object, choices: Sequence[str]) -> None:
    """Refuse a word that is none of the choices, as a slip in a Python call may be."""
    if given not in choices:
        raise UsageError(f"there is no {what} {given!r}", remedy=f"choose from {', '.join(choices)}")


def expect_list(what: str, given: object) -> None:
    """Refuse one text where several are expected: its letters would be taken for them."""
    if isinstance(given, str):
        raise UsageError(f"{what} is a text, {given!r}, not a list", remedy=f"write {what}=[{given!r}]")


@frozen
class Conventions:
    """Choices that hold for every measure of a run and stand in the signature."""

    rule: Rule = "faithful"
    """`faithful` to the published program, or `corrected` as documented."""
    absent: Absent = "missing"
    """How to read an annotator without a line."""
    size: Size = "all"
    """Whether edits of one token or of several alone take part in edit scores."""
    exclude: tuple[str, ...] = ()
    """Error types that take no part in edit scores, with operation (`R:PUNCT`) or without (`PUNCT`)."""
    preset: str = ""
    """Name of the shared task these choices come from, if they come from one."""
    parser: str = "errant"
    """Pipeline that draws the trees of measures that need trees; those measures sign it."""
    max_unchanged: int = 2
    """Number of equal tokens that an edit of M2 may hold."""
    ignore_whitespace_casing: bool = False
    """Whether M2 drops the edits of systems that change only spaces and case."""

    def __post_init__(self) -> None:
        """Refuse words that mean nothing, which would be signed all the same."""
        expect_choice("rule", self.rule, get_args(Rule))
        expect_choice("size", self.size, get_args(Size))
        expect_choice("reading of absent annotators", self.absent, get_args(Absent))
        expect_list("exclude", self.exclude)
        if self.max_unchanged < 0:
            raise UsageError(f"max_unchanged cannot be {self.max_unchanged}", remedy="give 0 or more equal tokens")

    @property
    def filters(self) -> bool:
        """Whether some edits are left out, which only edit scores can do."""
        return self.size != "all" or bool(self.exclude)

    @property
    def matches_otherwise(self) -> bool:
        """Whether M2 looks for edits in another way than usual, which no other measure can do."""
        return self.max_unchanged != 2 or self.ignore_whitespace_casing


Need: TypeAlias = Literal["texts", "reference edits", "edits"]
"""What a measure looks at: texts alone, the edits of references too, or those of systems as well."""


class Measure(Protocol):
    """Anything that gives a score."""

    @property
    def name(self) -> str:
        """The name users type and read."""

    @property
    def columns(self) -> tuple[str, ...]:
        """Names of the statistics."""

    @property
    def needs(self) -> Need:
        """What must be known beside the texts."""

    def sentence_stats(self, data: EvalSet, system: System) -> Floats:
        """Give the statistics of a system, (sentences × columns)."""

    def score_from_sums(self, sums: Floats) -> Floats:
        """Turn (…, columns) sums into scores; NaN where undefined."""


@runtime_checkable
class CountsOnce(Protocol):
    """A measure that shares with others what it counts: P, R and every F_β look at the same matches of edits."""

    @property
    def counting(self) -> Hashable:
        """Measures whose `counting` is equal count the same."""

    @property
    def table(self) -> Hashable:
        """Measures whose `table` is equal have the same statistics."""

    def count(self, data: EvalSet, system: System) -> Any:
        """Count what the statistics are made from."""

    def stats_of(self, counted: Any) -> Floats:
        """Give the statistics, (sentences × columns)."""


@runtime_checkable
class CountsSystems(Protocol):
    """A measure that counts several systems in less time than one after the other."""

    def count_systems(self, data: EvalSet, systems: Sequence[System]) -> Sequence[Any]:
        """Give for each system what `count` gives (or `sentence_stats`); what systems share is counted once."""


@runtime_checkable
class CountsTogether(Protocol):
    """A measure that looks at all systems at once, as difficulty does: they judge the errors together."""

    @property
    def counting(self) -> Hashable:
        """Measures whose `counting` is equal count the same."""

    @property
    def table(self) -> Hashable:
        """Measures whose `table` is equal have the same statistics."""

    def count_all(self, data: EvalSet) -> Sequence[Any]:
        """Count for every system what the statistics are made from."""

    def stats_of(self, counted: Any) -> Floats:
        """Give the statistics, (sentences × columns)."""


@runtime_checkable
class HasLimits(Protocol):
    """A measure that cannot score every text; it says so before any work is done."""

    def expect_scorable(self, data: EvalSet, system: System) -> None:
        """Refuse texts that the measure cannot score."""


@runtime_checkable
class HasInputs(Protocol):
    """A measure that reads more than the data, such as a file of weights."""

    def inputs(self) -> Mapping[str, Iterable[str]]:
        """Give the lines of what it reads, by a name for the signature."""


@runtime_checkable
class ScoresSentences(Protocol):
    """A measure that scores single sentences in a way of its own (GLEU smooths them)."""

    def sentence_scores(self, data: EvalSet, system: System) -> Floats:
        """Give the score of each sentence; NaN where undefined."""


@runtime_checkable
class ScoresCountedSentences(CountsOnce, Protocol):
    """The same for a measure that shares what it counts."""

    def scores_of_sentences(self, counted: Any) -> Floats:
        """Give the score of each sentence; NaN where undefined."""


@runtime_checkable
class ScoresCorpus(CountsOnce, Protocol):
    """A measure whose published score is not a function of sums (GLEU averages over drawn references)."""

    def corpus_score(self, counted: Any) -> float | None:
        """Give the published program's score; `None` where `score_from_sums` gives it."""


@runtime_checkable
class Conditioned(Protocol):
    """A measure that depends on more than the data and the conventions, such as a parser or a model."""

    @property
    def conditions(self) -> Mapping[str, Value]:
        """What belongs in the signature."""


@runtime_checkable
class WithoutReferences(Protocol):
    """A measure that looks at sources and outputs alone."""

    without_references: ClassVar[Literal[True]]


def refuse_filters(name: str, conventions: Conventions) -> None:
    """Refuse to leave edits out for a measure that looks at all edits of a sentence together."""
    if conventions.filters:
        raise UsageError(
            f"{name} cannot leave edits out by size or type", remedy="score it in a separate run; P, R and F can"
        )


@runtime_checkable
class Noted(Protocol):
    """A measure that has something to say about how it uses the data."""

    def notes(self, data: EvalSet) -> tuple[str, ...]:
        """Give sentences for a footnote."""


def notes_of(measures: Iterable[Measure], data: EvalSet) -> tuple[str, ...]:
    """Give what measures say about how they use the data, each sentence once."""
    notes = (note for measure in measures if isinstance(measure, Noted) for note in measure.notes(data))
    return tuple(dict.fromkeys(notes))


def further_conditions(measures: Iterable[Measure]) -> dict[str, Value]:
    """Give all that measures depend on beside the data and the conventions."""
    return {
        name: value
        for measure in measures
        if isinstance(measure, Conditioned)
        for name, value in measure.conditions.items()
    }


def counts_of(measure: Measure, sums: Floats) -> Counts | None:
    """Read TP, FP and FN off a measure's sums, where it counts edits; `None` where it does not."""
    named = dict(zip(measure.columns, map(float, sums), strict=True))
    if named.keys() == {"tp", "fp", "fn"}:
        return Counts(**named)
    if named.keys() == {"correct", "proposed", "gold"}:
        return Counts(named["correct"], named["proposed"] - named["correct"], named["gold"] - named["correct"])
    return None


def edits_of(system: System) -> Sequence[Edits]:
    """Give a system's edits, which must be there."""
    if system.edits is None:
        raise UsageError(f"system {system.name!r} has no edits yet", remedy="annotate it first")
    return system.edits


def reference_edits(data: EvalSet, absent: Absent) -> list[list[Edits]]:
    """Give for each sentence the edits of every reference that counts there."""
    for reference in data.references:
        if reference.edits is None:
            raise UsageError(f"reference {reference.name!r} has no edits yet", remedy="annotate it first")
    return _present([reference.edits or () for reference in filled(data, absent).references], len(data.sources))


def reference_texts(data: EvalSet, absent: Absent) -> list[list[Tokens]]:
    """Give for each sentence the text of every reference that counts there."""
    return _present([reference.texts for reference in filled(data, absent).references], len(data.sources))


def _present(columns: Sequence[Sequence[Version | None]], sentences: int) -> list[list[Version]]:
    rows = [[column[number] for column in columns] for number in range(sentences)]
    present = [[version for version in row if version is not None] for row in rows]
    for number, row in enumerate(present):
        if not row:
            raise InputError(
                "no reference has this sentence",
                place=Place("references", sentence=number + 1),
                remedy="give a reference that has it, or choose a reading of absent annotators: --absent agree or noop",
            )
    return present


def filled(data: EvalSet, absent: Absent) -> EvalSet:
    """Give annotators a version of the sentences they have no line for, as `absent` says; `missing` leaves the gaps."""
    gaps = [number for reference in data.references for number, text in enumerate(reference.texts) if text is None]
    if absent == "missing" or not gaps:
        return data
    models = {number: _model(data, number, absent) for number in set(gaps)}
    return replace(data, references=tuple(_without_gaps(reference, models) for reference in data.references))


def _model(data: EvalSet, number: int, absent: Absent) -> tuple[Tokens | None, Edits | None]:
    """Give the text and the edits that stand for those of an absent annotator."""
    if absent == "noop":
        return data.sources[number], ()
    for reference in data.references:
        if (text := reference.texts[number]) is not None:
            return text, None if reference.edits is None else reference.edits[number]
    return None, None


def _without_gaps(reference: Reference, models: Mapping[int, tuple[Tokens | None, Edits | None]]) -> Reference:
    texts, edits = list(reference.texts), None if reference.edits is None else list(reference.edits)
    for number, (text, model_edits) in models.items():
        if texts[number] is None:
            texts[number] = text
            if edits is not None:
                edits[number] = model_edits
    return replace(reference, texts=tuple(texts), edits=None if edits is None else tuple(edits))
