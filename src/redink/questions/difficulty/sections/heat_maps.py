"""Report inputs in, the essays as heat maps out: one a reference, false positives shown too."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from redink.page.inputs import ReportInputs
from redink.questions.difficulty.results import DifficultyResults
from redink.questions.difficulty.views import deepest_weight, heat_sentences
from redink.records import EvalSet
from redink.reports.heat_map import HeatSentence, heat_map
from redink.reports.one_page import Fold, Html, Part, Section

MOST_CHARACTERS = 6_000_000
"""Room for all heat maps together; essays beyond it are left to the examples browser, so that the page opens fast."""
SLICE = 25
"""Sentences shown together when the corpus has no essays."""


def heat_maps_section(inputs: ReportInputs) -> Section:
    """Show every essay with its errors from pale (easy) to deep red (hard), under each reference."""
    room = MOST_CHARACTERS // len(inputs.difficulty)
    legend = Html(heat_map((), title="Legend", deepest=deepest_weight(inputs.difficulty[0])))
    folds = (
        Fold(f"Reference {one.judged[0].reference}", tuple(_essays(one, inputs.data, room)), is_open=number == 0)
        for number, one in enumerate(inputs.difficulty)
    )
    text = (
        "The redder an error, the fewer systems correct it; blue text is correct and was changed by a system. "
        "Sentences in which nothing is wrong and nothing was changed are left out."
    )
    return Section("heat-maps", "The essays as heat maps", text, (legend, *folds))


def _essays(results: DifficultyResults, data: EvalSet, room: int) -> Iterator[Part]:
    """One fold an essay, the first one open, until the room is used up."""
    deepest = deepest_weight(results)
    left_out = 0
    for number, (name, sentences) in enumerate(_by_essay(results, data)):
        drawn = heat_map(sentences, title=name, deepest=deepest, legend=False) if room > 0 else ""
        room -= len(drawn)
        if room > 0:
            yield Fold(name, (Html(drawn),), is_open=number == 0)
        else:
            left_out += 1
    if left_out:
        said = f"{left_out} more of them are in the examples below, which need JavaScript: this page would be too long."
        yield Html(f"<p>{said}</p>\n")


def _by_essay(results: DifficultyResults, data: EvalSet) -> Iterable[tuple[str, list[HeatSentence]]]:
    def name_of(sentence: HeatSentence) -> str:
        return essay_name(data, sentence.number - 1)

    return ((name, list(own)) for name, own in groupby(heat_sentences(results), key=name_of))


def essay_name(data: EvalSet, number: int) -> str:
    """Name the essay of a sentence (from 0), or the range of sentences it is shown with."""
    if data.documents is not None:
        return data.documents[number]
    start = number // SLICE * SLICE
    return f"Sentences {start + 1} to {min(start + SLICE, len(data.sources))}"
