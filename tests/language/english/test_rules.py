"""POS, lemmas, heads of auxiliaries and word features, by hand."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from redink.language.english.auxiliaries import auxiliary_heads
from redink.language.english.features import ROWS_OF_A_WORD, TABLES, feature_rows, shape
from redink.language.english.lemmas import LemmaTables, lemma_of, parse_tables, read_tables
from redink.language.english.pos import label_of, pos_of
from tests.language.english.slow_hashing import murmur_3, murmur_64a
from training.english.lemma_tables import format_tables

ROWS_OF_THE = [2498, 2909, 2599, 4364]
TABLES_OF_WORDNET = read_tables()


@pytest.mark.parametrize(
    ("word", "tag", "dependency_class", "expected"),
    [
        ("cat", "NN", "arg", "NOUN"),
        ("something", "NN", "arg", "PRON"),
        ("london", "NNP", "arg", "PROPN"),
        ("is", "VBZ", "clause", "AUX"),
        ("has", "VBZ", "aux", "AUX"),
        ("has", "VBZ", "clause", "VERB"),
        ("doing", "VBG", "other", "VERB"),
        ("must", "MD", "aux", "AUX"),
        ("to", "TO", "aux", "PART"),
        ("that", "IN", "mark", "SCONJ"),
        ("after", "IN", "mark", "SCONJ"),
        ("after", "IN", "prep", "ADP"),
        ("because", "IN", "prep", "SCONJ"),
        ("this", "DT", "det", "DET"),
        ("this", "DT", "arg", "PRON"),
        ("which", "WDT", "det", "DET"),
        ("which", "WDT", "arg", "PRON"),
        ("n't", "RB", "other", "PART"),
        ("never", "RB", "other", "ADV"),
        ("his", "PRP$", "poss", "PRON"),
        ("up", "RP", "prt", "ADP"),
        (",", ",", "punct", "PUNCT"),
        ("blah", "no such tag", "other", "X"),
    ],
)
def test_pos(word: str, tag: str, dependency_class: str, expected: str) -> None:
    assert pos_of(word, tag, dependency_class) == expected


def test_existential_be_is_a_full_verb() -> None:
    assert pos_of("are", "VBP", "clause", after_there=True) == "VERB"
    assert pos_of("are", "VBP", "clause") == "AUX"


def test_classes_have_a_clearnlp_label() -> None:
    assert [label_of(name) for name in ("arg", "clause", "other", "aux", "prep")] == [
        "nsubj", "ROOT", "dep", "aux", "prep",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("word", "tag", "pos", "expected"),
    [
        ("Houses", "NNS", "NOUN", "house"),
        ("children", "NNS", "NOUN", "child"),
        ("women", "NNS", "NOUN", "woman"),
        ("churches", "NNS", "NOUN", "church"),
        ("computeres", "NNS", "NOUN", "computere"),
        ("house", "NN", "NOUN", "house"),
        ("London", "NNP", "PROPN", "London"),
        ("went", "VBD", "VERB", "go"),
        ("studies", "VBZ", "VERB", "study"),
        ("making", "VBG", "VERB", "make"),
        ("Make", "VB", "VERB", "make"),
        ("bigger", "JJR", "ADJ", "big"),
        ("easiest", "JJS", "ADJ", "easy"),
        ("'s", "VBZ", "AUX", "be"),
        ("'s", "POS", "PART", "'s"),
        ("are", "VBP", "VERB", "be"),
        ("has", "VBZ", "AUX", "have"),
        ("wo", "MD", "AUX", "will"),
        ("might", "MD", "AUX", "might"),
        ("n't", "RB", "PART", "not"),
        ("them", "PRP", "PRON", "they"),
        ("i", "PRP", "PRON", "I"),
        ("her", "PRP$", "PRON", "her"),
        ("The", "DT", "DET", "the"),
        ("😀", "NNS", "NOUN", "😀"),
    ],
)
def test_lemma(word: str, tag: str, pos: str, expected: str) -> None:
    assert lemma_of(word, tag, pos, TABLES_OF_WORDNET) == expected


def test_of_several_known_results_the_last_counts() -> None:
    empty: dict[str, str] = {}
    tables = LemmaTables(
        irregular={"noun": empty, "verb": {"hung": "hang"}, "adj": empty, "adv": empty},
        known={
            "noun": frozenset(),
            "verb": frozenset(("hop", "hope")),
            "adj": frozenset(),
            "adv": frozenset(),
        },
    )
    assert tables.lemma("hoped", "verb") == "hop"
    assert tables.lemma("hung", "verb") == "hang"
    assert tables.lemma("zzzed", "verb") == "zzze"
    assert tables.lemma("sing", "noun") is None


def test_tables_survive_the_file_format() -> None:
    assert parse_tables(format_tables(TABLES_OF_WORDNET).encode()) == TABLES_OF_WORDNET


def heads(sentences: list[list[tuple[bool, bool]]]) -> list[int]:
    marks = np.array([mark for sentence in sentences for mark in sentence], bool).reshape(-1, 2)
    return auxiliary_heads(marks[:, 0], marks[:, 1], np.array([len(s) for s in sentences], np.intp)).tolist()


def slow_heads(marks: list[tuple[bool, bool]]) -> list[int]:
    """Look ahead from each auxiliary."""
    return [
        next((j for j in range(i + 1, len(marks)) if marks[j] == (False, True)), i) if is_auxiliary else i
        for i, (is_auxiliary, _) in enumerate(marks)
    ]


def test_heads_by_hand() -> None:
    # "he would have gone ," + "can you" : would, have → gone; can finds no verb, not even in the next sentence.
    auxiliary = [False, True, True, False, False, True, False]
    verb = [False, False, True, True, False, True, False]
    marks = list(zip(auxiliary, verb, strict=True))
    assert heads([marks, [], [(False, True)]]) == [0, 3, 3, 3, 4, 5, 6, 0]


@given(st.lists(st.lists(st.tuples(st.booleans(), st.booleans()))))
def test_heads_equal_looking_ahead(sentences: list[list[tuple[bool, bool]]]) -> None:
    assert heads(sentences) == [head for sentence in sentences for head in slow_heads(sentence)]


@pytest.mark.parametrize(
    ("word", "expected"),
    [("McDonald-2020", "XxXxxxx-dddd"), ("aaaaaaa", "xxxx"), ("", ""), ("U.S.", "X.X."), ("😀", "😀")],
)
def test_shape(word: str, expected: str) -> None:
    assert shape(word) == expected


@given(st.lists(st.text()))
def test_rows_stay_inside_their_tables(words: list[str]) -> None:
    rows = feature_rows(words)
    assert rows.shape == (len(words), len(TABLES), ROWS_OF_A_WORD)
    for column, table in enumerate(TABLES):
        assert ((rows[:, column] >= 0) & (rows[:, column] < table.rows)).all()


def test_rows_are_the_same_everywhere() -> None:
    capital, small = feature_rows(["The"])[0], feature_rows(["the"])[0]
    # Reckoned once with spaCy 3.8; a change would make all weights meaningless.
    assert capital[0].tolist() == ROWS_OF_THE
    assert (capital[0] == small[0]).all()
    assert (capital[1:] != small[1:]).any(axis=1).all()


@given(st.text())
def test_shape_letter_by_letter(word: str) -> None:
    kinds: list[str] = []
    for character in word[:40]:
        upper_or_lower = "X" if character.isupper() else "x"
        kind = upper_or_lower if character.isalpha() else "d" if character.isdigit() else character
        if kinds[-4:] != [kind] * 4:
            kinds.append(kind)
    assert shape(word) == "".join(kinds)


@given(st.text())
def test_rows_key_by_key(word: str) -> None:
    parts = (word[:60].lower(), word[:1], word[-3:], shape(word))
    keys = [murmur_64a(part.encode("utf-8", "surrogatepass")) for part in parts]
    expected = [
        [number % table.rows for number in murmur_3(key, table.seed)] for key, table in zip(keys, TABLES, strict=True)
    ]
    assert feature_rows([word]).tolist() == [expected]
