"""Conservatism joined: rates by hand, intervals, references against each other, tables, charts, re-ranking."""

import json
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import redink
from redink import example
from redink.errors import InputError, UsageError
from redink.evaluation.preparation import annotated, load_annotator
from redink.evaluation.trust import Trust
from redink.questions.conservatism import tables
from redink.questions.conservatism.charts import all_charts, rerank_charts
from redink.questions.conservatism.mathematics.five_way import FiveWay
from redink.questions.conservatism.mathematics.four_way import FourWay
from redink.questions.conservatism.mathematics.rates import COLUMNS, RATES
from redink.questions.conservatism.mathematics.statistics import Settings
from redink.questions.conservatism.reranking import How, reranked
from redink.questions.conservatism.run import measured
from redink.records import EvalSet, Reference, System
from redink.reports.charts import save_charts
from redink.reports.rendering import FORMATS, render
from redink.scoring.measure import Conventions
from tests.questions.samples import DATA

TRUST = Trust(resamples=100, seed=0)


@pytest.fixture(scope="module")
def results():
    data = annotated(example.load(), load_annotator())
    return measured(data, trust=TRUST, pipeline="redink-en@1")


def rates(results, name):
    return {score.measure: score.value for score in results.of(name).scores}


def test_rates_by_hand():
    results = measured(DATA, absent="noop")
    perfect, eager, idle = (rates(results, name) for name in ("perfect", "eager", "idle"))
    # WordChange: perfect 1 1 0, eager 1 0 1, idle 0 0 0; the references 1 1 0 and 1 0 0, so 1.5 on average.
    assert (perfect["WordChange"], eager["WordChange"], idle["WordChange"]) == (2 / 3, 2 / 3, 0)
    assert (perfect["ratio"], eager["ratio"], idle["ratio"]) == pytest.approx((4 / 3, 4 / 3, 0))
    assert (perfect["changed"], perfect["rho"], perfect["reordered"]) == (2 / 3, 1, 0)
    # Both references leave only the last sentence alone; eager changes it.
    assert (perfect["false-alarm"], eager["false-alarm"], idle["false-alarm"]) == (0, 1, 0)
    assert (perfect["edit-rate"], perfect["edit-ratio"]) == pytest.approx((2 / 11, 4 / 3))
    # With the second reference eager has the error right and the last sentence wrong; it misses nothing.
    assert (eager["Hit"], eager["Wrong"], eager["Under"], eager["Over"]) == (1, 0, 0, 0.5)
    assert (idle["Hit"], idle["Under"], idle["Over"]) == (0, 1, None)


def test_classes_by_hand():
    perfect, eager, idle, first, second = measured(DATA, absent="noop").measured
    assert perfect.five_way() == FiveWay(tp=2, tn=6)
    assert eager.five_way() == FiveWay(tp=1, tn=6, fp=1)
    assert idle.five_way() == FiveWay(tn=7, fn=1)
    assert eager.four_way() == FourWay(tp=1, fp_unneeded=1)
    assert first.five_way() == FiveWay(tn=6, fp=1, fpn=1)
    assert second.five_way() == FiveWay(tn=6, fn=1, fpn=1)


def test_an_absent_annotator_has_no_sentence_when_it_was_not_asked():
    results = measured(DATA, absent="missing")
    second = results.measured[-1]
    assert (second.total("sentences"), len(second.column("changes"))) == (2, 2)
    assert results["second", "WordChange"].value == 1 / 2
    # The second sentence has one reference only: 1 + 1 + 0 changes expected.
    assert results["perfect", "ratio"].value == 1


def test_texts_alone_have_no_edit_rates():
    bare = replace(
        DATA,
        references=tuple(replace(reference, edits=None) for reference in DATA.references),
        systems=tuple(replace(system, edits=None) for system in DATA.systems),
    )
    results = measured(bare)
    assert not results.with_edits
    assert "Hit" not in rates(results, "perfect")
    assert "false-alarm" in rates(results, "perfect")
    assert results.signature.to_dict()["pipeline"] == "none"
    assert [table.title for table in results.to_tables()][-1] == "False alarms"


