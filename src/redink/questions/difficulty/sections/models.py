"""Section inputs in; what makes an error hard, and how sure difficulties and abilities are, out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import cast

from redink.evaluation.sections import SectionInputs, SectionMaker
from redink.questions.difficulty.mathematics.error_models import ErrorModel
from redink.questions.difficulty.mathematics.judged_reference import JudgedReference, clashes_kept
from redink.questions.difficulty.model_tables import ability_table, effect_table, misfit_tables
from redink.questions.difficulty.people_tables import people_tables
from redink.questions.difficulty.plan import Plan
from redink.questions.difficulty.results import DifficultyResults
from redink.questions.difficulty.run import measured
from redink.questions.difficulty.sections.judgements import judgements
from redink.questions.difficulty.tables import error_table
from redink.reading.judgements import read_judgements
from redink.records import Interval
from redink.reports.charts import Axis, Bar, Chart, score_bars
from redink.reports.one_page import Fold, Html, Part, Section

FEWEST_SYSTEMS = 3
"""With fewer systems, the section would be about the prior."""
_EXAMPLE = Path(str(files("redink.example")))
"""Judgements from there are simulated, and the page says so."""
_SHOWN = 12
"""Effects in the chart; errors in the list of the hardest are ten times as many."""


def models_section(inputs: SectionInputs) -> Section | None:
    """Show abilities with intervals, the effects of features, the hardest errors with intervals, and what misfits."""
    if len(inputs.data.systems) < FEWEST_SYSTEMS or not len(judgements(inputs).results.reference().error_weights):
        return None
    results = inputs.once("difficulty model", lambda: _fitted(inputs))
    shown = results.reference()
    model = shown.model
    assert model is not None
    listed = error_table(shown, "all")
    rows = sorted(listed.rows, key=lambda row: -float(row.cells[-3].value or 0))
    hardest = replace(listed, title="The hardest errors", rows=tuple(rows[: 10 * _SHOWN]))
    parts: tuple[Part, ...] = (
        _effects(model),
        ability_table(results, model),
        Fold("All effects", (effect_table(model),)),
        Fold("The hardest errors, with intervals", (hardest,)),
        *(Fold(table.title, (table,)) for table in misfit_tables(shown)),
        *_people(shown, simulated=any(Path(path).parent == _EXAMPLE for path in inputs.asked.get("judgements") or ())),
    )
    text = (
        "Item response theory estimates the difficulty b of each error and the ability θ of each system together. "
        "Where all systems fail, or all succeed, the model goes by the features of the error, such as type and length. "
        "The fewer systems there are, the wider the intervals. An effect may be chance if its interval contains zero."
    )
    papers = ("Rasch (1960): item response theory", "Human and machine difficulty (2021): criteria C1 to C3")
    return Section("difficulty-model", "What makes an error hard?", text, parts, _finding(model), papers)


def _fitted(inputs: SectionInputs) -> DifficultyResults:
    paths = cast(Sequence[str | Path], inputs.asked.get("judgements") or ())
    answers = [answer for path in paths for answer in read_judgements(path)]
    plan = Plan(absent=inputs.conventions.absent, clashes=clashes_kept(inputs.data), model="irt", judgements=answers)
    return measured(inputs.data, plan, pipeline=inputs.pipeline)


def _people(shown: JudgedReference, *, simulated: bool) -> list[Part]:
    """Show where people and machines agree; weights and difficulties are then those they have in common."""
    if shown.people is None:
        return []
    note = (
        f"<p>People judged which of two errors is harder to correct ({int(shown.people.answers.sum()) // 2} answers). "
        "The difficulties above combine the answers of people and the results of systems.</p>\n"
    )
    if simulated:
        note += "<p>These judgements are simulated. No person gave them, and they show no finding.</p>\n"
    agreement, *others = people_tables(shown, shown.people)
    return [Html(note), agreement, *(Fold(table.title, (table,)) for table in others)]


def _effects(model: ErrorModel) -> Chart:
    surest = sorted(model.effects, key=lambda effect: -abs(effect.effect) / (effect.error or 1))[:_SHOWN]
    bars = [
        Bar(_LABELS.get(e.feature, e.feature), e.effect, Interval(e.effect - 1.96 * e.error, e.effect + 1.96 * e.error))
        for e in sorted(surest, key=lambda effect: -effect.effect)
    ]
    return score_bars(
        "What makes an error harder (right) or easier (left)", bars, axis=Axis("effect on the difficulty b")
    )


_LABELS = {
    "ln words in the sentence": "long sentence",
    "ln words to replace": "words to replace",
    "ln words of the correction": "long correction",
    "ln letters changed": "letters changed",
    "shared beginning": "beginning unchanged",
    "lexical": "different word",
    "ln distance to the next error": "next error far away",
    "errors within 3 words": "many errors nearby",
    "ln frequency of the correction": "right words frequent",
    "ln frequency of the original": "wrong words frequent",
    "ln same change elsewhere": "frequent correction",
    "ln same correction elsewhere": "frequent right words",
    "misspelt": "misspelt word",
    "missing": "missing words",
    "unnecessary": "unnecessary words",
}
"""What the chart calls the features; the tables have their names in full."""
_IN_WORDS = {
    "ln letters changed": "where many letters have to be changed",
    "only capitals": "where only capitals have to be changed",
    "lexical": "where one word has to be replaced by a quite different one",
    "ln frequency of the original": "where the wrong words are frequent ones",
    "ln frequency of the correction": "where the right words are frequent ones",
    "ln same change elsewhere": "where the same correction is needed often",
    "ln same correction elsewhere": "where the same right words are needed often",
}


def _finding(model: ErrorModel) -> str:
    sure = [effect for effect in model.effects if effect.effect > 1.96 * effect.error]
    if not sure:
        return ""
    # The strongest effect, as far as it is sure. An unsure effect may have a longer bar: so no "hardest".
    strongest = max(sure, key=lambda effect: effect.effect - 1.96 * effect.error).feature
    other = f"of the {strongest}" if strongest.startswith("type ") else f"where the feature “{strongest}” is high"
    return f"If all else is equal, errors {_IN_WORDS.get(strongest, other)} are harder for systems than others."


SECTION = SectionMaker(85, models_section)
