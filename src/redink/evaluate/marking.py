"""An `EvalSet` with edits in; out its sentences with errors marked by how many systems corrected them."""

from __future__ import annotations

from collections.abc import Iterator

from redink.records import Edit, Edits, EvalSet, System, Tokens
from redink.reports.one_page import MarkedError, MarkedOutput, MarkedSentence

HARDEST = 4
"""Levels run from 0 (all systems corrected it) to this (none did)."""


def mark_sentences(data: EvalSet) -> list[MarkedSentence]:
    """Mark the errors of the first reference in every sentence."""
    reference = data.references[0].edits or ()
    return [
        MarkedSentence(
            number + 1,
            tuple(_source_pieces(tokens, _true(gold or ()), data.systems, number)),
            tuple(
                MarkedOutput(system.name, tuple(_output_pieces(tokens, _edits(system, number), gold or ())))
                for system in data.systems
            ),
        )
        for number, (tokens, gold) in enumerate(zip(data.sources, reference, strict=True))
    ]


def _true(edits: Edits) -> list[Edit]:
    """Keep edits that change text, from left to right."""
    changing = (edit for edit in edits if not edit.is_noop and not edit.is_detected_only)
    return sorted(changing, key=lambda edit: (edit.start, edit.end))


def _edits(system: System, number: int) -> list[Edit]:
    return _true(system.edits[number] if system.edits is not None else ())


def _key(edit: Edit) -> tuple[int, int, Tokens]:
    return edit.start, edit.end, edit.replacement


def _source_pieces(
    tokens: Tokens, gold: list[Edit], systems: tuple[System, ...], number: int
) -> Iterator[str | MarkedError]:
    done = 0
    for edit in gold:
        if edit.start > done:
            yield " ".join(tokens[done : edit.start])
        solved = tuple(system.name for system in systems if _key(edit) in {_key(own) for own in _edits(system, number)})
        yield MarkedError(
            " ".join(tokens[edit.start : edit.end]),
            " ".join(edit.replacement),
            edit.type,
            solved,
            level(len(solved), len(systems)),
        )
        done = edit.end
    if done < len(tokens):
        yield " ".join(tokens[done:])


def level(solved: int, systems: int) -> int:
    """Give the shade of an error: 0 when all systems solved it, `HARDEST` when none did, even steps between."""
    if not systems or solved == systems:
        return 0
    if not solved:
        return HARDEST
    return 1 + int((1 - solved / systems) * (HARDEST - 1))


def _output_pieces(tokens: Tokens, edits: list[Edit], gold: Edits) -> Iterator[tuple[str, str]]:
    answers = {_key(edit) for edit in gold}
    done = 0
    for edit in edits:
        if edit.start > done:
            yield "same", " ".join(tokens[done : edit.start])
        if edit.end > edit.start:
            yield "gone", " ".join(tokens[edit.start : edit.end])
        if edit.replacement:
            yield "right" if _key(edit) in answers else "wrong", " ".join(edit.replacement)
        done = edit.end
    if done < len(tokens):
        yield "same", " ".join(tokens[done:])
