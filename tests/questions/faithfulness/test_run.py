"""Faithfulness joined: statistics and scores by hand, tables, chart, and CoNLL-14."""

import json
import math

import numpy as np
import pytest

import redink
from redink.errors import InputError, UsageError
from redink.evaluation.trust import Trust
from redink.language.trees import PipelineTrees
from redink.questions.faithfulness.inputs import kind_of, passage_pairs
from redink.questions.faithfulness.mathematics.fluency_errors import Complaint
from redink.questions.faithfulness.plan import Plan
from redink.questions.faithfulness.run import measure_faithfulness, measure_pairs, measure_trees
from redink.questions.faithfulness.section import plane_page
from redink.questions.faithfulness.tables import NO_EDIT, detail_tables, sentence_table
from redink.reading.conllu import Tree
from redink.reading.plain_text import read_sentences
from redink.records import EvalSet, System
from redink.reports.rendering import render
from tests.questions.faithfulness.test_ud_units import tree
from tests.shared_files import DATA, needs_shared

SOURCE = tree("Mary 2 nsubj", "hit 0 ROOT", "John 2 dobj")
YES = tree("Yes 0 ROOT")
SWAPPED = tree("John 2 nsubj", "hit 0 ROOT", "Mary 2 dobj")
ADDED = tree("Mary 2 nsubj", "hits 0 ROOT", "John 2 dobj", "again 2 advmod")


class Shouting:
    """A checker that minds capital letters inside words, and 'hit'."""

    name, version = "shouting", "1"

    def check(self, text):
        return tuple(Complaint("word", word, "") for word in text.split() if word in ("hit", "again"))


class Ten:
    """A model for which every word has probability 1/10, and `again` 1/1000."""

    name = "ten"

    def score(self, sentences):
        logs = [-math.log(10) * (len(words) + 1 + 2 * words.count("again")) for words in sentences]
        return np.array(logs), np.array([len(words) + 1 for words in sentences])


@pytest.fixture(scope="module")
def results():
    systems = {"none": [SOURCE, YES], "swap": [SWAPPED, YES], "more": [ADDED, YES]}
    plan = Plan(checker=Shouting(), model=Ten(), trust=Trust(resamples=50))
    return measure_trees([SOURCE, YES], systems, plan=plan)


def value(results, system, name):
    return next(one for one in results.systems if one.name == system).score(name).value


def test_who_changes_nothing_keeps_everything(results):
    assert value(results, "none", "USim-UD") == 1
    assert value(results, "none", "USim-UD changed") is None
    assert value(results, "none", "fluency") == 0
    assert value(results, "none", "Scribendi") == 0
    assert [one.changed for one in results.systems] == [0, 1, 1]


def test_steps_by_hand(results):
    """`more` removes `hit` and introduces `again`, per 100 of the four source tokens; `swap` leaves it."""
    names = ("errors before", "errors removed", "errors left", "errors introduced", "errors fewer")
    assert [value(results, "more", name) for name in names] == [25, 25, 0, 25, 0]
    assert [value(results, "swap", name) for name in names] == [25, 0, 25, 0, 0]


class Wrong:
    """A model and an embedder whose number for the first text is none."""

    name = "wrong"

    def __init__(self, number):
        self.number = number

    def score(self, sentences):
        return np.array([self.number] + [-5.0] * (len(sentences) - 1)), np.array([len(one) + 1 for one in sentences])

    def similarities(self, sources, _corrections):
        return np.array([self.number] + [1.0] * (len(sources) - 1))


@pytest.mark.parametrize("trust", [None, Trust(resamples=20)])
@pytest.mark.parametrize("number", [math.inf, -math.inf, math.nan, -1e6])
def test_models_that_give_no_numbers_are_refused(number, trust):
    sides = ([SOURCE, YES], {"swap": [SWAPPED, YES]})
    with pytest.raises(InputError, match="language model wrong gives 'John hit Mary' a log probability of"):
        measure_trees(*sides, plan=Plan(model=Wrong(number), trust=trust))
    if not math.isfinite(number):
        with pytest.raises(InputError, match="embedding model wrong gives pair 1 a cosine of"):
            measure_trees(*sides, plan=Plan(embedder=Wrong(number), trust=trust))