def test_without_references_only_the_amount_of_change_is_known():
    results = measured(EvalSet(DATA.sources, (), DATA.systems))
    assert set(rates(results, "perfect")) == {rate.name for rate in RATES if rate.needs == "texts"}
    assert [column.key for column in tables.conservatism_table(results).columns].count("ratio") == 0
    assert len(results.to_tables()) == 2


def test_punctuation_and_case_count_when_asked_for():
    data = EvalSet((("he", "left"),), (), (System("s", (("He", "left", "."),)),))
    found = [
        measured(data, settings=settings)["s", "WordChange"].value
        for settings in (Settings(), Settings(marks=True), Settings(case=True), Settings(marks=True, case=True))
    ]
    assert found == [0, 1, 1, 2]


def test_gap_alignment_counts_unrelated_words_twice():
    data = EvalSet((("I", "see", "it"),), (), (System("s", (("I", "want", "it"),)),))
    assert measured(data)["s", "WordChange"].value == 1
    assert measured(data, settings=Settings("gap"))["s", "WordChange"].value == 2


def test_intervals_hold_the_value_and_seeds_repeat(results):
    again = measured(results.data, trust=TRUST, pipeline="redink-en@1")
    assert again.to_dicts() == results.to_dicts()
    for record in results.to_dicts():
        if "low" in record:
            assert record["low"] - 1e-9 <= record["value"] <= record["high"] + 1e-9
    assert sum("low" in record for record in results.to_dicts()) > 80


def test_intervals_equal_those_of_the_plain_bootstrap(results):
    from redink.stats.intervals import interval
    from redink.stats.resampling import Resamples, bootstrap

    plan = Resamples.draw(175, 100, np.random.default_rng(0), results.data.documents)
    for rate in RATES:
        found = interval(bootstrap(results.of("strong").table, rate.score_from_sums, plan))
        ours = results["strong", rate.name]
        assert (ours.interval is None) == (found is None)
        if found is not None:
            assert (ours.interval.low, ours.interval.high) == pytest.approx((found.low, found.high))


def test_the_fluent_system_over_edits_and_the_speller_is_conservative(results):
    fluent, speller = (rates(results, name) for name in ("fluent", "speller"))
    assert fluent["ratio"] > 1.4
    assert fluent["edit-ratio"] > 1.3
    assert speller["ratio"] < 0.2
    assert speller["Under"] > 0.8


def test_every_table_in_every_format(results):
    for table in replace(results, by="type").to_tables():
        for form in FORMATS:
            assert render(table, form)
    assert "fluent" in results.to_latex()
    assert "<table" in results._repr_html_()


def test_saved_results_are_json(results, tmp_path):
    results.save(tmp_path / "found.json")
    found = json.loads((tmp_path / "found.json").read_text())
    assert [own["kind"] for own in found["versions"]] == ["system"] * 6 + ["reference"] * 2
    assert found["versions"][0]["counts"].keys() == set(COLUMNS)
    assert sum(found["versions"][0]["word_changes"]) == 175
    assert {row["type"] for row in found["types"]["strong"]} >= {"DET", "PREP"}


def test_ratios_by_type(results):
    own = {row.type: row for row in results.by_type("operation")["strong"]}
    edits = sum(len(edits) for edits in results.data.systems[3].edits)
    assert sum(row.edits for row in own.values()) == edits
    assert own["M"].ratio == own["M"].edits / own["M"].reference


def test_charts_are_drawn_and_saved(results, tmp_path):
    paths = save_charts(all_charts(results), tmp_path / "new" / "figures")
    assert [path.name for path in paths] == [
        *["word-change.svg", "boundaries.svg", "word-order.svg", "needed-changes.svg"],
        *["hit-and-over.svg", "precision-and-amount.svg"],
    ]
    assert all(path.read_text(encoding="utf-8").startswith("<svg") for path in paths)
    plane = all_charts(results)["hit-and-over"].table
    assert {row.cells[0].value: row.cells[1].value for row in plane.rows}["strong"] == results["strong", "Over"].value
    assert sum("(reference)" in row.cells[0].value for row in plane.rows) == 2
    heat = all_charts(results)["word-change"].table
    assert [cell.value for cell in heat.rows[0].cells[1:]] == results.measured[0].histogram()[1:]


