"""Section inputs in, the examples browser out: every sentence with its errors and all outputs."""

from __future__ import annotations

from redink.evaluation.attribution import Shares, shares_of_edits
from redink.evaluation.sections import SectionInputs, SectionMaker
from redink.records import Edit, Edits, EvalSet
from redink.reports.examples import Example, ExampleError, Examples, Proposal, to_fragment
from redink.reports.one_page import Section
from redink.scoring.names import parse_measures
from redink.stats.shapley import MOST_EXACT


def examples_section(inputs: SectionInputs) -> Section:
    """Let readers look for sentences by type, difficulty, system and outcome."""
    text = (
        "Every sentence, with the output of each system. A sentence is shown if one of its errors (or unnecessary "
        "changes) matches all the filters. A correction is right if the chosen reference has it, word for word."
    )
    name = inputs.asked.get("attribution")
    if name is None:
        return Section("examples", "Look for examples", text, (to_fragment(gather(inputs.data)),))
    (measure,) = parse_measures([name], inputs.conventions)
    text += (
        f" The number after a change is its share of the sentence's {measure.name} (Shapley value): the shares of "
        f"all changes add up to what the output gains over the source. Outputs with more "
        f"than {MOST_EXACT} changes have none."
    )
    shares = shares_of_edits(inputs.data, measure)
    return Section("examples", "Look for examples", text, (to_fragment(gather(inputs.data, shares)),))


def gather(data: EvalSet, shares: Shares | None = None) -> Examples:
    """Put together what references and systems do to each sentence, each change once; with shares, if given."""
    return Examples(
        tuple(system.name for system in data.systems),
        tuple(reference.name for reference in data.references),
        tuple(
            Example(
                "" if data.documents is None else data.documents[number],
                tokens,
                tuple(_errors([(reference.edits or ())[number] or () for reference in data.references])),
                tuple(_proposals(number, [(system.edits or ())[number] for system in data.systems], shares)),
            )
            for number, tokens in enumerate(data.sources)
        ),
    )


def _is_change(edit: Edit) -> bool:
    return not edit.is_noop and not edit.is_detected_only


def _errors(by_reference: list[Edits]) -> list[ExampleError]:
    errors: dict[tuple[int, int, tuple[str, ...], str], list[int]] = {}
    for number, edits in enumerate(by_reference):
        for edit in filter(_is_change, edits):
            ways = tuple(" ".join(way) for way in (edit.replacement, *edit.alternatives))
            errors.setdefault((edit.start, edit.end, ways, edit.type), []).append(number)
    return sorted(ExampleError(*key, tuple(numbers)) for key, numbers in errors.items())


def _proposals(sentence: int, by_system: list[Edits], shares: Shares | None) -> list[Proposal]:
    proposals: dict[tuple[int, int, str, str], list[tuple[int, float | None]]] = {}
    for number, edits in enumerate(by_system):
        unknown = [None] * len(edits)
        added = unknown if shares is None or (sentence, edits) not in shares else shares[sentence, edits].tolist()
        for edit, share in zip(edits, added, strict=True):
            if _is_change(edit):
                key = (edit.start, edit.end, " ".join(edit.replacement), edit.type)
                proposals.setdefault(key, []).append((number, share))
    return sorted(
        Proposal(*key, tuple(number for number, _ in made), () if shares is None else tuple(share for _, share in made))
        for key, made in proposals.items()
    )


SECTION = SectionMaker(120, examples_section)
