"""spaCy as a provider: the quick way gives what spaCy's own pipeline gives, token for token."""

import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from redink import example
from redink.annotation.annotator import Annotator
from redink.annotation.cache import AnalysisCache
from redink.errors import MissingExtraError
from redink.language import spacy_pipeline
from redink.language.spacy_pipeline import ErrantPipeline, SpacyPipeline

spacy = pytest.importorskip("spacy", reason="needs the extra [errant]")

ODD = [
    tuple(text.split())
    for text in (
        "I 'm gon na go .",
        "We are gonna GON NA win .",
        "Let 's go ! LET 's not . Lets",
        "There is a dog . there are cats . There 's more .",
        "Is there anybody there ?",
        "Y' all know . y' ALL",
        "He 's been there ; she 'd go , I 'd better .",
        "I ca n't , wo n't and sha n't .",
        "naïve 中文 ❤️ \u200b \u00ad x\u0301 ﬁne",
        "I",
        ".",
    )
] + [
    (),
    ("",),
    ("a", "", "b", ""),
    ("\ud800", "a\udfff"),
    ("two words", "a\tb", "\n"),
    ("\u2400", "He", "\u2400"),
    tuple(f"{word}{i % 100}" for i in range(750) for word in ("the", "go", "dogs", "There")),
]


@pytest.fixture(scope="module")
def plain_spacy(errant_pipeline):
    """The same folder run by spaCy as it is."""
    return SpacyPipeline(str(errant_pipeline._folder))


def sentences_of_the_example():
    corpus = example.load()
    versions = (corpus.sources, *(v.texts for v in (*corpus.references, *corpus.systems)))
    return list(dict.fromkeys(sentence for version in versions for sentence in version))


def test_errant_equals_spacy_on_the_example_and_on_odd_sentences(errant_pipeline, plain_spacy):
    sentences = sentences_of_the_example() + ODD
    assert len(sentences) > 700
    quick, slow = list(errant_pipeline.analyse(sentences)), list(plain_spacy.analyse(sentences))
    assert [len(analysis) for analysis in slow] == [len(sentence) for sentence in sentences]
    assert [pair for pair in zip(quick, slow, strict=True) if pair[0] != pair[1]] == []


def test_the_context_patterns_are_met(errant_pipeline):
    """Otherwise the test above would prove nothing of them."""
    list(errant_pipeline.analyse([("warm", "up")]))
    met = 0
    for sentence in ODD[:8]:
        doc = spacy_pipeline._doc(errant_pipeline._nlp, sentence)
        met += bool(errant_pipeline._readings._context(errant_pipeline._nlp(doc)))
    assert met >= 4


frequent = st.sampled_from(
    [
        "there",
        "is",
        "are",
        "be",
        "gon",
        "na",
        "let",
        "'s",
        "y'",
        "all",
        "going",
        "to",
        "have",
        "been",
        "n't",
        "the",
        "dogs",
        ",",
        "She",
    ]
)


@settings(max_examples=40)
@given(sentences=st.lists(st.lists(frequent | st.text(max_size=5), max_size=8).map(tuple), max_size=4))
def test_errant_equals_spacy_on_any_tokens(errant_pipeline, plain_spacy, sentences):
    quick = list(errant_pipeline.analyse(sentences))
    assert quick == list(plain_spacy.analyse(sentences))
    assert [tuple(token.text for token in analysis) for analysis in quick] == sentences


@pytest.mark.parametrize("words", [("a", "", "b"), ("a\ud800", "b")])
def test_tokens_that_spacy_refuses_stay_as_written(errant_pipeline, tmp_path, words):
    """Found here: an empty token came back as its stand-in ␀, and half a surrogate pair was a crash."""
    (analysis,) = errant_pipeline.analyse([words])
    assert tuple(token.text for token in analysis) == words
    assert tuple(token.lower for token in analysis) == words
    cache = AnalysisCache(tmp_path, "errant", errant_pipeline.version)
    cache.store({words: analysis})
    assert cache.find([words]) == {words: analysis}
    assert Annotator(errant_pipeline).edits(("a", "", "b"), ("a", "\u2400", "b")), "they are not the same"


def test_batches_share_work_but_not_results(errant_pipeline):
    sentences = sentences_of_the_example()[:40]
    together = list(errant_pipeline.analyse(sentences))
    assert [next(errant_pipeline.analyse([sentence])) for sentence in sentences] == together


