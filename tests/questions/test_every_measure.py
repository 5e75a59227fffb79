"""Every measure that has a name works wherever a measure can be named: score, compare, gate, meta, rerank, report."""

from dataclasses import replace

import numpy as np
import pytest

import redink
from redink import example
from redink.errors import MissingExtraError
from redink.evaluation.preparation import prepare
from redink.evaluation.statistics import Statistics
from redink.records import EvalSet
from redink.scoring.measure import CountsTogether, ScoresCorpus, further_conditions
from redink.scoring.names import lower_is_better, measure_names, parse_measure
from redink.signature import Signature

SENTENCES = 40
# Difficulty by few systems, and bootstrap samples in which nothing is judged, are no news here.
pytestmark = pytest.mark.filterwarnings(
    "ignore:Only .* systems judge the difficulty", "ignore:With one system, solved errors get weight"
)


@pytest.fixture(scope="module")
def data():
    """Forty sentences, three systems, two references, all with edits."""
    whole = example.load()
    cut = EvalSet(
        whole.sources[:SENTENCES],
        tuple(replace(reference, texts=reference.texts[:SENTENCES], edits=None) for reference in whole.references),
        tuple(replace(system, texts=system.texts[:SENTENCES], edits=None) for system in whole.systems[:3]),
    )
    return prepare(cut).data


@pytest.fixture(scope="module", params=measure_names())
def measure(request):
    """Every measure by its name; skipped where what it needs is not installed."""
    found = parse_measure(request.param)
    try:
        further_conditions([found])
    except MissingExtraError as error:
        pytest.skip(str(error))
    return found


def test_score_gives_a_number_and_an_interval(data, measure):
    results = redink.score(data, measure.name, ci=True, resamples=40)
    for system in data.systems:
        score = results[system.name, measure.name]
        assert score.value is not None
        assert score.interval is not None
        assert score.interval.low <= score.interval.high
    signature = Signature.from_dict(results.to_dict()["signature"])
    assert measure.name in signature.to_dict()["measures"].split()
    for name, value in further_conditions([measure]).items():
        assert signature.to_dict()[name] == value


@pytest.mark.parametrize("test", ["randomisation", "bootstrap"])
def test_compare_tests_a_difference(data, measure, test):
    results = redink.compare(data, measure.name, test=test, resamples=40)
    assert [difference.measure for difference in results.differences] == [measure.name] * 2
    assert all(difference.p is not None for difference in results.differences)
    assert results.rankings[0].measure == measure.name


def test_the_gate_compares_with_a_saved_run(data, measure, tmp_path):
    alone = replace(data, systems=data.systems[:1])
    redink.score(alone, measure.name).save_statistics(tmp_path / "run.json")
    verdict = redink.gate(alone, tmp_path / "run.json", resamples=40)
    assert verdict.passed
    (check,) = verdict.checks
    assert (check.measure, check.points, check.outcome) == (measure.name, 0, "no drop")


def test_meta_reads_its_scores(data, measure, tmp_path):
    (tmp_path / "scores.json").write_text(redink.score(data, measure.name).to_json())
    human = {"people": {system.name: float(place) for place, system in enumerate(data.systems)}}
    agreement = redink.meta(tmp_path / "scores.json", human_scores=human, resamples=20)
    assert [row.measure for row in agreement.systems] == [measure.name]


def test_rerank_picks_by_it(data, measure):
    lists = {
        number: tuple(dict.fromkeys(system.texts[number] for system in data.systems))
        for number in range(len(data.sources))
    }
    only = replace(data, systems=())
    for level in ("sentence", "corpus"):
        picked = redink.rerank(only, lists, measure=measure.name, level=level, numbers=[2])
        first, best = picked.rows[0], picked.rows[1]
        assert first.score is not None
        assert best.score is not None
        if level == "corpus":  # greedy, from the picks of single sentences on
            gain = best.score - first.score
            assert (-gain if lower_is_better(measure.name) else gain) >= -1e-9
        for name, value in further_conditions([measure]).items():
            assert picked.signature.to_dict()[name] == value


def test_sentences_add_up_to_the_score(data, measure):
    statistics = Statistics(data)
    table = statistics.tables(measure)[0]
    assert table.shape == (SENTENCES, len(measure.columns))
    assert np.isfinite(table).all()
    assert len(statistics.sentence_scores(measure, data.systems[0].name)) == SENTENCES
    if not isinstance(measure, ScoresCorpus):
        value = redink.score(data, measure.name)[data.systems[0].name, measure.name].value
        assert measure.score_from_sums(table.sum(axis=0)) == pytest.approx(value)


def test_the_order_of_sentences_does_not_matter(data, measure):
    order = np.random.default_rng(1).permutation(SENTENCES)

    def moved(version):
        edits = None if version.edits is None else tuple(version.edits[place] for place in order)
        return replace(version, texts=tuple(version.texts[place] for place in order), edits=edits)

    other = EvalSet(
        tuple(data.sources[place] for place in order),
        tuple(map(moved, data.references)),
        tuple(map(moved, data.systems)),
    )
    there, here = (redink.score(known, measure.name, rule="corrected") for known in (other, data))  # faithful is greedy
    for system in data.systems:
        assert there[system.name, measure.name].value == pytest.approx(here[system.name, measure.name].value)


def test_equal_systems_have_equal_scores(data, measure):
    twins = replace(data, systems=(*data.systems, replace(data.systems[0], name="twin")))
    results = redink.score(twins, measure.name)
    assert results["twin", measure.name].value == results[data.systems[0].name, measure.name].value


def test_a_system_does_not_depend_on_others_unless_it_says_so(data, measure):
    if not isinstance(measure, CountsTogether):
        alone = replace(data, systems=data.systems[:1])
        together, by_itself = (redink.score(known, measure.name).systems[0][measure.name] for known in (data, alone))
        assert together.value == by_itself.value


def test_the_report_takes_all_of_them(data):
    names = []
    for name in measure_names():
        try:
            further_conditions([parse_measure(name)])
        except MissingExtraError:
            continue
        names.append(name)
    page = redink.report(data, names, resamples=20).to_html()
    assert all(name in page for name in names)
