"""An `EvalSet` in; the same with the edits that a question needs out. Only this file annotates what is lacking."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from redink.errors import InputError, UsageError, users_line
from redink.evaluation.language_hint import hint_about
from redink.evaluation.type_schemes import have_unlike_types
from redink.evaluation.workforce import Processes, Workforce
from redink.frozen import frozen
from redink.language.registry import DEFAULT, load_pipeline, split_taxonomy
from redink.records import EvalSet, Reference, System
from redink.scoring.measure import Need

if TYPE_CHECKING:
    from redink.annotation.annotator import Annotator, Settings
    from redink.annotation.cache import AnalysisCache

_TOKENISE = "--tokenise en tokenises sources, references and outputs"


@frozen
class Prepared:
    """Data with all the edits that are needed."""

    data: EvalSet
    """Sources, references and systems."""
    pipeline: str
    """Name and version of the pipeline that made edits, for the signature; `none` if none had to be made."""
    notes: tuple[str, ...] = ()
    """What is said under tables: whether edits of the files got our error types, and why."""


RETYPED = (
    "References and systems have different error types in the files, so redink classified the edits of both again "
    "(--keep-types keeps the types of the files)."
)
RENAMED = "Edits of the files have the types of the taxonomy here (--keep-types keeps those of the files)."


def prepare(
    data: EvalSet,
    need: Need = "edits",
    *,
    pipeline: str = DEFAULT,
    cache: bool = False,
    auto: bool = False,
    types: bool = False,
    keep_types: bool = False,
    workforce: Workforce | None = None,
) -> Prepared:
    """Annotate what a question needs and the data lack.

    Args:
        data: What was read.
        need: `texts` needs no edits, `reference edits` leaves the systems alone.
        pipeline: `redink-en`, `errant`, `plain`, or a spaCy model; with a taxonomy, edits of the files get its types.
        cache: Whether analyses of sentences are kept on disk.
        auto: Whether references that have edits already (gold spans) get new ones.
        types: Whether error types are looked at: where references and systems have unlike ones, edits get ours.
        keep_types: Whether they keep those of the files.
        workforce: Who annotates; this process if left out.
    """
    expect_data(data)
    name = "none"
    renames = bool(split_taxonomy(pipeline)[1]) and _has_edits(data)
    if auto or lacks_edits(data, need):
        hint_about(chain.from_iterable(data.sources), pipeline, remedy=_TOKENISE)
        annotator = load_annotator(pipeline, cache=cache)
        data = annotated(data, annotator, need=need, anew=auto, workforce=workforce, loaded_as=pipeline)
        name = described(annotator)
    unlike = types and not lacks_edits(data, "edits") and have_unlike_types(data)
    if not unlike and not (types and renames and not keep_types):
        return Prepared(data, name)
    if keep_types:
        warnings.warn(
            "references and systems have different error types, so a breakdown by type means little; leave out "
            "--keep-types",
            stacklevel=users_line(),
        )
        return Prepared(data, name)
    annotator = load_annotator(pipeline, cache=cache)
    data = retyped(data, annotator, everything=renames)
    return Prepared(data, described(annotator), (RENAMED if renames else RETYPED,))


def described(annotator: Annotator) -> str:
    """Give the name and version of an annotator's pipeline, for a signature."""
    return f"{annotator.pipeline.name}@{annotator.version}"


def load_annotator(pipeline: str = DEFAULT, settings: Settings | None = None, *, cache: bool = False) -> Annotator:
    """Load a pipeline by its name, with the taxonomy that the name may have."""
    from redink.annotation.annotator import Annotator, Settings

    name, taxonomy = split_taxonomy(pipeline)
    loaded = load_pipeline(name)
    settings = replace(settings or Settings(), taxonomy=taxonomy)
    return Annotator(loaded, settings, _open_cache(loaded.name, loaded.version) if cache else None)


