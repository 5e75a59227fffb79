"""Files or plain sentences in, an aligned `EvalSet` out."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from redink.errors import InputError, Place, UsageError, users_line
from redink.evaluation.bad_files import BadFiles
from redink.evaluation.calls import checked
from redink.evaluation.containers import Columns, is_container, is_table, opened
from redink.evaluation.normalising import (
    expect_normalisations,
    normalised_sentences,
    normalised_version,
    visible,
)
from redink.evaluation.plausibility.finding import File
from redink.evaluation.plausibility.look import look
from redink.evaluation.plausibility.wrappers import columns_finding
from redink.evaluation.sources import (
    Annotated,
    Sentences,
    Sources,
    known_sources,
    origin_of,
    read_annotated,
    same_sources,
    splitting_of_set,
    tokenised_pair,
)
from redink.evaluation.text_stages import Align, Clean, TextStages
from redink.reading.corrections import Overlaps
from redink.reading.files import Source, display_name, read_lines
from redink.reading.kinds import is_m2, system_name
from redink.reading.plain_text import empty_file
from redink.records import EvalSet, Reference, System, Tokens
from redink.scoring.measure import expect_choice, expect_list

Row = TypeVar("Row")
Version = TypeVar("Version", Reference, System)

_OVERLAPS: tuple[Overlaps, ...] = ("error", "warn", "first", "both")


@checked
def read(
    systems: Source | Sequence[Source] | Mapping[str, Sentences] = (),
    *,
    source: Sentences | None = None,
    references: Source | Sequence[Sentences] = (),
    names: Sequence[str] = (),
    documents: tuple[Source, str] | None = None,
    with_source: bool = False,
    overlaps: Overlaps = "both",
    strict: bool = False,
    normalise: Sequence[str] = (),
    tokenise: str = "auto",
    columns: Columns = (),
    clean: Clean | None = None,
    align: Align | None = None,
    keep_going: bool = False,
) -> EvalSet:
    """Read sources, references and outputs, and check that they belong together.

    Args:
        systems: Outputs: files (text, M2 of one annotator, `.para` with one correction), or a dictionary from names to
            files or sentences.
        source: The source sentences. Leave them out if a reference is M2 or `.para`, because these formats contain the
            source.
        references: One item for each reference: a text file, a list of sentences, or an M2 or `.para` file with one or
            more references.
        names: Names of the systems. If empty, file names are used.
        documents: A TSV table, and the column that names the essay of each sentence.
        with_source: Whether to add the unchanged source as a system called `source`.
        overlaps: What to do if edits of one annotator overlap in an M2 file: keep `both` (all edits count, as in the
            published scorers; the text has only the first), keep the `first` edit, or refuse the file (`error`).
        strict: Whether to refuse data that look wrong. Without it, redink refuses only data that are certainly wrong,
            and warns about the others; results repeat the warnings.
        normalise: Remove differences in how files are written: `nfc`, `quotes`, `spaces`.
        tokenise: The tokeniser for all texts: `none` splits at white space; `auto` decides once for all texts, and
            leaves tokenised texts as they are. docs/bring-your-data.md has the other tokenisers.
        columns: For JSON lines, Parquet and tables in memory: `role=column` for each column, with the roles `source`,
            `reference` and `output`. Columns with these names are found without it.
        clean: `llm` if outputs are answers of language models: everything that is not the correction is removed, and a
            note says what was removed.
        align: `sentences` if text files do not have one line for each source sentence: their text is cut again so that
            it fits the source.
        keep_going: Whether to leave out outputs that cannot be used, with a warning. Without it, such an output is an
            error.
    """
    kinds = expect_normalisations(normalise)
    outputs, names = _named_outputs(systems, names)
    if isinstance(documents, str | Path):
        raise UsageError(f"documents is {str(documents)!r}", remedy='give table and column: ("essays.tsv", "essay")')
    expect_choice("way with overlaps", overlaps, _OVERLAPS)
    listed = [references] if isinstance(references, str | Path) or is_table(references) else list(references)
    _expect_one_stdin([source, *listed, *outputs, *(documents or ())])
    inputs = opened(source, listed, outputs, names, columns)
    source, outputs, names = inputs.source, inputs.outputs, inputs.names
    given_references: list[Sentences] = inputs.references
    source_lines = None if source is None else _lines(source, origin_of(source, "source"))
    if isinstance(source, str | Path) and not source_lines:
        raise empty_file(source)
    annotated = [read_annotated(given, overlaps) for given in given_references]
    splitting = splitting_of_set(tokenise, source, given_references, outputs, annotated)
    annotated = [tokenised_pair(pair, splitting) for pair in annotated]
    known = known_sources(source, source_lines, splitting, given_references, annotated)
    lines = [text if isinstance(text, str) else " ".join(text) for text in source_lines or known.sentences]
    stages = TextStages(clean, align, lines, splitting, () if known.is_text else known.sentences, strict=strict)
    read_references = _all_references(given_references, annotated, known, stages)
    bad_files = BadFiles(len(outputs), keep_going=keep_going)
    read_systems: list[tuple[str, System]] = []
    for output, name in zip(outputs, names, strict=True):
        with bad_files.noted():
            system = _read_system(output, name, known, overlaps, stages)
            read_systems.append((str(display_name(origin_of(output, name))), system))
    spans = known.spans(source_lines, splitting)
    if kinds:
        sources = normalised_sentences(known.sentences, kinds)
        with_edits = [version.edits is not None for _, version in read_references]
        with_edits += [version.edits is not None for _, version in read_systems]
        if "nfc" in kinds and not any(with_edits):
            sources, spans = visible(sources, spans)
        known = replace(known, sentences=sources)
        vocabulary = frozenset(token for tokens in sources for token in tokens)
        read_references = [(origin, normalised_version(each, kinds, vocabulary)) for origin, each in read_references]
        read_systems = [(file, normalised_version(system, kinds, vocabulary)) for file, system in read_systems]
    messages, refused = look(
        known.sentences,
        [File(_file_name(*read), read[1].texts, read[1].edits is None) for read in read_references],
        [File(file, system.texts, system.edits is None) for file, system in read_systems],
        strict=strict,
    )
    read_systems = bad_files.without(read_systems, refused)
    if with_source:
        read_systems.append(("source", System("source", known.sentences, tuple(() for _ in known.sentences))))
    return _with_references_only(
        EvalSet(
            known.sentences,
            tuple(_renamed([reference for _, reference in read_references])),
            tuple(system for _, system in read_systems),
            None if documents is None else known.labels(*documents),
            (*bad_files.messages, *stages.messages, *messages),
            kinds,
            (*stages.settings, *splitting.settings),
            spans,
        )
    )


def _all_references(
    given_references: Sequence[Sentences],
    annotated: Sequence[Annotated | None],
    known: Sources,
    stages: TextStages,
) -> list[tuple[Source, Reference]]:
    """Give every reference with the file it comes from."""
    references: list[tuple[Source, Reference]] = []
    for number, (given, pair) in enumerate(zip(given_references, annotated, strict=True)):
        origin = origin_of(given, f"reference {number}")
        versions = [_text_reference(given, origin, stages)] if pair is None else pair[1]
        references += ((origin, reference) for reference in versions)
    for origin, reference in references:
        known.expect_as_many(origin, len(reference.texts))
    _warn_of_versions(references)
    return references


def _file_name(origin: Source, reference: Reference) -> str:
    """Name a reference in messages: its file, and the annotator where a file has several."""
    name = str(display_name(origin))
    return f"{name} ({reference.name})" if reference.edits is not None else name


_FEW = 0.1
"""Share of unlike sentences up to which two references are taken for versions of one annotator's work."""


