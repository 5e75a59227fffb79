"""Files, or pairs of a source and its corrections, in; all corrections of every sentence out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TypeAlias

from redink.errors import UsageError
from redink.evaluation.containers import Columns, is_container
from redink.evaluation.data import read
from redink.evaluation.sources import Sentences
from redink.evaluation.tokenising import splitting_of
from redink.reading.corrected_sentences import CorrectedSentence, corrections_of_references, read_correction_table
from redink.reading.corrections import Overlaps
from redink.reading.files import Source, display_name
from redink.reading.kinds import carries_sources
from redink.reading.packing import unpacked_name
from redink.records import Tokens
from redink.scoring.measure import expect_list

Condition: TypeAlias = str | tuple[str, str]
"""What rows of a table must have: `COLUMN=VALUE`, or column and value."""


def is_table(path: Source) -> bool:
    """Tell tables by their name."""
    return unpacked_name(path).endswith((".tsv", ".csv"))


def tokens_of(source: Sentences | None) -> Source | tuple[Tokens, ...] | None:
    """Give sentences in memory as tokens; a file stays what it is."""
    if source is None or isinstance(source, Source):
        return source
    return tuple(tuple(text.split()) if isinstance(text, str) else tuple(text) for text in source)


def read_corrections(
    paths: Sequence[Source],
    *,
    source: Sentences | None = None,
    where: Sequence[Condition] = (),
    overlaps: Overlaps = "error",
    tokenise: str = "none",
    columns: Columns = (),
) -> list[CorrectedSentence]:
    """Read corrections: one table, or any number of M2 and text files in which each annotator is a person."""
    conditions = [_condition(condition) for condition in where]
    tables = [path for path in paths if is_table(path)]
    if tables and len(paths) > 1:
        raise UsageError(
            f"{display_name(tables[0])} is a table of corrections, which must be the only input",
            remedy="give one table, or no table",
        )
    if tables:
        return tokenised(read_correction_table(tables[0], source=tokens_of(source), where=conditions), tokenise)
    if source is None and not any(carries_sources(path) or is_container(path) for path in paths):
        raise UsageError(
            "the source sentences are not known",
            remedy="give --source, an M2 or .para file, or a table whose name ends in .tsv or .csv",
        )
    data = read(source=source, references=list(paths), overlaps=overlaps, tokenise=tokenise, columns=columns)
    return corrections_of_references(data.sources, data.references)


def tokenised(sentences: Sequence[CorrectedSentence], tokenise: str) -> list[CorrectedSentence]:
    """Split the texts of a table anew, if they are not tokenised."""
    texts = [
        [" ".join(sentence.source) for sentence in sentences],
        [" ".join(text) for sentence in sentences for text in sentence.corrections],
    ]
    splitting = splitting_of(tokenise, texts)
    if not splitting.settings:
        return list(sentences)

    def split(tokens: Tokens) -> Tokens:
        return splitting.tokens(" ".join(tokens))

    return [
        replace(sentence, source=split(sentence.source), corrections=tuple(map(split, sentence.corrections)))
        for sentence in sentences
    ]


def _condition(condition: Condition) -> tuple[str, str]:
    if not isinstance(condition, str):
        return condition
    column, sign, value = condition.partition("=")
    if not sign:
        raise UsageError(f"not a condition: {condition!r}", remedy="write COLUMN=VALUE")
    return column, value


def corrections_of_pairs(pairs: Iterable[tuple[str, Sequence[str]]], tokenise: str) -> list[CorrectedSentence]:
    """Take each source with its corrections."""
    sentences = []
    for source, corrections in pairs:
        expect_list("corrections", corrections)
        sentences.append(CorrectedSentence(tuple(source.split()), tuple(tuple(text.split()) for text in corrections)))
    return tokenised(sentences, tokenise)
