"""Difficulty in the report, by hand on three sentences: perfect corrects both errors, eager one wrongly, idle none."""

from dataclasses import replace

import pytest

from redink.evaluation.sections import SectionInputs, SectionMaker, essay_name
from redink.evaluation.trust import Trust
from redink.questions.difficulty.mathematics import judged_reference
from redink.questions.difficulty.mathematics.judging_table import judge
from redink.questions.difficulty.sections import complementarity, difficulty, heat_maps
from redink.questions.difficulty.sections.complementarity import complementarity_section
from redink.questions.difficulty.sections.difficulty import _steps, difficulty_section
from redink.questions.difficulty.sections.heat_maps import heat_maps_section
from redink.questions.score.run import scored
from redink.reports.charts import Chart
from redink.reports.one_page import Fold, Section
from redink.reports.tables import Table
from redink.scoring.measure import Conventions
from tests.questions.samples import DATA, SOURCES


def inputs_of(data=DATA):
    trust = Trust(resamples=50, seed=0)
    return SectionInputs(data, scored(data, ("F0.5", "P"), trust=trust), Conventions(), trust)


def table_of(section, title):
    """Find a table, or the twin of a chart, by the beginning of its title."""
    for part in section.parts:
        for inner in part.parts if isinstance(part, Fold) else (part,):
            if isinstance(inner, Table | Chart) and inner.title.startswith(title):
                return [[cell.value for cell in row.cells] for row in (getattr(inner, "table", inner)).rows]
    raise AssertionError([part.title for part in section.parts])


@pytest.mark.parametrize(("module", "place"), [(difficulty, 80), (complementarity, 90), (heat_maps, 110)])
def test_every_section_shows_something_and_explains_itself(module, place):
    assert isinstance(module.SECTION, SectionMaker)
    assert module.SECTION.place == place
    section = module.SECTION.make(inputs_of())
    assert isinstance(section, Section)
    assert section.parts
    assert section.text.endswith(".")
    assert not section.finding or section.finding.endswith(".")


def test_every_reference_is_judged_once_for_all_sections(monkeypatch):
    judged = []

    def judging(gold, *given):
        judged.append(gold)
        return judge(gold, *given)

    monkeypatch.setattr(judged_reference, "judge", judging)
    inputs = inputs_of()
    for make in (difficulty_section, complementarity_section, heat_maps_section):
        assert make(inputs) is not None
    assert len(judged) == len(DATA.references)


def test_what_is_not_there_is_not_shown():
    assert complementarity_section(inputs_of(replace(DATA, systems=DATA.systems[:1]))) is None
    clean = replace(DATA, references=(replace(DATA.references[0], texts=SOURCES, edits=((), (), ())),))
    assert difficulty_section(inputs_of(clean)) is None
    assert complementarity_section(inputs_of(clean)) is None
    assert heat_maps_section(inputs_of(clean)).parts


def test_levels_add_up_to_the_errors():
    section = difficulty_section(inputs_of())
    levels = table_of(section, "Errors by the number")
    assert [sum(row[1:]) for row in levels] == [2, 1]
    assert section.finding.startswith("0 of 2 errors (0 %) are corrected by no system")
    assert table_of(section, "Which systems rise")[0][0] == "perfect"


@pytest.mark.parametrize("size", [1, 2, 3, 4, 12, 20])
def test_steps_cover_every_number_of_systems_once(size):
    covered = sorted(number for low, high, _ in _steps(size) for number in range(low, high + 1))
    assert covered == list(range(size + 1))


def test_errors_that_one_alone_corrects():
    section = complementarity_section(inputs_of())
    assert section.finding == "perfect corrects 2 errors that no other system does."
    assert len(table_of(section, "Errors that one system alone")) == 2
    assert table_of(section, "Errors that no system") == []
    assert [row[2] for row in table_of(section, "Errors that the best k")] == [1, 1, 1]


def test_long_lists_are_cut_and_say_so(monkeypatch):
    monkeypatch.setattr(complementarity, "MOST_ROWS", 1)
    section = complementarity_section(inputs_of())
    (table,) = section.parts[3].parts
    assert len(table.rows) == 1
    assert table.notes[-1].startswith("The first 1 of 2 errors")


def test_heat_maps_have_all_references_and_essays():
    legend, *folds = heat_maps_section(inputs_of()).parts
    assert "Weight of errors" in legend
    assert [fold.title for fold in folds] == ["Reference first", "Reference second"]
    assert [part.title for part in folds[0].parts if isinstance(part, Fold)] == ["e1", "e2"]
    assert "false-positive" in folds[0].parts[-1].parts[0]


def test_heat_maps_stop_when_the_page_grows_too_long(monkeypatch):
    monkeypatch.setattr(heat_maps, "MOST_CHARACTERS", 10)
    parts = heat_maps_section(inputs_of()).parts[1].parts
    assert not [part for part in parts if isinstance(part, Fold)]
    assert "2 more are in the examples" in parts[-1]


def test_sentences_without_essays_are_shown_in_slices():
    loose = replace(DATA, documents=None)
    assert essay_name(loose, 0) == "Sentences 1 to 3"
    assert essay_name(DATA, 2) == "e2"