@given(st.data())
def test_rates_do_not_depend_on_the_order_of_sentences(data):
    order = data.draw(st.permutations(range(3)))

    def moved(own):
        return None if own is None else tuple(own[number] for number in order)

    other = EvalSet(
        moved(DATA.sources),
        tuple(Reference(own.name, moved(own.texts), moved(own.edits)) for own in DATA.references),
        tuple(System(own.name, moved(own.texts), moved(own.edits)) for own in DATA.systems),
    )
    there, back = (measured(own).to_dicts() for own in (replace(DATA, documents=None), other))
    assert [record["value"] for record in there] == pytest.approx([record["value"] for record in back])


CANDIDATES = {
    0: (("He", "go", "home", "."), ("He", "goes", "home", "."), ("He", "went", "home", ".")),
    1: (DATA.sources[1],),
}


def test_reranking_by_hand():
    found = reranked(replace(DATA, systems=()), CANDIDATES, how=How("EM"), conventions=Conventions(absent="noop"))
    assert found.sentences == (0, 1)
    first, one, two = found.rows[:3]
    assert [row.name for row in found.rows] == ["1-best", "M = 1", "M = 2", "first", "second"]
    assert first.texts == DATA.sources[:2]
    # Both "goes" and, with the second reference, "went" are right; the earlier one is picked.
    assert one.texts == two.texts == (("He", "goes", "home", "."), DATA.sources[1])
    assert (one.score, two.score) == (0.5, 1)
    assert (one.mean("changes"), one.total("changed"), one.histogram[:3]) == (0.5, 1, (1, 1, 0))


def test_reranking_by_f_and_by_corpus(tmp_path):
    data = EvalSet(DATA.sources, DATA.references)
    found = redink.rerank(
        data, CANDIDATES, numbers=[2], level="corpus", ci=True, resamples=100, seed=0, absent="noop", pipeline="plain"
    )
    assert found.rows[1].name == "M = 2"
    assert found.rows[1].texts[0] == ("He", "goes", "home", ".")
    assert found.rows[1].change is not None
    assert found.to_dicts()[1]["F0.5"] == 1
    assert found.to_tables()[0].rows[0].cells[0].value == "1-best"
    assert "1-best" in found.to_latex()
    assert "<table" in found._repr_html_()
    found.save(tmp_path / "found.json")
    assert json.loads((tmp_path / "found.json").read_text())["rows"][0]["picked"] == "1-best"
    assert set(rerank_charts(found)) == {"reranking", "reranking-histogram"}


def test_reranking_with_drawn_references_repeats_itself():
    data = EvalSet(DATA.sources, DATA.references)
    once, twice = (
        redink.rerank(data, CANDIDATES, measure="EM", numbers=[1], draws=8, seed=0, absent="noop") for _ in range(2)
    )
    assert once.to_dicts() == twice.to_dicts()
    # Both sentences stand unchanged in the second reference or not at all: means lie between the two.
    assert 0.5 <= once.rows[1].score <= 1
    # The first candidates match the first reference nowhere, the second in one of two: theirs is a mean, too.
    assert 0 < once.rows[0].score < 0.5
    assert "draws:8|draw_seed:0" in str(once.signature)


def test_candidates_beyond_the_source_are_refused():
    with pytest.raises(InputError, match="candidates for sentence 4"):
        reranked(DATA, {3: (("a",),)}, how=How("EM"))


def test_the_example_reranked_changes_more_with_more_references():
    data = replace(example.load(), systems=())
    found = redink.rerank(data, example.path("nbest.txt"), measure="GLEU")
    assert found.candidates == 300
    assert [round(row.mean("changes"), 3) for row in found.rows[:3]] == [1.933, 2.1, 2.5]


def test_the_function_for_python_users_annotates_texts():
    found = redink.conservatism(example.load())
    assert found.with_edits
    assert str(found.signature).count("pipeline:redink-en@") == 1
    assert not redink.conservatism(example.load(), edits=False).with_edits


