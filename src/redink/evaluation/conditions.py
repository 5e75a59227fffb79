"""Everything that can move a number in, its signature out: this is the only maker of signatures.

A signature names the conditions of a number: the data, the references, the settings, the pipeline and the draws. It
does not name the outputs that are judged: two systems that were scored alike have the same signature. Where outputs
are a condition themselves (the systems that judge how hard an error is), the question hands their checksum in.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from redink.evaluation.trust import Trust
from redink.reading.m2 import has_overlaps
from redink.records import Edits, EvalSet, Reference, System, Tokens
from redink.scoring.measure import Conventions, CountsTogether, HasInputs, Measure
from redink.signature import Signature, Value, checksum


def conditions(
    settings: Mapping[str, Value],
    *,
    data: EvalSet | None = None,
    with_edits: bool = False,
    with_types: bool = False,
    pipeline: str | None = None,
    trust: Trust | None = None,
    tested: bool = False,
    checksums: Mapping[str, Iterable[str]] | None = None,
) -> Signature:
    """Write down all that a number depends on.

    Settings come in the order in which they are shown. `with_edits` says that the edits of references play a part, not
    only their texts, and `with_types` that their error types do; the pipeline is `none` where no edits had to be made;
    `checksums` has lines of further inputs, by name.
    """
    fields = dict(settings)
    if pipeline is not None:
        fields["pipeline"] = pipeline
    if data is not None:
        fields |= _data_fields(data, with_edits=with_edits)
    if data is not None and with_types:
        fields["types"] = checksum(_type_lines(data.references))
    fields |= {name: checksum(lines) for name, lines in (checksums or {}).items()}
    if trust is not None:
        fields |= _draw_fields(data, trust, tested=tested)
    return Signature.of(**fields)


def _data_fields(data: EvalSet, *, with_edits: bool) -> dict[str, Value]:
    overlaps = with_edits and any(has_overlaps(reference.edits or ()) for reference in data.references)
    kept: dict[str, Value] = {"overlaps": "both"} if overlaps else {}
    return (
        kept
        | {
            "references": len(data.references),
            "sentences": len(data.sources),
            "data": checksum(" ".join(tokens) for tokens in data.sources),
            "gold": checksum(reference_lines(data.references, with_edits=with_edits)),
        }
        | dict(data.text_stages)
        | ({"normalise": " ".join(data.normalised)} if data.normalised else {})
    )


def _draw_fields(data: EvalSet | None, trust: Trust, *, tested: bool) -> dict[str, Value]:
    how: dict[str, Value] = {
        "resamples": trust.resamples,
        "seed": trust.seed,
        "interval": trust.method,
        "level": trust.level,
    }
    if data is not None:
        how["units"] = "sentences" if data.documents is None else f"documents@{checksum(partition(data.documents))}"
    testing = {"correction": trust.correction, "alpha": trust.alpha, "test": trust.test} if tested else {}
    return how | testing


def partition(documents: Iterable[str]) -> Iterator[str]:
    """Give the number of each sentence's document, by first appearance: names of documents move no number."""
    numbers: dict[str, int] = {}
    return (str(numbers.setdefault(document, len(numbers))) for document in documents)


def measure_inputs(measures: Sequence[Measure], data: EvalSet) -> dict[str, Iterable[str]]:
    """Give the lines of what measures look at beside the data and the system they score, for `checksums`."""
    inputs: dict[str, dict[str, None]] = {}  # each input once, however many measures share it
    for measure in measures:
        if isinstance(measure, HasInputs):
            for name, lines in measure.inputs().items():
                inputs.setdefault(name, {})["\n".join(lines)] = None
    together = any(isinstance(measure, CountsTogether) for measure in measures)
    pool: dict[str, Iterable[str]] = {"pool": system_lines(data.systems)} if together else {}
    return pool | inputs


def convention_settings(conventions: Conventions) -> dict[str, Value]:
    """Give the rule, the reading of absent annotators, and what is left out."""
    settings: dict[str, Value] = {"rule": conventions.rule, "absent": conventions.absent}
    settings |= {"size": conventions.size} if conventions.size != "all" else {}
    settings |= {"exclude": " ".join(sorted(conventions.exclude))} if conventions.exclude else {}
    settings |= {"max_unchanged": conventions.max_unchanged} if conventions.max_unchanged != 2 else {}
    settings |= {"ignored": "whitespace casing"} if conventions.ignore_whitespace_casing else {}
    return settings


def reference_lines(references: Sequence[Reference], *, with_edits: bool) -> Iterator[str]:
    """Write out what references say: the same text with other edits gives other scores."""
    for reference in references:
        edits = reference.edits if with_edits else None
        for number, text in enumerate(reference.texts):
            yield from _lines(text, None if edits is None else edits[number])


def system_lines(systems: Sequence[System]) -> Iterator[str]:
    """Write out what systems say, for questions in which outputs are a condition."""
    for system in systems:
        yield f"system {system.name}"
        for number, text in enumerate(system.texts):
            yield from _lines(text, None if system.edits is None else system.edits[number])


def _lines(text: Tokens | None, edits: Edits | None) -> Iterator[str]:
    yield "absent" if text is None else f"text {' '.join(text)}"
    for edit in edits or ():
        ways = " || ".join(map(" ".join, (edit.replacement, *edit.alternatives)))
        yield f"{edit.start} {edit.end} {ways}"


def _type_lines(references: Sequence[Reference]) -> Iterator[str]:
    for reference in references:
        for edits in reference.edits or ():
            yield " ".join(edit.type for edit in edits or ())