def test_a_model_that_has_seen_too_many_words_starts_afresh(errant_pipeline, monkeypatch):
    pipeline = ErrantPipeline(errant_pipeline._folder)
    (before,) = pipeline.analyse([("He", "goes")])
    first = pipeline._nlp
    (again,) = pipeline.analyse([("He", "goes")])
    assert pipeline._nlp is first
    monkeypatch.setattr(spacy_pipeline, "_FORGET_ABOVE", 1)
    (after,) = pipeline.analyse([("He", "goes")])
    assert pipeline._nlp is not first
    assert before == again == after


def test_tokens_of_running_text_without_white_space(errant_pipeline):
    text = "  I can't\u00a0go,  he said.\n"
    found = errant_pipeline.tokenise(text)
    assert [token for token, _ in found] == ["I", "ca", "n't", "go", ",", "he", "said", "."]
    assert all(text[start : start + len(token)] == token for token, start in found)


def test_names_and_versions_say_what_can_change_the_output(errant_pipeline, plain_spacy):
    assert (errant_pipeline.name, errant_pipeline.scheme) == ("errant", "english")
    assert errant_pipeline.version == f"en_core_web_sm-3.8.0+spacy{spacy.__version__}"
    assert plain_spacy.name.startswith("en_core_web_sm")
    assert plain_spacy.version.startswith(f"3.8.0+spacy{spacy.__version__}")
    assert plain_spacy.scheme == "english"


def test_another_language_is_not_classified(tmp_path):
    spacy.blank("de").to_disk(tmp_path)
    german = SpacyPipeline(str(tmp_path))
    assert (german.name, german.language, german.scheme) == ("de_pipeline", "de", "operation")
    (edit,) = Annotator(german).edits(("Er", "gehen"), ("Er", "geht"))
    assert edit.type == "R:OTHER"


def test_a_model_folder_that_was_changed_has_another_version(tmp_path):
    """Found here: a model trained anew under its old name got the old one's analyses from the cache."""
    nlp = spacy.blank("en")
    nlp.to_disk(tmp_path / "first")
    nlp.to_disk(tmp_path / "copy")
    nlp.vocab.strings.add("novelty")
    nlp.to_disk(tmp_path / "second")
    first, copy, second = (SpacyPipeline(str(tmp_path / name)) for name in ("first", "copy", "second"))
    assert first.name == second.name
    assert first.version == copy.version != second.version


@pytest.mark.parametrize("name", ["no_such_model", "", ".", "/no/such/folder", "numpy", "pytest"])
def test_a_name_that_is_no_model(name):
    """Found here: the name of any other installed package was a crash."""
    with pytest.raises(MissingExtraError, match="the spaCy model") as caught:
        SpacyPipeline(name)
    assert caught.value.exit_code == 4
    assert "plain" in caught.value.remedy


def test_spacy_that_cannot_be_imported(errant_pipeline, monkeypatch):
    pipeline = ErrantPipeline(errant_pipeline._folder)
    monkeypatch.setitem(sys.modules, "spacy", None)
    with pytest.raises(MissingExtraError) as caught:
        list(pipeline.analyse([("a",)]))
    assert caught.value.remedy == 'type: pip install "redink[errant]"'
    with pytest.raises(MissingExtraError):
        SpacyPipeline("en_core_web_sm")


def test_the_model_is_verified_before_it_is_loaded(tmp_path, monkeypatch):
    monkeypatch.setattr(spacy_pipeline, "_load", lambda *_: pytest.fail("loaded"))
    with pytest.raises(Exception, match="is not the one in en_core_web_sm"):
        next(ErrantPipeline(tmp_path).analyse([("a",)]))


def test_loading_leaves_the_computing_of_others_alone(errant_pipeline):
    from thinc.api import get_current_ops

    before = get_current_ops()
    ErrantPipeline(errant_pipeline._folder).tokenise("a")
    assert get_current_ops() is before


def test_spacys_own_command_line_is_not_imported_but_still_there_for_others():
    code = (
        "import sys; from redink.language.spacy_pipeline import ErrantPipeline; "
        "list(ErrantPipeline().analyse([('a', 'b')])); assert 'spacy.cli' not in sys.modules; "
        "import spacy; assert spacy.info(silent=True)['spacy_version'] == spacy.__version__; "
        "import spacy.cli; assert spacy.cli.download"
    )
    subprocess.run([sys.executable, "-W", "ignore", "-c", code], check=True)