def test_the_edits_of_an_only_reference_are_counted_though_nobody_judges_them():
    alone = replace(DATA, references=DATA.references[:1])
    own = rates(measured(alone), "first")
    edits = sum(map(len, DATA.references[0].edits))
    assert own["edit-rate"] == pytest.approx(edits / sum(map(len, DATA.sources)))
    assert own["edit-ratio"] is own["Hit"] is None


def test_edits_where_no_reference_is_count_for_the_rate_but_not_for_the_ratio():
    texts, edits = DATA.references[0].texts, DATA.references[0].edits
    partly = replace(DATA.references[0], texts=(None, *texts[1:]), edits=(None, *edits[1:]))
    perfect = rates(measured(replace(DATA, references=(partly,)), absent="missing"), "perfect")
    own = DATA.systems[0].edits
    assert perfect["edit-rate"] == pytest.approx(sum(map(len, own)) / sum(map(len, DATA.sources)))
    assert perfect["edit-ratio"] == pytest.approx(sum(map(len, own[1:])) / sum(map(len, edits[1:])))


@pytest.mark.parametrize("m", [0, 3])
def test_reranking_refuses_more_references_than_there_are(m):
    with pytest.raises(UsageError, match=f"M = {m}, but the number of references is 2"):
        reranked(replace(DATA, systems=()), CANDIDATES, how=How("EM", numbers=(m,)))


def test_numbers_of_references_may_come_in_any_order_and_twice():
    data = replace(DATA, systems=())
    plain, mixed = (reranked(data, CANDIDATES, how=How("EM", numbers=numbers)) for numbers in ((1, 2), (2, 1, 2)))
    assert [(row.name, row.score) for row in mixed.rows] == [(row.name, row.score) for row in plain.rows]


def test_reranking_without_candidates():
    with pytest.raises(InputError, match="no sentence has candidates"):
        reranked(replace(DATA, systems=()), {}, how=How("EM"))


def test_ratios_by_type_look_where_references_are():
    """Two references with a sentence each: a system that does what they do has a ratio of 1, not of 2."""
    first, second = DATA.references[0], DATA.references[0]
    partly = (
        replace(first, name="one", texts=(first.texts[0], None, None), edits=(first.edits[0], None, None)),
        replace(second, name="two", texts=(None, second.texts[1], None), edits=(None, second.edits[1], None)),
    )
    found = measured(replace(DATA, references=partly), absent="missing").by_type("operation")
    assert [(row.type, row.edits, row.ratio) for row in found["perfect"]] == [("R", 1, 1), ("U", 1, 1)]
    # The last sentence, which eager changes, has no reference.
    assert [(row.type, row.edits, row.ratio) for row in found["eager"]] == [("R", 1, 1), ("U", 0, 0)]


def test_a_rate_is_found_by_name(results):
    assert results["fluent", "ratio"] is results.of("fluent")["ratio"]
    assert ("fluent", results["fluent", "ratio"]) in list(results)
    with pytest.raises(KeyError, match="there are speller, rules"):
        results["nobody", "ratio"]
    with pytest.raises(KeyError, match="fluent has no F1"):
        results["fluent", "F1"]


def test_a_row_of_picks_is_found_by_name():
    found = redink.rerank(DATA, CANDIDATES, measure="EM")
    assert found["M = 2"] is found.rows[2]
    with pytest.raises(KeyError, match="there are 1-best, M = 1"):
        found["M = 3"]


@pytest.mark.parametrize("wrong", [{"alignment": "z"}, {"several": "z"}, {"by": "z"}, {"absent": "z"}])
def test_words_that_mean_nothing_are_refused(wrong):
    with pytest.raises(UsageError, match="choose from"):
        redink.conservatism(DATA, **wrong)


def test_a_level_that_there_is_not_is_refused():
    with pytest.raises(UsageError, match="choose from sentence, corpus"):
        redink.rerank(DATA, CANDIDATES, level=0.95)


def test_print_shows_what_the_command_shows():
    found = redink.conservatism(DATA, by="operation")
    assert [table.title for table in found.to_tables()][-1] == "Edits, system/reference, by operation"
    assert "by operation" in str(found)
