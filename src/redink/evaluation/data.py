"""Paths in, an aligned `EvalSet` out, with edits where they are needed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

from redink.annotation.annotator import Annotator, Row
from redink.annotation.workers import annotate_rows, as_it_is
from redink.errors import InputError, Place, UsageError
from redink.reading.corrections import Overlaps, read_references
from redink.reading.files import Source, display_name, first_of_stdin, read_lines
from redink.reading.packing import unpacked_name
from redink.reading.plain_text import read_sentences, unequal_lengths
from redink.reading.tables import read_labels
from redink.records import AnnotatedSentence, EvalSet, Reference, System, Tokens
from redink.scoring.measure import Need, expect_choice, expect_list

_OVERLAPS: tuple[Overlaps, ...] = ("error", "warn", "first", "both")


def is_m2(path: Source) -> bool:
    """Tell M2 files by their name, or else by how they begin."""
    if str(path) == "-":
        return _begins_as_m2(first_of_stdin().splitlines())
    if unpacked_name(path).endswith(".m2"):
        return True
    if not Path(path).is_file():
        return False
    return _begins_as_m2(islice(read_lines(path), 2))


def _begins_as_m2(lines: Iterable[str]) -> bool:
    first, second = (*islice(lines, 2), "", "")[:2]
    return first.startswith("S ") and (second.startswith("A ") or not second)


def system_name(path: Source) -> str:
    """Name a system after its file."""
    return Path(unpacked_name(path)).name.removesuffix(".m2").removesuffix(".txt").removesuffix(".out")


def load(
    systems: Source | Sequence[Source],
    *,
    source: Source | None,
    references: Source | Sequence[Source],
    names: Sequence[str] = (),
    documents: tuple[Source, str] | None = None,
    with_source: bool = False,
    overlaps: Overlaps = "error",
) -> EvalSet:
    """Read everything that takes part in an evaluation, and refuse what is not aligned.

    Args:
        systems: Outputs, as text or as M2 of one annotator.
        source: The source text; may be left out when a reference is M2, which carries it.
        references: Text files, one reference each, or M2 files with one or more annotators.
        names: Names of the systems; file names when empty.
        documents: A TSV table and the column that tells the essay of each sentence.
        with_source: Whether the unchanged source takes part as a system called `source`.
        overlaps: What to do about overlapping edits in M2 files; `both` is for difficulty alone.
    """
    systems, references = _as_list(systems), _as_list(references)
    expect_list("names", names)
    if isinstance(documents, str | Path):
        raise UsageError(f"documents is {str(documents)!r}", remedy='give table and column: ("essays.tsv", "essay")')
    expect_choice("way with overlaps", overlaps, _OVERLAPS)
    if names and len(names) != len(systems):
        raise UsageError(f"{len(names)} names for {len(systems)} systems", remedy="give one --name a system, or none")
    known = None if source is None else _Sources(read_sentences(source), source, is_text=True)
    read: list[tuple[Source, Reference]] = []
    for path in references:
        own, found = _read_references(path, overlaps)
        if own is not None:
            known = _same_sources(known, own, path)
        read += ((path, reference) for reference in found)
    if known is None:
        raise UsageError("the source sentences are not known", remedy="give --source, or a reference as M2")
    for path, reference in read:
        known.expect_as_many(path, len(reference.texts))
    outputs = [
        _read_system(path, name, known, overlaps)
        for path, name in zip(systems, names or map(system_name, systems), strict=True)
    ]
    sources = known.sentences
    if with_source:
        outputs.append(System("source", sources, tuple(() for _ in sources)))
    named = _renamed([reference for _, reference in read])
    return EvalSet(sources, tuple(named), tuple(outputs), None if documents is None else known.labels(*documents))


@dataclass(frozen=True, slots=True)
class _Sources:
    """The source sentences, and the file that they come from, to be named when another does not fit."""

    sentences: tuple[Tokens, ...]
    path: Source
    is_text: bool
    """Whether its lines can be held against those of other texts (those of an M2 file cannot)."""

    def expect_as_many(self, path: Source, rows: int) -> None:
        """Refuse a text with more or fewer lines."""
        if rows == len(self.sentences):
            return
        if self.is_text:
            raise unequal_lengths([self.path, path], [len(self.sentences), rows])
        raise InputError(
            f"{rows} lines, but {display_name(self.path)} has {len(self.sentences)} sentences",
            place=Place(display_name(path), min(rows, len(self.sentences)) + 1),
            remedy="every file must have one line a source sentence, in the same order",
        )

    def labels(self, path: Source, column: str) -> tuple[str, ...]:
        """Read one value a sentence from a table."""
        return read_labels(path, column, source=self.path, sentences=len(self.sentences))


def _as_list(paths: Source | Sequence[Source]) -> Sequence[Source]:
    return [paths] if isinstance(paths, str | Path) else paths


def _read_references(path: Source, overlaps: Overlaps) -> tuple[tuple[Tokens, ...] | None, Sequence[Reference]]:
    if is_m2(path):
        return read_references(path, overlaps=overlaps)
    return None, [Reference(system_name(path), read_sentences(path))]


def _renamed(references: Sequence[Reference]) -> list[Reference]:
    """Number the references when two files use the same names (as M2 files do)."""
    names = [reference.name for reference in references]
    if len(set(names)) == len(names):
        return list(references)
    return [replace(reference, name=f"reference {number}") for number, reference in enumerate(references)]


def _same_sources(known: _Sources | None, found: tuple[Tokens, ...], path: Source) -> _Sources:
    if known is None:
        return _Sources(found, path, is_text=False)
    origin, expected = display_name(known.path), known.sentences
    for number, (ours, theirs) in enumerate(zip(expected, found, strict=False), start=1):
        if ours != theirs:
            raise InputError(
                f"another source sentence: {' '.join(theirs)[:60]!r}, but {origin} has {' '.join(ours)[:60]!r}",
                place=Place(display_name(path), sentence=number),
                remedy="all files must belong to the same source text, with the same tokens",
            )
    if len(expected) != len(found):
        raise InputError(
            f"{len(found)} sentences, but {origin} has {len(expected)}",
            place=Place(display_name(path), sentence=min(len(expected), len(found)) + 1),
            remedy="all files must belong to the same source text; is one of them cut off?",
        )
    return known


def _read_system(path: Source, name: str, known: _Sources, overlaps: Overlaps) -> System:
    if not is_m2(path):
        texts = read_sentences(path)
        known.expect_as_many(path, len(texts))
        return System(name, texts)
    own, found = read_references(path, overlaps=overlaps)
    sources = _same_sources(known, own, path).sentences
    if len(found) > 1:
        raise InputError(
            f"{len(found)} annotators, but a system is one",
            place=Place(display_name(path)),
            remedy="pick one: redink convert -f m2 -a N",
        )
    edited = tuple(source if text is None else text for source, text in zip(sources, found[0].texts, strict=True))
    return System(name, edited, tuple(edits or () for edits in found[0].edits or ()))


def expect_data(data: object) -> None:
    """Refuse what is no `EvalSet`, such as the path of an output, before it fails somewhere inside."""
    if not isinstance(data, EvalSet):
        raise UsageError(
            f"the data are a {type(data).__name__}, not an EvalSet",
            remedy="read files first: redink.read(outputs, source=..., references=...)",
        )


def lacks_edits(data: EvalSet, need: Need) -> bool:
    """Tell whether anything must be annotated before a measure can look at it."""
    expect_data(data)
    references = any(reference.edits is None for reference in data.references)
    systems = any(system.edits is None for system in data.systems)
    return need != "texts" and (references or (systems and need == "edits"))


def annotated(
    data: EvalSet,
    annotator: Annotator,
    *,
    need: Need = "edits",
    anew: bool = False,
    jobs: int = 1,
    elsewhere: Callable[[Iterable[Row]], Iterator[AnnotatedSentence]] | None = None,
) -> EvalSet:
    """Give every system and reference that is only text its edits.

    Args:
        data: What was read.
        annotator: Makes the edits.
        need: `reference edits` leaves the systems alone.
        anew: Whether references that have edits already (gold spans) get new ones too.
        jobs: Number of processes.
        elsewhere: Who annotates rows instead, such as a cluster.
    """
    systems = [system for system in data.systems if system.edits is None and need == "edits"]
    redone = [reference for reference in data.references if anew or reference.edits is None]
    versions: list[System | Reference] = [*systems, *redone]
    rows = zip(data.sources, zip(*(version.texts for version in versions), strict=True), strict=True)
    work = elsewhere or (lambda rows: annotate_rows(rows, annotator, as_it_is, jobs=jobs))
    sentences = list(work(rows)) if versions else []
    edits = {
        id(version): tuple(sentence.edits_of(number) for sentence in sentences)
        for number, version in enumerate(versions)
    }
    return replace(
        data,
        systems=tuple(
            replace(system, edits=tuple(own or () for own in edits[id(system)])) if id(system) in edits else system
            for system in data.systems
        ),
        references=tuple(
            replace(reference, edits=edits[id(reference)]) if id(reference) in edits else reference
            for reference in data.references
        ),
    )