@pytest.mark.parametrize("trust", [None, Trust(resamples=20)])
def test_errors_per_token_of_empty_sources_are_not_available(trust):
    plan = Plan(checker=Shouting(), trust=trust)
    found = measure_trees([tree(), tree()], {"a": [SOURCE, ADDED]}, plan=plan).systems[0].score("errors introduced")
    assert (found.value, found.interval) == (None, None)


def test_perplexity_by_hand(results):
    assert value(results, "more", "perplexity before") == pytest.approx(10)
    # Seven words and ends, one of them twice 10² less probable.
    assert value(results, "more", "perplexity") == pytest.approx(10 ** ((5 + 2 + 2) / 7))
    assert value(results, "more", "Scribendi") == -0.5


def test_swapped_roles_are_found_although_usim_does_not_see_them(results):
    assert value(results, "swap", "USim-UD") == 1
    assert value(results, "swap", "at risk") == 0.5
    first = results.sentences[0]
    assert (first.system, first.number, first.risk) == ("swap", 1, 2.0)
    assert str(first.findings[0]) == "swapped roles: Mary (subject) → Mary (object)"


def test_matched_bins(results):
    swap, more = results.systems[1:]
    assert [one.sentences for one in swap.bins] == [1, 0, 0, 0, 0, 0]  # words in another order are no changed words
    assert [one.sentences for one in more.bins] == [0, 0, 1, 0, 0, 0]
    # One bin each: at equal amounts of change nothing is left to adjust.
    assert more.score("USim-UD matched").value == more.score("USim-UD changed").value


def test_no_edit_is_said_on_the_screen(results):
    shown = [render(table) for table in results.to_tables()]
    assert NO_EDIT.startswith("No edit = 1.0")
    assert NO_EDIT in shown[0]
    assert NO_EDIT in shown[1]


def test_every_form(results, tmp_path):
    saved = json.loads(results.to_json())
    assert saved["systems"][1]["checks"]["swapped roles"] == 2
    results.save(tmp_path / "r.json")
    assert json.loads((tmp_path / "r.json").read_text()) == saved
    assert r"\begin{tabular}" in results.to_latex()
    assert "<table" in results._repr_html_()
    assert {one["system"] for one in results.to_dicts()} == {"none", "swap", "more"}
    for table in detail_tables(results):
        assert render(table)


@pytest.mark.parametrize(("by", "first"), [("risk", "swap"), ("kept", "more"), ("words", "more"), ("fluency", "more")])
def test_sentences_can_be_sorted(results, by, first):
    assert sentence_table(results, 1, by=by).rows[0].cells[1].value == first


def test_the_worked_example_of_the_docs(results):
    """H of the source is aligned to single words (w = 1, not 3/4): F = 2/3; backward D has no partner: F = 8/9."""
    assert value(results, "more", "USim-UD changed") == pytest.approx(7 / 9)


def test_sentences_of_one_check(results):
    assert len(sentence_table(results, 0).rows) == 2
    assert len(sentence_table(results, 0, only=["swapped roles"]).rows) == 1
    assert len(sentence_table(results, 0).columns) == len(sentence_table(results, 0, brief=True).columns) + 2


def test_the_plane(results):
    chart = results.plane()
    assert chart.svg.count("<circle") == 3
    sizes = [row.cells[3].value for row in chart.table.rows]
    assert sizes == [0.0, 0.0, 1.0]
    page = plane_page(results)
    assert "no edit = 1.0" in page
    assert "The 2 sentences most at risk" in page


def test_intervals_depend_on_the_seed_alone(results):
    systems = {"none": [SOURCE, YES], "swap": [SWAPPED, YES], "more": [ADDED, YES]}
    plan = Plan(checker=Shouting(), model=Ten(), trust=Trust(resamples=50))
    assert measure_trees([SOURCE, YES], systems, plan=plan) == results
    assert results.systems[2].score("USim-UD").interval is not None


def test_without_extras_only_meaning_is_shown():
    results = measure_trees([SOURCE], {"more": [ADDED]}, plan=Plan(trust=None))
    assert [table.title.split(",")[0] for table in results.to_tables()] == [
        "Meaning kept",
        "USim-UD at equal amounts of change (changed words per sentence)",
    ]
    assert results.systems[0].score("perplexity").value is None


