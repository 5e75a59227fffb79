"""POS, lemmas, heads of auxiliaries and word features, by hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from redink.language.english.auxiliaries import auxiliary_heads
from redink.language.english.features import TABLES, feature_rows, shape
from redink.language.english.lemmas import LemmaTables, format_tables, lemma_of, parse_tables, read_tables
from redink.language.english.pos import label_of, pos_of

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
    assert parse_tables(format_tables(TABLES_OF_WORDNET)) == TABLES_OF_WORDNET


def test_heads_by_hand() -> None:
    # "he would have gone ," + "can you" : would, have → gone; can finds no verb.
    auxiliary = [False, True, True, False, False, True, False]
    verb = [False, False, True, True, False, True, False]
    assert auxiliary_heads(auxiliary, verb) == [0, 3, 3, 3, 4, 5, 6]


@given(st.lists(st.tuples(st.booleans(), st.booleans())))
def test_heads_are_later_verbs_or_the_token_itself(marks: list[tuple[bool, bool]]) -> None:
    heads = auxiliary_heads([mark[0] for mark in marks], [mark[1] for mark in marks])
    for i, head in enumerate(heads):
        between = marks[i + 1 : head]
        assert head == i or (marks[i][0] and head > i and marks[head] == (False, True))
        assert (False, True) not in between


@pytest.mark.parametrize(
    ("word", "expected"),
    [("McDonald-2020", "XxXxxxx-dddd"), ("aaaaaaa", "xxxx"), ("", ""), ("U.S.", "X.X."), ("😀", "😀")],
)
def test_shape(word: str, expected: str) -> None:
    assert shape(word) == expected


@given(st.lists(st.text()))
def test_rows_stay_inside_their_tables(words: list[str]) -> None:
    rows = feature_rows(words)
    assert rows.shape == (len(words), len(TABLES))
    for column, table in zip(rows.T, TABLES, strict=True):
        assert all(0 <= row < table.rows for row in column)


def test_rows_are_the_same_everywhere() -> None:
    # CRC-32 values reckoned once with zlib; a change would make all weights meaningless.
    assert feature_rows(["The"]).tolist() == feature_rows(["The"]).tolist()
    assert feature_rows(["The"])[0, 0] == feature_rows(["the"])[0, 0]
    assert feature_rows(["The"])[0, -1] != feature_rows(["the"])[0, -1]
