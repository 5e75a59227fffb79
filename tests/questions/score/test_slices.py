"""Parts of a corpus: bins of length, columns of metadata, single sentences."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from redink.errors import InputError, UsageError
from redink.questions.score.run import scored as score
from redink.questions.score.slices import length_labels
from redink.records import EvalSet
from redink.scoring.gleu import reference_stats, sentence_scores
from redink.scoring.measure import Conventions, reference_texts
from redink.scoring.names import parse_measure
from tests.evaluation.test_tables import shown
from tests.questions.samples import DATA, sentences_of, slices_of

MISSING = Conventions("corrected", "missing")


def test_bins_of_length():
    lengths = (0, 1, 10, 11, 20, 30, 31, 40, 41, 300)
    data = EvalSet(tuple(("x",) * length for length in lengths))
    assert length_labels(data) == ["0", "1-10", "1-10", "11-20", "11-20", "21-30", "31-40", "31-40", "41+", "41+"]


def test_slices_by_a_column():
    table = slices_of(DATA, "F0.5", ["A2", "A2", "B1"], by="level", conventions=MISSING)
    assert shown(table) == [
        {"slice": "A2", "sentences": 2, "perfect": 1, "eager": pytest.approx(1.25 / 1.5), "idle": 0},
        {"slice": "B1", "sentences": 1, "perfect": None, "eager": 0, "idle": None},
    ]
    assert (table.title, table.columns[0].name) == ("F0.5 by level", "level")


def test_slices_stand_in_the_order_of_numbers_then_words():
    labels = ["41+", "9", "11-20", "1-10", "100", "B", "A", "0"]
    data = EvalSet(tuple(("x",) for _ in labels), (replace(DATA.references[0], texts=(("x",),) * 8, edits=((),) * 8),))
    rows = shown(slices_of(data, "EM", labels, by="length"))
    assert [row["slice"] for row in rows] == ["0", "1-10", "9", "11-20", "41+", "100", "A", "B"]


def test_a_column_of_another_length_is_refused():
    with pytest.raises(InputError, match="level, sentence 3: 2 rows, but the source has 3 sentences"):
        slices_of(DATA, "F0.5", ["A2", "A2"], by="level")


@pytest.mark.parametrize("measure", ["F0.5", "M2", "GLEU", "I", "EM"])
@pytest.mark.parametrize("rule", ["corrected", "faithful"])
def test_one_slice_is_the_corpus_whatever_the_measure(measure, rule):
    conventions = Conventions(rule, "missing")
    (row,) = shown(slices_of(DATA, measure, ["all"] * 3, by="everything", conventions=conventions))
    whole = score(DATA, [measure], conventions=conventions)
    shares = [row[system.name] for system in whole.systems]
    if (measure, rule) == ("GLEU", "faithful"):
        # The published GLEU averages over 500 draws of references; a slice, a function of sums, over all at once.
        parsed = parse_measure(measure, conventions)
        sums = [parsed.sentence_stats(DATA, system).sum(axis=0) for system in DATA.systems]
        assert shares == [float(parsed.score_from_sums(own)) for own in sums]
    else:
        assert shares == [system.scores[0].value for system in whole.systems]


@given(st.lists(st.sampled_from("ab"), min_size=3, max_size=3))
def test_slices_add_up(labels):
    rows = shown(slices_of(DATA, "EM", labels, by="letter"))
    assert sum(row["sentences"] for row in rows) == 3
    total = sum(row["sentences"] * row["eager"] for row in rows)
    assert total / 3 == pytest.approx(score(DATA, ["EM"]).systems[1].scores[0].value)


def test_one_row_a_system_and_sentence():
    table = sentences_of(DATA, ["F0.5", "EM"], conventions=MISSING, pipeline="plain@1")
    assert [column.key for column in table.columns] == [
        *("system", "sentence", "F0.5", "F0.5.tp", "F0.5.fp", "F0.5.fn", "EM", "EM.equal", "EM.sentences"),
    ]
    assert [[cell.value for cell in row.cells] for row in table.rows[3:6]] == [
        ["eager", 1, 1, 1, 0, 0, 1, 1, 1],
        ["eager", 2, 0, 0, 0, 1, 0, 0, 1],
        ["eager", 3, 0, 0, 1, 0, 0, 0, 1],
    ]
    assert table.rows[2].cells[2].value is None
    assert "pipeline:plain@1" in table.notes[0]


def test_statistics_of_sentences_add_up_to_the_corpus():
    rows = [row for row in shown(sentences_of(DATA, ["M2"], conventions=MISSING)) if row["system"] == "eager"]
    counts = score(DATA, ["M2"], conventions=MISSING).systems[1].scores[0].counts
    assert (sum(row["M2.correct"] for row in rows), sum(row["M2.proposed"] for row in rows)) == (
        counts.tp,
        counts.tp + counts.fp,
    )


def test_gleu_of_a_sentence_is_smoothed_and_averaged_over_references():
    texts = reference_texts(DATA, "missing")
    expected = sentence_scores(reference_stats(DATA.sources, DATA.systems[1].texts, texts, difference="multiset"))
    rows = [row for row in shown(sentences_of(DATA, ["GLEU"], conventions=MISSING)) if row["system"] == "eager"]
    assert np.allclose([row["GLEU"] for row in rows], expected)
    assert (expected > 0).all()
    # The corpus formula on one row would say 0: a sentence of two tokens has no 4-grams.
    row = parse_measure("GLEU").sentence_stats(DATA, DATA.systems[1])[2]
    assert float(parse_measure("GLEU").score_from_sums(row)) == 0


def test_filters_of_edits_are_refused_where_they_mean_nothing():
    with pytest.raises(UsageError, match="EM cannot leave edits out"):
        sentences_of(DATA, ["EM"], conventions=Conventions("corrected", size="single"))
    with pytest.raises(UsageError, match="EM cannot leave edits out"):
        slices_of(DATA, "EM", ["a"] * 3, by="x", conventions=Conventions("corrected", size="single"))
