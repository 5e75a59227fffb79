"""Section inputs in, the essays as heat maps out: one for each reference, with false positives."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from redink.evaluation.sections import SectionInputs, SectionMaker, essay_name
from redink.questions.difficulty.mathematics.groups import Groups
from redink.questions.difficulty.mathematics.judged_reference import JudgedReference
from redink.questions.difficulty.sections.judgements import judgements
from redink.questions.difficulty.views import deepest_weight, heat_sentences
from redink.records import EvalSet
from redink.reports.heat_map import HeatSentence, heat_map, plain_map
from redink.reports.one_page import Fold, Html, Part, Section

MOST_CHARACTERS = 6_000_000
"""Room for all heat maps together; essays beyond it are left to the examples browser, so that the page opens fast."""


NEEDS_SCRIPT = "<p>This heat map needs JavaScript, which is off.</p>\n"


def heat_maps_section(inputs: SectionInputs) -> Section:
    """Show every essay with its errors from pale (easy) to deep red (hard), under each reference."""
    judged = judgements(inputs)
    room = MOST_CHARACTERS // len(judged.references)
    legend = Html(heat_map((), title="Legend", deepest=deepest_weight(judged.results.reference())))
    groups = judged.results.groups
    folds = (
        Fold(
            f"Reference {reference.name}",
            tuple(_essays(reference, inputs.data, room, groups if reference.place == 0 else None)),
            is_open=reference.place == 0,
        )
        for reference in judged.references
    )
    text = (
        "The deeper the red of an error, the fewer systems correct it. “Show false positives” marks correct text that "
        "systems changed: the deeper the blue, the more systems changed it. Sentences are left out if nothing in them "
        "is wrong and no system changed them."
    )
    title = "The sentences as heat maps" if inputs.data.documents is None else "The essays as heat maps"
    return Section("heat-maps", title, text, (legend, *folds))


def _essays(reference: JudgedReference, data: EvalSet, room: int, groups: Groups | None) -> Iterator[Part]:
    """One fold an essay, the first one of all open, until the room is used up."""
    deepest = deepest_weight(reference)
    left_out = 0
    for number, (name, sentences) in enumerate(_by_essay(reference, data, groups)):
        drawn = heat_map(sentences, title=name, deepest=deepest, legend=False) if room > 0 else ""
        room -= len(drawn)
        if room > 0:
            plain = plain_map(sentences) if reference.place == 0 else NEEDS_SCRIPT
            yield Fold(name, (Html(drawn),), is_open=number == reference.place == 0, plain=Html(plain))
        else:
            left_out += 1
    if left_out:
        said = (
            f"{left_out} more are in the examples below, which need JavaScript; here they would make the page too long."
        )
        yield Html(f"<p>{said}</p>\n")


def _by_essay(
    reference: JudgedReference, data: EvalSet, groups: Groups | None
) -> Iterable[tuple[str, list[HeatSentence]]]:
    def name_of(sentence: HeatSentence) -> str:
        return essay_name(data, sentence.number - 1)

    return ((name, list(sentences)) for name, sentences in groupby(heat_sentences(reference, groups), key=name_of))


SECTION = SectionMaker(110, heat_maps_section)
