"""GREEN: by hand, against both programs, properties, and a slow twin."""

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from redink.records import EvalSet, Reference, System
from redink.scoring.green import chosen_counts, reference_counts, score_from_sums, system_counts
from redink.scoring.names import parse_measure
from tests.scoring import conll14, slow_green
from tests.shared_files import DATA, SHARED, needs_shared

texts = st.lists(st.sampled_from("abc"), max_size=7).map(tuple)
corpora = st.lists(st.tuples(texts, texts, st.lists(texts, min_size=1, max_size=3)), min_size=1, max_size=4)


def split(corpus):
    return tuple(zip(*corpus, strict=True))


def test_by_hand():
    source, output, reference = (tuple(text.split()) for text in ("he go home", "he goes home", "he goes home now"))
    row = reference_counts([source], [output], [[reference]])[0, 0]
    # Unigrams: he, home kept, go deleted, goes inserted rightly; now is missing.
    assert row.reshape(3, 4).tolist() == [[4, 4, 2, 0], [0, 0, 0, 0], [1, 1, 1, 1]]
    assert score_from_sums(row, beta=1) == 0
    three = 2 * (r := (4 / 5 * 4 / 5 * 2 / 3) ** (1 / 3)) / (1 + r)
    assert score_from_sums(row, beta=1, order=3) == pytest.approx(three)


def test_too_short_for_an_order_is_nothing_for_the_authors_and_everything_for_gec_metrics():
    row = reference_counts([("a",)], [("a",)], [[("a",)]])[0, 0]
    assert score_from_sums(row) == 0
    assert score_from_sums(row, reading="gecmetrics") == 1


def test_equal_best_references_are_told_apart_by_shorter_n_grams():
    # Both references have score 0 over n = 1…4; over n = 1 alone the second is better.
    table = reference_counts([("a", "b")], [("a", "b")], [[("c", "d"), ("a", "c")]])
    assert chosen_counts(table).tolist() == table[:, 1].tolist()
    assert chosen_counts(table, reading="gecmetrics").tolist() == table[:, 0].tolist()


def test_char_counts_spaces():
    data = EvalSet((("a", "b"),), (Reference("r", (("a", "b"),)),), (System("s", (("a", "b"),)),))
    assert parse_measure("GREEN-char").sentence_stats(data, data.systems[0])[0, :4].tolist() == [3, 2, 1, 0]


@settings(max_examples=50)
@given(corpora, st.sampled_from([0.5, 1, 2]), st.sampled_from(["koyama", "gecmetrics"]))
def test_the_slow_twin_agrees(corpus, beta, reading):
    table = reference_counts(*split(corpus))
    chosen = chosen_counts(table, beta=beta, reading=reading)
    for number, (source, output, references) in enumerate(corpus):
        rows = [slow_green.counts(source, output, reference) for reference in references]
        assert table[number, : len(rows)].tolist() == rows
        assert np.isnan(table[number, len(rows) :]).all()
        best = max(slow_green.f_beta(row, beta, 4, float(reading == "gecmetrics")) for row in rows)
        assert score_from_sums(chosen[number], beta=beta, reading=reading) == pytest.approx(best)


@settings(max_examples=50)
@given(corpora, st.randoms(), st.sampled_from(["word", "char"]))
def test_systems_counted_together_are_those_counted_alone(corpus, rng, unit):
    sources, outputs, references = split(corpus)
    systems = [outputs, sources, [rng.choice(outputs) for _ in outputs]]
    alone = [reference_counts(sources, texts, references, unit=unit) for texts in systems]
    assert np.array_equal(system_counts(sources, systems, references, unit=unit), alone, equal_nan=True)


@settings(max_examples=50)
@given(corpora, st.randoms())
def test_neither_the_order_of_references_nor_of_sentences_matters(corpus, rng):
    shuffled = [(s, h, rng.sample(r, len(r))) for s, h, r in rng.sample(corpus, len(corpus))]
    sums = [chosen_counts(reference_counts(*split(rows))) for rows in (corpus, shuffled)]
    scores = [sorted(score_from_sums(rows).tolist()) for rows in sums]
    assert scores[0] == pytest.approx(scores[1])


