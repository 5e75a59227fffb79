"""Gold edits in, the same edits with our own types out: for tables by type."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from redink.annotation.annotator import Annotator
from redink.annotation.reannotation import UNCLEAR, Reannotation, reannotate_all
from redink.records import AnnotatedSentence, Edits, Tokens


def with_own_types(
    sources: Sequence[Tokens], edits: Sequence[Edits | None], annotator: Annotator
) -> tuple[Edits | None, ...]:
    """Name the edits of one annotator by our types; spans and corrections stay.

    An edit that corrects nothing (`Um`, or a correction equal to the source) keeps its type. As `UNK` it would no
    longer count under the rule `faithful`, and scores that do not look at types would move.
    """
    # Edits that clash cannot be applied together: they are named in turns.
    turns = [(number, turn) for number, sentence_edits in enumerate(edits) for turn in _turns(sentence_edits or ())]
    sentences = [
        AnnotatedSentence(sources[number], tuple(replace((edits[number] or ())[index], annotator=0) for index in turn))
        for number, turn in turns
    ]
    types: dict[tuple[int, int], str] = {}
    for (number, turn), sentence in zip(turns, reannotate_all(sentences, annotator, Reannotation("gold")), strict=True):
        named = [edit.type for edit in sentence.edits if not edit.is_noop]
        types |= {(number, index): kind for index, kind in zip(turn, named, strict=True) if kind != UNCLEAR}
    return tuple(
        None
        if sentence_edits is None
        else tuple(
            replace(edit, type=types.get((number, index), edit.type)) for index, edit in enumerate(sentence_edits)
        )
        for number, sentence_edits in enumerate(edits)
    )


def _turns(edits: Edits) -> Iterator[list[int]]:
    """Share edits out into groups without clashes, each in the order of the sentence: one group, as a rule."""
    left = sorted(range(len(edits)), key=lambda index: (edits[index].start, edits[index].end))
    while left:
        turn: list[int] = []
        reach = 0
        for index in left:
            if edits[index].is_detected_only or edits[index].start >= reach:
                turn.append(index)
                reach = reach if edits[index].is_detected_only else edits[index].end
        yield turn
        left = [index for index in left if index not in turn]
