"""Texts in; what a parser, a grammar checker and a language model say about each of them out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from redink.errors import InputError
from redink.language.english.evidence import is_evidently_not_english
from redink.language.trees import TreeParser
from redink.questions.faithfulness.mathematics.fluency_errors import Checker, Complaint, check_all
from redink.questions.faithfulness.mathematics.pairs import Language
from redink.questions.faithfulness.mathematics.trigram import TrigramModel, words_of_text
from redink.reading.conllu import Tree
from redink.records import Tokens
from redink.scoring.watching import watched

_ENGLISH = {
    "errant": "the parser of errant",
    "harper": "the grammar checker Harper",
    "model": "the language model",
}
"""The programs that know no language but English."""


def notes_on_language(sources: Iterable[Tokens], programs: Iterable[str]) -> tuple[str, ...]:
    """Say which of these programs know English alone, if the sources are evidently not English."""
    english = [_ENGLISH[program] for program in programs if program in _ENGLISH]
    if not english or not is_evidently_not_english(chain.from_iterable(sources)):
        return ()
    return tuple(
        f"The sources do not look like English, the only language that {program} knows: numbers that come from it "
        "say nothing about these texts."
        for program in english
    )


def trees_of(texts: Iterable[Tokens], parser: TreeParser) -> dict[Tokens, Tree]:
    """Parse every distinct text once."""
    distinct = sorted(set(texts))
    parsed = parser.parse(watched(distinct, "parsing", len(distinct)))
    return dict(zip(distinct, _checked(parsed, distinct, parser.name), strict=True))


def _checked(trees: Iterable[Tree], sentences: Sequence[Tokens], name: str) -> Iterator[Tree]:
    for number, (tree, tokens) in enumerate(zip(trees, sentences, strict=True), start=1):
        if tree.tokens != tokens:
            raise InputError(
                f"the parser {name} changed the tokens of sentence {number}: {' '.join(tokens)[:60]!r}",
                remedy="give another --pipeline, or trees (CoNLL-U) of your own",
            )
        yield tree


def languages_of(
    texts: Iterable[Tokens], checker: Checker | None, model: TrigramModel | None
) -> dict[Tokens, Language]:
    """Ask checker and model about every distinct text once; nothing is known of any text without both."""
    if checker is None and model is None:
        return {}
    distinct = sorted(set(texts))
    complaints: Sequence[tuple[Complaint, ...] | None] = [None] * len(distinct)
    if checker is not None:
        complaints = list(check_all(checker, watched(distinct, "checking", len(distinct))))
    scored: Sequence[tuple[float | None, int]] = [(None, 0)] * len(distinct)
    if model is not None:
        logs, words = model.score([words_of_text(text) for text in distinct])
        scored = list(zip(logs.tolist(), words.tolist(), strict=True))
        _refuse_impossible(distinct, scored, model.name)
    return {
        text: Language(complained, *fluency)
        for text, complained, fluency in zip(distinct, complaints, scored, strict=True)
    }


_LEAST_PROBABLE = -700.0
"""ln of the least probability of a word, on average, whose perplexity is still a number."""


def _refuse_impossible(texts: Sequence[Tokens], scored: Sequence[tuple[float | None, int]], model: str) -> None:
    """Refuse a model that gives ∞, NaN or a perplexity beyond all numbers: nothing could be added up."""
    for text, (log, words) in zip(texts, scored, strict=True):
        if log is None or words < 1 or not _LEAST_PROBABLE < log / words < -_LEAST_PROBABLE:
            raise InputError(
                f"the language model {model} gives {' '.join(text)[:60]!r} a log probability of {log} "
                f"in {words} words, from which no perplexity can be computed",
                remedy="use another model, or none (--no-fluency)",
            )
