"""Difficulty by the names of its scores: `redink score -m wF0.5` gives what `redink difficulty` gives."""

from dataclasses import replace

import pytest

import redink
from redink import example
from redink.errors import UsageError
from redink.evaluation.preparation import prepare
from redink.evaluation.statistics import Statistics
from redink.questions.difficulty import measures
from redink.questions.difficulty.measures import NAMES, make
from redink.scoring.measure import Conventions, CountsTogether
from redink.scoring.names import measure_names, parse_measure
from tests.cli.running import run
from tests.questions.difficulty.test_run import DEMO

ALL = (*NAMES, "wF1", "uF2")
FEW = "ignore:Only 3 systems judge the difficulty"


@pytest.fixture(scope="module")
def data():
    return prepare(example.load()).data


@pytest.mark.parametrize("rule", ["corrected", "faithful"])
def test_score_gives_the_numbers_of_difficulty(data, rule):
    scored = redink.score(data, ALL, rule=rule, ci=True, resamples=50, seed=3)
    for beta, names in ((0.5, NAMES), (1, ("wF1",)), (2, ("uF2",))):
        measured = redink.difficulty(data, rule=rule, beta=beta, ci=True, resamples=50, seed=3)
        for system in data.systems:
            for name in names:
                ours, theirs = scored[system.name, name], measured[system.name, name]
                assert (ours.value, ours.interval) == (theirs.value, theirs.interval)


def test_the_command_line_knows_them():
    systems = [example.path(f"systems/{name}.txt") for name in example.SYSTEMS]
    files = ("-s", example.path("source.txt"), "-r", example.path("reference-minimal.txt"))
    shown = run("score", *systems, *files, "-m", "wf0.5", "uP", "-f", "tsv").stdout.decode().splitlines()
    assert shown[0].split("\t") == ["system", "wF0.5", "uP"]
    measured = redink.difficulty(redink.read(systems, source=files[1], references=[files[3]]))
    for line in shown[1:7]:
        name, weighted, unweighted = line.split("\t")
        assert (float(weighted), float(unweighted)) == (measured[name, "wF0.5"].value, measured[name, "uP"].value)


def test_systems_are_judged_once_for_all_measures(data, monkeypatch):
    judged = []

    def counting(*arguments, **options):
        judged.append(arguments)
        return measures_judge(*arguments, **options)

    measures_judge = measures.judge_reference
    monkeypatch.setattr(measures, "judge_reference", counting)
    redink.compare(data, ALL, resamples=20)
    assert len(judged) == 1


def test_names_round_trip():
    for name in ALL:
        measure = parse_measure(name)
        assert measure.name == name
        assert isinstance(measure, CountsTogether)
        assert measure.needs == "edits"
    assert set(NAMES) <= set(measure_names())
    assert make("F0.5", Conventions()) is None
    assert parse_measure("wF0.123456789").name == "wF0.123456789"


@pytest.mark.filterwarnings(FEW)
def test_one_system_alone_is_judged_by_all():
    for measure in map(parse_measure, ("wF0.5", "uA")):
        rows = Statistics(DEMO).tables(measure)
        for system, table in zip(DEMO.systems, rows, strict=True):
            assert measure.sentence_stats(DEMO, system).tolist() == table.tolist()


def test_few_judges_are_warned_about_once():
    with pytest.warns(UserWarning, match="Only 3 systems judge the difficulty") as caught:
        redink.score(DEMO, ["uF0.5", "wF0.5", "wA"])
    assert len(caught) == 1
    redink.score(DEMO, ["uF0.5", "uA"])  # nobody's weights: no warning


@pytest.mark.filterwarnings(FEW)
def test_the_judges_are_in_the_signature():
    other = replace(DEMO, systems=(*DEMO.systems[:2], replace(DEMO.systems[2], edits=DEMO.systems[0].edits)))
    weighted = {str(redink.score(data, "wF0.5").signature) for data in (DEMO, other)}
    plain = {str(redink.score(data, "F0.5").signature) for data in (DEMO, other)}
    assert (len(weighted), len(plain)) == (2, 1)


@pytest.mark.parametrize("filters", [{"size": "single"}, {"exclude": ["R:VERB"]}])
def test_no_edits_can_be_left_out(filters):
    with pytest.raises(UsageError, match=r"wF0\.5 cannot leave edits out"):
        redink.score(DEMO, "wF0.5", **filters)


@pytest.mark.filterwarnings(FEW)
def test_all_references_count_by_name():
    scored = redink.score(DEMO, ("wF0.5", "wF0.5@regions", "uR@regions"))
    measured = redink.difficulty(DEMO, several="regions")
    for system in DEMO.systems:
        for name in ("wF0.5", "uR"):
            assert scored[system.name, f"{name}@regions"].value == measured[system.name, name].value
        assert scored[system.name, "wF0.5"].value == redink.difficulty(DEMO)[system.name, "wF0.5"].value


def test_the_need_of_the_regions_is_in_the_data():
    regions = redink.difficulty(DEMO, several="regions").to_dict()["regions"]
    assert 0 < regions["mean_need"] <= 1
    assert 0 < regions["mean_weight_by_need"] <= 1
    assert "regions" not in redink.difficulty(DEMO).to_dict()


def test_bug_only_the_first_reference_counted_without_a_word(data):
    note = "wF0.5 and its relatives use only the reference minimal; wF0.5@regions and the like use all references."
    assert len(data.references) == 2
    assert redink.score(data, ["wF0.5", "uP"]).footnotes.count(note) == 1
    assert note not in redink.score(data, ["wF0.5@regions"]).footnotes
    assert note not in redink.score(replace(data, references=data.references[:1]), ["wF0.5"]).footnotes
