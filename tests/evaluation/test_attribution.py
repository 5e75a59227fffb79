"""What edits add to the score of a sentence: every measure adds up, and right edits add more than wrong ones."""

import pytest

import redink
from redink.errors import UsageError
from tests.cli.running import run

SOURCE, OUTPUT, REFERENCE = "he go to the school now .", "he goes to a school now .", "he goes to the school now ."


@pytest.mark.parametrize("name", ["GLEU", "GREEN", "F0.5", "M2", "EM", "CLEME-dependent", "CLEME2-dependent", "I"])
def test_the_edits_share_the_gain(name):
    found = redink.explain(SOURCE, OUTPUT, references=[REFERENCE, SOURCE], measures=name, pipeline="plain")
    (attribution,) = found.attributions
    assert attribution.measure == name
    assert len(attribution.shapley) == len(found.edits) == 2
    assert sum(attribution.shapley) == pytest.approx(attribution.score - attribution.source_score)


def test_the_right_edit_adds_and_the_wrong_one_takes():
    found = redink.explain(SOURCE, OUTPUT, references=[REFERENCE], measures=["GLEU", "F0.5"], pipeline="plain")
    for attribution in found.attributions:
        assert attribution.left_out[0] > 0 > attribution.shapley[1]
    assert found.to_dict()["attributions"][0]["measure"] == "GLEU"
    assert "attributions" not in redink.explain(SOURCE, OUTPUT, pipeline="plain").to_dict()


def test_a_measure_needs_its_reference():
    with pytest.raises(UsageError, match="GLEU needs a reference"):
        redink.explain(SOURCE, OUTPUT, measures="GLEU", pipeline="plain")


def test_the_command_shows_both_numbers():
    shown = run("explain", SOURCE, OUTPUT, "-r", REFERENCE, "-m", "GREEN", "-p", "plain").stdout.decode()
    assert "leave-one-out   Shapley" in shown
    assert "1–2  go → goes" in shown.split("GREEN:")[1]