def _warn_of_versions(references: Sequence[tuple[Source, Reference]]) -> None:
    """Warn if a text and an annotator of an M2 file are nearly the same: one of them was made in another way."""
    texts = [(origin, reference) for origin, reference in references if reference.edits is None]
    annotators = [(origin, reference) for origin, reference in references if reference.edits is not None]
    for origin, text in texts:
        for m2, annotator in annotators:
            unlike = sum(ours != other for ours, other in zip(text.texts, annotator.texts, strict=True))
            if 0 < unlike <= _FEW * len(text.texts):
                warnings.warn(
                    f"{display_name(origin)} differs from {annotator.name} of {display_name(m2)} in only {unlike} of "
                    f"{len(text.texts)} sentences: if both are the work of one annotator, give only one of them "
                    "(measures of text, such as GLEU, depend on which)",
                    stacklevel=users_line(),
                )


def _with_references_only(data: EvalSet) -> EvalSet:
    """Leave out the sentences that every annotator declared impossible to correct, as ChERRANT's scorer does."""
    columns = [reference.texts for reference in data.references]
    kept = [
        number
        for number in range(len(data.sources))
        if not columns or any(texts[number] is not None for texts in columns)
    ]
    if len(kept) == len(data.sources):
        return data
    warnings.warn(
        f"{len(data.sources) - len(kept)} of {len(data.sources)} sentences have no reference and are left out. "
        "The rest are numbered again, without gaps",
        stacklevel=users_line(),
    )
    return picked(data, kept)


def picked(data: EvalSet, numbers: Sequence[int]) -> EvalSet:
    """Give the sentences with these numbers, in this order; a sentence may be given more than once."""
    return replace(
        data,
        sources=_picked(data.sources, numbers),
        references=tuple(_only(reference, numbers) for reference in data.references),
        systems=tuple(_only(system, numbers) for system in data.systems),
        documents=data.documents and _picked(data.documents, numbers),
        characters=data.characters and _picked(data.characters, numbers),
    )


