"""What edits add to the score of a sentence: every measure adds up, and right edits add more than wrong ones."""

import base64
import json
import re
import zlib
from dataclasses import replace

import pytest

import redink
from redink import example
from redink.errors import UsageError
from redink.evaluation.attribution import attribute, shares_of_edits
from redink.evaluation.data import picked
from redink.evaluation.preparation import prepare
from redink.scoring.measure import Conventions
from redink.scoring.names import parse_measures
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


def test_a_measure_of_all_systems_together_has_no_share():
    with pytest.raises(UsageError, match="ability depends on all systems"):
        redink.explain(SOURCE, OUTPUT, references=[REFERENCE], measures="ability", pipeline="plain")


@pytest.mark.parametrize("name", ["F0.5", "GLEU"])
def test_all_outputs_at_once_give_the_shares_of_each_alone(name):
    data = prepare(example.load(), "edits", pipeline="plain").data
    (measure,) = parse_measures([name], Conventions())
    shares = shares_of_edits(data, measure)
    for (number, edits), values in list(shares.items())[::40]:
        alone = attribute(replace(picked(data, [number]), systems=()), edits, measure)
        assert values.tolist() == pytest.approx(alone.shapley)
        assert values.sum() == pytest.approx(alone.score - alone.source_score)


def test_the_report_shows_the_shares():
    page = redink.report(example.load(), ("F0.5",), attribution="GLEU", pipeline="plain").to_html()
    assert "share of the sentence&#39;s GLEU" in page or "share of the sentence's GLEU" in page
    stored = re.search(r'id="examples-data">(.*?)</script>', page).group(1)
    found = json.loads(zlib.decompress(base64.b64decode(stored)))
    proposals = [proposal for *_, proposals in found["sentences"] for proposal in proposals]
    assert all(len(proposal[4]) == len(proposal[5]) for proposal in proposals)
    assert any(share for proposal in proposals for share in proposal[5])


def test_the_command_shows_both_numbers():
    shown = run("explain", SOURCE, OUTPUT, "-r", REFERENCE, "-m", "GREEN", "-p", "plain").stdout.decode()
    assert "leave-one-out   Shapley" in shown
    assert "1–2  go → goes" in shown.split("GREEN:")[1]
