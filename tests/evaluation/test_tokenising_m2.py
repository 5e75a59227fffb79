"""Raw outputs beside an M2 file: cut as the file has its tokens, but no correction of a blank is undone."""

import warnings

import pytest
from hypothesis import given
from hypothesis import strategies as st

import redink
from redink.errors import Note
from redink.evaluation.tokenising import Splitting, cut_alike

GOLD = """S Afterall , he may be here , ca n't he ?
A 0 1|||R:ORTH|||After all|||REQUIRED|||-NONE-|||0

S It is well-known (sic) .
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0

"""


@pytest.fixture
def gold(tmp_path):
    path = tmp_path / "gold.m2"
    path.write_text(GOLD)
    return path


def test_bug_words_that_were_split_or_joined_were_put_back(gold):
    """`After all` became `Afterall` again, and `maybe` became `may be`: a true correction was lost."""
    output = ["After all, he maybe here, can't he?", "It is well-known (sic)."]
    data = redink.read({"o": output}, references=[gold], tokenise="en")
    assert data.systems[0].texts == (
        ("After", "all", ",", "he", "maybe", "here", ",", "ca", "n't", "he", "?"),
        ("It", "is", "well-known", "(sic)", "."),
    )
    assert redink.score(data, ["M2"])["o", "M2"].value > 0


def test_unchanged_text_is_unchanged(gold):
    output = ["Afterall, he may be here, can't he?", "It is well-known (sic)."]
    data = redink.read({"o": output}, references=[gold], tokenise="en")
    assert data.systems[0].texts == data.sources


def test_auto_takes_the_tokeniser_that_the_m2_file_fits(tmp_path):
    """`en` cuts words at hyphens and `penn` does not: what is right for the output depends on the file beside it."""
    penn, spacy = tmp_path / "penn.m2", tmp_path / "spacy.m2"
    penn.write_text("S He has a well-known book , but she read it .\n\n")
    spacy.write_text("S He has a well - known book , but she read it .\n\n")
    for gold, name in ((penn, "penn"), (spacy, "en")):
        with pytest.warns(Note, match=f"--tokenise {name}"):
            data = redink.read({"o": ["He has a well-known, up-to-date book, but she read it."]}, references=[gold])
        assert dict(data.text_stages) == {"tokeniser": name}
        hyphens = ("up-to-date",) if name == "penn" else ("up", "-", "to", "-", "date")
        well_known = ("well-known",) if name == "penn" else ("well", "-", "known")
        rest = ("book", ",", "but", "she", "read", "it", ".")
        assert data.systems[0].texts == (("He", "has", "a", *well_known, ",", *hyphens, *rest),)


def test_auto_leaves_tokenised_outputs_alone(gold):
    tokenised = [" ".join(source) for source in redink.read({}, references=[gold]).sources]
    for outputs in ({"a": tokenised}, {"a": tokenised, "b": ["After all, he may be here.", "It is."]}):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            assert redink.read(outputs, references=[gold]).text_stages == ()


def test_bug_a_raw_source_beside_m2_was_another_source(gold):
    """The tokens are those of the M2 file, and their places are those in the raw text."""
    source = ["Afterall, he may be here, can't he?", "It is well-known (sic)."]
    with pytest.warns(Note, match="the texts beside it are not"):
        data = redink.read({"o": source}, source=source, references=[gold])
    assert data.systems[0].texts == data.sources == redink.read({}, references=[gold]).sources
    assert data.characters is not None
    for text, tokens, spans in zip(source, data.sources, data.characters, strict=True):
        assert [text[start:end] for start, end in spans] == list(tokens)
    with pytest.raises(redink.InputError, match=r"another source sentence: 'It is well-known \(sic\) \.'"):
        redink.read({"o": source}, source=[source[0], "It is good."], references=[gold], tokenise="en")


def test_a_blank_inside_a_source_token_is_a_correction(tmp_path):
    gold = tmp_path / "gold.m2"
    gold.write_text("S In my opinion,I feel (that ) he is,well,good .\n\n")
    output = ["In my opinion, I feel (that) he is, well,good."]
    (texts,) = redink.read({"o": output}, references=[gold], tokenise="en").systems[0].texts
    assert texts == ("In", "my", "opinion", ",", "I", "feel", "(that", ")", "he", "is", ",", "well", ",", "good", ".")


WORDS = st.sampled_from(["he", "can", "not", "cannot", "well-known", "a.b", ",", ".", "'s", "x,y", "(", "is,"])


@given(st.lists(WORDS, max_size=8), st.lists(WORDS, max_size=8), st.sampled_from(["en", "penn", "generic"]))
def test_no_character_is_changed_and_text_with_its_blanks_comes_back(source, output, name):
    splitting = Splitting(name)
    tokens = cut_alike(tuple(source), " ".join(output), splitting)
    assert "".join(tokens) == "".join(output)
    assert cut_alike(tuple(source), " ".join(source), splitting) == tuple(source)


def test_raw_para_is_tokenised_as_the_output(tmp_path):
    para = tmp_path / "gold.para"
    para.write_text("1\tHe go home, I think.\tHe goes home, I think.\n")
    with pytest.warns(Note, match="--tokenise en"):
        data = redink.read({"o": ["He goes home, I think."]}, references=[para])
    assert data.sources == (("He", "go", "home", ",", "I", "think", "."),)
    assert data.references[0].texts == data.systems[0].texts == (("He", "goes", "home", ",", "I", "think", "."),)