def _only(version: Version, kept: Sequence[int]) -> Version:
    return replace(version, texts=_picked(version.texts, kept), edits=version.edits and _picked(version.edits, kept))


def _picked(rows: tuple[Row, ...], kept: Sequence[int]) -> tuple[Row, ...]:
    return tuple(rows[number] for number in kept)


def _named_outputs(
    systems: Source | Sequence[Source] | Mapping[str, Sentences], names: Sequence[str]
) -> tuple[list[Sentences], list[str]]:
    """Give the outputs and their names, one for each."""
    expect_list("names", names)
    outputs: list[Sentences]
    if isinstance(systems, Mapping):
        outputs, names = list(systems.values()), names or [str(name) for name in systems]
    elif is_table(systems):
        return [systems], list(names)  # type: ignore[list-item] # a table has names of its own
    else:
        outputs = [systems] if isinstance(systems, str | Path) else list(systems)
    if not all(name.strip() for name in names):
        raise UsageError("a system has no name: the text is empty", remedy="give a text after --name, or leave it out")
    if any(map(is_container, outputs)):
        return outputs, list(names)
    if not names:
        _refuse_unnamed(outputs)
        names = [system_name(path) for path in outputs if isinstance(path, str | Path)]
    if len(names) != len(outputs):
        raise UsageError(
            f"{len(names)} names for {len(outputs)} systems", remedy="give one --name for each system, or none"
        )
    return outputs, list(names)


def _expect_one_stdin(files: Sequence[object]) -> None:
    times = sum(isinstance(file, str | Path) and str(file) == "-" for file in files)
    if times > 1:
        raise UsageError(
            f"- is given {times} times, but standard input can be read only once",
            remedy="give the other files by their names",
        )


def _refuse_unnamed(outputs: Sequence[Sentences]) -> None:
    for output in outputs:
        if not isinstance(output, str | Path):
            raise UsageError(
                "an output that is a list of sentences has no name", remedy='write read({"mine": sentences}, ...)'
            )


def _lines(given: Sentences, origin: Source) -> list[str | Sequence[str]]:
    lines = list(read_lines(given) if isinstance(given, str | Path) else given)
    for number, line in enumerate(lines, start=1):
        if isinstance(line, str) and "\0" in line:
            raise InputError(
                f"a zero byte (NUL) at character {line.index(chr(0)) + 1}: this is not a text, or it is damaged",
                place=Place(display_name(origin), number),
                remedy="make the file again, or remove these bytes: tr -d '\\000' < FILE > clean.txt",
            )
    return lines


def _texts(given: Sentences, origin: Source, stages: TextStages, *, is_output: bool) -> tuple[Tokens, ...]:
    """Give the sentences of a text after everything that was asked for was done to it."""
    lines = _lines(given, origin)
    table = columns_finding(stages.sources, lines, display_name(origin))
    if table is not None:
        raise table.error
    if not stages.settings:
        return stages.tokens(lines)
    texts = [text if isinstance(text, str) else " ".join(text) for text in lines]
    return stages.tokens(stages.through(texts, str(display_name(origin)), is_output=is_output))


def _text_reference(given: Sentences, origin: Source, stages: TextStages) -> Reference:
    name = system_name(given) if isinstance(given, str | Path) else str(origin)
    return Reference(name, _texts(given, origin, stages, is_output=False))


def _renamed(references: Sequence[Reference]) -> list[Reference]:
    """Number the references when two files use the same names (as M2 files do)."""
    names = [reference.name for reference in references]
    if len(set(names)) == len(names):
        return list(references)
    return [replace(reference, name=f"reference {number}") for number, reference in enumerate(references)]


def _read_system(output: Sentences, name: str, known: Sources, overlaps: Overlaps, stages: TextStages) -> System:
    annotated = read_annotated(output, overlaps)
    if annotated is None or not isinstance(output, str | Path):
        texts = _texts(output, origin_of(output, name), stages, is_output=True)
        known.expect_as_many(origin_of(output, name), len(texts))
        return System(name, texts)
    output_sources, corrections = annotated
    sources = same_sources(known, output_sources, output).sentences
    if len(corrections) != 1:
        raise InputError(
            f"{len(corrections)} annotators, but an output has only one",
            place=Place(display_name(output)),
            remedy="pick one: redink convert -f m2 -a N" if is_m2(output) else "keep one correction in each line",
        )
    (correction,) = corrections
    if not is_m2(output) and None in correction.texts:
        raise InputError(
            "there is no output in this line",
            place=Place(display_name(output), correction.texts.index(None) + 1),
            remedy="write the sentence as the system left it",
        )
    texts = tuple(source if text is None else text for source, text in zip(sources, correction.texts, strict=True))
    return System(name, texts, None if correction.edits is None else tuple(edits or () for edits in correction.edits))
