"""The sections of difficulty in the report: where they stand, and that references are judged once for all of them."""

import pytest

from redink.evaluation.sections import SectionInputs
from redink.evaluation.trust import Trust
from redink.questions.difficulty.mathematics import judged_reference
from redink.questions.difficulty.mathematics.judging_table import judge
from redink.questions.difficulty.sections import complementarity, difficulty, errors, groups, heat_maps
from redink.questions.score.run import scored
from redink.scoring.measure import Conventions
from tests.questions.samples import DATA

PLACES = [(difficulty, 80), (complementarity, 90), (groups, 92), (errors, 105), (heat_maps, 110)]


@pytest.mark.parametrize(("module", "place"), PLACES)
def test_places_on_the_page(module, place):
    assert module.SECTION.place == place


def test_every_reference_is_judged_once_for_all_sections(monkeypatch):
    judged = []

    def judging(gold, *given):
        judged.append(gold)
        return judge(gold, *given)

    monkeypatch.setattr(judged_reference, "judge", judging)
    trust = Trust(resamples=50, seed=0)
    inputs = SectionInputs(DATA, scored(DATA, ("F0.5", "P"), trust=trust), Conventions(), trust)
    for module in (difficulty, complementarity, errors, heat_maps):
        assert module.SECTION.make(inputs) is not None
    assert len(judged) == len(DATA.references) + 1  # all of them joined
    assert groups.SECTION.make(inputs) is None


def test_groups_have_a_section_when_they_are_given(monkeypatch):
    trust = Trust(resamples=50, seed=0)
    names = {system.name: "left" if place else "right" for place, system in enumerate(DATA.systems)}
    results = scored(DATA, ("F0.5",), trust=trust)
    inputs = SectionInputs(DATA, results, Conventions(), trust, asked={"groups": names})
    section = groups.SECTION.make(inputs)
    drawn = str(section.parts)
    assert [part.title for part in section.parts][:3] == [
        "How hard each error type is for each group",
        "Difficulty by group of systems",
        "Error types that divide the groups",
    ]
    assert "#errors?type=" in drawn
    assert "Solved more by right" in drawn
    monkeypatch.setattr(errors, "MOST_ERRORS", 1)
    assert "hardest 1 of" in errors.SECTION.make(inputs).text


def test_numbers_lead_to_errors():
    trust = Trust(resamples=50, seed=0)
    inputs = SectionInputs(DATA, scored(DATA, ("F0.5",), trust=trust), Conventions(), trust)
    drawn = str([difficulty.SECTION.make(inputs).parts, complementarity.SECTION.make(inputs).parts])
    assert '<a href="#errors" data-wish="solved=0">' in drawn
    for address in ("#errors?solved=2", "#errors?type=", "#errors?system=0&outcome=alone"):
        assert address in drawn
