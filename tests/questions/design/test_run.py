"""`redink design`: power and sizes from a pilot at hand, a saved run, and the pilot that redink carries."""

import gzip
import json
from dataclasses import replace

import numpy as np
import pytest

import redink
from redink import example
from redink.errors import InputError, UsageError
from redink.questions.design.inputs import shipped_pilot
from redink.questions.design.mathematics.pilots import MeasureSpreads, Spread, thinned
from redink.questions.design.mathematics.plans import Wanted, plans, point
from redink.stats.power import exchange_ratio, influences
from tests.cli.running import run

DATA = replace(example.load(), documents=None)
QUICK = {"pipeline": "plain", "resamples": 30}


@pytest.fixture(scope="module")
def designed():
    return redink.design(DATA, ["F0.5", "EM"], **QUICK)


def test_the_smallest_difference_is_that_of_the_statistics(designed):
    statistics = redink.score(DATA, "EM", pipeline="plain").statistics
    (measure,) = statistics.measures(["EM"])
    tables = [statistics.rows(measure, system.name) for system in DATA.systems]
    ratio = exchange_ratio(tables, measure.score_from_sums)
    moved = [influences(table, measure.score_from_sums) for table in tables]
    deviations = [(b - a).std() for number, a in enumerate(moved) for b in moved[number + 1 :]]
    here = next(p for p in designed.points if (p.measure, p.sentences, p.references) == ("EM", len(DATA.sources), 2))
    assert here.smallest == pytest.approx(
        (1.95996 * ratio + 0.84162) * np.median(deviations) / len(DATA.sources) ** 0.5, rel=1e-4
    )
    assert here.interval.low < here.smallest < here.interval.high


def test_more_sentences_show_more_and_the_needed_number_has_the_wanted_power(designed):
    for measure in ("F0.5", "EM"):
        rows = [one for one in designed.points if one.measure == measure and one.references == 1]
        assert [one.power for one in rows] == sorted(one.power for one in rows)
        assert [one.smallest for one in rows] == sorted((one.smallest for one in rows), reverse=True)
    needed = rows[0].needed
    again = redink.design(DATA, "EM", sentences=[needed], numbers=[1], **QUICK)
    assert next(one for one in again.points if one.sentences == needed).power == pytest.approx(0.8, abs=0.001)


def test_a_long_table_shows_every_size_and_every_number_of_references_once():
    result = redink.design(measures=["F0.5", "EM"])
    assert len(result.points) == 2 * 6 * 5
    table = result.to_tables()[0]
    assert len(table.rows) == 2 * (6 + 4)
    assert any("-f json" in note for note in table.notes)
    assert len(redink.design(measures="EM", numbers=[1, 3]).to_tables()[0].rows) == 6 + 2
    assert len(redink.design(measures="EM", numbers=[1], sentences=[500]).to_tables()[0].rows) == 4


def test_many_systems_share_the_level():
    few, many = (redink.design(measures="F1", compared=number) for number in (2, 12))
    assert many.points[0].smallest > few.points[0].smallest
    assert "66 tests" in many.to_tables()[0].notes[1]


def test_a_saved_run_gives_the_same_as_its_outputs(tmp_path, designed):
    path = tmp_path / "results.json"
    redink.score(DATA, ["F0.5", "EM"], pipeline="plain").save_statistics(path)
    saved = redink.design(path, ["F0.5", "EM"], resamples=30)
    at_hand = [one for one in designed.points if one.references == 2]
    assert [one.smallest for one in saved.points] == pytest.approx([one.smallest for one in at_hand])
    with pytest.raises(UsageError, match="nothing is known about 5 references"):
        redink.design(path, numbers=[5])


def test_the_shipped_pilot_has_numbers_and_no_text():
    pilot = shipped_pilot()
    assert (pilot.units, pilot.references, pilot.systems) == (1312, 2, 12)
    for known in pilot.measures:
        assert [spread.references for spread in known.spreads] == [1, 2, 3, 5, 10]
        assert all(len(spread.deviations) <= 66 and spread.low < spread.deviation < spread.high
                   for spread in known.spreads)  # fmt: skip
        assert known.with_references(2).kept == 1
    with pytest.raises(UsageError, match="no pilot for GREEN"):
        redink.design(measures="GREEN")


def test_files_that_are_packed_or_not_utf8_are_read_as_everywhere(tmp_path):
    path, packed = tmp_path / "saved.json", tmp_path / "saved.json.gz"
    redink.score(DATA, ["F0.5"], pipeline="plain").save_statistics(path)
    packed.write_bytes(gzip.compress(path.read_bytes()))
    assert redink.design(path, **QUICK).signature == redink.design(packed, **QUICK).signature
    (tmp_path / "coverage.json").write_bytes(b'{"kind": "\x8b"}')
    with pytest.raises(InputError, match="UTF-8"):
        redink.design(path, coverage=tmp_path / "coverage.json", **QUICK)


def test_coverage_adds_references(tmp_path):
    path = tmp_path / "coverage.json"
    redink.coverage([example.path("corrections.tsv")], source=example.path("source.txt"), numbers=[1, 2, 3, 4],
                    pipeline="plain", resamples=20).save(path)  # fmt: skip
    result = redink.design(DATA, ["EM"], coverage=path, numbers=[1, 4], sentences=[500], **QUICK)
    ceilings = json.loads(path.read_text())["coverage"][0]["points"]
    ratio = ceilings[3]["coverage"] / ceilings[1]["coverage"]
    two, four = (next(p for p in result.points if p.references == m and p.sentences == 500) for m in (2, 4))
    assert four.predicted
    assert not two.predicted
    assert four.smallest == pytest.approx(two.smallest / ratio**0.5)


def test_plans_by_hand():
    one, two = Spread(1, (0.4,), 0.3, 0.5, kept=0.8), Spread(2, (0.5,), 0.4, 0.6)
    wanted = Wanted(0.02, cost_sentence=1, cost_reference=2)
    found = {plan.name: plan for plan in plans(MeasureSpreads("F0.5", (one, two)), 1000, 2, wanted)}
    assert found["this test set"].cost == 5000
    assert found["twice the sentences"].point.smallest == pytest.approx(2.8016 * 0.5 / 2000**0.5, rel=1e-4)
    cheap = found["same cost, M = 1"]
    assert (cheap.point.sentences, cheap.cost) == (1666, 4998)
    assert cheap.point.smallest == pytest.approx(2.8016 * 0.4 / 0.8 / 1666**0.5, rel=1e-4)
    assert point("F0.5", thinned(two, 4.0, 9), 100, wanted).smallest == pytest.approx(
        point("F0.5", two, 100, wanted).smallest / 2
    )


@pytest.mark.parametrize(
    "wrong", [{"difference": 0}, {"power": 1}, {"compared": 1}, {"kappa": 1}, {"cost_sentence": -1}]
)
def test_nonsense_is_refused(wrong):
    with pytest.raises(UsageError, match="there is no test set for"):
        redink.design(**wrong)


def test_systems_that_do_not_differ_are_no_pilot():
    first = DATA.systems[0]
    twins = replace(DATA, systems=(first, replace(first, name="twin")))
    with pytest.raises(UsageError, match="no two systems of the pilot differ"):
        redink.design(twins, "EM", **QUICK)


def test_the_command_answers_in_words():
    shown = run("design", "--difference", "2", "-m", "F0.5", "GLEU").stdout.decode()
    assert shown.startswith("What a test set can show\n")
    assert "1,312 sentences with 2 references are too few to detect F0.5 differences below " in shown
    assert "More sentences or more references? (GLEU)" in shown
