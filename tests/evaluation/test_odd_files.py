"""Files that are empty, packed, binary, or given twice: each is refused and called by its name."""

import bz2
import lzma
import zipfile

import pytest

import redink
from redink.errors import InputError, UsageError

SOURCE = "He go home .\nShe like it .\nFine .\n"
REFERENCE = "He goes home .\nShe likes it .\nFine .\n"


@pytest.fixture(autouse=True)
def _folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, text in {"s": SOURCE, "r": REFERENCE, "e": "", "m": REFERENCE.replace("\n", "\r")}.items():
        (tmp_path / name).write_bytes(text.encode())
    (tmp_path / "b").write_text(f"{REFERENCE}\n")
    (tmp_path / "g.m2").write_text("".join(f"S {line}\n\n" for line in SOURCE.splitlines()))


def refused(*outputs, source="s", references=("r",), error=InputError, **how):
    with pytest.raises(error) as caught:
        redink.read(list(outputs), source=source, references=list(references), **how)
    return str(caught.value)


def test_bug_standard_input_given_twice_was_an_empty_file():
    cause = refused("-", source="-", error=UsageError)
    assert "- is given 2 times, but standard input can be read only once" in cause


@pytest.mark.parametrize(
    ("pack", "kind", "command"),
    [
        (lzma.compress, "packed with xz", "unxz --keep x.txt"),
        (bz2.compress, "packed with bzip2", "bunzip2 --keep x.txt"),
        (None, "a ZIP archive", "unzip x.txt"),
        (lambda text: b"%PDF-1.7\n" + text, "a PDF document", "pdftotext x.txt"),
    ],
)
def test_bug_packed_files_were_called_koi8_r(pack, kind, command, tmp_path):
    if pack is None:
        with zipfile.ZipFile(tmp_path / "x.txt", "w") as archive:
            archive.writestr("r", REFERENCE)
    else:
        (tmp_path / "x.txt").write_bytes(pack(REFERENCE.encode()))
    for cause in (refused("x.txt"), refused("r", source="x.txt"), refused("r", references=["x.txt"])):
        assert f"x.txt: this is not a text: it is {kind}" in cause
        assert command in cause


def test_a_text_may_begin_like_a_packed_file(tmp_path):
    (tmp_path / "x.txt").write_text(REFERENCE.replace("He", "BZh9 He"))
    redink.read(["x.txt"], source="s", references=["r"])


def test_bug_other_binary_files_were_called_koi8_r(tmp_path):
    (tmp_path / "x").write_bytes(bytes(range(256)) * 9)
    cause = refused("x")
    assert "this is not a text" in cause
    assert "KOI8" not in cause


def test_bug_a_zero_byte_counted_as_an_edit(tmp_path):
    (tmp_path / "x").write_text(REFERENCE.replace("likes", "li\0kes"))
    for cause in (refused("x"), refused("r", source="x"), refused("r", references=["x"])):
        assert "x:2: a zero byte (NUL) at character 7: this is not a text, or it is damaged" in cause


@pytest.mark.parametrize("name", ["", " "])
def test_bug_an_empty_name_was_a_name(name):
    assert "a system has no name" in refused("r", names=[name], error=UsageError)


@pytest.mark.parametrize("known", [{}, {"source": None, "references": ["g.m2"]}])
def test_bug_simple_reasons_for_other_numbers_of_lines_were_called_a_shift(known):
    assert "e: the file is empty: 0 lines, but " in refused("e", **known)
    assert "b:4: 4 lines, but " in refused("b", **known)
    assert "the extra line at the end is blank (remove the blank lines at the end: head -n 3 b" in refused("b", **known)
    assert "lines end with \\r only, as on an old Mac (write the line ends again: tr '\\r'" in refused("m", **known)
    assert "nothing was written" not in refused("e", **known)


def test_bug_simple_reasons_in_the_source_were_not_named():
    assert "b:4: 4 lines, but r has 3; the extra line at the end is blank" in refused("r", source="b")
    assert "m:1: 1 lines, but r has 3; lines end with" in refused("r", source="m")
    for output in ("r", "e"):
        assert refused(output, source="e", references=[output]).startswith("e: the file is empty (")
