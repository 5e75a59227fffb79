"""Coverage by size and by type of change: against all ways to choose people, and against the coverage of everything."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import redink
from redink.annotation.word_alignment import align_words, words_of
from redink.annotation.word_change import word_change
from redink.errors import UsageError
from redink.evaluation.preparation import load_annotator
from redink.questions.coverage.mathematics.accuracy_curve import coverage_of_counts
from redink.questions.coverage.mathematics.changes import ALL, SIZES, by_size, by_type
from redink.questions.coverage.mathematics.counts import count_corrections
from redink.questions.coverage.mathematics.incentive import coverage_needed, penalty
from redink.questions.coverage.mathematics.pair_table import Pool, make_pool
from redink.questions.coverage.run import coverage
from redink.reading.corrected_sentences import CorrectedSentence
from redink.records import Edit
from redink.scoring.edit_overlap import precision_recall_f

SOURCE = ("he", "go", "home")
TEXTS = [("he", "go", "home"), ("he", "goes", "home"), ("he", "went", "home"), ("they", "go", "back", "home")]
sentences = st.lists(st.sampled_from(TEXTS), min_size=3, max_size=7).map(
    lambda texts: CorrectedSentence(SOURCE, tuple(texts))
)


def size(text):
    words = word_change(align_words(words_of(SOURCE).texts, words_of(text).texts))
    return next(name for name, sizes in SIZES.items() if words in sizes)


def slow_by_size(sentence, m):
    """Take each person in turn, and all choices of M others: (share covered, share) by size."""
    shares = {}
    for place, text in enumerate(sentence.corrections):
        others = [other for number, other in enumerate(sentence.corrections) if number != place]
        covered = np.mean([text in chosen for chosen in combinations(others, m)])
        for name in (size(text), ALL):
            shares.setdefault(name, []).append(covered)
    n = len(sentence.corrections)
    return {name: (sum(covered) / n, len(covered) / n) for name, covered in shares.items()}


@given(st.lists(sentences, min_size=1, max_size=3), st.integers(1, 2))
def test_sizes_are_those_of_all_choices_of_people(drawn, m):
    for group in by_size(drawn, [m]):
        for row, sentence in zip(group.rows, drawn, strict=True):
            assert row == pytest.approx(slow_by_size(sentence, m).get(group.name, (0, 0)))


@given(st.lists(sentences, min_size=1, max_size=3))
def test_all_sizes_together_are_the_coverage(drawn):
    (whole,) = [group for group in by_size(drawn, [1, 2]) if group.name == ALL]
    expected = np.mean([coverage_of_counts(counts.counts, [1, 2]) for counts in count_corrections(drawn)], axis=0)
    assert whole.rows[:, :2].mean(axis=0) == pytest.approx(expected)
    assert whole.number == sum(len(sentence.corrections) for sentence in drawn)


def test_types_by_hand():
    """Three people: two write `goes`, one of them also `homes`; the third changes nothing."""
    goes, homes = Edit(1, 2, ("goes",), "R:VERB:SVA"), Edit(2, 3, ("homes",), "R:NOUN:NUM")
    texts = (("he", "goes", "home"), ("he", "goes", "homes"), SOURCE)
    sentence = CorrectedSentence(SOURCE, texts)
    pool = Pool((sentence,), (texts,), (((goes,), (goes, homes), ()),), np.array([3]), np.zeros((1, 3), dtype=np.int32))
    groups = {group.name: group for group in by_type(pool, [1, 2])}
    assert list(groups) == ["VERB:SVA", "NOUN:NUM", ALL]
    # Who writes `goes` meets the other one among the two others: half of the time with one of them, always with both.
    assert groups["VERB:SVA"].rows == pytest.approx(np.array([[1, 2, 2]]))
    assert groups["NOUN:NUM"].rows == pytest.approx(np.array([[0, 0, 1]]), abs=1e-9)
    assert groups[ALL].rows == pytest.approx(np.array([[1, 2, 3]]))
    assert groups[ALL].number == 3


@given(st.lists(sentences, min_size=1, max_size=2))
def test_types_add_up_to_all(drawn):
    *types, whole = by_type(make_pool(drawn, load_annotator("plain")), [1]) or [None]
    if whole is not None:
        assert sum(group.number for group in types) == whole.number
        assert np.sum([group.rows for group in types], axis=0) == pytest.approx(whole.rows)


GIVEN = [(" ".join(SOURCE), [" ".join(text) for text in (*TEXTS, *TEXTS[:3], TEXTS[1])])] * 3


@pytest.fixture(scope="module")
def found():
    return coverage(GIVEN, numbers=(1, 2, 3, 5), measures="F0.5", resamples=50)


def test_the_slope_is_what_the_last_reference_adds(found):
    points = found.matches[0].points
    assert points[0].slope == pytest.approx(points[0].coverage)
    assert points[1].slope == pytest.approx(points[1].coverage - points[0].coverage)
    alone = coverage(
        [(" ".join(SOURCE), [" ".join(text) for text in (*TEXTS, *TEXTS[:3], TEXTS[1])])] * 3, numbers=(5, 4)
    )
    assert points[3].slope == pytest.approx(alone["exact", 5].coverage - alone["exact", 4].coverage)
    curve = found.curves[0]
    assert curve.slope(1) is None
    assert curve.slope(5) == pytest.approx((curve.at(5).score - curve.at(3).score) / 2)


def test_tables_and_saved_files_have_them(found, tmp_path):
    titles = [table.title for table in found.to_tables()]
    assert "Coverage by size of change, exact match" in titles
    assert "Coverage of edits by type" in titles
    found.save(tmp_path / "coverage.json")
    again = coverage(tmp_path / "coverage.json")
    assert (again.sizes, again.types) == (found.sizes, found.types)
    assert again.matches[0].points == found.matches[0].points
    whole = found.sizes[-1]
    assert [point.coverage for point in whole.points] == pytest.approx(
        [found["exact", m].coverage for m in (1, 2, 3, 5)]
    )


@given(st.integers(1, 10**6), st.floats(0, 1), st.floats(0, 1), st.sampled_from([0.5, 1.0, 2.0]))
def test_the_penalty_is_the_ratio_of_one_more_correction(gold, precision, recall, beta):
    """α by its definition: what one more wrong proposal costs over what one more valid one wins, in the limit."""
    tp = recall * gold * 1e6  # so many that one more is a derivative
    fp = tp * (1 - precision) / max(precision, 1e-3)
    fn = gold * 1e6 - tp
    f, valid, wrong = precision_recall_f(np.array([[tp, fp, fn], [tp + 1, fp, fn - 1], [tp, fp + 1, fn]]), beta=beta)[
        :, 2
    ]
    if valid - f > 1e-9:
        assert (f - wrong) / (valid - f) == pytest.approx(penalty(f, beta), rel=1e-3, abs=1e-3)


def test_a_penalty_by_measure_and_score():
    """F0.5 = .4: .4 / (1.25 − .4) = .47; with (.9, .8) the coverage needed is (.1 + .47) / (1.47 · .8)."""
    assert penalty(0.4) == pytest.approx(8 / 17)
    (by_name,) = redink.incentive([".9,.8"], alphas=["F0.5=.4"]).incentives
    assert by_name.alpha == pytest.approx(8 / 17)
    assert by_name.needed == pytest.approx(coverage_needed(0.9, 0.8, 8 / 17))
    for wrong in ("F0.5=1.2", "F0.5", "much"):
        with pytest.raises(UsageError):
            redink.incentive([".9,.8"], alphas=[wrong])


def test_measures_without_references_have_no_curve():
    with pytest.raises(UsageError, match="looks at no reference"):
        coverage([(" ".join(SOURCE), ["he goes home", "he went home"])], measures="USim-UD")