def _open_cache(pipeline: str, version: str) -> AnalysisCache | None:
    """Open the cache; one that cannot be kept costs time, not the result, so it is a warning only."""
    from platformdirs import user_cache_path

    from redink.annotation.cache import AnalysisCache

    try:
        return AnalysisCache(user_cache_path("redink"), pipeline, version)
    except InputError as error:
        warnings.warn(f"continuing without a cache: {error.place}: {error.cause}", stacklevel=users_line())
        return None


def expect_data(data: object) -> None:
    """Refuse what is no `EvalSet`, such as the path of an output, before it fails somewhere inside."""
    if not isinstance(data, EvalSet):
        raise UsageError(
            f"the data are a {type(data).__name__}, not an EvalSet",
            remedy="read files first: redink.read(outputs, source=..., references=...)",
        )


def expect_files(given: object) -> None:
    """Refuse what is neither data nor files."""
    if not isinstance(given, EvalSet | str | Path | Sequence):
        expect_data(given)


def lacks_edits(data: EvalSet, need: Need) -> bool:
    """Tell whether anything must be annotated before a measure can look at it."""
    references = any(reference.edits is None for reference in data.references)
    systems = any(system.edits is None for system in data.systems)
    return need != "texts" and (references or (systems and need == "edits"))


def _has_edits(data: EvalSet) -> bool:
    versions: list[System | Reference] = [*data.systems, *data.references]
    return any(version.edits is not None for version in versions)


def annotated(
    data: EvalSet,
    annotator: Annotator,
    *,
    need: Need = "edits",
    anew: bool = False,
    workforce: Workforce | None = None,
    loaded_as: str = DEFAULT,
) -> EvalSet:
    """Give every system and reference that is only text its edits.

    `reference edits` leaves the systems alone. `anew` gives new edits also to references that have some already (gold
    spans). Other machines load the pipeline by the name `loaded_as`.
    """
    from redink.annotation.annotator import expect_lines

    systems = [system for system in data.systems if system.edits is None and need == "edits"]
    references = [reference for reference in data.references if anew or reference.edits is None]
    versions: list[System | Reference] = [*systems, *references]
    if not versions:
        return data
    rows = list(zip(data.sources, zip(*(version.texts for version in versions), strict=True), strict=True))
    expect_lines(rows)  # before any of them is worked on
    sentences = list((workforce or Processes()).annotate(rows, annotator, loaded_as))
    if data.characters is not None:
        from redink.annotation.running_text import with_characters

        sentences = [
            replace(sentence, edits=tuple(with_characters(edit, spans, 0) for edit in sentence.edits))
            for sentence, spans in zip(sentences, data.characters, strict=True)
        ]
    by_version = zip(*(sentence.edits_by_annotator(range(len(versions))) for sentence in sentences), strict=True)
    edits = {id(version): column for version, column in zip(versions, by_version, strict=True)} if sentences else {}
    return replace(
        data,
        systems=tuple(
            replace(system, edits=tuple(new or () for new in edits[id(system)])) if id(system) in edits else system
            for system in data.systems
        ),
        references=tuple(
            replace(reference, edits=edits[id(reference)]) if id(reference) in edits else reference
            for reference in data.references
        ),
    )


def retyped(data: EvalSet, annotator: Annotator, *, everything: bool = False) -> EvalSet:
    """Give the edits of references our types, and those of systems too if that is not enough; spans stay.

    Every reference and every system must have its edits. `everything` gives systems our types in any case.
    """
    from redink.annotation.gold_types import with_own_types

    references = (
        replace(reference, edits=with_own_types(data.sources, reference.edits or (), annotator))
        for reference in data.references
    )
    data = replace(data, references=tuple(references))
    if not everything and not have_unlike_types(data):
        return data
    systems = (
        replace(
            system, edits=tuple(edits or () for edits in with_own_types(data.sources, system.edits or (), annotator))
        )
        for system in data.systems
    )
    return replace(data, systems=tuple(systems))
