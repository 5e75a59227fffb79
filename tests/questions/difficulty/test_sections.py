"""The sections of difficulty in the report: where they stand, and that references are judged once for all of them."""

import pytest

from redink.evaluation.sections import SectionInputs
from redink.evaluation.trust import Trust
from redink.questions.difficulty.mathematics import judged_reference
from redink.questions.difficulty.mathematics.judging_table import judge
from redink.questions.difficulty.sections import complementarity, difficulty, heat_maps
from redink.questions.score.run import scored
from redink.scoring.measure import Conventions
from tests.questions.samples import DATA


@pytest.mark.parametrize(("module", "place"), [(difficulty, 80), (complementarity, 90), (heat_maps, 110)])
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
    for module in (difficulty, complementarity, heat_maps):
        assert module.SECTION.make(inputs) is not None
    assert len(judged) == len(DATA.references)