def test_unequal_lengths_and_nothing():
    with pytest.raises(InputError, match="2 trees, but the source has 1"):
        measure_trees([SOURCE], {"x": [SOURCE, YES]})
    with pytest.raises(UsageError, match="nothing to measure"):
        measure_pairs({}, measure="USim")


def test_empty_sentences_are_not_available():
    empty = Tree((), (), ())
    results = measure_trees([empty], {"x": [empty]}, plan=Plan(trust=None))
    assert results.systems[0].score("USim-UD").value is None


class Merging:
    name, version = "merging", "1"

    def parse(self, sentences):
        return (Tree(("".join(words),), (0,), ("root",)) for words in sentences)


def test_a_parser_must_keep_the_tokens():
    data = EvalSet((("a", "b"),), systems=(System("x", (("a", "b"),)),))
    with pytest.raises(InputError, match="changed the tokens"):
        measure_faithfulness(data, Merging())


def test_kinds_of_files(tmp_path):
    assert kind_of(["a.txt", "b.m2"]) == "text"
    assert kind_of(["a.conllu", "b.conllu.gz"]) == "trees"
    assert kind_of([tmp_path, "b.mrp"]) == "ucca"
    with pytest.raises(UsageError, match=r"a\.txt is text, but b\.xml is ucca"):
        kind_of(["a.txt", "b.xml"])


def test_an_empty_folder(tmp_path):
    with pytest.raises(InputError, match=r"no \.xml"):
        passage_pairs(tmp_path, tmp_path, level="essay")


@needs_shared
def test_conll14_gold_changes_most_and_ipn_least(errant_pipeline):
    """First 250 sentences; on all 1,312 `python -m bench faithfulness` gives the order SPEC-conservatism §7 expects."""
    teams = {name: read_sentences(DATA / "conll14-teams" / name)[:250] for name in ("CAMB", "CUUI", "AMU", "IPN")}
    gold = read_sentences(DATA / "conll14-official" / "gecmetrics-refs" / "conll14st-test.tok.trg0")[:250]
    source = read_sentences(DATA / "conll14-official" / "source.tok.txt")[:250]
    systems = tuple(System(name, texts) for name, texts in {"gold": gold, **teams}.items())
    results = measure_faithfulness(
        EvalSet(source, systems=systems), PipelineTrees(errant_pipeline), plan=Plan(trust=None)
    )
    kept = [one.score("USim-UD changed").value for one in results.systems]
    assert kept == sorted(kept)
    assert kept == pytest.approx([0.905, 0.916, 0.923, 0.960, 0.978], abs=0.02)


@needs_shared
def test_ucca_pairs_by_essay_and_by_sentence():
    folder = DATA / "ucca-learner"
    learner, corrected = folder / "tree1302.xml", folder / "tree1202.xml"
    essay = measure_pairs(
        {"x": passage_pairs(learner, corrected, level="essay")}, measure="USim", plan=Plan(trust=None)
    )
    lines = measure_pairs(
        {"x": passage_pairs(learner, corrected, level="sentence")}, measure="USim", plan=Plan(trust=None)
    )
    assert (essay.systems[0].sentences, lines.systems[0].sentences) == (1, 23)
    assert essay.systems[0].score("USim").value == pytest.approx(0.779, abs=1e-3)
    assert lines.systems[0].score("USim").value == pytest.approx(0.920, abs=1e-3)
    assert lines.systems[0].score("at risk").value is None


def test_two_trees_of_one_text_are_compared():
    """Trees that are given may come from two annotators, as UCCA graphs may."""
    other = tree("Mary 2 dobj", "hit 0 ROOT", "John 2 nsubj", "again 2 advmod")
    source = tree("Mary 2 nsubj", "hit 0 ROOT", "John 2 dobj", "again 3 amod")
    assert source.tokens == other.tokens
    found = measure_trees([source], {"other": [other], "same": [source]}, plan=Plan(trust=None))
    assert value(found, "other", "USim-UD") < 1
    assert value(found, "same", "USim-UD") == 1


def test_graphs_without_a_source_are_refused_even_beside_a_folder(tmp_path):
    (tmp_path / "a.mrp").write_text("{}\n")
    (tmp_path / "folder").mkdir()
    with pytest.raises(UsageError, match="source sentences are not known"):
        redink.faithfulness([tmp_path / "a.mrp", tmp_path / "folder"])
