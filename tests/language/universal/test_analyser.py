"""The analyser at run time: results that do not depend on the batch, exact lemmas, and the word list."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from redink.errors import MissingExtraError, UsageError
from redink.language.registry import load_pipeline
from redink.language.universal import weights
from redink.language.universal.features import TABLES, Rows, checksums
from redink.language.universal.lemmas import Change, Lemmas
from redink.language.universal.vocabulary import Vocabulary

GERMAN = [tuple(text.split()) for text in (
    "Wir fahren mit dem Zug nach Hause .",
    "Ich habe gestern einen Hund gesehen .",
    "im Haus",
    "",
    "12 € !",
)]  # fmt: skip


@pytest.fixture(scope="module")
def german():
    pytest.importorskip("redink_languages")
    return load_pipeline("de")


def test_german_is_analysed(german):
    (analysis,) = german.analyse([GERMAN[0]])
    assert [token.pos for token in analysis] == ["PRON", "VERB", "ADP", "DET", "NOUN", "ADP", "NOUN", "PUNCT"]
    assert (analysis[1].lemma, analysis[3].lemma, analysis[4].lemma) == ("fahren", "der", "Zug")
    assert "Case=Dat" in analysis[3].tag
    assert [token.head for token in analysis] == list(range(8))


def test_a_sentence_alone_and_among_others_has_one_analysis(german):
    together = list(german.analyse(GERMAN * 3))
    assert together == [next(german.analyse([sentence])) for sentence in GERMAN * 3]
    assert together[3] == ()


def test_words_of_the_language_are_known_and_slips_are_not(german):
    assert all(map(german.knows, ["Hund", "fahren", "Straße", "und"]))
    assert not any(map(german.knows, ["Hudn", "farhen", "xqzzy"]))


def test_the_version_names_the_weights(german):
    assert german.version == f"1+{german.analyser.fingerprint}"
    assert (german.name, german.language, german.scheme) == ("redink-de", "de", "universal")


@given(st.lists(st.text(max_size=12), max_size=6))
@settings(max_examples=30, deadline=None)
def test_any_tokens_get_an_analysis(words):
    pytest.importorskip("redink_languages")
    pipeline = _pipeline()
    (analysis,) = pipeline.analyse([tuple(words)])
    assert [token.text for token in analysis] == words
    assert all(token.pos and token.lower == token.text.lower() for token in analysis)


def _pipeline(known={}):  # noqa: B006 - loaded once for all examples
    return known.setdefault("de", load_pipeline("de"))


def test_a_language_without_an_analyser_and_without_the_package(monkeypatch):
    pytest.importorskip("redink_languages")
    with pytest.raises(UsageError, match="no analyser for the language 'xx'"):
        load_pipeline("xx")
    monkeypatch.setattr(weights, "find_spec", lambda _name: None)
    with pytest.raises(MissingExtraError) as caught:
        load_pipeline("de")
    assert caught.value.remedy == 'type: pip install "redink[languages]"'
    assert weights.languages() == ()


def test_every_file_is_small_and_names_its_parts():
    package = pytest.importorskip("redink_languages")
    assert {"cs", "de", "es"} <= set(package.LANGUAGES)
    assert all(len(weights.read_weights(code)) < 1_500_000 for code in package.LANGUAGES)


def test_the_longest_ending_decides_and_a_whole_word_comes_first():
    plural, same = Change(0, "", 1, "", "l"), Change(0, "", 0, "", "t")
    lemmas = Lemmas([plural, same], {"NOUN s": 0, "NOUN ": 1, "NOUN ^bus": 1})
    assert [lemmas.of(word, "NOUN") for word in ("cats", "Bus", "rome", "S")] == ["cat", "Bus", "Rome", "S"]
    assert lemmas.of("cats", "VERB") == "cats"
    assert Lemmas.unpack(lemmas.pack()).of("Cats", "NOUN") == "cat"


@given(st.sets(st.text(min_size=1, max_size=10), min_size=1, max_size=50))
def test_a_word_of_the_list_is_never_denied(words):
    vocabulary = Vocabulary(Vocabulary.pack(words))
    assert all(word in vocabulary for word in words)
    assert all(word.upper() in vocabulary for word in words if word.upper().casefold() == word.casefold())


def test_few_other_words_are_accepted():
    vocabulary = Vocabulary(Vocabulary.pack([f"word{i}" for i in range(2000)]))
    assert sum(f"other{i}" in vocabulary for i in range(2000)) < 60


def test_korean_syllables_are_taken_apart_and_other_letters_are_not():
    ends = [table.name for table in TABLES].index("last letter")
    place, object_, accented, plain = checksums(["학교에", "나를", "né", "ne"])
    assert place[ends] == checksums(["집에"])[0, ends]
    assert place[ends] != object_[ends]
    assert accented[ends] != plain[ends]


@given(st.lists(st.text(min_size=1, max_size=6), max_size=12), st.lists(st.text(max_size=6), max_size=12))
def test_rows_equal_those_of_a_dictionary(seen, asked):
    """The slow twin has a dictionary for each table."""
    keys = [np.unique(column) for column in checksums(seen).T]
    numbers = [{key: row for row, key in enumerate(column.tolist(), start=1)} for column in keys]
    slow = [
        [table.get(key, 0) for table, key in zip(numbers, row, strict=True)]
        for row in checksums([*seen, *asked]).tolist()
    ]
    assert Rows(keys).of([*seen, *asked]).tolist() == slow
    assert all(all(row) for row in slow[: len(seen)])


def test_turkish_has_two_letters_i():
    pytest.importorskip("redink_languages")
    turkish = load_pipeline("tr")
    (analysis,) = turkish.analyse([("İstanbul", "ISLAK", "bir", "şehir", ".")])
    assert [token.lower for token in analysis] == ["istanbul", "ıslak", "bir", "şehir", "."]
    assert analysis[4].pos == "PUNCT"
    assert turkish.knows("İstanbul")
    assert weights.word_list_of("tr")("İSTANBUL")


def test_arabic_is_analysed():
    pytest.importorskip("redink_languages")
    (analysis,) = load_pipeline("ar").analyse([("ذهب", "الرجل", "إلى", "المدينة", ".")])
    assert [token.pos for token in analysis] == ["VERB", "NOUN", "ADP", "NOUN", "PUNCT"]
    assert [token.lemma for token in analysis][2:] == ["إلى", "مدينة", "."]


def test_korean_is_analysed():
    pytest.importorskip("redink_languages")
    (analysis,) = load_pipeline("ko").analyse([("그", "사람은", "책을", "읽는다", ".")])
    assert [token.pos for token in analysis] == ["DET", "NOUN", "NOUN", "VERB", "PUNCT"]
    assert [token.lemma for token in analysis] == ["그", "사람", "책", "읽", "."]


def test_sums_of_scores_equal_those_of_the_slow_loop(german):
    """The slow twin adds the scores of one feature after the other, as the definition says."""
    analyser, rng = german.analyser, np.random.default_rng(5)
    scores = rng.integers(-(2**23), 2**23, (analyser._parts[-1].stop, 700)).astype(np.float32)
    pos = rng.integers(len(analyser.pos), size=700)
    bundles, margins = analyser._bundles(scores, pos)
    for token in range(0, 700, 7):
        allowed = analyser._allowed[pos[token]]
        totals = np.zeros(len(allowed))
        for feature, part in enumerate(analyser._parts[1:]):
            totals += scores[part, token].astype(np.float64)[analyser._values[allowed, feature]]
        best = allowed[totals.argmax()]
        assert bundles[token] == best
        for feature, part in enumerate(analyser._parts[1:]):
            value = analyser._values[best, feature]
            others = np.delete(scores[part, token], value)
            if len(set(analyser._values[allowed, feature])) > 1:
                assert margins[feature, token] == scores[part, token][value] - others.max()
