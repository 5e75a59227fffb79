"""Comparing edits and scoring systems, by hand; the labels of the teacher, when it is installed."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from redink.language.english.pipeline import EnglishPipeline
from training.english import agreement, evaluate, labels, lemma_tables, testsets
from training.english.agreement import Comparison, TypedSpan
from training.english.scores import Tally, f05, keys, largest_difference

SHARED = Path(__file__).resolve().parents[2].parent / "shared"
MODEL = SHARED / "models/en_core_web_sm-3.8.0"
needs_shared = pytest.mark.skipif(not SHARED.is_dir(), reason="../shared is not there")


def test_a_comparison_by_hand() -> None:
    comparison = Comparison()
    comparison.add(
        [TypedSpan(0, 1, 0, 1, "R:NOUN"), TypedSpan(2, 2, 2, 3, "M:DET")],
        [TypedSpan(0, 1, 0, 1, "R:VERB"), TypedSpan(2, 2, 2, 3, "M:DET"), TypedSpan(5, 6, 5, 5, "U:DET")],
    )
    assert comparison.span_f == pytest.approx(4 / 5)
    assert comparison.edit_f == pytest.approx(2 / 5)
    assert comparison.type_given_span == 0.5
    assert comparison.confusions == {("R:NOUN", "R:VERB"): 1}


def test_scores_by_hand() -> None:
    right = keys([TypedSpan(0, 1, 0, 1, ""), TypedSpan(2, 3, 2, 2, "")], "A b")
    assert right == {(0, 1, "A"), (2, 3, "")}
    other = frozenset({(0, 1, "A")})
    assert f05([right], [[right]]) == 1.0
    assert f05([other], [[right]]) == pytest.approx(1.25 * 0.5 / (0.25 + 0.5))
    assert f05([other], [[right], [other]]) == 1.0
    assert Tally(0, 1, 1).f05 == 0.0
    assert largest_difference({"A": 0.5, "B": 0.3}, {"A": 0.51, "B": 0.3}) == pytest.approx(1.0)


def test_m2_is_applied(tmp_path: Path) -> None:
    folder = tmp_path / "conll13/revised/data"
    folder.mkdir(parents=True)
    (folder / "official-preprocessed.m2").write_text(
        "S He go a home .\nA 1 2|||SVA|||goes||went|||REQUIRED|||-NONE-|||0\n"
        "A 2 3|||ArtOrDet||||||REQUIRED|||-NONE-|||0\n\nS Fine .\n\n",
        encoding="utf-8",
    )
    assert testsets.conll13(tmp_path) == [("He go a home .", "He goes home ."), ("Fine .", "Fine .")]


def test_lemmas_are_chosen_as_the_teacher_does() -> None:
    tables = lemma_tables.LemmaTables(
        irregular={},
        known={"verb": frozenset(("fulfil", "fulfill")), "noun": frozenset(("leaf", "leave"))},
    )
    assert lemma_tables.choose("fulfilled", ["fulfil", "fulfill"], "verb", tables) == "fulfil"
    assert lemma_tables.choose("leaves", ["leaf", "leave"], "noun", tables) == "leaf"


@needs_shared
@pytest.mark.golden
def test_teacher_labels_a_sentence() -> None:
    teacher = labels.load_teacher(str(MODEL), exclude=["lemmatizer", "attribute_ruler"])
    labelled = labels.label([["She", "has", "gone", "."], ["Go", "!"]], teacher)
    assert [labelled.types[i] for i in labelled.words] == ["She", "has", "gone", ".", "Go", "!"]
    assert [labelled.tagset[i] for i in labelled.tags[:, 0]] == ["PRP", "VBZ", "VBN", ".", "VB", "."]
    assert labelled.lengths.tolist() == [4, 2]
    assert (np.diff(labelled.shares.astype(int), axis=1) <= 0).all()
    assert labelled.vectors.shape == (6, 96)


@needs_shared
@pytest.mark.golden
def test_vectors_of_words_do_not_depend_on_company(monkeypatch: pytest.MonkeyPatch) -> None:
    words = ["cat", "runs", "informations", "2020", "the"]
    vectors = labels.word_vectors(words, str(MODEL))
    monkeypatch.setattr(labels, "_WORDS", 2)
    assert np.allclose(labels.word_vectors(words[::-1], str(MODEL))[::-1], vectors, atol=1e-5)


@needs_shared
@pytest.mark.golden
def test_agreement_with_errant_on_part_of_jfleg_dev() -> None:
    """Spans and types as ERRANT 3.0.2 gives them with the teacher; floors lie below the measured values."""
    pairs = testsets.jfleg(SHARED / "data", "dev")[:400]
    teacher = labels.load_teacher(str(MODEL))
    find = agreement.edit_finder(teacher)
    texts = sorted({text for pair in pairs for text in pair})
    sides = evaluate.analyse_both(texts, EnglishPipeline(), teacher)
    comparison = agreement.compare(*(agreement.all_edits(pairs, side.documents, find) for side in sides))
    assert comparison.teacher > 1000
    assert comparison.span_f > 0.98
    assert comparison.type_given_span > 0.97
