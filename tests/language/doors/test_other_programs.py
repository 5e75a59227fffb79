"""UDPipe and Stanza through stand-ins for their packages, and what is said when they are not there."""

import sys
from types import ModuleType, SimpleNamespace

import pytest

from redink.errors import InputError, MissingExtraError
from redink.language.registry import load_pipeline


class _Sentence:
    def __init__(self):
        self.words = [SimpleNamespace(form="<root>")]

    def addWord(self, form):  # noqa: N802 - the name of UDPipe
        self.words.append(SimpleNamespace(form=form, upostag="", feats="", lemma=""))


class _Model:
    DEFAULT = ""

    @staticmethod
    def load(path):
        return _Model() if path.endswith(".udpipe") else None

    def tag(self, sentence, _options):
        for word in sentence.words[1:]:
            word.upostag, word.feats, word.lemma = "NOUN", "Number=Sing", word.form.lower()


def test_udpipe(tmp_path, monkeypatch):
    package = ModuleType("ufal")
    package.udpipe = SimpleNamespace(Model=_Model, Sentence=_Sentence)
    monkeypatch.setitem(sys.modules, "ufal", package)
    path = tmp_path / "german.udpipe"
    path.write_bytes(b"weights")
    pipeline = load_pipeline(f"de=udpipe:{path}")
    assert (pipeline.name, pipeline.language, pipeline.scheme) == ("udpipe-german", "de", "universal")
    (analysis,) = pipeline.analyse([("Ein", "Hund")])
    assert [(token.text, token.pos, token.tag, token.lemma) for token in analysis][1] == (
        *("Hund", "NOUN", "Number=Sing", "hund"),
    )
    with pytest.raises(InputError, match="no model of UDPipe"):
        load_pipeline(f"udpipe:{tmp_path / 'none.udpipe'}")


def test_stanza(monkeypatch):
    def pipeline_of(name, **options):
        assert options["tokenize_pretokenized"]
        assert options["download_method"] is None
        if name == "xx":
            raise FileNotFoundError("no models")
        return lambda sentences: SimpleNamespace(
            sentences=[
                SimpleNamespace(words=[SimpleNamespace(upos="VERB", feats=None, lemma=None) for _ in words])
                for words in sentences
            ]
        )

    package = ModuleType("stanza")
    package.Pipeline, package.__version__ = pipeline_of, "1.0"
    monkeypatch.setitem(sys.modules, "stanza", package)
    pipeline = load_pipeline("stanza:de")
    assert (pipeline.name, pipeline.version, pipeline.language) == ("stanza-de", "1.0", "de")
    first, empty = pipeline.analyse([("Komm",), ()])
    assert (first[0].pos, first[0].tag, first[0].lemma, empty) == ("VERB", "", "komm", ())
    with pytest.raises(MissingExtraError, match="no models"):
        load_pipeline("stanza:xx")


@pytest.mark.parametrize(("door", "module"), [("udpipe:a.udpipe", "ufal"), ("stanza:de", "stanza")])
def test_a_program_that_is_not_installed(monkeypatch, door, module):
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(MissingExtraError) as caught:
        load_pipeline(door)
    assert "pip install" in caught.value.remedy