@settings(max_examples=50)
@given(corpora)
def test_counts_add_up_and_the_reference_itself_is_perfect(corpus):
    sources, outputs, references = split(corpus)
    counts = reference_counts(sources, outputs, references)[:, 0].reshape(-1, 3, 4)
    for (tp, fp, fn), source, output, reference in zip(
        counts, sources, outputs, (r[0] for r in references), strict=True
    ):
        # Everything the output does is right or wrong: it keeps, deletes or inserts an n-gram.
        assert (tp + fp + fn <= len(source) + len(output) + len(reference)).all()
        assert fp.any() == fn.any() == False or output != reference  # noqa: E712
    perfect = reference_counts(sources, [row[0] for row in references], [row[:1] for row in references])
    assert (score_from_sums(np.nan_to_num(perfect[:, 0]), reading="gecmetrics") == 1).all()


@settings(max_examples=50)
@given(texts, texts)
def test_each_right_insertion_in_a_row_raises_the_score(source, reference):
    # Along the way from the source to a reference that only appends to it, GREEN never falls.
    reference = source + reference
    steps = [reference[:end] for end in range(len(source), len(reference) + 1)]
    scores = score_from_sums(
        reference_counts([source] * len(steps), steps, [[reference]] * len(steps))[:, 0], reading="gecmetrics"
    )
    assert (np.diff(scores) >= -1e-12).all()


def read(path):
    return [tuple(line.split()) for line in path.read_text(encoding="utf-8").replace("\r", "").split("\n")[:-1]]


@needs_shared
@pytest.mark.parametrize("team", ["INPUT", "AMU", "CAMB"])
def test_both_programs_on_conll14(team):
    # shotakoyama/green ab1546d and gec-metrics 0.1.2, twelve digits.
    golden = json.loads((SHARED / "golden" / "modern" / "green.json").read_text())
    sources, references = conll14.sources(), conll14.references()
    table = reference_counts(sources, sources if team == "INPUT" else conll14.output(team), references)
    for beta, digits in ((2.0, "2"), (1.0, "1"), (0.5, "0.5")):
        rows = chosen_counts(table, beta=beta)
        assert score_from_sums(rows.sum(axis=0), beta=beta) == pytest.approx(
            golden["koyama_corpus"][team][f"beta_{digits}"], abs=1e-11
        )
    rows = chosen_counts(table)
    sentences = score_from_sums(rows)
    assert sentences[:20] == pytest.approx(golden["koyama_first_20_sentences_beta_2"][team], abs=1e-11)
    assert sentences[23] == golden["koyama_sentence_23_beta_2"][team]
    theirs = golden["gecmetrics_beta_2"][team]
    rows = chosen_counts(table, reading="gecmetrics")
    counts = theirs["counts_of_chosen_references"]
    assert rows.sum(axis=0).tolist() == counts["tp"] + counts["fp"] + counts["fn"]
    sentences = score_from_sums(rows, reading="gecmetrics")
    assert score_from_sums(rows.sum(axis=0), reading="gecmetrics") == pytest.approx(theirs["corpus"], abs=1e-12)
    assert sentences.mean() == pytest.approx(theirs["mean_of_sentences"], abs=1e-12)
    assert sentences[:20] == pytest.approx(theirs["first_20_sentences"], abs=1e-12)
    if team == "INPUT":
        chars = chosen_counts(reference_counts(sources, sources, references, unit="char"), reading="gecmetrics")
        assert score_from_sums(chars.sum(axis=0), reading="gecmetrics") == pytest.approx(
            theirs["corpus_char"], abs=1e-12
        )


@needs_shared
def test_four_references_of_jfleg():
    golden = json.loads((SHARED / "golden" / "modern" / "green.json").read_text())["jfleg_test"]
    folder = DATA / "jfleg" / "test"
    source, output = read(folder / "test.src"), read(folder / "test.spellchecked.src")
    references = list(zip(*(read(folder / f"test.ref{number}") for number in range(4)), strict=True))
    score = score_from_sums(chosen_counts(reference_counts(source, output, references)).sum(axis=0))
    assert score == pytest.approx(golden["koyama_beta_2_4_references"]["test.spellchecked.src"], abs=1e-11)
