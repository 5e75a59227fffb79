"""The name of a number that `faithfulness` gives in, its measure out: USim-UD, no-risk, and their kind.

Every measure compares outputs with their sources and needs no reference. Trees come from the run's pipeline, or from
`errant` where that draws none; errors are counted by Harper, and perplexities come from pocketsphinx's trigram model.
`mathematics.measures` has the formulas.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from functools import cache
from typing import ClassVar, Literal

from redink.annotation.word_alignment import are_alignable
from redink.arrays import Floats
from redink.errors import InputError, Place, UsageError
from redink.frozen import frozen
from redink.language.trees import PipelineTrees, load_tree_parser
from redink.questions.faithfulness.asking import languages_of, notes_on_language, trees_of
from redink.questions.faithfulness.mathematics.fluency_errors import Checker, load_checker
from redink.questions.faithfulness.mathematics.measures import (
    MATCHED,
    NAMES,
    RELEASED,
    Formula,
    Tool,
    named_formula,
    usual_name,
)
from redink.questions.faithfulness.mathematics.pairs import (
    COLUMNS,
    Language,
    Meaning,
    Side,
    compare_meaning,
    outcome,
    statistics,
    with_mix,
)
from redink.questions.faithfulness.mathematics.trigram import TrigramModel, load_model
from redink.questions.faithfulness.mathematics.ud_units import units_of_tree
from redink.questions.faithfulness.mathematics.usim import Compat
from redink.records import EvalSet, System, Tokens
from redink.scoring.measure import Conventions, Measure, Need
from redink.scoring.watching import watched
from redink.signature import Value

_ELSEWHERE = {
    "usim": (
        "USim compares UCCA graphs, and texts have none",
        "use USim-UD, which makes units from dependency trees; "
        "or give the graphs: redink faithfulness corrected.xml -s learner.xml",
    ),
    "embedding": (
        "the cosine of embeddings needs a model of yours",
        "type: redink faithfulness OUTPUT -s SOURCE --embedding MODEL",
    ),
}
"""Numbers that need files which a score does not take, by name, and where they are to be had."""


@frozen
class FaithfulnessMeasure:
    """A number that compares outputs with their sources."""

    name: str
    """As users type and read it."""
    parser: str
    """Pipeline that draws trees."""
    needs: Need = "texts"
    without_references: ClassVar[Literal[True]] = True

    @property
    def formula(self) -> Formula:
        """The number as a function of sums."""
        formula = named_formula(self.name)
        assert formula is not None
        return formula

    @property
    def columns(self) -> tuple[str, ...]:
        """Names of the statistics that the formula looks at."""
        return self.formula.columns

    @property
    def compat(self) -> Compat:
        """USim-UD as the papers define USim, or as the published program computes it."""
        return "released" if self.name == RELEASED else "printed"

    @property
    def counting(self) -> Hashable:
        """Numbers that ask the same tools are made from the same statistics."""
        return "faithfulness", self.formula.tools, self.parser, self.compat

    @property
    def table(self) -> Hashable:
        """The same, of the columns that the formula looks at."""
        return self.counting, self.columns

    @property
    def conditions(self) -> Mapping[str, Value]:
        """Who draws trees, who counts errors, and which language model is used."""
        signed: dict[str, Value] = {}
        if "trees" in self.formula.tools:
            parser = _parser(self.parser)
            signed["parser"] = f"{parser.name}@{parser.version}"
        if "checker" in self.formula.tools:
            signed["checker"] = f"{_checker().name}@{_checker().version}"
        if "model" in self.formula.tools:
            signed["model"] = _model().name
        return signed

    def expect_scorable(self, data: EvalSet, system: System) -> None:
        """Refuse lines that are too long for a parser, a grammar checker or an alignment of words."""
        for number, (source, output) in enumerate(zip(data.sources, system.texts, strict=True), start=1):
            longest = max(len(source), len(output))
            if longest > LONGEST_LINE or ("trees" in self.formula.tools and not are_alignable(source, output)):
                raise InputError(
                    f"{self.name} cannot compare a line of {len(source)} tokens with one of {len(output)}",
                    place=Place(system.name, sentence=number),
                    remedy="give one sentence per line",
                )

    def notes(self, data: EvalSet) -> tuple[str, ...]:
        """Say so if the tools do not know the language of the sources."""
        programs = {"trees": self.parser, "checker": "harper", "model": "model"}
        return notes_on_language(data.sources, [programs[tool] for tool in sorted(self.formula.tools)])

    def count(self, data: EvalSet, system: System) -> Floats:
        """Measure every output against its source, (sentences × COLUMNS)."""
        return _measured(data.sources, system.texts, self.formula.tools, self.parser, self.compat)

    def stats_of(self, counted: Floats) -> Floats:
        """Pick the columns of the formula."""
        return counted[:, [COLUMNS.index(name) for name in self.columns]]

    def sentence_stats(self, data: EvalSet, system: System) -> Floats:
        """Give the statistics of a system."""
        return self.stats_of(self.count(data, system))

    def score_from_sums(self, sums: Floats) -> Floats:
        """Turn (…, columns) sums into scores."""
        return self.formula.of(*(sums[..., place] for place in range(len(self.columns))))


@frozen
class MatchedMeasure(FaithfulnessMeasure):
    """USim-UD at equal amounts of change, which all systems of a run are weighted by."""

    @property
    def counting(self) -> Hashable:
        """What is counted depends on the other systems."""
        return "faithfulness, matched", self.parser

    @property
    def table(self) -> Hashable:
        """The same."""
        return self.counting

    def count_all(self, data: EvalSet) -> list[Floats]:
        """Measure all systems, and weight amounts of change as in all of them together."""
        return with_mix([self.count(data, system) for system in data.systems])

    def sentence_stats(self, data: EvalSet, system: System) -> Floats:
        """Measure all systems, and give the statistics of one."""
        return self.stats_of(self.count_all(data)[[known.name for known in data.systems].index(system.name)])


@cache
def _parser(name: str) -> PipelineTrees:
    return load_tree_parser(name)


@cache
def _checker() -> Checker:
    return load_checker("harper")


@cache
def _model() -> TrigramModel:
    return load_model()


LONGEST_LINE = 10_000
"""Tokens of a line that is parsed or checked; a parser takes 2 s and 150 MB for so many."""
_TREES = frozenset[Tool]({"trees"})
_MOST = 200_000
_sides: dict[tuple[str, Tokens], Side] = {}
_languages: dict[tuple[Tool, Tokens], Language] = {}
_meanings: dict[tuple[str, Compat, Tokens, Tokens], Meaning] = {}
"""What is known of texts and pairs, for all measures and systems of a process; forgotten when it is too much."""


def _measured(
    sources: Sequence[Tokens], outputs: Sequence[Tokens], tools: frozenset[Tool], parser: str, compat: Compat
) -> Floats:
    """Give the statistics of every pair; what a tool said of a text before is not asked again."""
    for known in (_sides, _languages, _meanings):
        if len(known) > _MOST:
            known.clear()
    pairs = list(zip(sources, outputs, strict=True))
    languages = _spoken({text for pair in pairs for text in pair}, tools - _TREES)
    meanings = _compared(pairs, parser, compat) if "trees" in tools else [Meaning()] * len(pairs)
    outcomes = [outcome(meaning, *pair, languages) for meaning, pair in zip(meanings, pairs, strict=True)]
    return statistics(outcomes, [(len(source), len(output)) for source, output in pairs])


def _compared(pairs: Sequence[tuple[Tokens, Tokens]], parser: str, compat: Compat) -> list[Meaning]:
    unknown = {text for pair in pairs for text in pair if (parser, text) not in _sides}
    if unknown:
        trees = trees_of(unknown, _parser(parser))
        _sides.update({(parser, text): Side(text, units_of_tree(tree), tree) for text, tree in trees.items()})
    new = {pair for pair in pairs if (parser, compat, *pair) not in _meanings}
    for source, output in watched(sorted(new), "comparing meanings", len(new)):
        meaning = compare_meaning(_sides[parser, source], _sides[parser, output], compat=compat)
        _meanings[parser, compat, source, output] = meaning
    return [_meanings[parser, compat, source, output] for source, output in pairs]


def _spoken(texts: set[Tokens], tools: frozenset[Tool]) -> dict[Tokens, Language]:
    for tool in tools:
        unknown = {text for text in texts if (tool, text) not in _languages}
        if unknown:
            checker, model = (_checker(), None) if tool == "checker" else (None, _model())
            asked = languages_of(unknown, checker, model)
            _languages.update({(tool, text): language for text, language in asked.items()})
    nothing = Language()
    return {
        text: Language(_languages.get(("checker", text), nothing)[0], *_languages.get(("model", text), nothing)[1:])
        for text in texts
    }


def make(name: str, conventions: Conventions) -> Measure | None:
    """Give the measure of a name; `None` if the name is not one of ours."""
    if name.casefold() in _ELSEWHERE:
        cause, remedy = _ELSEWHERE[name.casefold()]
        raise UsageError(cause, remedy=remedy)
    name = usual_name(name)
    if named_formula(name) is None:
        return None
    kind = MatchedMeasure if name == MATCHED else FaithfulnessMeasure
    return kind(name, conventions.parser)


make.names = NAMES  # type: ignore[attr-defined] # the registry asks makers for the names they know
