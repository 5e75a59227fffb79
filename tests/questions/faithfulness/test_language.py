"""Is the language better: running text, grammar checkers, Scribendi's rule, embeddings."""

import sys
from types import ModuleType, SimpleNamespace

import pytest

from redink.errors import MissingExtraError, UsageError
from redink.questions.faithfulness.mathematics import fluency_errors
from redink.questions.faithfulness.mathematics.embedding import Embedder
from redink.questions.faithfulness.mathematics.fluency_errors import (
    Complaint,
    Steps,
    check_all,
    load_checker,
    three_steps,
)
from redink.questions.faithfulness.mathematics.running_text import running_text
from redink.questions.faithfulness.mathematics.scribendi import likeness, scribendi


@pytest.mark.parametrize(
    ("tokens", "text"),
    [
        ("He do n't know .", "He don't know."),
        ("John 's dog ( big ) , too", "John's dog (big), too"),
        ('He said : " go ! " and left', 'He said: "go!" and left'),
        ("`` So '' they say", '"So" they say'),
        ("50 % of $ 20 ; he 'll pay", "50% of $20; he'll pay"),
        ("", ""),
        ("-LRB- so -RRB-", "(so)"),
    ],
)
def test_running_text(tokens, text):
    assert running_text(tokens.split()) == text


@pytest.mark.parametrize(
    ("source", "correction", "perplexities", "expected"),
    [
        ("He go home", "He goes home", (300, 100), 1),
        ("He go home", "He goes home", (100, 300), -1),
        ("He go home", "The weather was fine yesterday evening", (300, 100), -1),
        ("He  goes   home", "He goes home ", (300, 100), 0),
    ],
)
def test_scribendi(source, correction, perplexities, expected):
    assert scribendi(source.split(), correction.split(), *perplexities) == expected


def test_moved_words_are_still_alike():
    assert likeness("home he goes today", "he goes home today") == 1


def complaint(kind, text):
    return Complaint(kind, text, "")


def test_three_steps():
    before = [complaint("Spelling", "teh"), complaint("Agreement", "he go"), complaint("Spelling", "teh")]
    after = [complaint("Spelling", "Teh"), complaint("Case", "i")]
    found = three_steps(before, after)
    assert (found, found.left, found.after) == (Steps(3, 2, 1), 1, 2)
    assert three_steps(before, before) == Steps(3, 0, 0)
    assert three_steps([], []) == Steps(0, 0, 0)


def test_harper_finds_errors_and_needs_no_detour():
    pytest.importorskip("harper", reason="needs the extra [fluency]")
    checker = load_checker("harper")
    wrong, right = check_all(checker, [("I", "have", "an", "dog", "."), ("I", "have", "a", "dog", ".")])
    assert [(one.text) for one in wrong] == ["an"]
    assert right == ()
    assert checker.version != "unknown"


def fetched(monkeypatch, module, folder):
    """Pretend that there are Java, the package, and LanguageTool where the package keeps it."""
    monkeypatch.setitem(sys.modules, "language_tool_python", module)
    monkeypatch.setattr(fluency_errors.shutil, "which", lambda _name: "/usr/bin/java")
    monkeypatch.delenv("LTP_JAR_DIR_PATH", raising=False)
    monkeypatch.setenv("LTP_PATH", str(folder))
    (folder / "LanguageTool-6.6").mkdir()


def test_languagetool_through_its_package(monkeypatch, tmp_path):
    module = ModuleType("language_tool_python")
    match = SimpleNamespace(rule_id="EN_A_VS_AN", offset=7, error_length=2, message="Use a")
    older = SimpleNamespace(ruleId="OLD", offset=0, errorLength=1, message="Case")
    module.LanguageTool = lambda _language: SimpleNamespace(check=lambda _text: [match, older])
    fetched(monkeypatch, module, tmp_path)
    found = load_checker("languagetool").check("I have an dog")
    assert found == (Complaint("EN_A_VS_AN", "an", "Use a"), Complaint("OLD", "I", "Case"))


def test_languagetool_that_does_not_start(monkeypatch, tmp_path):
    module = ModuleType("language_tool_python")
    module.LanguageTool = lambda _language: {}["no port"]
    fetched(monkeypatch, module, tmp_path)
    with pytest.raises(MissingExtraError, match="does not start: 'no port'"):
        load_checker("languagetool")


def test_languagetool_is_never_downloaded(monkeypatch, tmp_path):
    module = ModuleType("language_tool_python")
    module.LanguageTool = lambda _language: pytest.fail("the package would download it")
    fetched(monkeypatch, module, tmp_path)
    (tmp_path / "LanguageTool-6.6").rmdir()
    with pytest.raises(MissingExtraError, match="redink downloads nothing") as caught:
        load_checker("languagetool")
    assert "it.LanguageTool('en-US')" in caught.value.remedy


def test_languagetool_without_java(monkeypatch):
    monkeypatch.setattr(fluency_errors.shutil, "which", lambda _name: None)
    with pytest.raises(MissingExtraError, match="needs Java"):
        load_checker("languagetool")


@pytest.mark.parametrize(("name", "module"), [("harper", "harper"), ("languagetool", "language_tool_python")])
def test_missing_checkers_say_what_to_type(monkeypatch, name, module):
    monkeypatch.setitem(sys.modules, module, None)
    monkeypatch.setattr(fluency_errors.shutil, "which", lambda _name: "/usr/bin/java")
    with pytest.raises(MissingExtraError, match="pip install"):
        load_checker(name)


def test_no_such_checker():
    with pytest.raises(UsageError):
        load_checker("spell")


def test_embeddings(monkeypatch):
    module = ModuleType("sentence_transformers")
    vectors = {"a b": [1.0, 0.0], "a c": [0.6, 0.8], "": [0.0, 0.0]}
    given = {}

    def model(name, **settings):
        given.update(settings, name=name)
        return SimpleNamespace(encode=lambda texts: [vectors[text] for text in texts])

    module.SentenceTransformer = model
    monkeypatch.setitem(sys.modules, "sentence_transformers", module)
    found = Embedder("any").similarities([("a", "b"), ("a", "b"), ("a", "b")], [("a", "b"), ("a", "c"), ()])
    assert found.tolist() == pytest.approx([1.0, 0.6, 0.0])
    assert given == {"name": "any", "local_files_only": True}, "nothing is downloaded"


def test_embeddings_missing(monkeypatch):
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)
    with pytest.raises(MissingExtraError, match="embedding"):
        Embedder("any")
    module = ModuleType("sentence_transformers")
    module.SentenceTransformer = lambda _name, **_settings: {}["nothing"]
    monkeypatch.setitem(sys.modules, "sentence_transformers", module)
    with pytest.raises(MissingExtraError, match="no sentence-transformers model 'x'"):
        Embedder("x")
