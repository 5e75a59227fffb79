"""What Python users call to look at edits: sentences or M2 files in; edits, explanations or lines of text out."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Sequence, Sized
from itertools import chain, islice
from typing import Literal, TypeAlias

from redink.annotation.annotator import Row, Settings
from redink.annotation.explanation import Explanation
from redink.annotation.explanation import explain as explained
from redink.annotation.merge import Strategy
from redink.annotation.running_text import annotate_texts
from redink.annotation.workers import annotate_rows, as_it_is
from redink.errors import InputError, Place, UsageError
from redink.evaluation.attribution import with_attributions
from redink.evaluation.calls import checked, expect_kind
from redink.evaluation.preparation import load_annotator
from redink.evaluation.presets import find_preset
from redink.evaluation.tokenising import splitting_of
from redink.reading.conversion import Absent, corrected_lines, select_annotators, source_lines
from redink.reading.corrections import annotators_of
from redink.reading.files import Source, display_name
from redink.reading.m2 import Conflicts, format_m2, read_m2
from redink.records import AnnotatedSentence, Tokens

Text: TypeAlias = str | Sequence[str]
"""A sentence: a text, or its tokens."""


def annotation_settings(merge: Strategy = "rules", *, levenshtein: bool = False) -> Settings:
    """Say how edits are found, in the words of the command line."""
    return Settings("levenshtein" if levenshtein else "linguistic", merge)


@checked
def annotate(
    pairs: Iterable[tuple[Text, Text | Sequence[Text]]],
    *,
    pipeline: str = "redink-en",
    merge: Strategy = "rules",
    levenshtein: bool = False,
    cache: bool = False,
    jobs: int = 1,
    tokenise: str = "auto",
) -> Iterator[AnnotatedSentence]:
    """Find the edits of (source, correction) pairs, with their error types, lazily and in order.

    Args:
        pairs: Sources, each with a correction. Sentences are texts or tuples of tokens. For several corrections of a
            source, give a list of strings.
        pipeline: `redink-en`, `errant`, the code of another language (`de`), `plain`, `conllu:FILE`, or a spaCy model.
            `de+errors.toml` adds rules and names of error types of your own (docs/languages.md).
        merge: How aligned words are joined into edits.
        levenshtein: Whether to align words with plain Levenshtein costs instead of linguistic costs.
        cache: Whether to save the analyses of sentences in the cache folder of the user.
        jobs: Number of processes.
        tokenise: The tokeniser for texts. `auto` decides by the first texts. Edits of texts that redink tokenised have
            character spans.
    """
    settings = annotation_settings(merge, levenshtein=levenshtein)
    annotator = load_annotator(pipeline, settings, cache=cache)
    versions = map(_versions, pairs)
    first = list(islice(versions, 500))
    texts = [[text for text in row if isinstance(text, str)] for row in first]
    tokens = any(len(row) < len(versions) for row, versions in zip(texts, first, strict=True))
    splitting = splitting_of(tokenise, [[text for row in texts for text in row]], fixed=tokens)
    rows = chain(first, versions)
    if not splitting.settings:
        return annotate_rows(map(_row, rows), annotator, as_it_is, jobs=jobs)
    lines = (tuple(map(_expect_text, row)) for row in rows)
    return annotate_texts(
        lines, annotator, splitting.placed, lambda split: annotate_rows(split, annotator, as_it_is, jobs=jobs)
    )


def _expect_text(text: Text) -> str:
    if not isinstance(text, str):
        raise UsageError(f"{text!r:.60} is not a text, and cannot be tokenised", remedy='leave out tokenise, or "none"')
    return text


def _row(versions: tuple[Text, ...]) -> Row:
    source, *corrections = map(_tokens, versions)
    return source, tuple(corrections)


def _versions(pair: tuple[Text, Text | Sequence[Text]]) -> tuple[Text, ...]:
    """Give a source and its corrections."""
    if isinstance(pair, str) or not isinstance(pair, Sized) or len(pair) != 2:
        raise UsageError(
            f"a pair is a source and its correction, not {pair!r}",
            remedy="give several corrections of one source as a list: (source, [first, second])",
        )
    source, corrections = pair
    several = isinstance(corrections, list) and all(isinstance(text, str) for text in corrections)
    versions: tuple[Text, ...] = (source, *corrections) if several else (source, corrections)  # type: ignore[assignment]
    for text in versions:
        expect_kind("a sentence", "Text", text)
    return versions


def _tokens(text: Text) -> Tokens:
    return tuple(text.split()) if isinstance(text, str) else tuple(text)


@checked
def explain(
    source: Text,
    correction: Text,
    *,
    tokenise: str = "auto",
    pipeline: str = "redink-en",
    merge: Strategy = "rules",
    levenshtein: bool = False,
    measures: str | Sequence[str] = (),
    references: Sequence[Text] = (),
) -> Explanation:
    """Show the edits of a correction, the rule that gave each edit its type, and what each edit adds to a score.

    Args:
        source: A sentence.
        correction: The same sentence, corrected.
        tokenise: The tokeniser for both texts.
        pipeline: `redink-en`, `errant`, the code of another language (`de`), `plain`, `conllu:FILE`, or a spaCy model.
            `de+errors.toml` adds rules and names of error types of your own (docs/languages.md).
        merge: How aligned words are joined into edits.
        levenshtein: Whether to align words with plain Levenshtein costs instead of linguistic costs.
        measures: Names of measures. Shows what each edit adds to the score of the sentence.
        references: Reference corrections of the sentence, for measures that need them.
    """
    settings = annotation_settings(merge, levenshtein=levenshtein)
    annotator = load_annotator(pipeline, settings)
    given = (source, correction, *references)
    texts = [text for text in given if isinstance(text, str)]
    splitting = splitting_of(tokenise, [[text] for text in texts], fixed=len(texts) < len(given))
    old, new, *answers = map(splitting.split, given)
    explanation = explained(old, new, annotator)
    names = [measures] if isinstance(measures, str) else measures
    return with_attributions(explanation, old, new, answers, names, annotator) if names else explanation


@checked
def convert(
    m2: Source,
    *,
    annotators: Sequence[int] = (),
    source: bool = False,
    absent: Absent = "error",
    overlaps: Conflicts = "warn",
    form: Literal["text", "m2"] = "text",
    preset: str | None = None,
) -> Iterator[str]:
    """Give the lines of an M2 file as text, or as M2 with only some of its annotators. Lines end with a newline.

    Args:
        m2: The file.
        annotators: The annotators to keep. If empty: all for M2, annotator 0 for text.
        source: Whether to give the source sentences instead of the corrections.
        absent: What to do if the annotator has no line for a sentence: stop with an `error`, take the correction of the
            first annotator who has a line (`agree`), or the `source` sentence.
        overlaps: What to do if edits of one annotator overlap: stop with an `error`, `warn`, or keep the `first` edit.
        form: `text` or `m2`.
        preset: A shared task or corpus, such as `conll14`: how absent annotators are read.
    """
    if preset is not None and find_preset(preset).picked_absent == "agree":
        absent = "agree"
    if source and (form == "m2" or annotators):
        raise UsageError("--source has no annotator and is always text", remedy="leave out one of the options")
    # Text cannot hold a clash: one of two overlapping corrections has to go.
    sentences = read_m2(m2, conflicts="first" if form == "text" and overlaps == "warn" else overlaps)
    if form == "m2":
        return map(format_m2, select_annotators(sentences, annotators, name=display_name(m2), absent=absent))
    if source:
        return source_lines(sentences)
    return corrected_lines(sentences, annotators, name=display_name(m2), absent=absent)


def refuse_unknown_annotators(m2: Source, annotators: Sequence[int]) -> None:
    """Refuse annotators who have no lines in the file, before anything is written."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # they are shown when the file is read for good
        present = annotators_of(read_m2(m2, conflicts="first"))
    for annotator in annotators:
        if annotator not in present:
            raise InputError(
                f"annotator {annotator} has no lines in this file",
                place=Place(display_name(m2)),
                remedy=f"it has {', '.join(map(str, present))}",
            )
