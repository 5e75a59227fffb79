"""Section inputs in, the examples browser out: every sentence with its errors and all outputs."""

from __future__ import annotations

from collections.abc import Iterable

from redink.evaluation.sections import SectionInputs, SectionMaker
from redink.records import Edit, Edits, EvalSet
from redink.reports.examples import Example, ExampleError, Examples, Proposal, to_fragment
from redink.reports.one_page import Section


def examples_section(inputs: SectionInputs) -> Section:
    """Let readers look for sentences by type, difficulty, system and outcome."""
    text = (
        "Every sentence, with the output of each system. A sentence is shown if one of its errors (or unnecessary "
        "changes) matches all the filters. A correction is right if the chosen reference has it, word for word."
    )
    return Section("examples", "Look for examples", text, (to_fragment(gather(inputs.data)),))


def gather(data: EvalSet) -> Examples:
    """Put together what references and systems do to each sentence, each change once."""
    return Examples(
        tuple(system.name for system in data.systems),
        tuple(reference.name for reference in data.references),
        tuple(
            Example(
                "" if data.documents is None else data.documents[number],
                tokens,
                tuple(_errors([(reference.edits or ())[number] or () for reference in data.references])),
                tuple(_proposals([(system.edits or ())[number] for system in data.systems])),
            )
            for number, tokens in enumerate(data.sources)
        ),
    )


def _changing(edits: Edits) -> Iterable[Edit]:
    return (edit for edit in edits if not edit.is_noop and not edit.is_detected_only)


def _errors(by_reference: list[Edits]) -> list[ExampleError]:
    errors: dict[tuple[int, int, tuple[str, ...], str], list[int]] = {}
    for number, edits in enumerate(by_reference):
        for edit in _changing(edits):
            ways = tuple(" ".join(way) for way in (edit.replacement, *edit.alternatives))
            errors.setdefault((edit.start, edit.end, ways, edit.type), []).append(number)
    return sorted(ExampleError(*key, tuple(numbers)) for key, numbers in errors.items())


def _proposals(by_system: list[Edits]) -> list[Proposal]:
    proposals: dict[tuple[int, int, str, str], list[int]] = {}
    for number, edits in enumerate(by_system):
        for edit in _changing(edits):
            proposals.setdefault((edit.start, edit.end, " ".join(edit.replacement), edit.type), []).append(number)
    return sorted(Proposal(*key, tuple(numbers)) for key, numbers in proposals.items())


SECTION = SectionMaker(120, examples_section)
