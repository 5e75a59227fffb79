"""What a measure is: sentence statistics, and the score of their sums.

A measure is two functions: `sentence_stats` gives a row of numbers for every sentence, and
`score_from_sums` turns sums of such rows into scores. Intervals, tests, slices and tables follow
from these two for every measure alike. `redink.scoring.names` finds a measure by its name.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol, TypeAlias, TypeVar, get_args, runtime_checkable

from redink.arrays import Floats
from redink.errors import InputError, Place, UsageError
from redink.records import Counts, Edits, EvalSet, System, Tokens
from redink.scoring.edit_overlap import Rule, Size

Version = TypeVar("Version", Edits, Tokens)

Absent: TypeAlias = Literal["noop", "missing"]
"""What it means that an annotator has no line: it left the sentence alone, or it was not asked."""


def expect_choice(what: str, given: object, choices: Sequence[str]) -> None:
    """Refuse a word that is none of the choices, as a slip in a Python call may be."""
    if given not in choices:
        raise UsageError(f"there is no {what} {given!r}", remedy=f"choose from {', '.join(choices)}")


def expect_list(what: str, given: object) -> None:
    """Refuse one text where several are expected: its letters would be taken for them."""
    if isinstance(given, str):
        raise UsageError(f"{what} is a text, {given!r}, not a list", remedy=f"write {what}=[{given!r}]")


@dataclass(frozen=True, slots=True)
class Conventions:
    """Choices that hold for every measure of a run and stand in the signature."""

    rule: Rule = "corrected"
    """`faithful` to the published program, or `corrected` as documented."""
    absent: Absent | None = None
    """How to read an annotator without a line; by default as the rule has it: `faithful` programs take it
    for `missing`, `corrected` scores for `noop`."""
    size: Size = "all"
    """Whether edits of one token or of several alone take part in edit scores."""
    exclude: tuple[str, ...] = ()
    """Error types that take no part in edit scores, with operation (`R:PUNCT`) or without (`PUNCT`)."""
    preset: str = ""
    """Name of the shared task these choices come from, if they come from one."""

    def __post_init__(self) -> None:
        """Settle how to read absent annotators; refuse words that mean nothing, which would be signed all the same."""
        expect_choice("rule", self.rule, get_args(Rule))
        expect_choice("size", self.size, get_args(Size))
        expect_list("exclude", self.exclude)
        if self.absent is not None:
            expect_choice("reading of absent annotators", self.absent, get_args(Absent))
        else:
            object.__setattr__(self, "absent", "missing" if self.rule == "faithful" else "noop")

    @property
    def filters(self) -> bool:
        """Whether some edits are left out, which only edit scores can do."""
        return self.size != "all" or bool(self.exclude)


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


def counts_of(measure: Measure, sums: Floats) -> Counts | None:
    """Read TP, FP and FN off a measure's sums, where it counts edits; `None` where it does not."""
    named = dict(zip(measure.columns, map(float, sums), strict=True))
    if named.keys() == {"tp", "fp", "fn"}:
        return Counts(**named)
    if named.keys() == {"correct", "proposed", "gold"}:
        return Counts(named["correct"], named["proposed"] - named["correct"], named["gold"] - named["correct"])
    return None


def reference_edits(data: EvalSet, absent: Absent | None) -> list[list[Edits]]:
    """Give for each sentence the edits of every reference that counts there."""
    for reference in data.references:
        if reference.edits is None:
            raise UsageError(f"reference {reference.name!r} has no edits yet", remedy="annotate it first")
    columns = [reference.edits or () for reference in data.references]
    return _present(columns, absent, [() for _ in data.sources])


def reference_texts(data: EvalSet, absent: Absent | None) -> list[list[Tokens]]:
    """Give for each sentence the text of every reference that counts there."""
    return _present([reference.texts for reference in data.references], absent, data.sources)


def _present(
    columns: Sequence[Sequence[Version | None]], absent: Absent | None, unchanged: Sequence[Version]
) -> list[list[Version]]:
    rows: list[list[Version]] = []
    for number, stands in enumerate(unchanged):
        versions = [column[number] for column in columns]
        row = [
            stands if version is None else version for version in versions if version is not None or absent != "missing"
        ]
        if not row:
            raise InputError(
                "no reference has this sentence",
                place=Place("references", sentence=number + 1),
                remedy="give a reference that has it, or read an annotator without a line as no change: --absent noop",
            )
        rows.append(row)
    return rows
